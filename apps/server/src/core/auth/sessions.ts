import { restrictedScopes } from '@waggle/contract/operating/actions'
import type { FastifyInstance } from 'fastify'
import { deleteSessions, listSessions } from '../../db/accounts/sessions.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { announceEnded } from '../../http/sessions/announce-ended.ts'
import { sessionOfCall } from '../../http/sessions/sessions.ts'
import type { CoreContext } from '../context.ts'

/** A user's own sessions: verifying, listing and ending them. */
export function sessionRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now, state } = context

  // Its route has checked the session and the key that opened it, as for every call that changes something (rule AUTH-24).
  route(app, context, 'verifySession', async ({ session: { username } }) => ({
    ...{ success: true as const, username },
    restrictions: restrictedScopes.flatMap((scope) => {
      const measure = context.measures.find(username, scope)
      return measure ? [{ scope, reason: measure.reason, until: measure.untilMs }] : []
    }),
  }))

  route(app, context, 'signOut', async ({ request, reply }) => {
    const session = await sessionOfCall(context, request)
    if (context.entrance.cookie.read(request.headers.cookie)) reply.header('set-cookie', context.entrance.cookie.take())
    if (session) await end([session.tokenHash])
    return { success: true as const }
  })

  route(app, context, 'listSessions', async ({ session: current }) => {
    const others = (await listSessions(db, current.username, now())).filter(({ id }) => id !== current.id)
    return {
      sessions: [{ ...current, lastUsedAtMs: now() }, ...others].map((session) => ({
        id: session.id,
        browser: session.browser,
        system: session.system,
        createdAt: session.createdAtMs,
        lastUsedAt: session.lastUsedAtMs,
        expiresAt: session.expiresAtMs,
        isCurrent: session.id === current.id,
      })),
    }
  })

  route(app, context, 'endSession', async ({ params, session: { username } }) => {
    const sessions = await listSessions(db, username, now())
    const session = sessions.find(({ id }) => id === params.sessionId)
    if (!session || (await end([session.tokenHash])) === 0) throw new Refusal('session_not_found')
    return { success: true as const }
  })

  route(app, context, 'endOtherSessions', async ({ session: current }) => {
    const others = (await listSessions(db, current.username, now())).filter(({ id }) => id !== current.id)
    return { success: true as const, ended: await end(others.map(({ tokenHash }) => tokenHash)) }
  })

  /** Returns how many of the sessions had not ended before. */
  async function end(tokenHashes: string[]): Promise<number> {
    const ids = await deleteSessions(db, tokenHashes)
    announceEnded(state, ids)
    return ids.length
  }
}

import { operatingLimits } from '@waggle/contract/operating/limits'
import type { FastifyInstance } from 'fastify'
import { insertSiteAction } from '../../db/operating/site-actions.ts'
import { deleteSiteModerator, insertSiteModerator, listSiteModerators } from '../../db/operating/site-moderators.ts'
import { listSiteOperators } from '../../db/operating/site-operators.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { CoreContext } from '../context.ts'
import { requireOperator, requireRights } from './rights.ts'

/** Whom the operators let help (rule OPERATE-2). */
export function siteModeratorRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now, config } = context

  route(app, context, 'listSiteModerators', async ({ session }) => {
    await requireRights(context, session)
    const [stored, moderators] = await Promise.all([listSiteOperators(db), listSiteModerators(db)])
    return {
      operators: [...new Set([...config.operators, ...stored])],
      moderators: moderators.map(({ username, appointedBy, appointedAtMs }) => ({
        username,
        appointedBy,
        appointedAt: appointedAtMs,
      })),
    }
  })

  route(app, context, 'appointSiteModerator', async ({ params: { username }, session }) => {
    await requireOperator(context, session)
    if (!(await context.channelExists(username))) throw new Refusal('account_not_found')
    if ((await listSiteModerators(db)).length >= operatingLimits.moderatorsMax) {
      throw new Refusal('too_many_site_moderators')
    }
    const moderator = { username, appointedBy: session.username, appointedAtMs: now() }
    await db.transaction().execute(async (transaction) => {
      if (!(await insertSiteModerator(transaction, moderator))) return
      await insertSiteAction(transaction, entry('appoint-moderator', username, session.username))
    })
    return { success: true as const }
  })

  route(app, context, 'dismissSiteModerator', async ({ params: { username }, session }) => {
    await requireOperator(context, session)
    await db.transaction().execute(async (transaction) => {
      if (!(await deleteSiteModerator(transaction, username))) return
      await insertSiteAction(transaction, entry('dismiss-moderator', username, session.username))
    })
    return { success: true as const }
  })

  function entry(kind: 'appoint-moderator' | 'dismiss-moderator', username: string, takenBy: string) {
    return { kind, username, streamId: null, reason: null, note: '', takenBy, takenAtMs: now(), untilMs: null }
  }
}

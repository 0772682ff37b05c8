import { operatingLimits } from '@waggle/contract/operating/limits'
import type { FastifyInstance } from 'fastify'
import { type SessionRow, saveOperatingTime } from '../../db/accounts/sessions.ts'
import { limitCallsByAddress } from '../../http/limits/limit-calls.ts'
import { type SiteRole, siteRoleOf } from '../../http/operating/site-role.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { proofLimit, withProof } from '../auth/proof.ts'
import type { CoreContext } from '../context.ts'

/** Refuses everybody who does not run the site, and those whose signature is older than an hour: a stolen session alone can do nothing. */
export async function requireRights(context: CoreContext, session: SessionRow): Promise<SiteRole> {
  const role = await siteRoleOf(context, session.username)
  if (role === null) throw new Refusal('not_operating')
  if (session.operatesUntilMs <= context.now()) throw new Refusal('operating_proof_required')
  return role
}

export async function requireOperator(context: CoreContext, session: SessionRow): Promise<void> {
  if ((await requireRights(context, session)) !== 'operator') throw new Refusal('operators_only')
}

/** The rights of the people who run the site: they come with a signature and last an hour (rule OPERATE-1). */
export function rightsRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now } = context

  route(app, context, 'getOperatingRights', async ({ session }) => {
    const role = await siteRoleOf(context, session.username)
    return { role, until: role !== null && session.operatesUntilMs > now() ? session.operatesUntilMs : null }
  })

  route(app, context, 'beginOperating', async ({ body, session, request }) => {
    if (body.username !== session.username) throw new Refusal('not_your_account')
    await limitCallsByAddress(context, proofLimit, request)
    const role = await siteRoleOf(context, session.username)
    if (role === null) throw new Refusal('not_operating')
    const until = now() + operatingLimits.rightsLifeMs
    await withProof(context, session.username, 'operate', body, (transaction) =>
      saveOperatingTime(transaction, session.tokenHash, until),
    )
    return { role, until }
  })

  route(app, context, 'endOperating', async ({ session }) => {
    await saveOperatingTime(db, session.tokenHash, 0)
    return { success: true as const }
  })
}

import { admissionLimits } from '@waggle/contract/admission/limits'
import type { LoggedKind } from '@waggle/contract/operating/actions'
import type { FastifyInstance } from 'fastify'
import { closeAdmissionRequest, listAdmissionRequests } from '../../db/admission/admission-requests.ts'
import {
  countAdmittedAccounts,
  deleteAdmittedAccount,
  insertAdmittedAccount,
  listAdmittedAccounts,
} from '../../db/admission/admitted-accounts.ts'
import type { Db } from '../../db/open.ts'
import { insertSiteAction } from '../../db/operating/site-actions.ts'
import type { AdmittedList } from '../../db/schema/admission-schema.ts'
import { settingInEffect } from '../../http/admission/setting-in-effect.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { within } from '../../lib/within.ts'
import type { CoreContext } from '../context.ts'
import { requireRights } from '../operating/rights.ts'

/** How long the queue waits for what the chain says of those who ask. */
const chainPatienceMs = 2000
const requestsShown = 100

/** The accounts that may broadcast where not everybody may, and the queue of those who ask (rule ADMIT-2). */
export function admittedListRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now, admitted, chainAccounts, settings } = context

  route(app, context, 'listAdmissionRequests', async ({ session }) => {
    await requireRights(context, session)
    const requests = await listAdmissionRequests(db, requestsShown + 1)
    const shown = requests.slice(0, requestsShown).map(async ({ username, text, requestedAtMs }) => {
      const account = await within(chainAccounts.find(username), chainPatienceMs)
      return {
        ...{ username, text, requestedAt: requestedAtMs },
        accountCreatedAt: account?.createdAtMs ?? null,
        reputation: account?.reputation ?? null,
      }
    })
    const isIdle = settingInEffect(settings, 'broadcasters').who === 'everybody'
    return { requests: await Promise.all(shown), isComplete: requests.length <= requestsShown, isIdle }
  })

  route(app, context, 'decideAdmissionRequest', async ({ params: { username }, body: { isApproved }, session }) => {
    await requireRights(context, session)
    await db.transaction().execute(async (transaction) => {
      const decision = { state: isApproved ? 'approved' : 'declined', nowMs: now() } as const
      if (!(await closeAdmissionRequest(transaction, username, decision))) throw new Refusal('request_closed')
      if (isApproved) await admit(transaction, now(), 'streamers', { username, by: session.username })
      else await log(transaction, now(), { kind: 'decline-streamer', username, by: session.username })
    })
    await admitted.announce()
    return { success: true as const }
  })

  route(app, context, 'listAdmitted', async ({ session }) => {
    await requireRights(context, session)
    const accounts = await listAdmittedAccounts(db, 'streamers')
    return {
      accounts: accounts.map(({ username, admittedBy, admittedAtMs }) => ({
        ...{ username, admittedBy, admittedAt: admittedAtMs },
      })),
    }
  })

  route(app, context, 'admitAccount', async ({ params: { username }, session }) => {
    await requireRights(context, session)
    if (!(await context.channelExists(username))) throw new Refusal('account_not_found')
    await db.transaction().execute(async (transaction) => {
      await admit(transaction, now(), 'streamers', { username, by: session.username })
      await closeAdmissionRequest(transaction, username, { state: 'approved', nowMs: now() })
    })
    await admitted.announce()
    return { success: true as const }
  })

  route(app, context, 'withdrawAccount', async ({ params: { username }, session }) => {
    await requireRights(context, session)
    await db.transaction().execute(async (transaction) => {
      if (!(await deleteAdmittedAccount(transaction, 'streamers', username))) return
      await log(transaction, now(), { kind: 'withdraw-streamer', username, by: session.username })
    })
    await admitted.announce()
    return { success: true as const }
  })
}

const admissionKindOf = { streamers: 'admit-streamer', members: 'admit-member' } as const satisfies Record<
  AdmittedList,
  LoggedKind
>

/** Puts an account on a list, with an entry in the log. Does nothing for one that is on it. */
export async function admit(
  transaction: Db,
  nowMs: number,
  list: AdmittedList,
  { username, by, note = '' }: { username: string; by: string; note?: string },
): Promise<void> {
  if ((await countAdmittedAccounts(transaction, list)) >= admissionLimits.listMax) throw new Refusal('list_full')
  const account = { username, admittedBy: by, admittedAtMs: nowMs, note }
  const isNew = await insertAdmittedAccount(transaction, list, account)
  if (isNew) await log(transaction, nowMs, { kind: admissionKindOf[list], username, by, note })
}

export async function log(
  transaction: Db,
  nowMs: number,
  entry: { kind: LoggedKind; username: string; by: string; note?: string | undefined },
): Promise<void> {
  const { kind, username, by, note = '' } = entry
  const about = { streamId: null, reason: null, note, untilMs: null }
  await insertSiteAction(transaction, { kind, username, ...about, takenBy: by, takenAtMs: nowMs })
}

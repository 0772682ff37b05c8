import type { AdmittedList } from '@waggle/contract/admission/endpoints'
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
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { within } from '../../lib/within.ts'
import type { CoreContext } from '../context.ts'
import { requireRights } from '../operating/rights.ts'

/** How long the queue waits for what the chain says of those who ask. */
const chainPatienceMs = 2000
const requestsShown = 100

const kinds = {
  streamers: { admit: 'admit-streamer', withdraw: 'withdraw-streamer' },
  members: { admit: 'admit-member', withdraw: 'withdraw-member' },
} as const satisfies Record<AdmittedList, Record<string, LoggedKind>>

/** The accounts that may broadcast and the members, and the queue of those who ask (rule ADMIT-2). */
export function admittedListRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now, admitted, chainAccounts } = context

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
    return { requests: await Promise.all(shown), isComplete: requests.length <= requestsShown }
  })

  route(app, context, 'decideAdmissionRequest', async ({ params: { username }, body: { isApproved }, session }) => {
    await requireRights(context, session)
    await db.transaction().execute(async (transaction) => {
      const decision = { state: isApproved ? 'approved' : 'declined', nowMs: now() } as const
      if (!(await closeAdmissionRequest(transaction, username, decision))) throw new Refusal('request_closed')
      if (isApproved) await admit(transaction, now(), { list: 'streamers', username, by: session.username })
      else await log(transaction, now(), { kind: 'decline-streamer', username, by: session.username })
    })
    await admitted.announce()
    return { success: true as const }
  })

  route(app, context, 'listAdmitted', async ({ params: { list }, session }) => {
    await requireRights(context, session)
    const accounts = await listAdmittedAccounts(db, list)
    return {
      accounts: accounts.map(({ username, admittedBy, admittedAtMs }) => ({
        ...{ username, admittedBy, admittedAt: admittedAtMs },
      })),
    }
  })

  route(app, context, 'admitAccount', async ({ params: { list, username }, session }) => {
    await requireRights(context, session)
    if (!(await context.channelExists(username))) throw new Refusal('account_not_found')
    await db.transaction().execute(async (transaction) => {
      await admit(transaction, now(), { list, username, by: session.username })
      if (list === 'streamers') await closeAdmissionRequest(transaction, username, { state: 'approved', nowMs: now() })
    })
    await admitted.announce()
    return { success: true as const }
  })

  route(app, context, 'withdrawAccount', async ({ params: { list, username }, session }) => {
    await requireRights(context, session)
    await db.transaction().execute(async (transaction) => {
      if (!(await deleteAdmittedAccount(transaction, list, username))) return
      await log(transaction, now(), { kind: kinds[list].withdraw, username, by: session.username })
    })
    await admitted.announce()
    return { success: true as const }
  })
}

/** Puts an account on a list, with an entry in the log. Does nothing for one that is on it. */
export async function admit(
  transaction: Db,
  nowMs: number,
  { list, username, by, note }: { list: AdmittedList; username: string; by: string; note?: string },
): Promise<void> {
  if ((await countAdmittedAccounts(transaction, list)) >= admissionLimits.listMax) throw new Refusal('list_full')
  const isNew = await insertAdmittedAccount(transaction, list, { username, admittedBy: by, admittedAtMs: nowMs })
  if (isNew) await log(transaction, nowMs, { kind: kinds[list].admit, username, by, note })
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

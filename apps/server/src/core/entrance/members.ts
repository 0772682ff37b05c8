import type { AddedMemberOutcome } from '@waggle/contract/admission/member-endpoints'
import { isUsername, normaliseUsername } from '@waggle/contract/names'
import type { FastifyInstance } from 'fastify'
import {
  changeAdmissionNote,
  deleteAdmittedAccount,
  isAdmitted,
  listAdmittedAccounts,
} from '../../db/admission/admitted-accounts.ts'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { admit, log } from '../admission/admitted-lists.ts'
import type { CoreContext } from '../context.ts'
import { requireRights } from '../operating/rights.ts'

/** Who may enter a private site, beside those who run it (rule MEMBER-5). */
export function memberRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now, admitted } = context

  route(app, context, 'listMembers', async ({ session }) => {
    await requireRights(context, session)
    const accounts = await listAdmittedAccounts(db, 'members')
    return {
      members: accounts.map(({ username, note, admittedBy, admittedAtMs }) => ({
        ...{ username, note, admittedBy, admittedAt: admittedAtMs },
      })),
    }
  })

  route(app, context, 'addMember', async ({ params: { username }, body: { note }, session }) => {
    await requireRights(context, session)
    if (!(await context.channelExists(username))) throw new Refusal('account_not_found')
    await db.transaction().execute(async (transaction) => {
      if (await isAdmitted(transaction, 'members', username)) {
        await changeAdmissionNote(transaction, 'members', username, note)
      } else {
        await admit(transaction, now(), 'members', { username, by: session.username, note })
      }
    })
    await admitted.announce()
    return { success: true as const }
  })

  route(app, context, 'addMembers', async ({ body: { usernames, note }, session }) => {
    await requireRights(context, session)
    const results: { given: string; outcome: AddedMemberOutcome }[] = []
    for (const given of usernames) {
      const username = normaliseUsername(given)
      results.push({ given, outcome: isUsername(username) ? await addOne(username) : 'malformed' })
    }
    await admitted.announce()
    return { results }

    async function addOne(username: string): Promise<AddedMemberOutcome> {
      if (!(await context.channelExists(username))) return 'not_found'
      try {
        return await db.transaction().execute(async (transaction) => {
          if (await isAdmitted(transaction, 'members', username)) return 'member'
          await admit(transaction, now(), 'members', { username, by: session.username, note })
          return 'added'
        })
      } catch (error) {
        if (error instanceof Refusal && error.code === 'list_full') return 'list_full'
        throw error
      }
    }
  })

  route(app, context, 'removeMembers', async ({ body: { usernames }, session }) => {
    await requireRights(context, session)
    const removed = await db.transaction().execute(async (transaction) => {
      const names: string[] = []
      // In one order for all callers: two who remove the same accounts do not wait for each other.
      for (const username of [...new Set(usernames)].toSorted()) {
        if (await removeOne(transaction, username, session.username)) names.push(username)
      }
      return names
    })
    await admitted.announce()
    return {
      results: usernames.map((username) => ({
        username,
        outcome: removed.includes(username) ? ('removed' as const) : ('no_member' as const),
      })),
    }
  })

  route(app, context, 'removeMember', async ({ params: { username }, session }) => {
    await requireRights(context, session)
    await db.transaction().execute((transaction) => removeOne(transaction, username, session.username))
    await admitted.announce()
    return { success: true as const }
  })

  async function removeOne(transaction: Db, username: string, by: string): Promise<boolean> {
    if (!(await deleteAdmittedAccount(transaction, 'members', username))) return false
    await log(transaction, now(), { kind: 'withdraw-member', username, by })
    return true
  }
}

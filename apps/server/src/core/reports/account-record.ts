import { chatLimits } from '@waggle/contract/chat/limits'
import { operatingLimits } from '@waggle/contract/operating/limits'
import type { FastifyInstance } from 'fastify'
import { listChannelsWrittenIn, listMessagesOf } from '../../db/chat/chat-messages.ts'
import { listThingsOf } from '../../db/operating/reported-things.ts'
import { route } from '../../http/route.ts'
import { within } from '../../lib/within.ts'
import type { CoreContext } from '../context.ts'
import { requireRights } from '../operating/rights.ts'
import { withReports } from './review.ts'

/** How long the page waits for what the chain says of the account. */
const chainPatienceMs = 2000
const hourMs = 60 * 60_000

/** What an account is judged by: what was reported of it, what it wrote last, its age and reputation (rule OPERATE-5). */
export function accountRecordRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now, chainAccounts } = context

  route(app, context, 'getAccountRecord', async ({ params: { username }, session }) => {
    await requireRights(context, session)
    const [things, messages, account] = await Promise.all([
      listThingsOf(db, username, operatingLimits.recordThings, now()),
      listLatestMessages(username),
      within(chainAccounts.find(username), chainPatienceMs),
    ])
    return {
      things: await withReports(db, things),
      messages,
      accountCreatedAt: account?.createdAtMs ?? null,
      reputation: account?.reputation ?? null,
    }
  })

  /** In all chats, the latest first: what the moderators of each see, too. */
  async function listLatestMessages(username: string) {
    const limit = operatingLimits.recordMessages
    const deletedSinceMs = now() - chatLimits.deletionRevertibleHours * hourMs
    // Whatever is among the latest of all is among the latest of the channels that were written in last.
    const channels = await listChannelsWrittenIn(db, username, limit)
    const pages = await Promise.all(
      channels.map((channel) => listMessagesOf(db, channel, username, { limit, deletedSinceMs })),
    )
    return pages
      .flatMap(({ messages }) => messages)
      .sort((one, other) => other.timestamp - one.timestamp)
      .slice(0, limit)
  }
}

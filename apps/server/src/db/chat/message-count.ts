import type { Db } from '../open.ts'
import { messageId, tickOfMs } from './chat-message-id.ts'

/** How many messages were written in a channel's chat from one time to just before another, those taken away since included. */
export async function countMessages(db: Db, channel: string, fromMs: number, untilMs: number): Promise<number> {
  const row = await db
    .selectFrom('chat_messages')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('channel', '=', channel)
    .where('id', '>=', messageId(tickOfMs(fromMs)))
    .where('id', '<', messageId(tickOfMs(untilMs)))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

import type { Db } from '../open.ts'
import { messageId, tickOfMs } from './chat-message-id.ts'

/** The number of messages in a channel's chat from `fromMs` to just before `untilMs`, including deleted ones. */
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

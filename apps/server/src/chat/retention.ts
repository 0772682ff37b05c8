import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { messageId, tickOfMs } from '../db/chat/chat-message-id.ts'
import { deleteBefore, eraseClearedMessages, eraseDeletedMessages, nextChannel } from '../db/chat/erasure.ts'
import { deleteExpiredRestrictions } from '../db/chat/moderation.ts'
import type { ChatContext } from './context.ts'
import { entryIdPrefix } from './moderation/moderation-transaction.ts'
import { deletionRevertibleMs } from './moderation/revertible.ts'

/** A row takes about 20 microseconds, so a slice blocks the process for about 4 ms. */
const rowsPerSlice = 200
const pauseMs = 20
const dayMs = 24 * 60 * 60_000
/** The process that reverts a deletion and the one that erases it may have different clocks. */
const clockToleranceMs = 60_000

/**
 * Erases the text of messages whose deletion can no longer be reverted, and deletes messages and log entries that are older than the
 * site keeps them. Works in slices and lets other work run between them. Stops after the current slice when `signal` is aborted.
 */
export async function enforceRetention(
  context: Pick<ChatContext, 'db' | 'config' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const { db, config } = context
  const nowMs = context.now()
  const finalSinceMs = nowMs - deletionRevertibleMs - clockToleranceMs
  const keptSinceMs = nowMs - config.chatDays * dayMs

  await inSlices((limit) => eraseDeletedMessages(db, finalSinceMs, limit))
  await inSlices((limit) => eraseClearedMessages(db, finalSinceMs, limit))
  await deleteOld('chat_messages', messageId(tickOfMs(keptSinceMs)))
  await deleteOld('chat_log', entryIdPrefix(keptSinceMs))
  if (!signal.aborted) await deleteExpiredRestrictions(db, nowMs)

  async function deleteOld(table: 'chat_messages' | 'chat_log', beforeId: string): Promise<void> {
    let next = await nextChannel(db, table, '')
    while (next && !signal.aborted) {
      const { channel, oldestId } = next
      if (oldestId < beforeId) await inSlices((limit) => deleteBefore(db, table, channel, beforeId, limit))
      await nextTurn()
      next = await nextChannel(db, table, channel)
    }
  }

  async function inSlices(work: (limit: number) => Promise<number>): Promise<void> {
    while (!signal.aborted && (await work(rowsPerSlice)) === rowsPerSlice) await wait(pauseMs)
  }
}

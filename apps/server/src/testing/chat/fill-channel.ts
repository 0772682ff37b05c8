import { commitMessages } from '../../db/chat/chat-messages.ts'
import type { Db } from '../../db/open.ts'

const batchSize = 500

/** Stores messages of one user as if they had been sent at a time. `count` is a multiple of 500. */
export async function fillChannel(db: Db, channel: string, count: number, atMs: number): Promise<void> {
  const draft = { channel, username: 'somebody', message: 'words and more words '.repeat(5), kind: 'message' as const }
  const more = { role: 'user' as const, replyTo: null, idempotencyKey: null }
  const batch = Array.from({ length: batchSize }, () => ({ ...draft, ...more }))
  for (let stored = 0; stored < count; stored += batchSize) await commitMessages(db, batch, atMs)
}

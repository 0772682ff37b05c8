import { commitMessages } from '../../../apps/server/src/db/chat/chat-messages.ts'
import { openDatabase } from '../../../apps/server/src/db/open.ts'
import type { TestSite } from '../../../apps/server/src/testing/site.ts'

/** Viewers see a picture, and write, this much later. */
const thinkingMs = 1500

/**
 * Writes in alice's chat as somebody who saw the picture of a time that is past. The rules of the chat's call, which knows the present
 * only, do not apply.
 */
export async function sayThen(site: TestSite, pictureAtMs: number, message: string): Promise<void> {
  const db = await openDatabase({ dataDir: site.dataDir })
  const draft = { channel: 'alice', username: 'bob', kind: 'message', role: 'user', replyTo: null } as const
  await commitMessages(db, [{ ...draft, message, idempotencyKey: null, pictureAtMs }], pictureAtMs + thinkingMs)
  await db.destroy()
}

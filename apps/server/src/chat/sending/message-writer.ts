import { commitMessages, type MessageDraft, type StoredMessage } from '../../db/chat/chat-messages.ts'
import type { Db } from '../../db/open.ts'
import { databaseRefusal } from '../../http/refusal.ts'
import type { Log } from '../../lib/log.ts'

/** Stores messages in batches. */
export interface MessageWriter {
  /** Resolves once the message is committed. Throws `overloaded` if it was not stored. */
  write(draft: MessageDraft): Promise<StoredMessage>
  /** How many wait for the next commit. */
  readonly waiting: number
  /** Resolves once every message written so far is stored or refused. */
  settled(): Promise<void>
}

const batchMax = 500
const queueMax = 5000

interface QueuedMessage {
  draft: MessageDraft
  resolve(stored: StoredMessage): void
  reject(error: Error): void
}

/**
 * Group commit. The first message after a pause is committed on the next turn of the event loop. Messages that arrive during a
 * commit share the next one, so a slow disk adds delay but does not limit throughput.
 */
export function createMessageWriter({ db, log, now }: { db: Db; log: Log; now(): number }): MessageWriter {
  const queue: QueuedMessage[] = []
  let running: Promise<void> | undefined

  async function commitAll(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, batchMax)
      try {
        const stored = await commitMessages(
          db,
          batch.map(({ draft }) => draft),
          now(),
        )
        for (const [index, { resolve }] of batch.entries()) resolve(stored[index]!)
      } catch (error) {
        log.error({ error, messages: batch.length }, 'chat: could not store messages')
        for (const { reject } of batch) reject(databaseRefusal())
      }
    }
  }

  return {
    write(draft) {
      if (queue.length >= queueMax) return Promise.reject(databaseRefusal())
      return new Promise((resolve, reject) => {
        queue.push({ draft, resolve, reject })
        // Starts one turn of the event loop later, so that messages that arrived in the same turn share a batch.
        running ??= new Promise<void>((start) => setImmediate(start)).then(commitAll).finally(() => {
          running = undefined
        })
      })
    },
    get waiting() {
      return queue.length
    },
    async settled() {
      await running
    },
  }
}

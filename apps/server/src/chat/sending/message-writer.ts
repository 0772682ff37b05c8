import { commitMessages, type MessageDraft, type StoredMessage } from '../../db/chat/chat-messages.ts'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Log } from '../../lib/log.ts'

/** Stores messages a batch at a time. */
export interface MessageWriter {
  /** Resolves once the message is committed. Throws `overloaded` when it was not stored. */
  write(draft: MessageDraft): Promise<StoredMessage>
  /** Resolves when everything handed over so far is stored or refused. */
  settled(): Promise<void>
}

const batchMax = 500
const waitingMax = 5000

interface Waiting {
  draft: MessageDraft
  resolve(stored: StoredMessage): void
  reject(error: Error): void
}

/**
 * Group commit. The first message after silence is committed in the same turn of the event loop; while messages keep coming,
 * those that arrive during a commit share the next one, so that a slow disk costs delay and not throughput.
 */
export function createMessageWriter({ db, log, now }: { db: Db; log: Log; now(): number }): MessageWriter {
  const waiting: Waiting[] = []
  let running: Promise<void> | undefined

  async function commitAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMax)
      try {
        const stored = await commitMessages(
          db,
          batch.map(({ draft }) => draft),
          now(),
        )
        for (const [index, { resolve }] of batch.entries()) resolve(stored[index]!)
      } catch (error) {
        log.error({ error, messages: batch.length }, 'could not store chat messages')
        for (const { reject } of batch) reject(new Refusal('overloaded'))
      }
    }
  }

  return {
    write(draft) {
      if (waiting.length >= waitingMax) return Promise.reject(new Refusal('overloaded'))
      return new Promise((resolve, reject) => {
        waiting.push({ draft, resolve, reject })
        // A turn later, so that what arrived in one read of the sockets is one batch.
        running ??= new Promise<void>((start) => setImmediate(start)).then(commitAll).finally(() => {
          running = undefined
        })
      })
    },
    async settled() {
      await running
    },
  }
}

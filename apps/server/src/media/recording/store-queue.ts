import { rm } from 'node:fs/promises'
import { insertRecordedObject, type RecordedObject } from '../../db/recordings/recorded-objects.ts'
import type { MediaContext } from '../context.ts'
import { objectKey } from './object-name.ts'
import type { RecordingStore } from './store/recording-store.ts'
import type { UnstoredObject } from './unstored-object.ts'

const atOnce = 4
const shortestPauseMs = 500
const longestPauseMs = 30_000

/** Complete objects on their way to the store. Their files stay until the store and the database have them, however long that takes. */
export class StoreQueue {
  readonly #db: MediaContext['db']
  readonly #log: MediaContext['log']
  readonly #store: RecordingStore
  #waiting: UnstoredObject[] = []
  #failures = 0
  #problem: string | undefined

  constructor({ db, log }: Pick<MediaContext, 'db' | 'log'>, store: RecordingStore) {
    this.#db = db
    this.#log = log
    this.#store = store
  }

  /** Bytes on this disk that the store does not have yet. */
  get waitingBytes(): number {
    return this.#waiting.reduce((sum, { object }) => sum + object.bytes, 0)
  }

  /** The objects of a broadcast that are waiting. */
  waitingOf(broadcastId: string): UnstoredObject[] {
    return this.#waiting.filter(({ object }) => object.broadcastId === broadcastId)
  }

  /** Why the store has failed last; undefined while it works. */
  get problem(): string | undefined {
    return this.#problem
  }

  get waitingObjects(): number {
    return this.#waiting.length
  }

  /** How long to wait before the next `run`. */
  get pauseMs(): number {
    return Math.min(longestPauseMs, shortestPauseMs * 2 ** this.#failures)
  }

  add(object: RecordedObject, path: string): void {
    this.#waiting.push({ object, path })
  }

  /** Stores what is waiting, oldest first, until nothing is left or the store fails. */
  async run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, atOnce)
      const results = await Promise.allSettled(batch.map((entry) => this.#storeOne(entry)))
      const stored = new Set(batch.filter((_, index) => results[index]?.status === 'fulfilled'))
      this.#waiting = this.#waiting.filter((entry) => !stored.has(entry))
      const failed = results.find((result) => result.status === 'rejected')
      if (failed) return this.#handleFailure(failed.reason)
      if (this.#failures > 0) this.#log.info('the recording store works again')
      this.#failures = 0
      this.#problem = undefined
    }
  }

  async #storeOne({ object, path }: UnstoredObject): Promise<void> {
    await this.#store.put(objectKey(object), path)
    await insertRecordedObject(this.#db, object)
    await rm(path, { force: true })
  }

  #handleFailure(error: unknown): void {
    if (this.#failures === 0) {
      this.#log.warn(
        { error, waitingObjects: this.#waiting.length },
        'could not store a recording; it stays on this disk, and is tried again',
      )
    }
    this.#failures += 1
    this.#problem = describeFailure(error)
  }
}

/** Without names of files. A failed request has its reason inside (undici). */
function describeFailure(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string } }
  return [cause?.code, message.replace(/, \w+ '.*$/s, '')].filter(Boolean).join(': ')
}

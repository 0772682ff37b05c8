import { type BroadcastCheckpoint, saveCheckpoint } from '../../db/broadcasts/broadcasts.ts'
import type { Db } from '../../db/open.ts'

/**
 * How long the first checkpoint waits so that others can join the same write. The number that playlists hold in reserve lasts
 * longer.
 */
const gatherMs = 200

interface PendingCheckpoint {
  id: string
  checkpoint: BroadcastCheckpoint
  written: PromiseWithResolvers<void>
}

/** Writes the checkpoints of a process's broadcasts together: on the embedded database, every commit waits for the disk. */
export class CheckpointWriter {
  readonly #db: Db
  readonly #holder: string | undefined
  #pending: PendingCheckpoint[] = []

  /** With a `holder`, only broadcasts whose lease it still has are written. */
  constructor(db: Db, holder?: string) {
    this.#db = db
    this.#holder = holder
  }

  /** Resolves once the checkpoint is written. */
  add(id: string, checkpoint: BroadcastCheckpoint): Promise<void> {
    const entry = { id, checkpoint, written: Promise.withResolvers<void>() }
    this.#pending.push(entry)
    if (this.#pending.length === 1) setTimeout(() => void this.#write(), gatherMs)
    return entry.written.promise
  }

  async #write(): Promise<void> {
    // Every process locks rows in the same order, so that two cannot deadlock.
    const batch = this.#pending.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    this.#pending = []
    try {
      await this.#db.transaction().execute(async (transaction) => {
        for (const { id, checkpoint } of batch) await saveCheckpoint(transaction, id, checkpoint, this.#holder)
      })
      for (const { written } of batch) written.resolve()
    } catch (error) {
      for (const { written } of batch) written.reject(error)
    }
  }
}

import {
  type BroadcastCheckpoint,
  endBroadcast,
  insertBroadcast,
  type PlaylistState,
  saveThumbnailTime,
} from '../../db/broadcasts/broadcasts.ts'
import type { MediaContext } from '../context.ts'
import type { CheckpointWriter } from './checkpoint-writer.ts'
import { latestOnly } from './latest-only.ts'

/**
 * Writes one broadcast to the database, one write after another, so that an earlier checkpoint never overtakes the end. A failed write
 * is logged; the next checkpoint makes up for it.
 */
export class BroadcastJournal {
  readonly #context: Pick<MediaContext, 'db' | 'log' | 'now'>
  readonly #id: string
  readonly #enqueueCheckpoint: (checkpoint: BroadcastCheckpoint) => void
  readonly #enqueueThumbnailTime: (takenAtMs: number) => void
  #lastWrite: Promise<void> = Promise.resolve()
  #savedAtMs = 0
  #savedNextNumber = 0

  constructor(context: Pick<MediaContext, 'db' | 'log' | 'now'>, id: string, checkpoints: CheckpointWriter) {
    this.#context = context
    this.#id = id
    const enqueue = (write: () => Promise<void>) => this.#enqueue(write)
    this.#enqueueCheckpoint = latestOnly(enqueue, (checkpoint) => checkpoints.add(id, checkpoint))
    this.#enqueueThumbnailTime = latestOnly(enqueue, (takenAtMs) => saveThumbnailTime(context.db, id, takenAtMs))
  }

  /** When a start or a checkpoint was last saved, in milliseconds since 1970; 0 before the first. */
  get savedAtMs(): number {
    return this.#savedAtMs
  }

  /** The playlists' `nextNumber` as last saved; 0 before the first save. */
  get savedNextNumber(): number {
    return this.#savedNextNumber
  }

  saveStart(username: string, playlists: PlaylistState): void {
    this.#savedAtMs = this.#context.now()
    this.#savedNextNumber = playlists.nextNumber
    const row = { id: this.#id, username, startedAtMs: this.#savedAtMs, playlists }
    this.#enqueue(() => insertBroadcast(this.#context.db, row))
  }

  saveCheckpoint(checkpoint: BroadcastCheckpoint): void {
    this.#savedAtMs = this.#context.now()
    this.#savedNextNumber = checkpoint.playlists.nextNumber
    this.#enqueueCheckpoint(checkpoint)
  }

  saveThumbnailTime(takenAtMs: number): void {
    this.#enqueueThumbnailTime(takenAtMs)
  }

  /** The broadcast ended with its last media. */
  saveEnd(lastMediaAtMs: number): void {
    this.#enqueue(() => endBroadcast(this.#context.db, this.#id, lastMediaAtMs, lastMediaAtMs))
  }

  /** Resolves when everything handed over so far is written, or has failed. */
  async settled(): Promise<void> {
    await this.#lastWrite
  }

  #enqueue(write: () => Promise<void>): void {
    this.#lastWrite = this.#lastWrite.then(write).catch((error) => {
      this.#context.log.error({ error, streamId: this.#id }, 'could not save the state of a broadcast')
    })
  }
}

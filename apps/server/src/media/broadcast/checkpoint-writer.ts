import { type BroadcastState, saveBroadcastState } from '../../db/broadcasts/broadcasts.ts'
import type { Db } from '../../db/open.ts'

/** So long does the first note wait for others. Playlists have a number in reserve for longer. */
const gatherMs = 200

interface Note {
  id: string
  state: BroadcastState
  written: PromiseWithResolvers<void>
}

/** What the broadcasts of a process have to note, written together: on the embedded database every commit waits for the disk. */
export class CheckpointWriter {
  readonly #db: Db
  readonly #holder: string | undefined
  #waiting: Note[] = []

  /** With a holder, only for what it still has the lease of. */
  constructor(db: Db, holder?: string) {
    this.#db = db
    this.#holder = holder
  }

  /** Resolves when it is written. */
  add(id: string, state: BroadcastState): Promise<void> {
    const note = { id, state, written: Promise.withResolvers<void>() }
    this.#waiting.push(note)
    if (this.#waiting.length === 1) setTimeout(() => void this.#write(), gatherMs)
    return note.written.promise
  }

  async #write(): Promise<void> {
    // Rows are locked in the same order by every process.
    const notes = this.#waiting.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    this.#waiting = []
    try {
      await this.#db.transaction().execute(async (transaction) => {
        for (const { id, state } of notes) await saveBroadcastState(transaction, id, state, this.#holder)
      })
      for (const { written } of notes) written.resolve()
    } catch (error) {
      for (const { written } of notes) written.reject(error)
    }
  }
}

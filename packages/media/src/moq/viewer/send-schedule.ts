import type { Track } from '../tracks/track.ts'

interface Reader {
  reads(tracks: ReadonlySet<Track>): boolean
  send(): void
}

/**
 * Decides when viewers are sent what is new. A write costs the server more than what is in it, so what arrives together is sent together,
 * and what may wait leaves with what may not.
 */
export class SendSchedule {
  readonly #viewers: () => Iterable<Reader>
  readonly #changed = new Set<Track>()
  #isWaiting = false
  /** Something else that may wait has come since the wait began. */
  #hasMoreToWait = false
  /** Sent to since the wait began. */
  readonly #served = new Set<Reader>()

  constructor(viewers: () => Iterable<Reader>) {
    this.#viewers = viewers
  }

  /** There is something new in a track. */
  add(track: Track): void {
    const { mayWaitMs } = track.info
    if (mayWaitMs === 0) {
      if (this.#changed.size === 0) queueMicrotask(() => this.#sendChanged())
      this.#changed.add(track)
    } else if (this.#isWaiting) this.#hasMoreToWait = true
    else this.#wait(mayWaitMs)
  }

  #sendChanged(): void {
    for (const viewer of this.#viewers()) {
      if (!viewer.reads(this.#changed)) continue
      viewer.send()
      if (this.#isWaiting) this.#served.add(viewer)
    }
    this.#changed.clear()
  }

  #wait(forMs: number): void {
    this.#isWaiting = true
    this.#hasMoreToWait = false
    this.#served.clear()
    setTimeout(() => this.#endWait(forMs), forMs)
  }

  #endWait(forMs: number): void {
    for (const viewer of this.#viewers()) if (!this.#served.has(viewer)) viewer.send()
    this.#served.clear()
    this.#isWaiting = false
    if (this.#hasMoreToWait) this.#wait(forMs)
  }
}

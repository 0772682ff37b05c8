/** A clock beside the worker's own, such as that of the sound hardware. All times are milliseconds. */
export interface TimeBase {
  fromNow(nowMs: number): number
  toNow(baseMs: number): number
}

/** From `baseMs` on, in the time of the base, playback is at `mediaMs` and goes on at `rate`. */
export interface PlayoutSegment {
  baseMs: number
  mediaMs: number
  rate: number
}

export const ownTime: TimeBase = { fromNow: (nowMs) => nowMs, toNow: (baseMs) => baseMs }

/**
 * Which moment of the broadcast is seen and heard now. While there is sound, its hardware counts the time, so the picture follows what is
 * heard; `setBase` says by which clock it runs. A rate of 0 holds the playback.
 */
export class PlayoutClock {
  #base: TimeBase = ownTime
  #segment: PlayoutSegment | undefined

  /** Undefined until the playback has started. */
  get segment(): PlayoutSegment | undefined {
    return this.#segment
  }

  get rate(): number {
    return this.#segment?.rate ?? 0
  }

  mediaAt(nowMs: number): number | undefined {
    if (this.#segment === undefined) return undefined
    const { baseMs, mediaMs, rate } = this.#segment
    return mediaMs + (this.#base.fromNow(nowMs) - baseMs) * rate
  }

  /** When the media of this time is due; infinite while the playback is held. */
  dueAt(mediaMs: number): number {
    if (this.#segment === undefined || this.#segment.rate === 0) return Number.POSITIVE_INFINITY
    const { baseMs, mediaMs: startMs, rate } = this.#segment
    return this.#base.toNow(baseMs + (mediaMs - startMs) / rate)
  }

  /** Goes on at another rate from here. */
  setRate(rate: number, nowMs: number): void {
    const mediaMs = this.mediaAt(nowMs)
    if (mediaMs !== undefined && rate !== this.rate) this.jump(mediaMs, nowMs, rate)
  }

  /** Starts, or goes on elsewhere. */
  jump(mediaMs: number, nowMs: number, rate = 1): void {
    this.#segment = { baseMs: this.#base.fromNow(nowMs), mediaMs, rate }
  }

  /** Goes on from here by another clock. */
  setBase(base: TimeBase, nowMs: number): void {
    const mediaMs = this.mediaAt(nowMs)
    this.#base = base
    if (mediaMs !== undefined) this.jump(mediaMs, nowMs, this.rate)
  }
}

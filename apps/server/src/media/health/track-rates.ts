const windowMs = 10_000
/** Rates over a shorter time are not reliable. */
const shortestMs = 1000
const missingWindowMs = 60_000

/** The rates of a track over the last ten seconds on the encoder's clock. Older frames are dropped when a rate is read. */
export class TrackRates {
  #frames: { dtsMs: number; bytes: number }[] = []
  #bytes = 0
  #missing: { dtsMs: number; frames: number }[] = []

  /** Times must increase. `frameIntervalMs` is the usual time between two frames. */
  push(dtsMs: number, bytes: number, frameIntervalMs: number | undefined): void {
    const last = this.#frames.at(-1)
    if (last !== undefined && frameIntervalMs !== undefined)
      this.#countMissing(dtsMs, (dtsMs - last.dtsMs) / frameIntervalMs)
    this.#frames.push({ dtsMs, bytes })
    this.#bytes += bytes
  }

  /** The times that follow are unrelated to the previous ones. */
  clear(): void {
    this.#frames = []
    this.#bytes = 0
    this.#missing = []
  }

  get framesPerSecond(): number | null {
    const spanMs = this.#dropOldFrames()
    return spanMs < shortestMs ? null : ((this.#frames.length - 1) * 1000) / spanMs
  }

  get bitsPerSecond(): number | null {
    const spanMs = this.#dropOldFrames()
    const last = this.#frames.at(-1)?.bytes ?? 0
    return spanMs < shortestMs ? null : ((this.#bytes - last) * 8000) / spanMs
  }

  /** The number of frames that are missing from the last minute. */
  get missingFrames(): number {
    return this.#missing.reduce((sum, { frames }) => sum + frames, 0)
  }

  /** Drops old frames; returns the time from the first remaining frame to the last. */
  #dropOldFrames(): number {
    const untilMs = this.#frames.at(-1)?.dtsMs ?? 0
    const start = this.#frames.findIndex(({ dtsMs }) => dtsMs >= untilMs - windowMs)
    for (const { bytes } of this.#frames.splice(0, Math.max(0, start))) this.#bytes -= bytes
    return untilMs - (this.#frames[0]?.dtsMs ?? untilMs)
  }

  #countMissing(dtsMs: number, intervals: number): void {
    // A missing frame leaves two intervals. Encoders that round their clock to milliseconds jitter by one millisecond.
    const frames = intervals > 1.6 ? Math.round(intervals) - 1 : 0
    if (frames > 0) this.#missing.push({ dtsMs, frames })
    while ((this.#missing[0]?.dtsMs ?? dtsMs) < dtsMs - missingWindowMs) this.#missing.shift()
  }
}

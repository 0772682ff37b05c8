const windowMs = 10_000
/** Rates of less than this are guesses. */
const shortestMs = 1000
const missingWindowMs = 60_000

/** What a track brought in its last ten seconds, by the encoder's clock. What is older is forgotten when it is looked at. */
export class TrackRates {
  #frames: { dtsMs: number; bytes: number }[] = []
  #bytes = 0
  #missing: { dtsMs: number; frames: number }[] = []

  /** Times rise; `usualMs` is the distance of frames that all come. */
  push(dtsMs: number, bytes: number, usualMs: number | undefined): void {
    const last = this.#frames.at(-1)
    if (last !== undefined && usualMs !== undefined) this.#countMissing(dtsMs, (dtsMs - last.dtsMs) / usualMs)
    this.#frames.push({ dtsMs, bytes })
    this.#bytes += bytes
  }

  /** The times that follow have nothing to do with those before. */
  clear(): void {
    this.#frames = []
    this.#bytes = 0
    this.#missing = []
  }

  get framesPerSecond(): number | null {
    const spanMs = this.#forget()
    return spanMs < shortestMs ? null : ((this.#frames.length - 1) * 1000) / spanMs
  }

  get bitsPerSecond(): number | null {
    const spanMs = this.#forget()
    const last = this.#frames.at(-1)?.bytes ?? 0
    return spanMs < shortestMs ? null : ((this.#bytes - last) * 8000) / spanMs
  }

  /** Frames that did not come, in the last minute. */
  get missingFrames(): number {
    return this.#missing.reduce((sum, { frames }) => sum + frames, 0)
  }

  /** Returns the time from the first frame that is left to the last. */
  #forget(): number {
    const untilMs = this.#frames.at(-1)?.dtsMs ?? 0
    const start = this.#frames.findIndex(({ dtsMs }) => dtsMs >= untilMs - windowMs)
    for (const { bytes } of this.#frames.splice(0, Math.max(0, start))) this.#bytes -= bytes
    return untilMs - (this.#frames[0]?.dtsMs ?? untilMs)
  }

  #countMissing(dtsMs: number, distance: number): void {
    // Encoders with milliseconds for a clock jitter by one; a frame that is missing leaves a distance of two.
    const frames = distance > 1.6 ? Math.round(distance) - 1 : 0
    if (frames > 0) this.#missing.push({ dtsMs, frames })
    while ((this.#missing[0]?.dtsMs ?? dtsMs) < dtsMs - missingWindowMs) this.#missing.shift()
  }
}

const windowMs = 10_000
/** Rates over a shorter time are not reliable. */
const shortestMs = 1000
/** A frame below this part of the mean repeats the picture before it: 64 % of an overloaded OBS, none of a moving picture. */
const repeatedPart = 0.1

/** The rates of a track over the last ten seconds on the encoder's clock. Older frames are dropped when a rate is read. */
export class TrackRates {
  #frames: { dtsMs: number; bytes: number; key: boolean }[] = []
  #bytes = 0

  /** Times must increase. */
  push(dtsMs: number, bytes: number, key: boolean): void {
    this.#frames.push({ dtsMs, bytes, key })
    this.#bytes += bytes
  }

  /** The times that follow are unrelated to the previous ones. */
  clear(): void {
    this.#frames = []
    this.#bytes = 0
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

  /** The part of the frames, without key frames, that seem to repeat the picture before them. */
  get repeatedShare(): number {
    this.#dropOldFrames()
    const frames = this.#frames.filter(({ key }) => !key)
    const meanBytes = frames.reduce((sum, { bytes }) => sum + bytes, 0) / frames.length
    return frames.length === 0
      ? 0
      : frames.filter(({ bytes }) => bytes < repeatedPart * meanBytes).length / frames.length
  }

  /** Drops old frames; returns the time from the first remaining frame to the last. */
  #dropOldFrames(): number {
    const untilMs = this.#frames.at(-1)?.dtsMs ?? 0
    const start = this.#frames.findIndex(({ dtsMs }) => dtsMs >= untilMs - windowMs)
    for (const { bytes } of this.#frames.splice(0, Math.max(0, start))) this.#bytes -= bytes
    return untilMs - (this.#frames[0]?.dtsMs ?? untilMs)
  }
}

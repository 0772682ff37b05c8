const windowMs = 60_000
/** The usual interval is looked for in this many of the newest ones. */
const sampleCount = 300
const fewestIntervals = 20
/** Of the intervals of a regular stream, so many are multiples of the usual one. */
const regularShare = 0.8
/** A missing frame leaves two intervals. Encoders that round their clock to milliseconds jitter by one millisecond. */
const missingFrom = 1.6

/**
 * Finds frames that an encoder has skipped: the holes in timestamps that are regular otherwise. An encoder that skips most frames still
 * sends some at its usual interval, so the usual interval is the shortest common one.
 */
export class FrameCadence {
  #timesMs: number[] = []
  #intervalMs: number | undefined

  /** Times must increase. */
  push(dtsMs: number): void {
    this.#timesMs.push(dtsMs)
  }

  /** The times that follow are unrelated to the previous ones. */
  clear(): void {
    this.#timesMs = []
  }

  /** The interval of the encoder when it skips nothing, and the frames missing from the last minute. Older frames are dropped. */
  read(): { intervalMs: number | undefined; missingFrames: number } {
    const untilMs = this.#timesMs.at(-1) ?? 0
    const start = this.#timesMs.findIndex((timeMs) => timeMs >= untilMs - windowMs)
    this.#timesMs.splice(0, Math.max(0, start))
    const intervals = this.#timesMs.slice(1).map((timeMs, index) => timeMs - (this.#timesMs[index] ?? timeMs))
    this.#learn(intervals.slice(-sampleCount))
    const intervalMs = this.#intervalMs
    if (intervalMs === undefined) return { intervalMs, missingFrames: 0 }
    const missingFrames = intervals.reduce((sum, interval) => {
      const steps = interval / intervalMs
      return sum + (steps > missingFrom ? Math.round(steps) - 1 : 0)
    }, 0)
    return { intervalMs, missingFrames }
  }

  #learn(intervals: readonly number[]): void {
    if (intervals.length < fewestIntervals) return
    const found = usualInterval(intervals)
    // An encoder does not change its rate while it is connected: a longer interval means that it skips frames regularly.
    if (found !== undefined && found < 1.25 * (this.#intervalMs ?? found)) this.#intervalMs = found
  }
}

/** Undefined when the intervals are not multiples of one of them, as from a source of variable frame rate. */
function usualInterval(intervals: readonly number[]): number | undefined {
  const short = intervals.toSorted((a, b) => a - b)[Math.floor(intervals.length / 10)] ?? 0
  const usual = intervals.filter((interval) => interval > 0.8 * short && interval < 1.25 * short)
  const mean = usual.reduce((sum, interval) => sum + interval, 0) / usual.length
  if (!(mean > 0)) return undefined
  const toleranceMs = Math.max(2, 0.12 * mean)
  const regular = intervals.filter((interval) => Math.abs(interval - mean * Math.round(interval / mean)) <= toleranceMs)
  return regular.length >= regularShare * intervals.length ? mean : undefined
}

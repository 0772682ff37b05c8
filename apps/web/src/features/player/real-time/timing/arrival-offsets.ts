/**
 * How far behind their timestamps the frames of a track become ready, in milliseconds. The two clocks differ by an unknown amount, which
 * is in every offset, so only differences mean something.
 */
export interface OffsetRange {
  /** The offset of the fastest frames. */
  fastestMs: number
  /** The offset within which frames have been ready, but for an exception. */
  latestMs: number
}

interface Second {
  number: number
  lowestMs: number
  highestMs: number
  /** Frames were so late that the playback had to wait. */
  wasMissed: boolean
}

const memorySeconds = 60
/**
 * A delay is taken seriously for this long when it happened once; when it happened twice, or the playback had to wait, as long as it is
 * remembered.
 */
const singleDelaySeconds = 10
/** What was sent before the viewer joined arrives at once, and late. It is over within this time, or goes on. */
const joinMs = 1000
/**
 * A second in which every frame was so much later than the fastest tells nothing about jitter: an encoder has sent what it had kept back,
 * and timestamps are ahead since then.
 */
const otherTimesMs = 1000
/** Frames this close to the fastest are not from before the join. */
const caughtUpWithinMs = 50

/** Remembers when the frames of a track became ready. Times are in milliseconds. */
export class ArrivalOffsets {
  #seconds: Second[] = []
  #joining: { atMs: number; offsetMs: number }[] | undefined = []

  record(timestampMs: number, readyAtMs: number): void {
    const offsetMs = readyAtMs - timestampMs
    if (this.#joining === undefined) {
      this.#add(readyAtMs, offsetMs)
      return
    }
    this.#joining.push({ atMs: readyAtMs, offsetMs })
    if (readyAtMs - (this.#joining[0]?.atMs ?? 0) >= joinMs) this.#finishJoin(this.#joining)
  }

  /** Undefined until a frame was ready. */
  range(nowMs: number): OffsetRange | undefined {
    if (this.#joining !== undefined) {
      const [first] = this.#joining
      if (first === undefined) return undefined
      const fastestMs = this.#joining.reduce((lowest, { offsetMs }) => Math.min(lowest, offsetMs), first.offsetMs)
      return { fastestMs, latestMs: fastestMs }
    }
    const second = Math.floor(nowMs / 1000)
    const remembered = this.#seconds.filter(({ number }) => number > second - memorySeconds)
    const known = remembered.length > 0 ? remembered : this.#seconds.slice(-1)
    const fastestMs = Math.min(...known.map(({ lowestMs }) => lowestMs))
    const used = known.filter(({ lowestMs }) => lowestMs <= fastestMs + otherTimesMs)
    const highest = used.map(({ highestMs }) => highestMs).sort((a, b) => b - a)
    const recent = used
      .filter(({ number, wasMissed }) => wasMissed || number > second - singleDelaySeconds)
      .map(({ highestMs }) => highestMs)
    return { fastestMs, latestMs: Math.max(highest[1] ?? highest[0] ?? fastestMs, ...recent) }
  }

  /** The playback had to wait from this moment on for frames that have arrived by now. */
  wereMissed(sinceMs: number): void {
    for (const second of this.#seconds) {
      if (second.number >= Math.floor(sinceMs / 1000)) second.wasMissed = true
    }
  }

  /** Forgets everything, because what follows has nothing to do with what was: the viewer has joined again, or the encoder has. */
  restart(): void {
    this.#seconds = []
    this.#joining = []
  }

  #finishJoin(frames: readonly { atMs: number; offsetMs: number }[]): void {
    this.#joining = undefined
    const fastestMs = frames.reduce((lowest, { offsetMs }) => Math.min(lowest, offsetMs), Number.POSITIVE_INFINITY)
    const first = frames.findIndex(({ offsetMs }) => offsetMs <= fastestMs + caughtUpWithinMs)
    for (const { atMs, offsetMs } of frames.slice(first)) this.#add(atMs, offsetMs)
  }

  #add(atMs: number, offsetMs: number): void {
    const number = Math.floor(atMs / 1000)
    const last = this.#seconds.at(-1)
    if (last?.number === number) {
      last.lowestMs = Math.min(last.lowestMs, offsetMs)
      last.highestMs = Math.max(last.highestMs, offsetMs)
      return
    }
    this.#seconds.push({ number, lowestMs: offsetMs, highestMs: offsetMs, wasMissed: false })
    if (this.#seconds.length > memorySeconds) this.#seconds.shift()
  }
}

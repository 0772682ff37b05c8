import { ticksPerMs, ticksPerSecond } from '../../fmp4/track.ts'

const standardRates = [
  10,
  12,
  15,
  20,
  24_000 / 1001,
  24,
  25,
  30_000 / 1001,
  30,
  48,
  50,
  60_000 / 1001,
  60,
  90,
  100,
  120_000 / 1001,
  120,
]
/** RTMP timestamps are rounded or truncated to whole milliseconds. */
const roundingTicks = 1.5 * ticksPerMs
const historyFrames = 129
const steadyAfterFrames = 12
const relearnEveryFrames = 32

/**
 * Gives video frames exact times. It recognises a constant frame rate behind timestamps that are rounded to milliseconds; the
 * duration of a frame is then known when the frame arrives instead of when the next one does. A frame that does not fit the rate
 * keeps its own time.
 */
export class VideoClock {
  #frameTicks: number
  #history: number[] = []
  #anchorTicks = 0
  #framesFromAnchor = 0
  #matchedFrames = 0
  #framesSinceRelearn = 0

  /** `frameTicks` is the frame duration to assume until the rate is known. */
  constructor(frameTicks: number) {
    this.#frameTicks = frameTicks
  }

  /** Duration of a frame in 90 kHz ticks; not an integer for rates such as 24000/1001. */
  get frameTicks(): number {
    return this.#frameTicks
  }

  /** True while frames arrive at a constant rate, so that the duration of the newest is known. */
  get isSteady(): boolean {
    return this.#matchedFrames >= steadyAfterFrames
  }

  /** Learns the frame rate from frames that are known before the first one is placed. */
  seed(dtsTicks: readonly number[]): void {
    this.#history = dtsTicks.slice(0, historyFrames)
    const line = fitLine(this.#history)
    this.#history = []
    if (line === undefined) return
    this.#frameTicks = line.frameTicks
    if (!line.isConstant) return
    this.#anchorTicks = line.firstTicks
    this.#framesFromAnchor = -1
    this.#matchedFrames = steadyAfterFrames
  }

  /** Exact decode and presentation time of a frame, from the sender's times. All are in ticks. */
  place(dtsTicks: number, ptsTicks: number): { dtsTicks: number; ptsTicks: number } {
    this.#record(dtsTicks)
    const predicted = this.#anchorTicks + (this.#framesFromAnchor + 1) * this.#frameTicks
    if (Math.abs(dtsTicks - predicted) > roundingTicks) {
      this.#anchorTicks = dtsTicks
      this.#framesFromAnchor = 0
      this.#matchedFrames = 0
      return { dtsTicks: Math.round(dtsTicks), ptsTicks: Math.round(ptsTicks) }
    }
    this.#framesFromAnchor += 1
    this.#matchedFrames += 1
    const placed = Math.round(predicted)
    // With B-frames, presentation is delayed by whole frame durations.
    const offset = ptsTicks - dtsTicks
    const wholeFrames = Math.round(offset / this.#frameTicks) * this.#frameTicks
    const isWhole = Math.abs(offset - wholeFrames) <= 2 * roundingTicks
    return { dtsTicks: placed, ptsTicks: isWhole ? Math.round(predicted + wholeFrames) : Math.round(ptsTicks) }
  }

  #record(dtsTicks: number): void {
    const last = this.#history.at(-1)
    if (last !== undefined && Math.abs(dtsTicks - last) > ticksPerSecond) this.#history = []
    this.#history.push(dtsTicks)
    if (this.#history.length > historyFrames) this.#history.shift()
    this.#framesSinceRelearn += 1
    if (this.#framesSinceRelearn < relearnEveryFrames || this.#history.length < relearnEveryFrames) return
    this.#framesSinceRelearn = 0
    const line = fitLine(this.#history)
    if (line === undefined) return
    const lastOnLine = line.firstTicks + (this.#history.length - 2) * line.frameTicks
    const lastPlaced = this.#anchorTicks + this.#framesFromAnchor * this.#frameTicks
    const isBetter = line.frameTicks !== this.#frameTicks || Math.abs(lastOnLine - lastPlaced) > roundingTicks / 3
    if (!line.isConstant) {
      if (this.#matchedFrames === 0) this.#frameTicks = line.frameTicks
    } else if (isBetter) {
      this.#frameTicks = line.frameTicks
      this.#anchorTicks = lastOnLine
      this.#framesFromAnchor = 0
    }
  }
}

interface Line {
  firstTicks: number
  frameTicks: number
  /** True when every frame lies on the line, apart from rounding. */
  isConstant: boolean
}

function fitLine(times: readonly number[]): Line | undefined {
  const first = times[0]
  const last = times.at(-1)
  if (first === undefined || last === undefined || times.length < 3 || last <= first) return undefined
  const span = last - first
  const mean = span / (times.length - 1)
  const frameTicks = nearestStandard(mean, (1.2 * ticksPerMs) / (times.length - 1)) ?? mean
  const residuals = times.map((time, index) => time - first - index * frameTicks)
  const offset = residuals.reduce((sum, value) => sum + value, 0) / times.length
  const isConstant = residuals.every((value) => Math.abs(value - offset) <= roundingTicks)
  return { firstTicks: first + offset, frameTicks, isConstant }
}

function nearestStandard(frameTicks: number, tolerance: number): number | undefined {
  const candidates = standardRates.map((rate) => ticksPerSecond / rate)
  const best = candidates.reduce((a, b) => (Math.abs(a - frameTicks) <= Math.abs(b - frameTicks) ? a : b))
  return Math.abs(best - frameTicks) <= tolerance ? best : undefined
}

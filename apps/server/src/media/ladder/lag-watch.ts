/** What is wrong with an encoder of rungs. */
export type LagProblem = 'stalled' | 'falling behind'

const tolerableLagMs = 2000
/** Time is counted in checks, so that a pause of the whole machine does not count against the encoder. */
const checksUntilStalled = 4
const checksUntilStartFailed = 12
const checksUntilBehind = 8

/** Judges one run of an encoder by how far its output lags behind its input, checked twice a second. */
export class LagWatch {
  readonly #startMs: number
  #lags: number[] = []
  #checksWithoutProgress = 0
  #outMs: number

  /** `startMs` is the decode time of its first sample. */
  constructor(startMs: number) {
    this.#startMs = startMs
    this.#outMs = startMs
  }

  /** `inMs` and `outMs` are the decode times of the newest sample that went in and of the newest one that came out. */
  check(inMs: number, outMs: number): LagProblem | undefined {
    const lagMs = inMs - outMs
    const isWithoutProgress = outMs === this.#outMs && lagMs > tolerableLagMs / 2
    this.#checksWithoutProgress = isWithoutProgress ? this.#checksWithoutProgress + 1 : 0
    this.#outMs = outMs
    this.#lags = [...this.#lags, lagMs].slice(-checksUntilBehind)
    const hasBegun = outMs > this.#startMs
    if (this.#checksWithoutProgress >= (hasBegun ? checksUntilStalled : checksUntilStartFailed)) return 'stalled'
    const [before] = this.#lags
    const isLate = this.#lags.length === checksUntilBehind && this.#lags.every((lag) => lag > tolerableLagMs)
    return hasBegun && isLate && before !== undefined && lagMs >= before ? 'falling behind' : undefined
  }

  get isKeepingUp(): boolean {
    return (this.#lags.at(-1) ?? Number.POSITIVE_INFINITY) < tolerableLagMs / 2
  }
}

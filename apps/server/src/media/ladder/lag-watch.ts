/** What is wrong with an encoder of rungs. */
export type Trouble = 'stands still' | 'falls behind'

const tolerableLagMs = 2000
/** Time is counted in looks, so that a pause of the whole machine is not blamed on the encoder. */
const looksUntilStill = 4
const looksUntilBegun = 12
const looksUntilBehind = 8

/** Judges one run of an encoder by how far its output is behind its input, looked at twice a second. */
export class LagWatch {
  readonly #startMs: number
  #lags: number[] = []
  #stillLooks = 0
  #outMs: number

  /** `startMs` is the decode time of its first sample. */
  constructor(startMs: number) {
    this.#startMs = startMs
    this.#outMs = startMs
  }

  /** `inMs` and `outMs` are decode times of the newest sample that went in, and of the one that came out. */
  look(inMs: number, outMs: number): Trouble | undefined {
    const lagMs = inMs - outMs
    const isStill = outMs === this.#outMs && lagMs > tolerableLagMs / 2
    this.#stillLooks = isStill ? this.#stillLooks + 1 : 0
    this.#outMs = outMs
    this.#lags = [...this.#lags, lagMs].slice(-looksUntilBehind)
    const hasBegun = outMs > this.#startMs
    if (this.#stillLooks >= (hasBegun ? looksUntilStill : looksUntilBegun)) return 'stands still'
    const [before] = this.#lags
    const isLate = this.#lags.length === looksUntilBehind && this.#lags.every((lag) => lag > tolerableLagMs)
    return hasBegun && isLate && before !== undefined && lagMs >= before ? 'falls behind' : undefined
  }

  get isKeepingUp(): boolean {
    return (this.#lags.at(-1) ?? Number.POSITIVE_INFINITY) < tolerableLagMs / 2
  }
}

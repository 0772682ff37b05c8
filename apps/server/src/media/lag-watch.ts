/** What is wrong with an encoder of rungs. */
export type Trouble = 'stands still' | 'falls behind'

const tolerableLagMs = 2000
/** Time for output is counted in looks, so that a pause of the whole machine is not blamed on the encoder. */
const looksUntilStill = 4
const looksUntilBehind = 8

/** Judges an encoder by how far its output is behind its input, looked at twice a second. */
export class LagWatch {
  #lags: number[] = []
  #stillLooks = 0
  #lastOutMs: number | undefined

  /** `inMs` and `outMs` are decode times of the newest sample that went in, and of the one that came out. */
  look(inMs: number, outMs: number): Trouble | undefined {
    const lagMs = inMs - outMs
    this.#stillLooks = outMs === this.#lastOutMs && lagMs > tolerableLagMs / 2 ? this.#stillLooks + 1 : 0
    this.#lastOutMs = outMs
    this.#lags = [...this.#lags, lagMs].slice(-looksUntilBehind)
    if (this.#stillLooks >= looksUntilStill) return 'stands still'
    const [before] = this.#lags
    const isLate = this.#lags.length === looksUntilBehind && this.#lags.every((lag) => lag > tolerableLagMs)
    return isLate && before !== undefined && lagMs >= before ? 'falls behind' : undefined
  }

  get isKeepingUp(): boolean {
    return (this.#lags.at(-1) ?? Number.POSITIVE_INFINITY) < tolerableLagMs / 2
  }
}

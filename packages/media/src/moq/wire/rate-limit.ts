import { MoqError } from './moq-error.ts'

/** Counts events in periods. */
export class RateLimit {
  readonly #max: number
  readonly #periodMs: number
  readonly #what: string
  #count = 0
  #periodStartMs = Number.NEGATIVE_INFINITY

  constructor(what: string, max: number, periodMs: number) {
    this.#what = what
    this.#max = max
    this.#periodMs = periodMs
  }

  /** Throws MoqError when there are more events than allowed in a period. */
  count(nowMs: number): void {
    if (nowMs - this.#periodStartMs >= this.#periodMs) {
      this.#count = 0
      this.#periodStartMs = nowMs
    }
    this.#count += 1
    if (this.#count > this.#max) throw new MoqError(`too many ${this.#what}`)
  }
}

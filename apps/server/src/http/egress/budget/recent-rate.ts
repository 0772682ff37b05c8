/** How far back the rate looks, and how often a total is noted. */
const spanMs = 5 * 60_000
const stepMs = 5000

/** How fast a total has grown in the last minutes. */
export class RecentRate {
  readonly #now: () => number
  #noted: { atMs: number; total: number }[] = []
  #last = { atMs: 0, total: 0 }

  constructor(now: () => number) {
    this.#now = now
  }

  add(total: number): void {
    const atMs = this.#now()
    // A new month, or a clock that was set.
    if (total < this.#last.total || atMs < this.#last.atMs) this.#noted = []
    this.#last = { atMs, total }
    if (atMs - (this.#noted.at(-1)?.atMs ?? 0) < stepMs) return
    this.#noted.push(this.#last)
    while ((this.#noted[0]?.atMs ?? atMs) < atMs - spanMs) this.#noted.shift()
  }

  perSecond(): number {
    const [first] = this.#noted
    const seconds = first ? (this.#last.atMs - first.atMs) / 1000 : 0
    return first && seconds >= stepMs / 1000 ? (this.#last.total - first.total) / seconds : 0
  }
}

const shortestSeconds = 60
const longestSeconds = 3600
const windowMs = 60_000

/** How often players report, so that a process receives about so many reports a minute however many viewers there are. */
export class ReportPace {
  readonly #reportsPerMinute: number
  readonly #now: () => number
  #windowStartMs: number
  #received = 0
  #everySeconds = shortestSeconds

  constructor(reportsPerMinute: number, now: () => number) {
    this.#reportsPerMinute = reportsPerMinute
    this.#now = now
    this.#windowStartMs = now()
  }

  /** Counts a report. Returns whether it still belongs to what is wanted: a flood of them is not counted. */
  count(): boolean {
    if (this.#now() - this.#windowStartMs >= windowMs) this.#endWindow()
    this.#received += 1
    return this.#received <= 10 * this.#reportsPerMinute
  }

  /** How long a player waits before its next report. */
  get everySeconds(): number {
    return this.#everySeconds
  }

  #endWindow(): void {
    const wanted = this.#everySeconds * (this.#received / this.#reportsPerMinute)
    this.#everySeconds = Math.round(Math.min(longestSeconds, Math.max(shortestSeconds, wanted)))
    this.#windowStartMs = this.#now()
    this.#received = 0
  }
}

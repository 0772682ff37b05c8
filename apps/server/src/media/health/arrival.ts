/** Long, so that media that is late for minutes is not taken for regular; short beside the drift of two clocks. */
const windowMs = 10 * 60_000

/** Measures how regularly media arrives, compared with the encoder's clock. */
export class Arrival {
  #lastTransitMs: number | undefined
  #jitterMs = 0
  /** A monotonic queue of the last ten minutes' transit times: no later one is lower than an earlier one, so the first is the minimum. */
  #lows: { atMs: number; transitMs: number }[] = []

  push(dtsMs: number, atMs: number): void {
    const transitMs = atMs - dtsMs
    // RFC 3550 section 6.4.1: J(i) = J(i-1) + (|D(i-1,i)| - J(i-1))/16
    if (this.#lastTransitMs !== undefined) {
      this.#jitterMs += (Math.abs(transitMs - this.#lastTransitMs) - this.#jitterMs) / 16
    }
    this.#lastTransitMs = transitMs
    while ((this.#lows.at(-1)?.transitMs ?? Number.NEGATIVE_INFINITY) >= transitMs) this.#lows.pop()
    this.#lows.push({ atMs, transitMs })
    while ((this.#lows[0]?.atMs ?? atMs) < atMs - windowMs) this.#lows.shift()
  }

  /** The encoder's clock restarts. */
  clear(): void {
    this.#lastTransitMs = undefined
    this.#lows = []
  }

  get jitterMs(): number {
    return this.#jitterMs
  }

  /** How much later the last media arrived than the earliest of the last ten minutes, relative to the encoder's clock. */
  get lateMs(): number {
    return (this.#lastTransitMs ?? 0) - (this.#lows[0]?.transitMs ?? this.#lastTransitMs ?? 0)
  }
}

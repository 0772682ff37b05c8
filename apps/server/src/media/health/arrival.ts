const windowMs = 60_000

/** How media arrives, compared with the encoder's clock. */
export class Arrival {
  #lastTransitMs: number | undefined
  #jitterMs = 0
  /** Transit times of the last minute that none after them is below: the first is the best. */
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

  /** The encoder's clock begins anew. */
  clear(): void {
    this.#lastTransitMs = undefined
    this.#lows = []
  }

  get jitterMs(): number {
    return this.#jitterMs
  }

  /** So much later than the best of the last minute did the last media arrive. */
  get lateMs(): number {
    return (this.#lastTransitMs ?? 0) - (this.#lows[0]?.transitMs ?? this.#lastTransitMs ?? 0)
  }
}

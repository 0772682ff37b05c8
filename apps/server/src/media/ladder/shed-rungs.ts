const firstBackOffMs = 30_000
const longestBackOffMs = 600_000

/** Rungs that the machine was too slow for, and when they may be tried again. The wait doubles each time. */
export class ShedRungs {
  readonly #entries = new Map<string, { untilMs: number; backOffMs: number }>()

  add(rung: string, nowMs: number): void {
    const backOffMs = Math.min(longestBackOffMs, 2 * (this.#entries.get(rung)?.backOffMs ?? firstBackOffMs / 2))
    this.#entries.set(rung, { untilMs: nowMs + backOffMs, backOffMs })
  }

  isShed(rung: string, nowMs: number): boolean {
    return nowMs < (this.#entries.get(rung)?.untilMs ?? 0)
  }
}

/** A clock that ours must agree with. */
export interface ReferenceClock {
  /** As in 'behind the clocks of the Hive nodes'. */
  name: string
  /** How far it is ahead of ours, in milliseconds; undefined while it cannot be read. */
  readOffset(): Promise<number | undefined>
}

/** What signatures, tokens and processes that share a database tolerate. */
const toleranceMs = 30_000
const measureEveryMs = 30_000

/** A check of readiness that rejects while our clock is wrong. The first reference that can be read decides; without any, it passes. */
export function createClockCheck(references: readonly ReferenceClock[], now: () => number): () => Promise<void> {
  let last: { atMs: number; problem: Promise<string | undefined> } | undefined

  async function measure(): Promise<string | undefined> {
    for (const { name, readOffset } of references) {
      const offsetMs = await readOffset().catch(() => undefined)
      if (offsetMs === undefined) continue
      return Math.abs(offsetMs) > toleranceMs ? describe(name, offsetMs) : undefined
    }
    return undefined
  }

  return async () => {
    const nowMs = now()
    // A clock that was set in the meantime is measured at once.
    if (!last || Math.abs(nowMs - last.atMs) >= measureEveryMs) last = { atMs: nowMs, problem: measure() }
    const problem = await last.problem
    if (problem !== undefined) throw new Error(problem)
  }
}

function describe(name: string, offsetMs: number): string {
  const seconds = Math.round(Math.abs(offsetMs) / 1000)
  const direction = offsetMs > 0 ? 'behind' : 'ahead of'
  return `this machine's clock is ${seconds} s ${direction} ${name}: run a time service such as chrony`
}

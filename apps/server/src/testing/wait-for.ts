import { expect } from 'vitest'

/**
 * Waits until `find` returns something other than undefined or false, and returns it. Fails with `what` after `timeoutMs`; an
 * error that `find` throws ends the wait at once.
 */
export async function waitFor<Value>(
  what: string,
  find: () => Value | undefined | false | Promise<Value | undefined | false>,
  { timeoutMs = 15_000, intervalMs = 20 } = {},
): Promise<Value> {
  let outcome: { found: Value } | { error: unknown } | undefined
  const isOver = async () => {
    try {
      const found = await find()
      if (found !== undefined && found !== false) outcome = { found }
    } catch (error) {
      outcome = { error }
    }
    return outcome !== undefined
  }
  await expect.poll(isOver, { message: what, timeout: timeoutMs, interval: intervalMs }).toBe(true)
  if (outcome && 'found' in outcome) return outcome.found
  throw outcome?.error
}

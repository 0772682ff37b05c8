import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPendingRetry } from './pending-retry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('an attempt is made once, at its time or sooner, and not when another one or none is wanted', () => {
  const made: string[] = []
  const retry = createPendingRetry()
  const schedule = (name: string) => retry.schedule(1000, () => made.push(`${name} ${retry.isWaiting()}`))
  schedule('first')
  vi.advanceTimersByTime(999)
  expect([made, retry.isWaiting()]).toEqual([[], true])
  schedule('second')
  vi.advanceTimersByTime(1000)
  schedule('third')
  retry.runNow()
  retry.runNow()
  vi.advanceTimersByTime(1000)
  expect([made, retry.isWaiting()]).toEqual([['second false', 'third false'], false])
  schedule('fourth')
  retry.cancel()
  vi.advanceTimersByTime(1000)
  expect(made).toHaveLength(2)
})

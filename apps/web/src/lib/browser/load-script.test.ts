import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadScript } from './load-script.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('[SHELL-10] a script may take 120 s, and not longer', async () => {
  const arrivesAfter = (ms: number) => () => new Promise<string>((resolve) => setTimeout(() => resolve('arrived'), ms))
  const inTime = loadScript(arrivesAfter(119_999))
  const late = loadScript(arrivesAfter(120_001))
  const refused = expect(late).rejects.toThrow('120000 ms')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await inTime).toBe('arrived')
  await refused
})

test('a script that arrives, or fails, leaves no timer', async () => {
  expect(await loadScript(async () => 1)).toBe(1)
  await expect(loadScript(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow('Failed to fetch')
  expect(vi.getTimerCount()).toBe(0)
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTurns } from './turns.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Turns at a time the test sets, and who had one, in order. */
function watchTurns() {
  const served: string[] = []
  const take = createTurns(() => performance.now())
  return { served, take: (who: string) => take(who, () => served.push(who)) }
}

it('lets a few pass at once, and five every 5 ms when many come', () => {
  const { served, take } = watchTurns()
  for (let n = 0; n < 12; n += 1) take(`writer-${n}`)
  expect(served).toHaveLength(5)
  vi.advanceTimersByTime(5)
  expect(served).toHaveLength(10)
  vi.advanceTimersByTime(5)
  expect(served).toEqual(Array.from({ length: 12 }, (_, n) => `writer-${n}`))
  vi.advanceTimersByTime(5)
  expect(vi.getTimerCount()).toBe(0)
})

it('[T19] lets who calls for the first time in a second go ahead of who calls all the time', () => {
  const { served, take } = watchTurns()
  for (let n = 0; n < 100; n += 1) take('flooder')
  take('calm')
  vi.advanceTimersByTime(5)
  expect(served.slice(5, 7)).toEqual(['calm', 'flooder'])
  vi.advanceTimersByTime(2000)
  for (let n = 0; n < 100; n += 1) take('flooder')
  take('calm')
  vi.advanceTimersByTime(5)
  expect(served.slice(106, 107)).toEqual(['calm'])
})

it('forgets who gives up waiting', () => {
  const { served, take } = watchTurns()
  const giveUps = Array.from({ length: 20 }, () => take('flooder'))
  for (const giveUp of giveUps) giveUp()
  vi.advanceTimersByTime(100)
  expect(served).toHaveLength(5)
  expect(vi.getTimerCount()).toBe(0)
})

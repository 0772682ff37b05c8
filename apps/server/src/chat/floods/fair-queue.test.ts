import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Turns at a time the test sets, and who had one, in order. */
function watchTurns() {
  const served: string[] = []
  const takeTurn = createFairQueue({ perSlice: 5, sliceMs: 5 })
  return {
    served,
    take: (name: string, room = 'room') =>
      takeTurn(room, (hasWaited) => served.push(hasWaited ? `${name} later` : name)),
  }
}

it('lets a few pass at once, and five every 5 ms when many come', () => {
  const { served, take } = watchTurns()
  for (let n = 0; n < 12; n += 1) take(`call ${n}`)
  expect(served).toEqual(['call 0', 'call 1', 'call 2', 'call 3', 'call 4'])
  vi.advanceTimersByTime(5)
  expect(served).toHaveLength(10)
  vi.advanceTimersByTime(5)
  expect(served.slice(5)).toEqual(Array.from({ length: 7 }, (_, n) => `call ${n + 5} later`))
  vi.advanceTimersByTime(5)
  expect(vi.getTimerCount()).toBe(0)
  take('one more')
  expect(served.at(-1)).toBe('one more')
})

it("[T19] lets a room's first call go ahead of the second of another", () => {
  const { served, take } = watchTurns()
  for (let n = 0; n < 100; n += 1) take(`flood ${n}`, 'flooded')
  take('calm', 'calm')
  take('quiet', 'quiet')
  vi.advanceTimersByTime(5)
  expect(served.slice(5)).toEqual(['flood 5 later', 'calm later', 'quiet later', 'flood 6 later', 'flood 7 later'])
})

it('forgets who gives up waiting', () => {
  const { served, take } = watchTurns()
  const giveUps = Array.from({ length: 20 }, () => take('flood'))
  for (const giveUp of giveUps) giveUp()
  take('calm')
  vi.advanceTimersByTime(5)
  expect(served.slice(5)).toEqual(['calm later'])
  vi.advanceTimersByTime(100)
  expect(vi.getTimerCount()).toBe(0)
})

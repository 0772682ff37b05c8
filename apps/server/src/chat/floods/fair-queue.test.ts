import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A queue that records the names of its tasks in the order in which they start. */
function recordStarts() {
  const started: string[] = []
  const enqueue = createFairQueue({ startsPerSlice: 5, sliceMs: 5 })
  return {
    started,
    enqueue: (name: string, room = 'room') =>
      enqueue(room, (hasWaited) => started.push(hasWaited ? `${name} later` : name)),
  }
}

it('starts the first five tasks at once and five more every 5 ms', () => {
  const { started, enqueue } = recordStarts()
  for (let n = 0; n < 12; n += 1) enqueue(`call ${n}`)
  expect(started).toEqual(['call 0', 'call 1', 'call 2', 'call 3', 'call 4'])
  vi.advanceTimersByTime(5)
  expect(started).toHaveLength(10)
  vi.advanceTimersByTime(5)
  expect(started.slice(5)).toEqual(Array.from({ length: 7 }, (_, n) => `call ${n + 5} later`))
  vi.advanceTimersByTime(5)
  expect(vi.getTimerCount()).toBe(0)
  enqueue('one more')
  expect(started.at(-1)).toBe('one more')
})

it('[T19] starts the first task of a room before the second task of another room', () => {
  const { started, enqueue } = recordStarts()
  for (let n = 0; n < 100; n += 1) enqueue(`flood ${n}`, 'flooded')
  enqueue('calm', 'calm')
  enqueue('quiet', 'quiet')
  vi.advanceTimersByTime(5)
  expect(started.slice(5)).toEqual(['flood 5 later', 'calm later', 'quiet later', 'flood 6 later', 'flood 7 later'])
})

it('never starts a task that was cancelled while it waited', () => {
  const { started, enqueue } = recordStarts()
  const cancels = Array.from({ length: 20 }, () => enqueue('flood'))
  for (const cancel of cancels) cancel()
  enqueue('calm')
  vi.advanceTimersByTime(5)
  expect(started.slice(5)).toEqual(['calm later'])
  vi.advanceTimersByTime(100)
  expect(vi.getTimerCount()).toBe(0)
})

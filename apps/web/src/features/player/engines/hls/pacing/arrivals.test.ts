import { expect, test } from 'vitest'
import { createArrivals } from './arrivals.ts'

const partSeconds = 1 / 3

const soon = (count: number) => Array.from({ length: count }, () => 0.05)

/** A stream whose timeline begins at 100 s, and whose parts arrive as late as told. */
function arrivalsAt() {
  const clock = { ms: 5000 }
  const arrivals = createArrivals(() => clock.ms)
  let endSeconds = 100
  return {
    clock,
    arrivals,
    /** Plays `latenesses.length` parts: the playlist lists each when it is complete, and it is buffered so many seconds later. */
    receive(latenesses: readonly number[]) {
      for (const lateSeconds of latenesses) {
        endSeconds += partSeconds
        clock.ms += partSeconds * 1000
        arrivals.recordEdge(endSeconds)
        const completeMs = clock.ms
        clock.ms += lateSeconds * 1000
        arrivals.recordBuffered(endSeconds)
        clock.ms = completeMs
      }
    },
  }
}

test('the edge advances with the clock, from the earliest playlist', () => {
  const { clock, arrivals } = arrivalsAt()
  expect(arrivals.edgeSeconds()).toBeUndefined()
  arrivals.recordEdge(100)
  clock.ms += 633
  // 300 ms late: the edge is already further.
  arrivals.recordEdge(100.333)
  expect(arrivals.edgeSeconds()).toBeCloseTo(100.633)
  clock.ms += 200
  arrivals.recordEdge(100.999)
  expect(arrivals.edgeSeconds()).toBeCloseTo(100.999)
})

test('the distance needed is a part and the time that the slowest took, except a few', () => {
  const { arrivals, receive } = arrivalsAt()
  expect(arrivals.neededSeconds()).toBeUndefined()
  receive(soon(12))
  expect(arrivals.neededSeconds()).toBeCloseTo(partSeconds + 0.05)
  receive([0.3, 0.05])
  expect(arrivals.neededSeconds()).toBeCloseTo(partSeconds + 0.05)
  receive([0.28, 0.05])
  expect(arrivals.neededSeconds()).toBeCloseTo(partSeconds + 0.28)
})

test('late arrivals are forgotten after a minute', () => {
  const { arrivals, receive } = arrivalsAt()
  receive([...soon(9), 0.4, 0.4, 0.4, 0.4, 0.4, ...soon(160)])
  expect(arrivals.neededSeconds()).toBeCloseTo(partSeconds + 0.4)
  receive(soon(25))
  expect(arrivals.neededSeconds()).toBeCloseTo(partSeconds + 0.05)
})

test('the first two seconds do not count', () => {
  const { arrivals, receive } = arrivalsAt()
  receive([0.5, 0.5, 0.5, 0.5, 0.5])
  expect(arrivals.count()).toBe(0)
  receive(soon(9))
  expect(arrivals.neededSeconds()).toBeCloseTo(partSeconds + 0.05)
})

test('an interruption is not jitter, and neither is what is loaded after it', () => {
  const { clock, arrivals, receive } = arrivalsAt()
  receive(soon(12))
  const endSeconds = 100 + 12 * partSeconds
  clock.ms += 4000
  arrivals.recordEdge(endSeconds + 4)
  for (const laterSeconds of [1, 2, 3, 3.4, 4]) {
    clock.ms += 50
    arrivals.recordBuffered(endSeconds + laterSeconds)
  }
  expect(arrivals.neededSeconds()).toBeCloseTo(partSeconds + 0.05)
})

test('media that had been there for a while when it was loaded does not count', () => {
  const { clock, arrivals } = arrivalsAt()
  arrivals.recordEdge(104)
  clock.ms += 3000
  for (const endSeconds of [100, 101, 102, 103]) arrivals.recordBuffered(endSeconds)
  expect(arrivals.count()).toBe(0)
})

test('after a break of the timeline everything is measured anew', () => {
  const { arrivals, receive } = arrivalsAt()
  receive(soon(12))
  arrivals.restart()
  expect(arrivals.edgeSeconds()).toBeUndefined()
  expect(arrivals.neededSeconds()).toBeUndefined()
})

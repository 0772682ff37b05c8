import { expect, test } from 'vitest'
import { targetLatency } from './target-latency.ts'

test('[PLAYER-18] 0.85 s where media arrives steadily', () => {
  expect(targetLatency({ neededSeconds: 0.4, arrivals: 90, recentStalls: 0 })).toEqual({
    seconds: 0.85,
    reason: 'steady',
  })
})

test('as far back as the latest arrival needs, with a margin', () => {
  const { seconds, reason } = targetLatency({ neededSeconds: 0.8, arrivals: 90, recentStalls: 0 })
  expect(seconds).toBeCloseTo(0.95)
  expect(reason).toBe('uneven')
})

test('further back for each recent stall, up to a second', () => {
  const stalled = (recentStalls: number) => targetLatency({ neededSeconds: 0.4, arrivals: 90, recentStalls })
  expect(stalled(1)).toEqual({ seconds: 1.05, reason: 'stalled' })
  expect(stalled(3).seconds).toBeCloseTo(1.45)
  expect(stalled(50).seconds).toBeCloseTo(1.85)
})

test('late arrivals and the stalls that they caused do not count twice', () => {
  const { seconds, reason } = targetLatency({ neededSeconds: 1.2, arrivals: 90, recentStalls: 2 })
  expect(seconds).toBeCloseTo(1.35)
  expect(reason).toBe('uneven')
})

test('0.95 s until the network is known', () => {
  const measuring = { seconds: 0.95, reason: 'measuring' }
  expect(targetLatency({ neededSeconds: undefined, arrivals: 0, recentStalls: 0 })).toEqual(measuring)
  expect(targetLatency({ neededSeconds: 0.4, arrivals: 3, recentStalls: 0 })).toEqual(measuring)
})

test('never more than 3 s', () => {
  expect(targetLatency({ neededSeconds: 9, arrivals: 90, recentStalls: 0 }).seconds).toBe(3)
})

import { expect, test } from 'vitest'
import { createArrivals } from './arrivals.ts'
import { playbackRate } from './playback-rate.ts'
import { createStallMemory } from './stall-memory.ts'
import { leastLatencySeconds, targetLatency } from './target-latency.ts'

const at = { latencySeconds: 0.75, targetSeconds: 0.75, bufferedSeconds: 0.5, currentRate: 1 }

test('at the target the video plays at its own speed', () => {
  expect(playbackRate(at)).toBe(1)
  expect(playbackRate({ ...at, latencySeconds: 0.8 })).toBe(1)
  expect(playbackRate({ ...at, latencySeconds: 0.7 })).toBe(1)
})

test('a correction goes on to the target, so that it does not begin again and again', () => {
  expect(playbackRate({ ...at, latencySeconds: 0.8, currentRate: 1.05 })).toBeGreaterThan(1)
  expect(playbackRate({ ...at, latencySeconds: 0.76, currentRate: 1.05 })).toBe(1)
})

test('the further behind, the faster, up to 1.3', () => {
  expect(playbackRate({ ...at, latencySeconds: 0.95 })).toBeCloseTo(1.1)
  expect(playbackRate({ ...at, latencySeconds: 3 })).toBe(1.3)
})

test('closer than wanted, it plays slower, down to 0.95', () => {
  expect(playbackRate({ ...at, latencySeconds: 0.69 })).toBeCloseTo(0.97)
  expect(playbackRate({ ...at, targetSeconds: 2 })).toBe(0.95)
})

test('nearly out of media, it does not play faster', () => {
  expect(playbackRate({ ...at, latencySeconds: 3, bufferedSeconds: 0.1 })).toBe(1)
  expect(playbackRate({ ...at, latencySeconds: 0.6, bufferedSeconds: 0.1 })).toBe(0.95)
})

/** Plays for a while over a network that delays each part by `delaySeconds()`, and returns the stalls and where playback ended up. */
function play(forSeconds: number, delaySeconds: () => number) {
  const partSeconds = 1 / 3
  const stepSeconds = 0.05
  const clock = { ms: 0 }
  const now = () => clock.ms
  const arrivals = createArrivals(now)
  const memory = createStallMemory(now)
  const onTheWay: { atSeconds: number; endSeconds: number }[] = []
  const stalledAtSeconds: number[] = []
  let edgeSeconds = 10
  let bufferEndSeconds = 10
  let position = 9
  let currentRate = 1
  let isStalled = false
  const target = () =>
    targetLatency({
      neededSeconds: arrivals.neededSeconds(),
      arrivals: arrivals.count(),
      recentStalls: memory.recent(),
    })
  for (let seconds = 0; seconds < forSeconds; seconds += stepSeconds) {
    clock.ms = seconds * 1000
    if (10 + seconds >= edgeSeconds + partSeconds) {
      edgeSeconds += partSeconds
      arrivals.recordEdge(edgeSeconds)
      // One after the other, as they are requested.
      const atSeconds = Math.max(seconds, onTheWay.at(-1)?.atSeconds ?? 0) + delaySeconds()
      onTheWay.push({ atSeconds, endSeconds: edgeSeconds })
    }
    while ((onTheWay[0]?.atSeconds ?? Number.POSITIVE_INFINITY) <= seconds) {
      bufferEndSeconds = onTheWay.shift()?.endSeconds ?? bufferEndSeconds
      arrivals.recordBuffered(bufferEndSeconds)
    }
    const bufferedSeconds = bufferEndSeconds - position
    if (bufferedSeconds <= 0 && !isStalled) {
      memory.record()
      stalledAtSeconds.push(seconds)
    }
    isStalled = bufferedSeconds <= 0
    const live = arrivals.edgeSeconds()
    if (live !== undefined)
      currentRate = playbackRate({
        latencySeconds: live - position,
        targetSeconds: target().seconds,
        bufferedSeconds,
        currentRate,
      })
    position = Math.min(bufferEndSeconds, position + stepSeconds * currentRate)
  }
  return { stalledAtSeconds, latencySeconds: (arrivals.edgeSeconds() ?? Number.NaN) - position }
}

/** The same sequence of numbers from 0 to 1 in each run. */
function pseudoRandom(seed = 7): () => number {
  let state = seed
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}

test('[PLAYER-18] half an hour over a network with 80 to 140 ms of delay: 0.9 s behind the edge, without a stall', () => {
  const random = pseudoRandom()
  const { stalledAtSeconds, latencySeconds } = play(1800, () => 0.08 + random() * 0.06)
  expect(stalledAtSeconds).toEqual([])
  expect(latencySeconds).toBeLessThan(leastLatencySeconds + 0.1)
})

test('over a network that is often half a second late, it stalls at first and then hardly ever', () => {
  const random = pseudoRandom()
  const { stalledAtSeconds, latencySeconds } = play(600, () => (random() < 0.05 ? 0.55 : 0.05))
  // At the least distance there would be one for each of 90 late parts.
  expect(stalledAtSeconds.length).toBeLessThan(4)
  expect(latencySeconds).toBeGreaterThan(1)
  expect(latencySeconds).toBeLessThan(1.6)
})

import { keyNumberAt, keyPeriodMs } from '@waggle/contract/playback/hls-keys'
import { expect, onTestFinished, test } from 'vitest'
import { viewerSeenUntilMs } from '../lib/playback/hls-keys.ts'
import { createMemoryState } from '../shared-state/memory.ts'
import { countViewer, viewersGroup } from './viewer-count.ts'

const streamId = 'k3f9x2m7q1w8e5r4t6y0'
const viewer = { streamId, viewerId: 'viewer-000001' }

function setUp() {
  let nowMs = 1000 * keyPeriodMs
  const now = () => nowMs
  const state = createMemoryState(now)
  onTestFinished(() => state.close())
  return {
    now,
    wait(ms: number): void {
      nowMs += ms
    },
    fetchKey: (keyNumber: number) => countViewer({ state, now }, viewer, '203.0.113.7', viewerSeenUntilMs(keyNumber)),
    viewers: async () => (await state.presence.count([viewersGroup(streamId)]))[0],
  }
}

test('[PLAYER-13] the count stays the same at changes of keys, however long the segments are', async () => {
  const { now, wait, fetchKey, viewers } = setUp()
  const segmentMs = 8333
  const startMs = now()
  let fetched = keyNumberAt(startMs)
  await fetchKey(fetched)
  const counts = new Set<number | undefined>()
  for (; now() < startMs + 5 * keyPeriodMs; wait(250)) {
    // A segment has the key of the moment when it begins, and can be loaded when it has ended.
    const lastSegment = Math.floor((now() - startMs) / segmentMs) - 1
    const keyNumber = keyNumberAt(startMs + lastSegment * segmentMs)
    if (keyNumber > fetched) await fetchKey(keyNumber)
    fetched = Math.max(fetched, keyNumber)
    counts.add(await viewers())
  }
  expect([...counts]).toEqual([1])
})

test('[PLAYER-13] a viewer who joins with a segment of the previous key counts at once', async () => {
  const { now, wait, fetchKey, viewers } = setUp()
  wait(12_000)
  await fetchKey(keyNumberAt(now()) - 1)
  expect(await viewers()).toBe(1)
})

test('[PLAYER-13] a viewer who fetches no other key counts until 20 s after the period of the last one', async () => {
  const { now, wait, fetchKey, viewers } = setUp()
  await fetchKey(keyNumberAt(now()))
  wait(keyPeriodMs + 19_999)
  expect(await viewers()).toBe(1)
  wait(1)
  expect(await viewers()).toBe(0)
})

import { expect, test } from 'vitest'
import type { PastBroadcast } from '../../db/broadcasts/broadcast-history.ts'
import { viewerFigures } from './viewer-figures.ts'

const broadcast = (change: Partial<PastBroadcast>): PastBroadcast => ({
  id: 'k3f9x2m7q1w8e5r4t6y0',
  username: 'alice',
  title: '',
  startedAtMs: 0,
  lastMediaAtMs: 12_000,
  endedAtMs: 12_000,
  peakViewers: 0,
  viewerMs: 3000,
  messages: 0,
  replayViews: 0,
  newFollowers: 0,
  permlink: null,
  paidOut: null,
  ...change,
})

test('[STATS-7] the peak of a broadcast is never below its average', () => {
  expect(viewerFigures(broadcast({}), 99_000)).toEqual({ peakViewers: 1, averageViewers: 0.3, durationSeconds: 12 })
  expect(viewerFigures(broadcast({ viewerMs: 30_000, peakViewers: 2 }), 99_000)).toMatchObject({
    peakViewers: 3,
    averageViewers: 2.5,
  })
  expect(viewerFigures(broadcast({ viewerMs: 0 }), 99_000)).toMatchObject({ peakViewers: 0, averageViewers: 0 })
})

test('the average of a live broadcast is never above its peak, although more was watched than its last saved media', () => {
  const live = broadcast({ endedAtMs: null, peakViewers: 1, viewerMs: 14_000 })
  expect(viewerFigures(live, 14_000)).toMatchObject({ peakViewers: 1, averageViewers: 1 })
})

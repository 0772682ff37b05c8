import { afterEach, beforeEach, expect, it } from 'vitest'
import { addToFigures, openFigures } from '../../db/broadcasts/broadcast-figures.ts'
import { endBroadcast, insertBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { recordPeakViewers } from '../../db/broadcasts/peak-viewers.ts'
import { insertFollow } from '../../db/follows/follows.ts'
import { insertTip } from '../../db/tips/tips.ts'
import { type ChainSite, startChainSite } from '../../testing/announcements/chain-site.ts'
import { startCoreRoutes } from '../../testing/core/core-routes.ts'
import { channelTotalsRoutes } from './channel-totals.ts'

const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

let site: ChainSite
let core: Awaited<ReturnType<typeof startCoreRoutes>>

beforeEach(async () => {
  site = await startChainSite()
  core = await startCoreRoutes(site, channelTotalsRoutes, { limited: false })
})
afterEach(async () => {
  await core.close()
  await site.close()
})

/** A broadcast that began some days ago. */
async function broadcast(daysAgo: number, { hours, viewers, peak }: { hours: number; viewers: number; peak: number }) {
  const startedAtMs = site.now() - daysAgo * dayMs
  const id = `broadcast${daysAgo}`.padEnd(20, 'x')
  const untilMs = startedAtMs + hours * hourMs
  await insertBroadcast(site.db, { id, username: 'alice', startedAtMs, playlists })
  await openFigures(site.db, id, startedAtMs)
  await recordPeakViewers(site.db, id, peak)
  await addToFigures(site.db, id, {
    ...{ fromMs: startedAtMs, untilMs, viewerMs: viewers * hours * hourMs },
    ...{ messages: 10, title: '', isLast: true },
  })
  await endBroadcast(site.db, id, untilMs, untilMs)
}

async function tip(daysAgo: number, amount: string) {
  await insertTip(site.db, {
    ...{ transactionId: `${daysAgo}`.padEnd(40, 'x'), operationIndex: 0, channel: 'alice', sender: 'carol' },
    ...{ broadcastId: 'k3f9x2m7q1w8e5r4t6y0', amount, message: '', sentAtMs: site.now() - daysAgo * dayMs },
  })
}

it('[STATS-11] sums the last days and as many before them, and nothing older', async () => {
  const token = await core.session('alice')
  await broadcast(1, { hours: 1, viewers: 30, peak: 50 })
  await broadcast(2, { hours: 3, viewers: 10, peak: 90 })
  await broadcast(10, { hours: 2, viewers: 5, peak: 8 })
  await broadcast(20, { hours: 9, viewers: 9, peak: 9 })
  for (const [daysAgo, follower] of [
    [1, 'bob'],
    [2, 'carol'],
    [9, 'dave'],
    [30, 'erin'],
  ] as const) {
    await insertFollow(site.db, follower, 'alice', site.now() - daysAgo * dayMs)
  }
  await tip(1, '1.500 HBD')
  await tip(3, '2.000 HBD')
  await tip(4, '1.000 HIVE')
  await tip(8, '7.000 HIVE')
  await tip(15, '9.000 HIVE')
  const { json } = await core.request('GET', '/api/streams/totals/alice?days=7', { token })
  expect(json).toEqual({
    now: {
      ...{ broadcasts: 2, durationSeconds: 4 * 3600, peakViewers: 90, totalWatchTime: 60 * 3600 },
      // 60 hours watched in 4 hours.
      ...{ averageViewers: 15, messages: 20, replayViews: 0, newFollowers: 2, tips: ['3.500 HBD', '1.000 HIVE'] },
    },
    before: {
      ...{ broadcasts: 1, durationSeconds: 2 * 3600, peakViewers: 8, totalWatchTime: 10 * 3600 },
      ...{ averageViewers: 5, messages: 10, replayViews: 0, newFollowers: 1, tips: ['7.000 HIVE'] },
    },
  })
  expect((await core.request('GET', '/api/streams/totals/alice?days=91', { token })).status).toBe(400)
})

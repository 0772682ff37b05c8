import { limits } from '@waggle/contract/limits'
import { keyNumberAt, keyPeriodMs } from '@waggle/contract/playback/hls-keys'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listSamples } from '../../db/broadcasts/broadcast-samples.ts'
import { endBroadcast, insertBroadcast, saveCheckpoint } from '../../db/broadcasts/broadcasts.ts'
import { commitMessages } from '../../db/chat/chat-messages.ts'
import { insertFollow } from '../../db/follows/follows.ts'
import { type ChainSite, goLive, startChainSite } from '../../testing/announcements/chain-site.ts'
import { startCoreRoutes } from '../../testing/core/core-routes.ts'
import { createPostCache, streamPostRoutes } from '../announcements/stream-posts.ts'
import { followRoutes } from '../channels/follows.ts'
import { streamHealthRoutes } from '../health/stream-health.ts'
import { hlsAccessRoutes } from '../playback/hls-access.ts'
import { ReplayAudience } from '../replays/replay-audience.ts'
import { broadcastHistoryRoutes } from './broadcast-history.ts'
import { statsRoutes } from './stats.ts'
import { recordStats } from './stats-recorder.ts'

const id = 'k3f9x2m7q1w8e5r4t6y0'
const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }

let site: ChainSite
let core: Awaited<ReturnType<typeof startCoreRoutes>>
let token: string

beforeEach(async () => {
  site = await startChainSite()
  core = await startCoreRoutes(
    site,
    (app, context) => {
      const findPost = createPostCache(context)
      hlsAccessRoutes(app, context, new ReplayAudience(context))
      followRoutes(app, context)
      statsRoutes(app, context)
      streamHealthRoutes(app, context)
      streamPostRoutes(app, context, findPost)
      broadcastHistoryRoutes(app, context, findPost)
    },
    { limited: false },
  )
  token = await core.session('alice')
})
afterEach(async () => {
  await core.close()
  await site.close()
})

const get = async (path: string) => (await core.request('GET', path, { token })).json
const stats = () => get('/api/streams/stats/alice')

/** Behaves like a player: fetches the key of each period a little late, and stops with or without reporting it. */
interface ScriptedViewer {
  joinsAtS: number
  leavesAtS: number
  lagS: number
  saysGoodbye: boolean
  token?: string
}

/** Runs the script second by second on the site's clock. Returns the seconds that its viewers have really watched. */
async function watch(
  viewers: ScriptedViewer[],
  seconds: number,
  isAway: (atS: number) => boolean = () => false,
): Promise<number> {
  const startMs = site.now()
  let watched = 0
  for (let atS = 0; atS < seconds; atS += 1) {
    const nowMs = site.now()
    const away = isAway(atS)
    for (const viewer of viewers) {
      if (atS === viewer.joinsAtS) {
        viewer.token = (await core.request('POST', `/api/hls/token/${id}`)).json.token
        await fetchKey(viewer, keyNumberAt(nowMs))
      }
      if (atS === viewer.leavesAtS && viewer.saysGoodbye) {
        await core.request('POST', '/api/hls/leave', { body: { token: viewer.token } })
      }
      if (atS <= viewer.joinsAtS || atS >= viewer.leavesAtS || away) continue
      if (Math.floor(nowMs / 1000) % (keyPeriodMs / 1000) === viewer.lagS) await fetchKey(viewer, keyNumberAt(nowMs))
    }
    site.wait(1)
    if (!away) watched += viewers.filter(({ joinsAtS, leavesAtS }) => atS >= joinsAtS && atS < leavesAtS).length
    if (atS % 10 !== 9) continue
    const lastMediaAtMs = away ? startMs + firstAwayS(isAway, atS) * 1000 : site.now()
    await saveCheckpoint(site.db, id, { lastMediaAtMs, awaySinceMs: away ? lastMediaAtMs : null, playlists })
    await recordStats(core.context)
  }
  return watched
}

function firstAwayS(isAway: (atS: number) => boolean, atS: number): number {
  let first = atS
  while (isAway(first - 1)) first -= 1
  return first
}

async function fetchKey({ token }: ScriptedViewer, number: number): Promise<void> {
  const answer = await fetch(`${core.url}/api/hls/key/${id}/${number}?token=${token}`)
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
}

/** Park-Miller: the same audience in every run. */
function randoms(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

function audience(count: number, seconds: number, seed: number): ScriptedViewer[] {
  const random = randoms(seed)
  return Array.from({ length: count }, () => {
    const joinsAtS = Math.floor(random() * seconds * 0.7)
    return {
      joinsAtS,
      leavesAtS: joinsAtS + 20 + Math.floor(random() * seconds * 0.6),
      lagS: 1 + Math.floor(random() * 4),
      saysGoodbye: random() < 0.3,
    }
  })
}

async function live(): Promise<void> {
  // At a multiple of ten seconds, where the recorder's intervals begin.
  site.wait((10_000 - (site.now() % 10_000)) / 1000)
  await insertBroadcast(site.db, { id, username: 'alice', startedAtMs: site.now(), playlists })
}

describe('viewer-seconds', () => {
  it.each([1, 2])('are within 5 percent of what the scripted viewers of run %i watched', async (seed) => {
    await live()
    const watched = await watch(audience(40, 600, seed), 600)
    const soFar = (await stats()).totalWatchTime
    expect(Math.abs(soFar / watched - 1)).toBeLessThan(0.05)
    await endBroadcast(site.db, id, site.now(), site.now())
    site.wait(60)
    await recordStats(core.context)
    await recordStats(core.context)
    const { broadcasts } = await get('/api/streams/history/alice')
    expect(Math.abs(broadcasts[0].totalWatchTime / watched - 1)).toBeLessThan(0.05)
    expect(broadcasts[0].averageViewers).toBeCloseTo(broadcasts[0].totalWatchTime / 600, 1)
  })

  it('are not counted while the broadcast waits for its encoder, and continue for viewers who stayed', async () => {
    await live()
    const viewers = Array.from({ length: 5 }, () => ({ joinsAtS: 0, leavesAtS: 400, lagS: 2, saysGoodbye: false }))
    const watched = await watch(viewers, 300, (atS) => atS >= 100 && atS < 150)
    expect(watched).toBe(5 * 250)
    expect(Math.abs((await stats()).totalWatchTime / watched - 1)).toBeLessThan(0.05)
  })

  it('are exact for players that report when they stop, which leave the viewer count at once', async () => {
    await live()
    const watched = await watch([{ joinsAtS: 3, leavesAtS: 40, lagS: 2, saysGoodbye: true }], 50)
    expect(watched).toBe(37)
    expect(await stats()).toMatchObject({ totalWatchTime: 37, currentViewers: 0, peakViewers: 1 })
  })
})

it('[STATS-7] a broadcast of 12 s has the viewer who watched 3 s between two counts', async () => {
  await live()
  await recordStats(core.context)
  const script = { joinsAtS: 1, leavesAtS: 4, lagS: 9, saysGoodbye: true }
  expect(await watch([script], 9)).toBe(3)
  site.wait(3)
  await saveCheckpoint(site.db, id, { lastMediaAtMs: site.now(), awaySinceMs: site.now(), playlists })
  const endedAtMs = site.now()
  for (let seconds = 0; seconds < 60; seconds += 10) {
    site.wait(10)
    await recordStats(core.context)
  }
  await endBroadcast(site.db, id, endedAtMs, endedAtMs)
  await recordStats(core.context)
  const { broadcasts } = await get('/api/streams/history/alice')
  expect(broadcasts[0]).toMatchObject({ durationSeconds: 12, peakViewers: 1, averageViewers: 0.3, totalWatchTime: 3 })
  expect(await stats()).toMatchObject({ peakViewers: 1, totalWatchTime: 3 })
})

it('a viewer who left is counted once, however many processes see it before it is removed', async () => {
  await live()
  const { audience } = core.context.state
  const { remove } = audience
  const gone = { joinsAtS: 3, leavesAtS: 37, lagS: 2, saysGoodbye: true }
  audience.remove = async () => undefined
  await watch([gone], 60)
  await Promise.all([recordStats(core.context), recordStats(core.context)])
  expect((await stats()).totalWatchTime).toBe(34)
  await endBroadcast(site.db, id, site.now(), site.now())
  await Promise.all([recordStats(core.context), recordStats(core.context)])
  audience.remove = remove
  await recordStats(core.context)
  expect((await stats()).totalWatchTime).toBe(34)
})

it('[REC-11] the messages of intervals that were left out count in the next one', async () => {
  await live()
  const startMs = site.now()
  const draft = { channel: 'alice', username: 'bob', message: 'hi', idempotencyKey: null } as const
  const say = () => commitMessages(site.db, [{ ...draft, kind: 'message', role: 'user', replyTo: null }], site.now())
  await recordStats(core.context)
  site.wait(5)
  await say()
  site.wait(20)
  await say()
  site.wait(10)
  await Promise.all([recordStats(core.context), recordStats(core.context)])
  site.wait(10)
  await recordStats(core.context)
  const counts = (await listSamples(site.db, id)).map(({ atMs, messages }) => `${messages} from ${atMs - startMs}`)
  expect(counts).toEqual(['2 from 20000', '0 from 30000'])
})

it('[PLAYER-13] a viewer of the recording is its viewer still when the figures of the broadcast are closed', async () => {
  await live()
  const { audience } = core.context.state
  const startMs = site.now()
  await audience.record(id, 'stays', startMs, startMs + 40_000)
  await audience.record(id, 'leaves', startMs, startMs + 40_000)
  site.wait(10)
  await recordStats(core.context)
  site.wait(10)
  const endMs = site.now()
  await endBroadcast(site.db, id, endMs, endMs)
  site.wait(3)
  const seenMs = site.now()
  await audience.record(id, 'stays', seenMs, seenMs + 70_000)
  await recordStats(core.context)
  expect(await audience.list(id)).toEqual([
    { viewerId: 'stays', firstSeenMs: seenMs, lastSeenMs: seenMs, untilMs: seenMs + 70_000 },
  ])
  expect((await stats()).totalWatchTime).toBe(40)
})

it('[PLAYER-13] the owner is not a viewer of the own broadcast', async () => {
  await live()
  const tokenOf = async (bearer?: string) =>
    (await core.request('POST', `/api/hls/token/${id}`, { token: bearer })).json.token
  const mine = await tokenOf(token)
  const refreshed = (await core.request('POST', '/api/hls/refresh-token', { body: { token: mine } })).json.token
  for (const text of [mine, refreshed]) {
    await fetchKey({ joinsAtS: 0, leavesAtS: 0, lagS: 0, saysGoodbye: false, token: text }, keyNumberAt(site.now()))
  }
  expect((await stats()).currentViewers).toBe(0)
  for (const text of [await tokenOf(), await tokenOf(await core.session('bob')), await tokenOf('x'.repeat(43))]) {
    await fetchKey({ joinsAtS: 0, leavesAtS: 0, lagS: 0, saysGoodbye: false, token: text }, keyNumberAt(site.now()))
  }
  expect((await stats()).currentViewers).toBe(3)
})

it('[PLAYER-13] nor is the owner one who stops watching twice, or a preview', async () => {
  await live()
  const own = (await core.request('POST', `/api/hls/token/${id}`, { token })).json.token
  const preview = (await core.request('POST', `/api/hls/token/${id}?preview=true`)).json.token
  site.wait(2)
  for (let times = 0; times < 2; times++) {
    for (const text of [own, preview]) {
      expect((await core.request('POST', '/api/hls/leave', { body: { token: text } })).status).toBe(200)
    }
    site.wait(8)
  }
  await recordStats(core.context)
  expect(await stats()).toMatchObject({ peakViewers: 0, totalWatchTime: 0 })
})

describe('statistics', () => {
  it('[STATS-5] are those of the live broadcast, and remain after it has ended', async () => {
    expect(await stats()).toEqual({
      currentViewers: 0,
      uncountedViewers: 0,
      peakViewers: 0,
      totalWatchTime: 0,
      newFollowers: 0,
      chatMessages: 0,
      chatMessageRate: 0,
      uptime: null,
      isLive: false,
      streamId: null,
    })
    await insertFollow(site.db, 'bob', 'alice', site.now())
    site.wait(1)
    await live()
    const startedAt = site.now()
    await insertFollow(site.db, 'carol', 'alice', site.now())
    const draft = {
      channel: 'alice',
      username: 'carol',
      message: 'hi',
      role: 'user',
      replyTo: null,
      idempotencyKey: null,
    }
    await commitMessages(
      site.db,
      [1, 2, 3].map(() => ({ ...draft, kind: 'message' as const, role: 'user' as const })),
      site.now(),
    )
    await watch([{ joinsAtS: 0, leavesAtS: 999, lagS: 2, saysGoodbye: false }], 120)
    expect(await stats()).toEqual({
      currentViewers: 1,
      uncountedViewers: 0,
      peakViewers: 1,
      totalWatchTime: 120,
      newFollowers: 1,
      // Three messages in two minutes.
      chatMessageRate: 1.5,
      chatMessages: 3,
      uptime: startedAt,
      isLive: true,
      streamId: id,
    })
    await endBroadcast(site.db, id, site.now(), site.now())
    site.wait(10)
    await recordStats(core.context)
    expect(await stats()).toMatchObject({
      isLive: false,
      uptime: null,
      currentViewers: 0,
      peakViewers: 1,
      totalWatchTime: 120,
      chatMessages: 3,
    })
    const { broadcast, samples } = await get(`/api/streams/history/alice/${id}`)
    expect(broadcast).toMatchObject({ streamId: id, durationSeconds: 120, messages: 3, newFollowers: 1, payout: null })
    expect(samples).toHaveLength(12)
    expect(samples[0]).toEqual({
      at: startedAt,
      seconds: 10,
      viewers: 1,
      viewersMax: 1,
      kilobitsPerSecond: null,
      messages: 3,
    })
  })

  it('list the followers of each day, today last', async () => {
    const bob = await core.session('bob')
    // Known to the site, so that the chain is not asked.
    await insertBroadcast(site.db, { id, username: 'alice', startedAtMs: site.now(), playlists })
    const follow = (what: string) =>
      core.request('POST', `/api/follows/${what}`, { token: bob, body: { username: 'alice' } })
    expect((await follow('follow')).status).toBe(200)
    site.wait(24 * 60 * 60)
    const carol = await core.session('carol')
    await core.request('POST', '/api/follows/follow', { token: carol, body: { username: 'alice' } })
    site.wait(24 * 60 * 60)
    expect(
      (await core.request('POST', '/api/follows/unfollow', { token: carol, body: { username: 'alice' } })).status,
    ).toBe(200)
    // Sessions outlive two days.
    const points = await get('/api/streams/followers/growth/alice')
    expect(points).toHaveLength(limits.followerGrowthDays)
    expect(points.map(({ followers }: { followers: number }) => followers)).toEqual([0, 0, 0, 0, 1, 2, 1])
    expect(points.at(-1).date).toBe(new Date(site.now()).toISOString().slice(0, 10))
    expect(await get('/api/streams/followers/growth/alice?days=2')).toHaveLength(2)
    expect((await core.request('GET', '/api/streams/followers/growth/alice?days=91', { token })).status).toBe(400)
  })

  it('are exported as CSV with the payouts of the posts', async () => {
    await goLive(site, id, 'alice')
    site.wait(30)
    await recordStats(core.context)
    const answer = await fetch(`${core.url}/api/streams/export/alice`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="waggle-alice.csv"')
    const [head, row, end] = (await answer.text()).split('\r\n')
    expect(head).toMatch(/^stream,title,started_at,/)
    expect(row?.split(',').slice(0, 4)).toEqual([id, '', new Date(site.now() - 30_000).toISOString(), ''])
    expect(end).toBe('')
  })
})

describe('[T15] nobody but the owner', () => {
  it.each(['stats', 'followers/growth', 'health', 'history', 'export'])(
    'sees %s, and the refusal does not show whether the channel exists',
    async (path) => {
      await live()
      const bob = await core.session('bob')
      const refusals = await Promise.all(
        ['alice', 'nobody-here'].map((name) => core.request('GET', `/api/streams/${path}/${name}`, { token: bob })),
      )
      expect(refusals[0]).toMatchObject({ status: 403, json: { code: 'not_your_account' } })
      expect(refusals[1]).toEqual(refusals[0])
      expect((await core.request('GET', `/api/streams/${path}/alice`)).status).toBe(401)
    },
  )

  it('sees the course of a broadcast', async () => {
    await live()
    const bob = await core.session('bob')
    expect((await core.request('GET', `/api/streams/history/alice/${id}`, { token: bob })).status).toBe(403)
    expect((await core.request('GET', `/api/streams/history/bob/${id}`, { token: bob })).status).toBe(404)
  })
})

import { keyNumberAt, keyPeriodMs } from '@waggle/contract/playback/hls-keys'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ChainSite, startChainSite } from '../../testing/announcements/chain-site.ts'
import { startCoreRoutes } from '../../testing/core/core-routes.ts'
import { insertRecordedBroadcast } from '../../testing/core/recorded-broadcast.ts'
import { hlsAccessRoutes } from '../playback/hls-access.ts'
import { ReplayAudience } from './replay-audience.ts'
import { replayRoutes } from './replays.ts'

const id = 'k3f9x2m7q1w8e5r4t6y0'

let site: ChainSite
let core: Awaited<ReturnType<typeof startCoreRoutes>>
let audience: ReplayAudience
let firstKey: number

/** A recorded broadcast of ten minutes that has been over for an hour. */
beforeEach(async () => {
  site = await startChainSite()
  core = await startCoreRoutes(
    site,
    (app, context) => {
      audience = new ReplayAudience(context)
      hlsAccessRoutes(app, context, audience)
      replayRoutes(app, context)
    },
    { limited: false },
  )
  const startedAtMs = site.now()
  firstKey = keyNumberAt(startedAtMs)
  await insertRecordedBroadcast(site.db, { id, startedAtMs })
  site.wait(3600)
})
afterEach(async () => {
  await core.close()
  await site.close()
})

const newToken = async (session?: string) =>
  (await core.request('POST', `/api/hls/token/${id}`, session ? { token: session } : {})).json.token as string
const fetchKey = (token: string, period: number) =>
  fetch(`${core.url}/api/hls/key/${id}/${firstKey + period}?token=${token}`)
const figures = () =>
  site.db.selectFrom('replay_figures').select(['views', 'viewer_ms']).where('broadcast_id', '=', id).executeTakeFirst()
const viewsShown = async () => (await core.request('GET', `/api/replays/${id}`)).json.views

/** Plays from the beginning as a player does, which fetches the key of each period as it comes to it. */
async function play(tokens: string[], seconds: number, speed = 1): Promise<void> {
  for (let atS = 0; atS < seconds; atS += 10) {
    const isNextPeriod = (atS * speed * 1000) % keyPeriodMs === 0
    for (const token of isNextPeriod ? tokens : []) {
      expect((await fetchKey(token, (atS * speed * 1000) / keyPeriodMs)).status).toBe(200)
    }
    site.wait(10)
    await audience.count()
  }
}

async function leave(tokens: string[]): Promise<void> {
  for (const token of tokens) await core.request('POST', '/api/hls/leave', { body: { token } })
  site.wait(10)
  await audience.count()
}

it('[PLAYER-13] counts the views of a replay, and what was watched, by who requests its keys', async () => {
  const tokens = [await newToken(), await newToken()]
  await play(tokens, 120)
  await leave(tokens)
  expect(await figures()).toEqual({ views: 2, viewer_ms: 240_000 })
  expect(await viewsShown()).toBe(2)
})

it('[PLAYER-13] counts whoever watches at half the speed as one view', async () => {
  const tokens = [await newToken()]
  await play(tokens, 240, 0.5)
  await leave(tokens)
  expect(await figures()).toEqual({ views: 1, viewer_ms: 240_000 })
})

it("[PLAYER-13] does not count the channel's owner, nor keys that are requested again and again", async () => {
  const owner = await newToken(await core.session('alice'))
  const viewer = await newToken()
  for (let time = 0; time < 20; time++) {
    await fetchKey(owner, 1)
    await fetchKey(viewer, 1)
  }
  site.wait(10)
  await audience.count()
  expect((await figures())?.views).toBe(1)
})

it('[PLAYER-13] ends the count of a viewer who disappears, and forgets the replay', async () => {
  await play([await newToken()], 30)
  site.wait(120)
  await audience.count()
  const counted = await figures()
  expect(counted?.viewer_ms).toBeLessThan(70_000)
  expect(await core.context.state.audience.list(id)).toEqual([])
  site.wait(60)
  await audience.count()
  expect(await figures()).toEqual(counted)
})

import { keyNumberAt, keyPeriodMs } from '@waggle/contract/playback/hls-keys'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addModerators, saveRestriction } from '../../db/chat/moderation.ts'
import { insertFollow } from '../../db/follows/follows.ts'
import { insertRecordedObject } from '../../db/recordings/recorded-objects.ts'
import { saveRecordingSettings } from '../../db/recordings/recording-settings.ts'
import { deleteRecording, saveRecordingChoices } from '../../db/recordings/recordings.ts'
import { type ChainSite, startChainSite } from '../../testing/announcements/chain-site.ts'
import { startCoreRoutes } from '../../testing/core/core-routes.ts'
import { insertRecordedBroadcast } from '../../testing/core/recorded-broadcast.ts'
import { hlsAccessRoutes } from '../playback/hls-access.ts'
import { ReplayAudience } from '../replays/replay-audience.ts'
import { replayRoutes } from '../replays/replays.ts'
import { clipRoutes } from './clips.ts'

const streamId = 'k3f9x2m7q1w8e5r4t6y0'

let site: ChainSite
let core: Awaited<ReturnType<typeof startCoreRoutes>>
let startedAtMs: number
const sessions = new Map<string, string>()

/** A broadcast of alice, of ten minutes, that is over. */
beforeEach(async () => {
  site = await startChainSite()
  core = await startCoreRoutes(
    site,
    (app, context) => {
      hlsAccessRoutes(app, context, new ReplayAudience(context))
      replayRoutes(app, context)
      clipRoutes(app, context)
    },
    { limited: false },
  )
  for (const name of ['alice', 'bob', 'carol', 'dave']) sessions.set(name, await core.session(name))
  startedAtMs = site.now()
  await insertRecordedBroadcast(site.db, { id: streamId, startedAtMs })
  site.wait(3600)
})
afterEach(async () => {
  await core.close()
  await site.close()
})

const of = (name: string | undefined) => ({ token: name && sessions.get(name) })
const make = (name: string | undefined, change: object = {}) =>
  core.request('POST', '/api/clips', {
    ...of(name),
    body: { streamId, title: 'Bees', startsAt: startedAtMs + 60_000, endsAt: startedAtMs + 90_000, ...change },
  })
const made = async (name: string, change: object = {}) => (await make(name, change)).json.clipId as string
const get = (id: string, name?: string) => core.request('GET', `/api/clips/${id}`, of(name))
const remove = (id: string, name?: string) => core.request('DELETE', `/api/clips/${id}`, of(name))
const newToken = async (id: string, name?: string) =>
  (await core.request('POST', `/api/hls/token/${id}`, of(name))).json.token as string
const keyStatus = async (id: string, token: string, atMs = startedAtMs) =>
  (await fetch(`${core.url}/api/hls/key/${id}/${keyNumberAt(atMs)}?token=${token}`)).status
const code = async (answer: ReturnType<typeof make>) => (await answer).json.code ?? (await answer).status

describe('[CLIP-1] a clip', () => {
  it('has its own address, and is listed for its channel and its maker', async () => {
    const id = await made('bob', { title: ` Bees${'\u202e'} ` })
    const { json } = await get(id)
    expect(json).toMatchObject({
      ...{ clipId: id, username: 'alice', maker: 'bob', title: 'Bees', streamId, views: 0 },
      ...{ startsAt: startedAtMs + 60_000, endsAt: startedAtMs + 90_000, mayDelete: false, mayDownload: false },
    })
    const listed = async (path: string, name?: string) =>
      (await core.request('GET', path, of(name))).json.clips.map(({ clipId }: { clipId: string }) => clipId)
    expect(await listed('/api/clips/of/alice')).toEqual([id])
    expect(await listed('/api/clips/mine', 'alice')).toEqual([id])
    expect(await listed('/api/clips/mine', 'bob')).toEqual([id])
    expect(await listed('/api/clips/mine', 'carol')).toEqual([])
    expect((await get(`clip${'x'.repeat(20)}`)).json.code).toBe('clip_not_found')
  })

  it('has 5 to 90 seconds of what is recorded, and a title', async () => {
    const from = (startsAt: number, endsAt: number) => code(make('bob', { startsAt, endsAt }))
    expect(await from(startedAtMs, startedAtMs + 4999)).toBe('clip_length')
    expect(await from(startedAtMs, startedAtMs + 90_001)).toBe('clip_length')
    expect(await from(startedAtMs, startedAtMs - 10_000)).toBe('clip_length')
    expect(await from(startedAtMs - 1, startedAtMs + 10_000)).toBe('clip_not_recorded')
    expect(await from(startedAtMs + 595_000, startedAtMs + 600_001)).toBe('clip_not_recorded')
    expect(await from(startedAtMs, startedAtMs + 5000)).toBe(200)
    expect(await from(startedAtMs + 510_000, startedAtMs + 600_000)).toBe(200)
    for (const title of ['', '   ', 'x'.repeat(101)]) expect(await code(make('bob', { title }))).toBe('invalid_request')
    expect(await code(make('bob', { streamId: 'x'.repeat(20) }))).toBe('stream_not_found')
    expect(await code(make(undefined))).toBe('authentication_required')
  })

  it('is made of a live broadcast, also of pictures that are not stored yet', async () => {
    const id = 'b3f9x2m7q1w8e5r4t6y0'
    const liveFrom = site.now()
    await insertRecordedBroadcast(site.db, { id, startedAtMs: liveFrom, seconds: 30, isLive: true })
    site.wait(50)
    const clip = await made('bob', { streamId: id, startsAt: site.now() - 20_000, endsAt: site.now() - 1000 })
    const token = await newToken(clip)
    expect(await keyStatus(clip, token, site.now() - 10_000)).toBe(200)
    expect((await get(clip)).json.streamId).toBe(null)
    expect(await code(make('bob', { streamId: id, startsAt: site.now(), endsAt: site.now() + 20_000 }))).toBe(
      'clip_not_recorded',
    )
  })

  it('opens the keys of its stretch alone', async () => {
    const first = keyPeriodMs * keyNumberAt(startedAtMs)
    await site.db.deleteFrom('recorded_objects').execute()
    for (let period = 0; period < 6; period++) {
      const segment = { ...aSegment, startedAtMs: first + period * keyPeriodMs, keyNumber: keyNumberAt(first) + period }
      await insertObject(period, segment)
    }
    const startsAt = first + 2.2 * keyPeriodMs
    const clip = await made('bob', { startsAt, endsAt: startsAt + keyPeriodMs })
    const token = await newToken(clip)
    const statuses = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((period) => keyStatus(clip, token, first + period * keyPeriodMs)),
    )
    expect(statuses).toEqual([404, 404, 200, 200, 404, 404])
    expect(await keyStatus(streamId, token)).toBe(403)
    expect(await keyStatus(clip, token, site.now())).toBe(404)
  })
})

/** Counts this many views of a clip. */
async function watched(id: string, views: number): Promise<void> {
  const row = { broadcast_id: id, views, viewer_ms: 0, counted_until_ms: 0 }
  await site.db.insertInto('replay_figures').values(row).execute()
}
const ids = ({ clips }: { clips: { clipId: string }[] }) => clips.map(({ clipId }) => clipId)

it('[CLIP-7] the clips of a channel are listed by their views, page after page', async () => {
  const made5: string[] = []
  for (const views of [0, 7, 3, 7, 0]) {
    site.wait(1)
    const id = await made('bob')
    if (views > 0) await watched(id, views)
    made5.push(id)
  }
  const [none1, seven1, three, seven2, none2] = made5
  const byViews = [seven2, seven1, three, none2, none1]
  const path = '/api/clips/of/alice'
  expect(ids((await core.request('GET', path)).json)).toEqual(made5.toReversed())
  expect(ids((await core.request('GET', `${path}?order=views`)).json)).toEqual(byViews)
  const paged: string[] = []
  for (let query = '', hasMore = true; hasMore; ) {
    const { json } = await core.request('GET', `${path}?order=views&limit=2${query}`)
    paged.push(...ids(json))
    hasMore = json.hasMore
    const last = json.clips.at(-1)
    query = `&before=${last.createdAt}&viewsBefore=${last.views}`
  }
  expect(paged).toEqual(byViews)
  expect((await core.request('GET', `${path}?order=length`)).json.code).toBe('invalid_request')
})

it('[CLIP-9] a clip names those beside it in the list of its channel, and the broadcast that it is of', async () => {
  const other = 'b3f9x2m7q1w8e5r4t6y0'
  await insertRecordedBroadcast(site.db, { id: other, startedAtMs: startedAtMs - 3_600_000 })
  const clipIds: string[] = []
  for (const change of [
    {},
    { streamId: other, startsAt: startedAtMs - 3_500_000, endsAt: startedAtMs - 3_490_000 },
    {},
    {},
  ]) {
    site.wait(1)
    clipIds.push(await made('bob', change))
  }
  const [oldest = '', unpublished = '', middle = '', latest = ''] = clipIds
  const beside = async (id: string) => {
    const { previous, next } = (await get(id)).json
    return [previous?.clipId, next?.clipId]
  }
  expect(await beside(latest)).toEqual([undefined, middle])
  expect(await beside(middle)).toEqual([latest, unpublished])
  expect(await beside(oldest)).toEqual([unpublished, undefined])
  expect((await get(unpublished)).json).toMatchObject({
    broadcastId: other,
    next: { clipId: oldest, title: 'Bees', picturePath: `/recordings/${oldest}/clip.jpg` },
  })
  await core.request('PUT', `/api/replays/${other}`, { ...of('alice'), body: { isPublic: false } })
  expect(await beside(middle)).toEqual([latest, oldest])
  expect(await beside(oldest)).toEqual([middle, undefined])
})

describe('[CLIP-8] the clips of the week', () => {
  /** The list is kept for half a minute. */
  const best = async () => {
    site.wait(30)
    return ids((await core.request('GET', '/api/clips/best')).json)
  }

  it('are the most watched of all channels that were made in the last 7 days, at most 12', async () => {
    const other = 'b3f9x2m7q1w8e5r4t6y0'
    await insertRecordedBroadcast(site.db, { id: other, username: 'dave', startedAtMs })
    const old = await made('bob')
    await watched(old, 100)
    site.wait(7 * 24 * 3600)
    expect(await best()).toEqual([])
    const made13: string[] = []
    for (let index = 0; index < 13; index++) {
      const id = await made('bob', index % 2 === 0 ? {} : { streamId: other })
      await watched(id, index + 1)
      made13.push(id)
    }
    await made('bob', { title: 'Nobody has seen it' })
    expect(await best()).toEqual(made13.toReversed().slice(0, 12))
  })

  it('are those that everybody may watch, without those of withheld channels and ended broadcasts', async () => {
    const id = await made('bob')
    await watched(id, 1)
    expect(await best()).toEqual([id])
    const publish = (isPublic: boolean) =>
      core.request('PUT', `/api/replays/${streamId}`, { ...of('alice'), body: { isPublic } })
    await publish(false)
    expect(await best()).toEqual([])
    await publish(true)
    expect(await best()).toEqual([id])
    const { measures } = core.context
    core.context.measures = {
      ...measures,
      find: (username, scope) =>
        username === 'alice' && scope === 'lists' ? { reason: 'other', untilMs: null } : undefined,
    }
    expect(await best()).toEqual([])
    core.context.measures = { ...measures, hasEnded: (broadcast) => broadcast === streamId }
    expect(await best()).toEqual([])
    core.context.measures = measures
    expect(await best()).toEqual([id])
  })
})

describe('[CLIP-2] who makes clips', () => {
  it('is for the channel to say', async () => {
    await addModerators(site.db, 'alice', ['carol'], site.now())
    await insertFollow(site.db, 'dave', 'alice', site.now())
    const everybody = async () => {
      const codes = []
      for (const name of ['alice', 'bob', 'carol', 'dave']) codes.push(await code(make(name)))
      return codes
    }
    expect(await everybody()).toEqual([200, 200, 200, 200])
    const allow = (whoMayClip: string) =>
      core.request('PUT', '/api/replays/settings', { ...of('alice'), body: { whoMayClip } })
    expect((await allow('followers')).json.whoMayClip).toBe('followers')
    expect(await everybody()).toEqual([200, 'clip_followers_only', 200, 200])
    await allow('moderators')
    expect(await everybody()).toEqual([200, 'clip_refused', 200, 'clip_refused'])
    await allow('nobody')
    expect(await everybody()).toEqual([200, 'clip_refused', 'clip_refused', 'clip_refused'])
    expect((await allow('friends')).status).toBe(400)
  })

  it('is nobody whom the channel has banned', async () => {
    const ban = { kind: 'ban' as const, reason: null, createdBy: 'alice', createdAtMs: site.now(), expiresAtMs: null }
    await saveRestriction(site.db, 'alice', { ...ban, username: 'bob' })
    expect(await code(make('bob'))).toBe('clip_banned')
  })

  it('is nobody where the replay is not published, and its clips are then seen by its channel alone', async () => {
    const clip = await made('bob')
    const viewer = await newToken(clip)
    const owner = await newToken(clip, 'alice')
    const at = startedAtMs
    expect([await keyStatus(clip, viewer, at), await keyStatus(clip, owner, at)]).toEqual([200, 200])
    await core.request('PUT', `/api/replays/${streamId}`, { ...of('alice'), body: { isPublic: false } })
    for (const name of ['alice', 'bob']) expect(await code(make(name))).toBe('stream_not_found')
    expect([await keyStatus(clip, viewer, at), await keyStatus(clip, owner, at)]).toEqual([404, 200])
    expect([(await get(clip)).status, (await get(clip, 'bob')).status, (await get(clip, 'alice')).status]).toEqual([
      404, 404, 200,
    ])
    expect((await core.request('GET', '/api/clips/of/alice')).json.clips).toEqual([])
    expect((await core.request('POST', `/api/hls/token/${clip}`, of('bob'))).status).toBe(404)
    expect((await core.request('POST', '/api/hls/refresh-token', { body: { token: viewer } })).status).toBe(404)
  })
})

describe('[CLIP-3] a clip is deleted', () => {
  it('by its maker, the channel and its moderators; its keys are refused at once', async () => {
    await addModerators(site.db, 'alice', ['carol'], site.now())
    for (const name of ['bob', 'alice', 'carol']) {
      const clip = await made('bob')
      const token = await newToken(clip)
      expect(await keyStatus(clip, token)).toBe(200)
      expect((await remove(clip, 'dave')).json.code).toBe('chat_not_allowed')
      expect((await get(clip, name)).json.mayDelete).toBe(true)
      expect((await remove(clip, name)).status).toBe(200)
      expect(await keyStatus(clip, token)).toBe(404)
      expect((await get(clip)).status).toBe(404)
    }
  })

  it('with the replay, if its channel deletes that, and not when the replay was kept for long enough', async () => {
    const clip = await made('bob')
    await deleteRecording(site.db, streamId, site.now())
    const token = await newToken(clip)
    expect(await keyStatus(clip, token)).toBe(200)
    expect((await get(clip)).json.streamId).toBe(null)
    await site.db.deleteFrom('deleted_recordings').execute()
    expect((await core.request('DELETE', `/api/replays/${streamId}`, of('alice'))).status).toBe(200)
    expect(await keyStatus(clip, token)).toBe(404)
    expect((await get(clip, 'alice')).status).toBe(404)
  })
})

describe('[REC-12] a stretch that is cut out of a replay', () => {
  const cut = (name: string, fromS: number, untilS: number) =>
    core.request('POST', `/api/replays/cuts/${streamId}`, {
      ...of(name),
      body: { from: startedAtMs + fromS * 1000, until: startedAtMs + untilS * 1000 },
    })

  it('is cut by the channel alone; keys that only it needs are refused, and no clip is made of it', async () => {
    const first = keyPeriodMs * keyNumberAt(startedAtMs)
    await site.db.deleteFrom('recorded_objects').execute()
    for (let period = 0; period < 4; period++) {
      for (const half of [0, 1]) {
        const at = first + (period + half / 2) * keyPeriodMs
        const segment = {
          ...aSegment,
          durationS: keyPeriodMs / 2000,
          startedAtMs: at,
          keyNumber: keyNumberAt(first) + period,
        }
        await insertObject(period * 2 + half, segment)
      }
    }
    startedAtMs = first
    const token = await newToken(streamId)
    const keys = () =>
      Promise.all([0, 1, 2, 3].map((period) => keyStatus(streamId, token, first + period * keyPeriodMs)))
    expect(await keys()).toEqual([200, 200, 200, 200])
    const periodS = keyPeriodMs / 1000
    expect((await cut('bob', periodS, 2 * periodS)).status).toBe(404)
    expect(await code(cut('alice', 5, 5))).toBe('cut_empty')
    expect(await code(cut('alice', -1, 4 * periodS))).toBe('cut_everything')
    // The second period, and half of the third.
    expect((await cut('alice', periodS + 1, 2.4 * periodS)).status).toBe(200)
    expect(await keys()).toEqual([200, 404, 200, 200])
    const startsAt = first + 2.2 * keyPeriodMs
    expect(await code(make('bob', { startsAt, endsAt: startsAt + 30_000 }))).toBe('clip_not_recorded')
    expect(await code(make('bob', { startsAt: first + 2.6 * keyPeriodMs, endsAt: first + 3.5 * keyPeriodMs }))).toBe(
      200,
    )
  })
})

it('[CLIP-10] a clip says where in its replay it begins, without what is left out of that, and what the replay is of', async () => {
  await site.db.deleteFrom('recorded_objects').execute()
  // Three minutes, of which the second one is missing.
  const segmentMs = keyPeriodMs / 2
  for (const startedMs of [0, segmentMs, 4 * segmentMs, 5 * segmentMs]) {
    const segment = { ...aSegment, startedAtMs: startedAtMs + startedMs, durationS: segmentMs / 1000 }
    await insertObject(startedMs / segmentMs, segment)
  }
  await saveRecordingChoices(site.db, streamId, { title: 'Honey' })
  const sourceOf = async (startsMs: number) => {
    const id = await made('bob', { startsAt: startedAtMs + startsMs, endsAt: startedAtMs + startsMs + 5000 })
    return (await get(id)).json.source
  }
  expect(await sourceOf(1500)).toEqual({ title: 'Honey', positionSeconds: 1.5 })
  expect(await sourceOf(4 * segmentMs + 1500)).toEqual({ title: 'Honey', positionSeconds: keyPeriodMs / 1000 + 1.5 })
})

it('[CLIP-2] nobody has more than 200 clips', async () => {
  const id = await made('bob')
  const { id: _, ...row } = await site.db.selectFrom('clips').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const rows = Array.from({ length: 199 }, (_, index) => ({ ...row, id: `${id}${index}` }))
  await site.db.insertInto('clips').values(rows).execute()
  expect(await code(make('bob'))).toBe('clip_too_many')
  expect(await code(make('carol'))).toBe(200)
  await saveRecordingSettings(site.db, 'alice', { whoMayClip: 'nobody' })
  expect(await code(make('alice'))).toBe(200)
})

const aSegment = {
  ...{ sequence: 1, init: 1, isAfterDiscontinuity: false, isIndependent: true, offset: 0, length: 1, iv: '' },
  ...{ durationS: keyPeriodMs / 1000, startedAtMs: 0, keyNumber: 0 },
}

async function insertObject(firstSequence: number, segment: typeof aSegment): Promise<void> {
  const contents = { inits: [], segments: [{ ...segment, sequence: firstSequence }] }
  await insertRecordedObject(site.db, { broadcastId: streamId, rendition: 'source', firstSequence, bytes: 1, contents })
}

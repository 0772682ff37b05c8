import { keyNumberAt, keyPeriodMs } from '@waggle/contract/playback/hls-keys'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveChannel } from '../../db/accounts/channels.ts'
import { insertAnnouncement, updateAnnouncement } from '../../db/announcements/announcements.ts'
import { endBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { commitMessages } from '../../db/chat/chat-messages.ts'
import { insertFollow } from '../../db/follows/follows.ts'
import { listCuts } from '../../db/recordings/cuts.ts'
import { addToReplayFigures, replayCountedUntil } from '../../db/recordings/replay-figures.ts'
import { type ChainSite, startChainSite } from '../../testing/announcements/chain-site.ts'
import { startCoreRoutes } from '../../testing/core/core-routes.ts'
import { insertRecordedBroadcast } from '../../testing/core/recorded-broadcast.ts'
import { hlsAccessRoutes } from '../playback/hls-access.ts'
import { recordStats } from '../stats/stats-recorder.ts'
import { ReplayAudience } from './replay-audience.ts'
import { replayRoutes } from './replays.ts'

const id = 'k3f9x2m7q1w8e5r4t6y0'
const otherId = 'a3f9x2m7q1w8e5r4t6y0'

let site: ChainSite
let core: Awaited<ReturnType<typeof startCoreRoutes>>
let alice: string
let bob: string
let startedAtMs: number

beforeEach(async () => {
  site = await startChainSite()
  core = await startCoreRoutes(
    site,
    (app, context) => {
      hlsAccessRoutes(app, context, new ReplayAudience(context))
      replayRoutes(app, context)
    },
    { limited: false },
  )
  alice = await core.session('alice')
  bob = await core.session('bob')
  startedAtMs = site.now()
})
afterEach(async () => {
  await core.close()
  await site.close()
})

const get = (path: string, token?: string) => core.request('GET', path, { token })
const update = (body: object, token = alice) => core.request('PUT', `/api/replays/${id}`, { body, token })
const newToken = (token?: string) => core.request('POST', `/api/hls/token/${id}`, { token })
const keyStatus = async (token: string) =>
  (await fetch(`${core.url}/api/hls/key/${id}/${keyNumberAt(startedAtMs)}?token=${token}`)).status
const listed = async (path: string, token?: string) =>
  (await get(path, token)).json.replays.map(({ streamId }: { streamId: string }) => streamId)

describe('[REC-7] a replay that is not published', () => {
  it('is found, listed and opened by its channel alone, also with tokens from before', async () => {
    await insertRecordedBroadcast(site.db, { id, startedAtMs })
    const viewer = (await newToken()).json.token
    const owner = (await newToken(alice)).json.token
    const preview = (await core.request('POST', `/api/hls/token/${id}?preview=true`)).json.token
    site.wait(3000)
    expect([await keyStatus(viewer), await keyStatus(owner), await keyStatus(preview)]).toEqual([200, 200, 200])
    expect((await update({ isPublic: false })).status).toBe(200)
    expect([await keyStatus(viewer), await keyStatus(owner), await keyStatus(preview)]).toEqual([404, 200, 404])
    for (const token of [undefined, bob]) {
      expect((await get(`/api/replays/${id}`, token)).status).toBe(404)
      expect((await newToken(token)).status).toBe(404)
    }
    expect((await core.request('POST', `/api/hls/token/${id}?preview=true`, { token: alice })).status).toBe(404)
    expect((await core.request('POST', '/api/hls/refresh-token', { body: { token: viewer } })).status).toBe(404)
    expect(await listed('/api/replays/of/alice', alice)).toEqual([])
    expect(await listed('/api/replays/mine', alice)).toEqual([id])
    expect(await listed('/api/replays/mine', bob)).toEqual([])
    expect((await get(`/api/replays/${id}`, alice)).status).toBe(200)
    expect((await newToken(alice)).status).toBe(200)
    await update({ isPublic: true })
    expect(await keyStatus(viewer)).toBe(200)
    expect(await listed('/api/replays/of/alice')).toEqual([id])
  })

  it('is one of a channel that publishes after a look; what was recorded before stays as it was', async () => {
    await insertRecordedBroadcast(site.db, { id: otherId, startedAtMs: startedAtMs - 3_600_000 })
    const body = { isPublishedAtOnce: false }
    expect((await core.request('PUT', '/api/replays/settings', { body, token: alice })).json).toEqual({
      ...{ isRecorded: true, isPublishedAtOnce: false, isDownloadable: false, keepDays: null, whoMayClip: 'everyone' },
    })
    await insertRecordedBroadcast(site.db, { id, startedAtMs })
    expect(await listed('/api/replays/of/alice')).toEqual([otherId])
    const shown = (await get(`/api/replays/${otherId}`)).json
    expect([shown.previous, shown.next]).toEqual([null, null])
  })
})

it('[CHAT-21] a replay says whether anything was said in the chat of its broadcast', async () => {
  await insertRecordedBroadcast(site.db, { id, startedAtMs, seconds: 60 })
  const say = (pictureAtMs: number, channel = 'alice') => {
    const draft = { channel, username: 'bob', kind: 'message', role: 'user', replyTo: null, message: 'hello' } as const
    return commitMessages(site.db, [{ ...draft, idempotencyKey: null, pictureAtMs }], pictureAtMs + 1500)
  }
  const hasChat = async () => (await get(`/api/replays/${id}`)).json.hasChat
  // Of another channel, before it, and after it.
  await say(startedAtMs + 1000, 'bob')
  await say(startedAtMs - 1000)
  await say(startedAtMs + 61_000)
  expect(await hasChat()).toBe(false)
  await say(startedAtMs + 59_000)
  expect(await hasChat()).toBe(true)
})

it('[REC-16] a replay keeps what its channel said last of the broadcast', async () => {
  await insertRecordedBroadcast(site.db, { id, startedAtMs, seconds: 60, isLive: true })
  const about = { description: 'Bees', category: 'Music', language: 'es' as const, tags: ['calm'] }
  await saveChannel(site.db, { username: 'alice', ...about }, site.now())
  site.wait(50)
  await recordStats(core.context)
  await endBroadcast(site.db, id, site.now(), site.now())
  await saveChannel(site.db, { username: 'alice', description: 'Soup', category: null }, site.now())
  await recordStats(core.context)
  expect((await get(`/api/replays/${id}`)).json.about).toEqual(about)
  await insertRecordedBroadcast(site.db, { id: otherId, startedAtMs: site.now() })
  expect((await get(`/api/replays/${otherId}`)).json.about).toBeNull()
})

it('[UPVOTE-7] a replay names the post of its broadcast, to vote for until Hive has paid it', async () => {
  await insertRecordedBroadcast(site.db, { id, startedAtMs })
  await insertRecordedBroadcast(site.db, { id: otherId, startedAtMs: startedAtMs + 3_600_000 })
  const permlinkOf = async (streamId: string) => (await get(`/api/replays/${streamId}`)).json.permlink
  const paidPermlinkOf = async (streamId: string) => (await get(`/api/replays/${streamId}`)).json.paidPermlink
  expect(await permlinkOf(id)).toBeNull()
  for (const streamId of [id, otherId]) {
    await insertAnnouncement(site.db, { id: streamId, username: 'alice' }, false, startedAtMs)
  }
  // Not before it is on the chain.
  expect(await permlinkOf(id)).toBeNull()
  await updateAnnouncement(site.db, id, { state: 'finished', publishedAtMs: site.now() })
  expect(await permlinkOf(id)).toBe(`live-${id}`)
  expect(await permlinkOf(otherId)).toBeNull()
  site.wait(7 * 24 * 3600)
  expect(await permlinkOf(id)).toBe(`live-${id}`)
  expect(await paidPermlinkOf(id)).toBeNull()
  site.wait(1)
  expect(await permlinkOf(id)).toBeNull()
  expect(await paidPermlinkOf(id)).toBe(`live-${id}`)
  expect(await paidPermlinkOf(otherId)).toBeNull()
})

it('[REC-11] the picture of a replay that is not published opens for its channel', async () => {
  await insertRecordedBroadcast(site.db, { id, startedAtMs })
  await site.db.updateTable('recorded_objects').set({ picture_at_ms: startedAtMs }).execute()
  const pathFor = async (token?: string) => (await get(`/api/replays/${id}`, token)).json.picturePath
  expect(await pathFor(alice)).toBe(await pathFor())
  await update({ isPublic: false })
  expect(await pathFor(alice)).toMatch(new RegExp(`^/recordings/${id}/picture.jpg\\?at=\\d+&token=\\S+$`))
})

it('[REC-7] a channel renames and pins its replay, and nobody else does', async () => {
  await insertRecordedBroadcast(site.db, { id, startedAtMs })
  const title = `Bees${'\u202e'} and  honey`
  expect((await update({ title, isPinned: true })).json).toMatchObject({ title: 'Bees and honey', isPinned: true })
  expect((await get(`/api/replays/${id}`)).json.title).toBe('Bees and honey')
  expect((await update({ title: 'Mine' }, bob)).status).toBe(404)
  expect((await update({ title: 'x'.repeat(256) })).status).toBe(400)
  expect((await update({ title: '' })).json.title).toBe('')
})

it('[REC-13] a channel finds its recordings by the words of their titles, on every page of the list', async () => {
  const titles = ['The queen of hive 7', 'La reina y la miel, 100%', 'A look inside', 'QUEEN rearing']
  const ids = [...'abcd'].map((letter) => letter.repeat(20))
  for (const [index, streamId] of ids.entries()) {
    await insertRecordedBroadcast(site.db, { id: streamId, startedAtMs: startedAtMs + index * 3_600_000 })
    const body = { title: titles[index] }
    await core.request('PUT', `/api/replays/${streamId}`, { body, token: alice })
  }
  await insertRecordedBroadcast(site.db, { id, startedAtMs: startedAtMs - 3_600_000 })
  await insertRecordedBroadcast(site.db, { id: otherId, username: 'bob', startedAtMs })
  const found = (words: string, more = '', token = alice) =>
    listed(`/api/replays/mine?words=${encodeURIComponent(words)}${more}`, token)
  const [queen, miel, , rearing] = ids
  expect(await found('queen')).toEqual([rearing, queen])
  expect(await found('queen', '&limit=1')).toEqual([rearing])
  const { next } = (await get('/api/replays/mine?words=queen&limit=1', alice)).json
  expect(await found('queen', `&limit=1&after=${next}`)).toEqual([queen])
  expect(await found(' MÍEL  reina ')).toEqual([miel])
  expect(await found('hive queen')).toEqual([queen])
  for (const words of ['honey', '_', 'hive%', "'"]) expect(await found(words)).toEqual([])
  expect(await found('%')).toEqual([miel])
  expect(await found('queen', '', bob)).toEqual([])
  // One without a title.
  expect(await found('alice')).toEqual([id])
  expect(await found(' ')).toHaveLength(5)
  expect((await get(`/api/replays/mine?words=${'x'.repeat(101)}`, alice)).status).toBe(400)
})

it('[REC-13] a channel narrows and orders its recordings, on every page of the list', async () => {
  const [short, long, large, seen, old] = [...'abcde'].map((letter) => letter.repeat(20)) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const days = (count: number) => startedAtMs - count * 24 * 3_600_000
  await insertRecordedBroadcast(site.db, { id: short, startedAtMs: days(1), seconds: 60, bytes: 10 })
  await insertRecordedBroadcast(site.db, { id: long, startedAtMs: days(2), seconds: 900, bytes: 10 })
  await insertRecordedBroadcast(site.db, { id: large, startedAtMs: days(3), bytes: 5000 })
  await insertRecordedBroadcast(site.db, { id: seen, startedAtMs: days(4) })
  await insertRecordedBroadcast(site.db, { id: old, startedAtMs: days(9.5) })
  await insertRecordedBroadcast(site.db, { id: otherId, username: 'bob', startedAtMs })
  await replayCountedUntil(site.db, seen)
  await addToReplayFigures(site.db, seen, { fromMs: 0, untilMs: 1, views: 7, viewerMs: 1 })
  const pages = async (query: string) => {
    const ids: string[] = []
    for (let after = ''; ; ) {
      const { replays, next } = (await get(`/api/replays/mine?limit=2&${query}${after}`, alice)).json
      ids.push(...replays.map(({ streamId }: { streamId: string }) => streamId))
      if (next === null) return ids
      after = `&after=${next}`
    }
  }
  expect(await pages('')).toEqual([short, long, large, seen, old])
  expect(await pages('order=oldest')).toEqual([old, seen, large, long, short])
  expect(await pages('order=longest')).toEqual([long, large, seen, old, short])
  expect(await pages('order=largest')).toEqual([large, seen, old, short, long])
  expect(await pages('order=watched')).toEqual([seen, short, long, large, old])
  const change = (streamId: string, body: object) =>
    core.request('PUT', `/api/replays/${streamId}`, { body, token: alice })
  await change(long, { isPublic: false, title: 'Bees' })
  await change(large, { isPinned: true, title: 'Bees' })
  await core.request('PUT', '/api/replays/settings', { body: { keepDays: 10 }, token: alice })
  expect(await pages('show=public&order=oldest')).toEqual([old, seen, large, short])
  expect(await pages('show=private')).toEqual([long])
  expect(await pages('show=pinned')).toEqual([large])
  expect(await pages('show=leaving')).toEqual([old])
  expect(await pages('show=private&words=bees')).toEqual([long])
  expect(await pages('show=leaving&words=bees')).toEqual([])
  for (const query of ['show=mine', 'order=best', 'after=x', 'after=1', 'after=-1-1', `after=${'9'.repeat(16)}-1`]) {
    expect((await get(`/api/replays/mine?${query}`, alice)).status, query).toBe(400)
  }
})

it('[REC-7] a channel chooses the picture that stands for its replay', async () => {
  await insertRecordedBroadcast(site.db, { id, startedAtMs, seconds: 600 })
  await site.db.updateTable('recorded_objects').set({ picture_at_ms: startedAtMs }).execute()
  const endedAtMs = startedAtMs + 600_000
  const chosenAt = async () =>
    new URLSearchParams((await get(`/api/replays/${id}`)).json.picturePath.split('?')[1]).get('at')
  expect(await chosenAt()).toBe(String(startedAtMs + 300_000))
  expect((await update({ pictureAt: startedAtMs + 90_000 })).json.pictureAt).toBe(startedAtMs + 90_000)
  expect(await chosenAt()).toBe(String(startedAtMs + 90_000))
  for (const pictureAt of [startedAtMs - 1, endedAtMs + 1, 1.5, '90']) {
    expect((await update({ pictureAt })).status).toBe(400)
  }
  expect((await update({ pictureAt: endedAtMs }, bob)).status).toBe(404)
  // A cut took the chosen picture away.
  await site.db
    .updateTable('recorded_objects')
    .set({ started_at_ms: startedAtMs + 120_000 })
    .execute()
  expect(await chosenAt()).toBe(String(startedAtMs + 120_000))
  expect((await update({ pictureAt: null })).json.pictureAt).toBe(startedAtMs + 360_000)
})

it('[REC-7] a channel sees how much its recordings take, and chooses how long they are kept', async () => {
  await insertRecordedBroadcast(site.db, { id, startedAtMs, bytes: 12_345 })
  const settings = (body: object) => core.request('PUT', '/api/replays/settings', { body, token: alice })
  expect((await settings({ keepDays: 7 })).status).toBe(200)
  for (const keepDays of [0, 1.5, -1, 4000, '7']) expect((await settings({ keepDays })).status).toBe(400)
  const { json } = await get('/api/replays/settings', alice)
  expect(json).toMatchObject({ isRecorded: true, keepDays: 7, usedBytes: 12_345, maxBytes: null })
  expect((await get('/api/replays/settings', bob)).json).toMatchObject({ keepDays: null, usedBytes: 0 })
})

it('[REC-8] the settings say how many replays are deleted soon because of their age', async () => {
  await insertRecordedBroadcast(site.db, { id, startedAtMs })
  const leaving = async () => (await get('/api/replays/settings', alice)).json.leaving
  expect(await leaving()).toEqual({ byAge: 0, bySize: 0 })
  await core.request('PUT', '/api/replays/settings', { body: { keepDays: 1 }, token: alice })
  expect(await leaving()).toEqual({ byAge: 1, bySize: 0 })
})

it('[HOME-9] a user finds the latest published replays of the channels that they follow', async () => {
  await insertRecordedBroadcast(site.db, { id, startedAtMs })
  await insertRecordedBroadcast(site.db, { id: otherId, startedAtMs: startedAtMs + 1000 })
  await insertRecordedBroadcast(site.db, { id: 'b'.repeat(20), username: 'carol', startedAtMs })
  const followed = async () => listed('/api/replays/followed', bob)
  expect(await followed()).toEqual([])
  await insertFollow(site.db, 'bob', 'alice', startedAtMs)
  expect(await followed()).toEqual([otherId, id])
  await update({ isPublic: false })
  expect(await followed()).toEqual([otherId])
})

it('[REC-12] a channel cuts a stretch out of a broadcast that goes on: its keys are refused once no live playlist needs them', async () => {
  const first = keyNumberAt(startedAtMs)
  await insertRecordedBroadcast(site.db, { id, startedAtMs: first * keyPeriodMs, seconds: 30, isLive: true })
  const stayLive = () => site.db.updateTable('broadcasts').set({ last_media_at_ms: site.now() }).execute()
  const { token } = (await newToken()).json
  const cut = (from: number, until: number, session?: string) => send({ from, until }, session)
  const send = async (body: object, session = alice) => {
    const { status, json } = await core.request('POST', `/api/replays/cuts/${id}`, { body, token: session })
    return status === 200 ? 200 : json.code
  }
  expect(await cut(startedAtMs - 60_000, startedAtMs + 1, bob)).toBe('stream_not_found')
  expect(await cut(startedAtMs + 1000, startedAtMs + 60_000)).toBe('cut_empty')
  // Everything so far, and nothing of what comes.
  expect(await cut(startedAtMs - 60_000, startedAtMs + 3_600_000)).toBe(200)
  expect(await listCuts(site.db, id)).toEqual([{ fromMs: startedAtMs - 60_000, untilMs: startedAtMs }])
  expect(await send({ until: startedAtMs })).toBe('invalid_request')
  for (const lastSeconds of [0, -1, 0.5, 172_801, '5']) expect(await send({ lastSeconds })).toBe('invalid_request')
  expect(await send({ lastSeconds: 60 })).toBe(200)
  // Pictures are on their way for some seconds.
  expect((await listCuts(site.db, id)).at(-1)).toEqual({
    fromMs: startedAtMs - 60_000,
    untilMs: startedAtMs + 5000,
  })
  site.wait(110)
  await stayLive()
  expect(await keyStatus(token)).toBe(200)
  site.wait(60)
  await stayLive()
  expect(await keyStatus(token)).toBe(404)
  await endBroadcast(site.db, id, site.now(), site.now())
  expect(await send({ lastSeconds: 60 })).toBe('cut_empty')
})

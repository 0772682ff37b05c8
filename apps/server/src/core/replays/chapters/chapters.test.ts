import { afterEach, beforeEach, expect, it } from 'vitest'
import { endBroadcast } from '../../../db/broadcasts/broadcasts.ts'
import { deleteRecording } from '../../../db/recordings/recordings.ts'
import { type ChainSite, startChainSite } from '../../../testing/announcements/chain-site.ts'
import { startCoreRoutes } from '../../../testing/core/core-routes.ts'
import { insertRecordedBroadcast } from '../../../testing/core/recorded-broadcast.ts'
import { channelRoutes } from '../../channels/channels.ts'
import { replayRoutes } from '../replays.ts'
import { chapterRoutes } from './chapters.ts'

const id = 'k3f9x2m7q1w8e5r4t6y0'

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
      channelRoutes(app, context)
      replayRoutes(app, context)
      chapterRoutes(app, context)
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

interface Chapter {
  title: unknown
  /** Seconds since the recording began. */
  at: number
}

const path = `/api/replays/chapters/${id}`
const codeOf = ({ status, json }: { status: number; json: { code?: string } }) => (status === 200 ? 200 : json.code)
const write = (title: unknown, at: number): Chapter => ({ title, at })
const toAt = ({ title, at }: Chapter) => ({ title, at: startedAtMs + at * 1000 })
const save = async (chapters: Chapter[], token = alice) =>
  codeOf(await core.request('PUT', path, { body: { chapters: chapters.map(toAt) }, token }))
const begin = async (title: string, at?: number, token = alice) =>
  codeOf(
    await core.request('POST', path, {
      body: { title, ...(at !== undefined && { at: startedAtMs + at * 1000 }) },
      token,
    }),
  )
const shown = async (): Promise<[string, number][]> => {
  const { chapters } = (await core.request('GET', `/api/replays/${id}`, { token: alice })).json
  return chapters.map(({ title, at }: { title: string; at: number }) => [title, (at - startedAtMs) / 1000])
}
const setCategory = async (category: string | null) =>
  codeOf(await core.request('PUT', '/api/channels/my-channel', { body: { category }, token: alice }))
const cut = (from: number, until: number) =>
  core.request('POST', `/api/replays/cuts/${id}`, {
    body: { from: startedAtMs + from * 1000, until: startedAtMs + until * 1000 },
    token: alice,
  })
const stayLive = () => site.db.updateTable('broadcasts').set({ last_media_at_ms: site.now() }).execute()
/** Until this second of the broadcast, which goes on. */
const waitUntil = async (seconds: number) => {
  site.wait(seconds - (site.now() - startedAtMs) / 1000)
  await stayLive()
}
const end = async () => {
  await endBroadcast(site.db, id, site.now(), site.now())
}

it('[CHAPTER-1] [CHAPTER-3] a channel replaces the chapters of its replay as one list, which everybody reads in its order', async () => {
  await insertRecordedBroadcast(site.db, { id, startedAtMs, seconds: 600 })
  expect(await shown()).toEqual([])
  expect(await save([write(' Honey\u202e ', 600), write('A look  inside', 0), write('Bees', 10)])).toBe(200)
  expect((await core.request('GET', `/api/replays/${id}`)).json.chapters).toEqual(
    [write('A look inside', 0), write('Bees', 10), write('Honey', 600)].map(toAt),
  )
  expect(await save([write('🐝'.repeat(100), 5)])).toBe(200)
  expect(await shown()).toEqual([['🐝'.repeat(100), 5]])
  expect(await save([])).toBe(200)
  expect(await shown()).toEqual([])
})

it.each([
  ['before the recording', [write('Bees', -0.001)], 'chapter_not_recorded'],
  ['after it', [write('Bees', 2000.001)], 'chapter_not_recorded'],
  ['less than 10 seconds apart', [write('Bees', 19.999), write('Honey', 10)], 'chapters_too_close'],
  ['at one time', [write('Bees', 10), write('Honey', 10)], 'chapters_too_close'],
  ['more than 100', Array.from({ length: 101 }, (_, index) => write('Bees', index * 10)), 'chapters_too_many'],
  ['without a title', [write(' \u202e', 10)], 'invalid_request'],
  ['with a title of 101 characters', [write('x'.repeat(101), 10)], 'invalid_request'],
  ['with a title that is no text', [write(7, 10)], 'invalid_request'],
  ['at no whole millisecond', [write('Bees', 0.0001)], 'invalid_request'],
])('[CHAPTER-1] [CHAPTER-3] refuses chapters %s, and keeps those that were there', async (_, chapters, code) => {
  await insertRecordedBroadcast(site.db, { id, startedAtMs, seconds: 2000 })
  await save([write('Before', 50)])
  expect(await save(chapters)).toBe(code)
  expect(await shown()).toEqual([['Before', 50]])
})

it('[CHAPTER-3] nobody else changes them, and 100 are kept', async () => {
  await insertRecordedBroadcast(site.db, { id, startedAtMs, seconds: 2000 })
  expect(await save([write('Hers', 50)], bob)).toBe('stream_not_found')
  expect((await core.request('PUT', path, { body: { chapters: [] } })).status).toBe(401)
  expect(await save(Array.from({ length: 100 }, (_, index) => write('Bees', index * 10)))).toBe(200)
  expect(await shown()).toHaveLength(100)
  expect(await begin('Bees')).toBe('stream_not_found')
})

it('[CHAPTER-2] a chapter begins in a live broadcast, now or at a picture of before, and replaces one that is too close', async () => {
  await insertRecordedBroadcast(site.db, { id, startedAtMs, seconds: 30, isLive: true })
  await waitUntil(30)
  expect(await begin('Bees')).toBe(200)
  await waitUntil(60)
  expect(await begin('Honey', 45)).toBe(200)
  expect(await begin('Wax', 20)).toBe(200)
  expect(await begin('Hers', 45, bob)).toBe('stream_not_found')
  expect([await begin('Bees', -1), await begin('Bees', 66)]).toEqual(['chapter_not_recorded', 'chapter_not_recorded'])
  expect(await begin('')).toBe('invalid_request')
  expect(await save([write('Bees', 20)])).toBe('stream_not_found')
  await waitUntil(64)
  expect(await begin('Propolis', 54.999)).toBe(200)
  await site.db.updateTable('recorded_objects').set({ ended_at_ms: site.now() }).execute()
  await end()
  expect(await shown()).toEqual([
    ['Wax', 20],
    ['Bees', 30],
    ['Propolis', 54.999],
  ])
  expect(await begin('Late', 20)).toBe('stream_not_found')
})

it('[CHAPTER-2] a broadcast that is not recorded has no chapters, and one has at most 100', async () => {
  await insertRecordedBroadcast(site.db, { id, startedAtMs, seconds: 30, isLive: true })
  await waitUntil(2000)
  for (let index = 0; index < 100; index += 1) expect(await begin('Bees', index * 10)).toBe(200)
  expect(await begin('Honey')).toBe('chapters_too_many')
  expect(await begin('Honey', 994)).toBe(200)
  await site.db.deleteFrom('recorded_objects').execute()
  expect(await begin('Honey', 500)).toBe('chapter_not_recorded')
})

it('[CHAPTER-4] another category of a live channel begins a chapter by itself', async () => {
  await setCategory('Music')
  await insertRecordedBroadcast(site.db, { id, startedAtMs, seconds: 600, isLive: true })
  await waitUntil(60)
  expect(await setCategory('Music')).toBe(200)
  await core.request('PUT', '/api/channels/my-channel', { body: { title: 'Bees' }, token: alice })
  expect(await setCategory('Gaming')).toBe(200)
  await waitUntil(69)
  await setCategory('Cooking')
  await waitUntil(100)
  expect(await setCategory('No such place')).toBe('category_unknown')
  await setCategory('Art')
  await waitUntil(105)
  await setCategory('Cooking')
  await waitUntil(200)
  await setCategory(null)
  await waitUntil(300)
  await setCategory('Travel')
  await end()
  await setCategory('Art')
  expect(await shown()).toEqual([
    ['Music', 0],
    ['Cooking', 69],
    ['Travel', 300],
  ])
})

it('[CHAPTER-5] a cut takes the chapters that begin in it, and nothing begins in what is cut out', async () => {
  await insertRecordedBroadcast(site.db, { id, startedAtMs, seconds: 30, isLive: true })
  await waitUntil(60)
  await begin('Bees', 10)
  await begin('Honey', 50)
  await cut(40, 70)
  expect(await begin('Wax', 55)).toBe(200)
  await waitUntil(600)
  await site.db
    .updateTable('recorded_objects')
    .set({ ended_at_ms: startedAtMs + 600_000 })
    .execute()
  await end()
  expect(await shown()).toEqual([
    ['Bees', 10],
    ['Wax', 60],
  ])
  expect(await save([write('Honey', 50)])).toBe('chapter_not_recorded')
  expect(await save([write('Honey', 39.999), write('Wax', 60)])).toBe(200)
})

it('[CHAPTER-5] where the beginning of a recording is gone, the chapter of its first picture begins with it', async () => {
  await insertRecordedBroadcast(site.db, { id, startedAtMs, seconds: 600 })
  await save([write('Bees', 0), write('Honey', 100), write('Wax', 300)])
  await site.db
    .updateTable('recorded_objects')
    .set({ started_at_ms: startedAtMs + 200_000 })
    .execute()
  expect(await shown()).toEqual([
    ['Honey', 200],
    ['Wax', 300],
  ])
})

it('[CHAPTER-5] chapters go with their recording', async () => {
  await insertRecordedBroadcast(site.db, { id, startedAtMs, seconds: 600 })
  await save([write('Bees', 0)])
  await deleteRecording(site.db, id, site.now())
  expect(await site.db.selectFrom('recording_chapters').selectAll().execute()).toEqual([])
})

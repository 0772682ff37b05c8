import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claimLease, transferLease } from '../../db/broadcasts/broadcast-leases.ts'
import { insertBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { engines, type TestEngine } from '../../testing/engines/engines.ts'
import type { MediaContext } from '../context.ts'
import { createOriginProxy, type OriginProxy } from './origin-proxy.ts'

const ownAddress = 'http://127.0.0.1:1'
const none = new URLSearchParams()
let engine: TestEngine | undefined
let db: Db
let nowMs: number
let proxy: OriginProxy
let holder: Awaited<ReturnType<typeof startHolder>>

/** Another process: notes what it is asked, and answers media at once and playlists when it is told to. */
async function startHolder() {
  const asked: string[] = []
  const held: ServerResponse[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url.includes('.m3u8')) held.push(response)
    else response.setHeader('cache-control', 'public, max-age=3600, immutable').end('media')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    held,
    answerAll: () => held.splice(0).forEach((response) => void response.end('playlist')),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

beforeEach(async () => {
  engine = await engines.sqlite?.()
  db = await openDatabase(engine?.place ?? { dataDir: '' })
  holder = await startHolder()
  nowMs = Date.UTC(2026, 10, 21)
  proxy = createOriginProxy({ db, now: () => nowMs } as unknown as MediaContext, ownAddress)
  await goLive('alice', holder.url)
})
afterEach(async () => {
  await holder.close()
  await db.destroy()
  await engine?.close()
})

async function goLive(username: string, heldBy: string | undefined): Promise<void> {
  const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
  await insertBroadcast(db, { id: `${username}-1`, username, startedAtMs: nowMs, playlists })
  if (heldBy) await claimLease(db, username, heldBy)
}

const ask = (path: string, query = '', id = 'alice-1') => proxy.ask(id, path, new URLSearchParams(query), false)
const statusOf = async (answer: ReturnType<typeof ask>) => (await answer)?.status

it('asks once for all who wait for the same, whatever else they say', async () => {
  const waiting = ['', '&x=1', '&_=2', '&x=3'].map((junk) => ask('source/media.m3u8', `_HLS_part=0${junk}&_HLS_msn=7`))
  await expect.poll(() => holder.held.length).toBeGreaterThan(0)
  holder.answerAll()
  expect(await Promise.all(waiting.map(statusOf))).toEqual([200, 200, 200, 200])
  expect(holder.asked).toEqual(['/live/alice-1/source/media.m3u8?_HLS_msn=7&_HLS_part=0'])
})

it('keeps media a moment longer for those who come late, and playlists not', async () => {
  for (const junk of ['', 'v=1', 'token=x']) expect(await statusOf(ask('source/part-1-0.m4s', junk))).toBe(200)
  expect(holder.asked).toEqual(['/live/alice-1/source/part-1-0.m4s'])
  for (const round of [2, 3]) {
    const waiting = ask('source/media.m3u8')
    await expect.poll(() => holder.asked.length).toBe(round)
    holder.answerAll()
    expect(await statusOf(waiting)).toBe(200)
  }
})

it('asks for each viewer whose playlist carries a token', async () => {
  const waiting = ['a', 'b'].map((token) => ask('source/media.m3u8', `token=${token}`))
  await expect.poll(() => holder.held.length).toBe(2)
  holder.answerAll()
  await Promise.all(waiting)
  expect(holder.asked.toSorted()).toEqual(['a', 'b'].map((token) => `/live/alice-1/source/media.m3u8?token=${token}`))
})

it('finds a stream that began since it last looked', async () => {
  expect(await ask('master.m3u8', '', 'bob-1')).toBeUndefined()
  await goLive('bob', holder.url)
  nowMs += 201
  const waiting = ask('master.m3u8', '', 'bob-1')
  await expect.poll(() => holder.held.length).toBe(1)
  holder.answerAll()
  expect(await statusOf(waiting)).toBe(200)
})

it('lets nobody wait for a holder that is gone without a word', async () => {
  const waiting = ask('source/media.m3u8')
  await expect.poll(() => holder.held.length).toBe(1)
  await transferLease(db, 'alice', holder.url, ownAddress)
  nowMs += 1001
  // Whoever asks next finds out.
  expect(await statusOf(ask('source/media.m3u8'))).toBe(503)
  expect(await statusOf(waiting)).toBe(503)
})

it('says "come again" of what is on its way from one process to another', async () => {
  await goLive('carol', undefined)
  await goLive('dave', ownAddress)
  await goLive('erin', 'http://127.0.0.1:9')
  for (const id of ['carol-1', 'dave-1', 'erin-1']) expect(await statusOf(ask('master.m3u8', '', id)), id).toBe(503)
  expect((await proxy.ask('alice-1', 'master.m3u8', none, true))?.status).toBe(503)
  expect(holder.asked).toEqual([])
})

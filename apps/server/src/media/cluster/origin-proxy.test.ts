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
import { createStreamHolders } from './stream-holders.ts'

const ownAddress = 'http://127.0.0.1:1'
const none = new URLSearchParams()
let engine: TestEngine | undefined
let db: Db
let nowMs: number
let proxy: OriginProxy
let holder: Awaited<ReturnType<typeof startHolder>>

/** Another process: records its requests, answers media at once and playlists on `answerAll()`. */
async function startHolder() {
  const requests: string[] = []
  const held: ServerResponse[] = []
  const server = createServer(({ url = '' }, response) => {
    requests.push(url)
    if (url.includes('.m3u8')) held.push(response)
    else response.setHeader('cache-control', 'public, max-age=3600, immutable').end('media')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
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
  proxy = createOriginProxy(
    createStreamHolders({ db, now: () => nowMs } as unknown as MediaContext),
    ownAddress,
    'mark',
  )
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

const request = (path: string, query = '', id = 'alice-1') => proxy.request(id, path, new URLSearchParams(query), false)
const statusOf = async (response: ReturnType<typeof request>) => (await response)?.status

it('joins requests for the same response into one, also when they differ in unknown parameters', async () => {
  const waiting = ['', '&x=1', '&_=2', '&x=3'].map((junk) =>
    request('source/media.m3u8', `_HLS_part=0${junk}&_HLS_msn=7`),
  )
  await expect.poll(() => holder.held.length).toBeGreaterThan(0)
  holder.answerAll()
  expect(await Promise.all(waiting.map(statusOf))).toEqual([200, 200, 200, 200])
  expect(holder.requests).toEqual(['/live/alice-1/source/media.m3u8?_HLS_msn=7&_HLS_part=0'])
})

it('keeps media a moment longer for late requests, but not playlists', async () => {
  for (const junk of ['', 'v=1', 'token=x']) expect(await statusOf(request('source/part-1-0.m4s', junk))).toBe(200)
  expect(holder.requests).toEqual(['/live/alice-1/source/part-1-0.m4s'])
  for (const round of [2, 3]) {
    const waiting = request('source/media.m3u8')
    await expect.poll(() => holder.requests.length).toBe(round)
    holder.answerAll()
    expect(await statusOf(waiting)).toBe(200)
  }
})

it('requests a playlist separately for each viewer whose address carries a token', async () => {
  const waiting = ['a', 'b'].map((token) => request('source/media.m3u8', `token=${token}`))
  await expect.poll(() => holder.held.length).toBe(2)
  holder.answerAll()
  await Promise.all(waiting)
  expect(holder.requests.toSorted()).toEqual(
    ['a', 'b'].map((token) => `/live/alice-1/source/media.m3u8?token=${token}`),
  )
})

it('finds a stream that began after the last read of the holders', async () => {
  expect(await request('master.m3u8', '', 'bob-1')).toBeUndefined()
  await goLive('bob', holder.url)
  nowMs += 201
  const waiting = request('master.m3u8', '', 'bob-1')
  await expect.poll(() => holder.held.length).toBe(1)
  holder.answerAll()
  expect(await statusOf(waiting)).toBe(200)
})

it('aborts requests to a holder that has lost its lease', async () => {
  const waiting = request('source/media.m3u8')
  await expect.poll(() => holder.held.length).toBe(1)
  await transferLease(db, 'alice', holder.url, ownAddress)
  nowMs += 1001
  // The next request reads the holders again.
  expect(await statusOf(request('source/media.m3u8'))).toBe(503)
  expect(await statusOf(waiting)).toBe(503)
})

it('answers 503 for a stream that moves from one process to another', async () => {
  await goLive('carol', undefined)
  await goLive('dave', ownAddress)
  await goLive('erin', 'http://127.0.0.1:9')
  for (const id of ['carol-1', 'dave-1', 'erin-1']) expect(await statusOf(request('master.m3u8', '', id)), id).toBe(503)
  expect((await proxy.request('alice-1', 'master.m3u8', none, true))?.status).toBe(503)
  expect(holder.requests).toEqual([])
})

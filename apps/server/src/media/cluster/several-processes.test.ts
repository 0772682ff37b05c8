import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { realTimeCloseCodes } from '@waggle/contract/playback/real-time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PlaylistChecker } from '../../../../../packages/media/src/hls/testing/playlist-checker.ts'
import { findBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { issuePicturePass } from '../../lib/playback/picture-pass.ts'
import { openSecrets } from '../../lib/secrets.ts'
import { startPostgres } from '../../testing/engines/postgres.ts'
import { freePort, stopProcess, untilUp } from '../../testing/engines/private-process.ts'
import { startRedis } from '../../testing/engines/redis.ts'
import { connectRealTime, type RealTimeViewer } from '../../testing/real-time-viewer.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

/** A process of the site with the media role only. */
interface Node {
  url: string
  rtmpPort: number
  child: ChildProcess
}

let postgres: Awaited<ReturnType<typeof startPostgres>>
let redis: Awaited<ReturnType<typeof startRedis>>
let db: Db
let first: TestSite
let second: Node
let third: Node
let metricsPort: number
let key: string
let streamId: string
const encoders: TestEncoder[] = []
const checker = new PlaylistChecker()
/** Watches in real time at the third process, whichever process holds the stream. */
let viewer: RealTimeViewer

beforeAll(async () => {
  ;[postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  db = await openDatabase({ databaseUrl: postgres.url, dataDir: '' })
  metricsPort = await freePort()
  const env = { ...shared(), WAGGLE_HTTP_PORT: String(await freePort()), WAGGLE_METRICS_PORT: String(metricsPort) }
  first = await startTestSite({ env })
  second = await startNode({ ...shared(), WAGGLE_DATA_DIR: first.dataDir })
  third = await startNode({ ...shared(), WAGGLE_DATA_DIR: first.dataDir })
  key = await first.streamKey('alice')
})
afterAll(async () => {
  await Promise.all(encoders.map((encoder) => encoder.close()))
  for (const node of [second, third]) if (node) await stopProcess(node.child, 'SIGKILL')
  await first?.close()
  await db?.destroy().catch(() => undefined)
  await redis?.close()
  await postgres?.close()
})

const shared = () => ({ DATABASE_URL: postgres.url, REDIS_URL: redis.url, WAGGLE_TRANSCODE: 'off' })

async function startNode(env: Record<string, string>): Promise<Node> {
  const [httpPort, rtmpPort] = [await freePort(), await freePort()]
  const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
  const ports = { WAGGLE_HTTP_PORT: String(httpPort), WAGGLE_RTMP_PORT: String(rtmpPort) }
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...ports, WAGGLE_ROLES: 'media', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = `http://127.0.0.1:${httpPort}`
  await untilUp(child, async () => {
    await fetch(`${url}/readyz`)
  })
  return { url, rtmpPort, child }
}

async function connect(rtmpPort: number): Promise<TestEncoder> {
  const encoder = await connectEncoder(rtmpPort, key)
  encoders.push(encoder)
  return encoder
}

async function fetchLive(url: string, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}/live/${streamId}/${path}`, { headers })
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
}

/** The playlist from this process, checked against all previous reads. */
async function playlist(url: string) {
  const read = checker.check((await fetchLive(url, 'source/media.m3u8')).body.toString())
  // Segments of the last moment before a process was killed need not have been read.
  expect(checker.violations.filter((violation) => violation !== 'segments were skipped')).toEqual([])
  return read
}

/** A figure of the first process. */
async function readGauge(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
}

const heldRequests = () => readGauge('waggle_held_requests')

async function newToken(id: string): Promise<string> {
  first.nextClient()
  return (await first.request('POST', `/api/hls/token/${id}`)).json.token
}

async function watch(url: string, token: string, id = streamId): Promise<RealTimeViewer> {
  const joined = await connectRealTime(url, id, { token })
  joined.subscribe()
  await expect.poll(joined.receivedBytes).toBeGreaterThan(1000)
  return joined
}

/** The viewer in real time gets media of the latest encoder, on the socket that it has. */
async function untilStillWatching(): Promise<void> {
  const before = viewer.receivedBytes()
  await expect
    .poll(
      () => {
        encoders.at(-1)?.send(0.2)
        return viewer.receivedBytes()
      },
      { timeout: 5_000 },
    )
    .toBeGreaterThan(before + 4_000)
  expect(viewer.socket.readyState).toBe(viewer.socket.OPEN)
}

/** Encoders in real time begin no second segment before the first one is saved. */
async function untilSaved(sequence: number): Promise<void> {
  await expect.poll(async () => (await findBroadcast(db, streamId))?.playlists.nextNumber).toBeGreaterThan(sequence)
}

async function untilSame(url: string, otherUrl: string): Promise<void> {
  await expect.poll(async () => isDeepStrictEqual(await playlist(url), await playlist(otherUrl))).toBe(true)
}

const findChannel = async () => (await first.request('GET', '/api/streams/info/alice')).json

describe('media in several processes', () => {
  it('is served by each of them, whichever holds the stream', async () => {
    const encoder = await connect(first.rtmpPort)
    encoder.send(8)
    await expect.poll(async () => (await findChannel()).isLive).toBe(true)
    streamId = (await findChannel()).streamId
    await expect.poll(async () => (await fetchLive(second.url, 'master.m3u8')).status).toBe(200)
    const { segments } = await playlist(second.url)
    const last = segments.at(-1)
    for (const path of ['source/media.m3u8', `source/${segments[0]?.uri}`, `source/${last?.parts[0]?.uri}`]) {
      const [here, there] = [await fetchLive(first.url, path), await fetchLive(second.url, path)]
      expect(there.status, path).toBe(200)
      expect(there.body.equals(here.body), path).toBe(true)
      for (const name of ['content-type', 'cache-control', 'access-control-allow-origin', 'content-length']) {
        expect(there.headers.get(name), `${path} ${name}`).toBe(here.headers.get(name))
      }
    }
  })

  it('[PLAYER-25] has its first picture at each of them', async () => {
    const { firstPicture } = await openSecrets(first.dataDir)
    const path = `first-picture?token=${issuePicturePass(firstPicture, streamId, Date.now())}`
    const [here, there] = [await fetchLive(first.url, path), await fetchLive(second.url, path)]
    expect([here.status, there.status]).toEqual([200, 200])
    expect(there.body.equals(here.body)).toBe(true)
    expect((await fetchLive(second.url, 'first-picture?token=x')).status).toBe(401)
  })

  it('is requested once from the holder for all viewers of another process', async () => {
    const { segments } = await playlist(second.url)
    const next = (segments.at(-1)?.sequence ?? 0) + 1
    const waiting = Array.from({ length: 50 }, () =>
      fetchLive(second.url, `source/media.m3u8?_HLS_msn=${next}&_HLS_part=0`),
    )
    await expect.poll(heldRequests).toBe(1)
    encoders[0]?.send(2)
    const answers = await Promise.all(waiting)
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await heldRequests()).toBe(0)
  })

  it('is watched in real time at each of them, and its holder serves only the other process', async () => {
    viewer = await watch(third.url, await newToken(streamId))
    const others = await Promise.all(Array.from({ length: 4 }, async () => watch(third.url, await newToken(streamId))))
    const before = [viewer, ...others].map((each) => each.receivedBytes())
    encoders[0]?.send(2)
    for (const [index, each] of [viewer, ...others].entries()) {
      await expect.poll(each.receivedBytes).toBeGreaterThan((before[index] ?? 0) + 18_000)
    }
    expect(await readGauge('waggle_real_time_viewers')).toBe(0)
    await Promise.all(others.map((each) => each.leave()))
  })

  it('[T6] [T4] refuses tokens in real time at each of them, also those of before a new stream key', async () => {
    const bobs = await connectEncoder(first.rtmpPort, await first.streamKey('bob'))
    bobs.send(8)
    const find = async () => (await first.request('GET', '/api/streams/info/bob')).json
    await expect.poll(async () => (await find()).isLive).toBe(true)
    const id = (await find()).streamId
    const [token, foreign] = [await newToken(id), await newToken(streamId)]
    const status = async (given: string | undefined) => (await connectRealTime(third.url, id, { token: given })).status
    expect([await status(undefined), await status(foreign), await status('nonsense')]).toEqual([401, 403, 403])
    const watching = await watch(third.url, token, id)
    const sinceMs = performance.now()
    await first.streamKey('bob')
    expect(await watching.closed).toBe(realTimeCloseCodes.keyReplaced)
    expect(performance.now() - sinceMs).toBeLessThan(2_000)
    await expect.poll(() => status(token)).toBe(403)
    await bobs.close()
  })

  it('answers 404 where there is none, and does not forward a forwarded request', async () => {
    expect((await fetchLive(second.url, 'source/part-1-999.m4s')).status).toBe(404)
    expect((await fetchLive(second.url, '../../api/streams')).status).toBe(404)
    expect((await fetchLive(second.url, 'thumbnail.jpg?v=1')).status).toBe(404)
    expect((await fetch(`${second.url}/live/0123456789abcdef/master.m3u8`)).status).toBe(404)
    expect((await fetchLive(second.url, 'master.m3u8', { 'x-waggle-proxy': '1' })).status).toBe(503)
  })

  it('[T4] keeps its encoder while it delivers, whichever process another one connects to', async () => {
    let isOver = false
    const delivering = (async () => {
      while (!isOver) {
        encoders[0]?.send(0.2)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    })()
    const { answer } = await connect(second.rtmpPort)
    isOver = true
    await delivering
    expect(answer.code).not.toBe('NetStream.Publish.Start')
    expect(answer.description).toContain('live from another encoder already')
  })

  it('is not taken over when the same process is started twice by mistake', async () => {
    const { port } = new URL(first.url)
    const again = { ...shared(), WAGGLE_HTTP_PORT: port, WAGGLE_RTMP_PORT: String(first.rtmpPort) }
    const started = startTestSite({ env: { ...again, WAGGLE_DATA_DIR: first.dataDir, WAGGLE_ROLES: 'media' } })
    await expect(started).rejects.toThrow('in use already')
    const lease = await db.selectFrom('broadcast_leases').selectAll().executeTakeFirst()
    expect(lease?.holder).toBe(first.url)
  })

  it('follows its encoder to another process, under the same address', async () => {
    const before = await playlist(first.url)
    const held = fetchLive(first.url, `source/media.m3u8?_HLS_msn=${(before.segments.at(-1)?.sequence ?? 0) + 1}`)
    await encoders[0]?.close()
    const encoder = await connect(second.rtmpPort)
    expect(encoder.answer.code).toBe('NetStream.Publish.Start')
    expect((await held).status).toBe(503)
    encoder.send(8)
    await expect.poll(async () => (await fetchLive(first.url, 'source/media.m3u8')).status).toBe(200)
    await untilStillWatching()
    await untilSame(first.url, second.url)
    const after = await playlist(first.url)
    expect(after.segments[0]?.sequence).toBeGreaterThan(before.segments.at(-1)?.sequence ?? Infinity)
    expect(await findChannel()).toMatchObject({ isLive: true, streamId })
  })

  it('[F2] continues in another process when its process is killed', async () => {
    const before = await playlist(first.url)
    const last = before.segments.at(-1)?.sequence ?? Infinity
    await untilSaved(last)
    await stopProcess(second.child, 'SIGKILL')
    expect((await fetchLive(first.url, 'source/media.m3u8')).status).toBe(503)
    const encoder = await connect(third.rtmpPort)
    expect(encoder.answer.code).toBe('NetStream.Publish.Start')
    encoder.send(8)
    await expect.poll(async () => (await fetchLive(first.url, 'source/media.m3u8')).status).toBe(200)
    const after = await playlist(first.url)
    expect(after.segments[0]?.sequence).toBeGreaterThan(last)
    expect((await findChannel()).streamId).toBe(streamId)
    // The process that its viewer is connected to has the stream itself now.
    expect(await viewer.closed).toBe(realTimeCloseCodes.moved)
    viewer = await watch(third.url, await newToken(streamId))
  })

  it('[F27] stays in the new process when its previous process was only suspended', async () => {
    await untilSaved((await playlist(third.url)).segments.at(-1)?.sequence ?? Infinity)
    third.child.kill('SIGSTOP')
    const encoder = await connect(first.rtmpPort)
    expect(encoder.answer.code).toBe('NetStream.Publish.Start')
    encoder.send(8)
    await expect.poll(async () => (await fetchLive(first.url, 'source/media.m3u8')).status).toBe(200)
    await playlist(first.url)
    const closed = encoders.at(-2)?.whenClosed
    const nextNumber = async () => (await findBroadcast(db, streamId))?.playlists.nextNumber ?? 0
    const saved = await nextNumber()
    third.child.kill('SIGCONT')
    // It finds that it has lost its lease, and disconnects its encoder.
    await closed
    // It has taken nothing back, and written nothing of its own.
    const lease = await db.selectFrom('broadcast_leases').selectAll().executeTakeFirst()
    expect(lease?.holder).toBe(first.url)
    expect(await nextNumber()).toBeGreaterThanOrEqual(saved)
    await expect.poll(async () => (await fetchLive(third.url, 'source/media.m3u8')).status).toBe(200)
    encoder.send(4)
    await untilSame(third.url, first.url)
    expect(await findChannel()).toMatchObject({ isLive: true, streamId })
  })

  it('is still served by each of them while the database is down', async () => {
    await postgres.close()
    await db.destroy()
    await expect.poll(async () => (await fetch(`${third.url}/readyz`)).status).toBe(503)
    for (let count = 0; count < 5; count++) {
      expect((await fetchLive(third.url, 'source/media.m3u8')).status).toBe(200)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    const before = await playlist(third.url)
    encoders.at(-1)?.send(4)
    await expect.poll(async () => (await playlist(third.url)).segments.length).toBeGreaterThan(before.segments.length)
  })
})

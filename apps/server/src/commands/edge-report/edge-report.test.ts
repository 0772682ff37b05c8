import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { readFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { get as getSecurely, Agent as SecureAgent } from 'node:https'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readPlaylist } from '../../../../../packages/media/src/hls/testing/playlist-checker.ts'
import { readConfig } from '../../config/config.ts'
import { readEgress } from '../../db/egress/egress-totals.ts'
import { connectDatabase, type Db } from '../../db/open.ts'
import { type CountingProxy, startCountingProxy } from '../../testing/engines/counting-proxy.ts'
import { type Nginx, startNginx } from '../../testing/engines/nginx.ts'
import { freePort, removeFolder, stopProcess, temporaryFolder } from '../../testing/engines/private-process.ts'
import { startVarnish, type Varnish } from '../../testing/engines/varnish.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'
import type { ReportState } from './report-file.ts'
import { runEdgeReport } from './run-edge-report.ts'

const command = fileURLToPath(new URL('../command-line.ts', import.meta.url))
const dayMs = 24 * 60 * 60_000
const edgeSecret = 'the-secret-of-this-edge'
let site: TestSite
let db: Db
/** The way of reports to the site. */
let way: CountingProxy
let encoder: TestEncoder
let streamId: string
/** The initialisation segment, which stays what it is while the broadcast lives. */
let initialisation: string
let media: NodeJS.Timeout
let folder: string
let readers: ChildProcess[] = []

beforeAll(async () => {
  folder = await temporaryFolder('edge-report')
  site = await startTestSite({
    env: { WAGGLE_EDGE_SECRET: edgeSecret, WAGGLE_EGRESS_BUDGET: '1TB/day', WAGGLE_TRANSCODE: 'off' },
  })
  // Noon (UTC): addresses have other names on the next day.
  site.moveClock(dayMs / 2 - (site.now() % dayMs))
  way = await startCountingProxy(site.url)
  db = connectDatabase({ dataDir: site.dataDir })
  encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
  encoder.send(8)
  // A silent encoder's broadcast ends.
  media = setInterval(() => encoder.send(1), 1000)
  for (;;) {
    const channel = (await site.request('GET', '/api/streams/info/alice')).json
    streamId = channel.streamId
    if (channel.isLive) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const headers = { 'x-waggle-edge': edgeSecret }
  const playlist = await site.request('GET', `/live/${streamId}/source/media.m3u8`, { headers })
  initialisation = readPlaylist(playlist.text).segments.at(-1)?.map ?? ''
})
afterEach(async () => {
  way.refuse(false)
  await Promise.all(readers.map((reader) => stopProcess(reader, 'SIGKILL')))
  readers = []
})
afterAll(async () => {
  clearInterval(media)
  await encoder?.close()
  await db?.destroy()
  await way?.close()
  await site?.close()
  await removeFolder(folder)
})

/** Starts `waggle edge-report` with the same folder each time. Resolves when it reads the log. */
async function startReader(...args: string[]): Promise<ChildProcess> {
  const reader = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      command,
      'edge-report',
      ...args,
      '--name',
      `here:${args[0]}`,
      '--every',
      '1',
    ],
    {
      env: {
        ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
        ...{ WAGGLE_PUBLIC_URL: way.url, WAGGLE_EDGE_SECRET: edgeSecret, WAGGLE_DATA_DIR: folder },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  readers.push(reader)
  let output = ''
  for (const stream of [reader.stdout, reader.stderr]) stream?.on('data', (text) => (output += text))
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/Reads Varnish's log|Waits for nginx's log/)
  return reader
}

/** What edges have reported for the site, the broadcast, and each address. */
async function reported() {
  const all = async (scope: 'site' | 'broadcast' | 'address') =>
    readEgress(db, { scope, fromDay: '', toDay: '9999-12-31' })
  const [[whole], broadcasts, addresses] = await Promise.all([all('site'), all('broadcast'), all('address')])
  return {
    site: whole?.edgeBytes ?? 0,
    broadcast: broadcasts.find(({ id }) => id === streamId)?.edgeBytes ?? 0,
    addresses: addresses.map(({ edgeBytes }) => edgeBytes),
  }
}

/** The bytes that the reader keeps for the site, of these addresses or of all. */
async function kept(log: string, addresses?: readonly string[]): Promise<number> {
  const text = await readFile(join(folder, `edge-report-${log}.json`), 'utf8').catch(() => undefined)
  if (text === undefined) return 0
  const state: ReportState = JSON.parse(text)
  const inBatches = state.batches.flatMap(({ sent }) =>
    sent.map(({ address, bytes }) => [address ?? '', bytes] as const),
  )
  const waiting = state.waiting.map(([key, bytes]) => [key.split(' ')[0] ?? '', bytes] as const)
  return sumOf(
    [...inBatches, ...waiting].filter(([address]) => addresses?.includes(address) ?? true).map(([, bytes]) => bytes),
  )
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** A viewer with an address of its own, who counts every byte that arrives. */
function openViewer(url: string, localAddress: string) {
  const agent = new Agent({ keepAlive: true, localAddress })
  const sockets = new Set<Socket>()
  return {
    get: (path: string): Promise<number> =>
      new Promise((resolve, reject) => {
        get(url + path, { agent }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0))
        })
          .on('socket', (socket) => sockets.add(socket))
          .on('error', reject)
      }),
    received: () => [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    close: () => agent.destroy(),
  }
}

describe('[EGRESS-11] `waggle edge-report` beside the Varnish that we ship', () => {
  const addresses = ['127.0.0.11', '127.0.0.12']
  let varnish: Varnish
  let viewers: ReturnType<typeof openViewer>[]
  let stranger: ReturnType<typeof openViewer>
  const received = () => viewers.map((viewer) => viewer.received())

  beforeAll(async () => {
    varnish = await startVarnish(Number(new URL(site.url).port), { edgeSecret })
    viewers = addresses.map((address) => openViewer(varnish.url, address))
    stranger = openViewer(varnish.url, '127.0.0.13')
  })
  afterAll(async () => {
    for (const viewer of [...(viewers ?? []), stranger]) viewer?.close()
    await varnish?.close()
  })

  /** Varnish's log is read from the moment at which its program has opened it, which only what it reads can tell. */
  async function startReading(): Promise<ChildProcess> {
    const known = async () => (await reported()).site + (await kept('varnish'))
    const before = await known()
    const reader = await startReader('varnish', '--instance', varnish.instance)
    const isRead = async () => {
      await stranger.get('/nothing')
      return (await known()) > before
    }
    await expect.poll(isRead, { timeout: 60_000, interval: 200 }).toBe(true)
    return reader
  }

  async function watch(): Promise<void> {
    const base = `/live/${streamId}/source/`
    for (let time = 0; time < 3; time += 1) {
      expect(await viewers[0]?.get(`${base}media.m3u8`)).toBe(200)
      expect(await viewers[0]?.get(`${base}${initialisation}`)).toBe(200)
      expect(await viewers[1]?.get(`${base}media.m3u8?_HLS_skip=YES`)).toBe(200)
    }
  }

  it('reports for the site, the broadcast and each address exactly what viewers received', async () => {
    await startReading()
    await watch()
    await expect.poll(async () => (await reported()).broadcast).toBe(sumOf(received()))
    const media = sumOf(received())
    // What does not exist is sent too, and is part of no broadcast.
    expect(await viewers[0]?.get('/live/aaaaaaaaaaaaaaaaaaaa/source/media.m3u8')).toBe(404)
    expect(await viewers[1]?.get('/other')).toBe(404)
    await expect.poll(async () => (await reported()).addresses).toEqual(expect.arrayContaining(received()))
    expect((await reported()).broadcast).toBe(media)
    const totals = await reported()
    expect(totals.addresses).toHaveLength(3)
    expect(totals.site).toBe(sumOf(totals.addresses))
    // The site does not count what it sends to its edge.
    const [total] = await readEgress(db, { scope: 'broadcast', fromDay: '', toDay: '9999-12-31', ids: [streamId] })
    expect(total?.sentBytes).toBe(0)
  })

  it('keeps what the site has not counted while it is away, and counts it once, though the reader is killed', {
    timeout: 240_000,
  }, async () => {
    const before = sumOf(received())
    const first = await startReading()
    way.refuse(true)
    await watch()
    await expect.poll(() => kept('varnish', addresses)).toBe(sumOf(received()) - before)
    await stopProcess(first, 'SIGKILL')
    const second = await startReading()
    await watch()
    await expect.poll(() => kept('varnish', addresses)).toBe(sumOf(received()) - before)
    // Stopped in order while the site is away.
    await stopProcess(second)
    expect(await kept('varnish', addresses)).toBe(sumOf(received()) - before)
    way.refuse(false)
    await startReading()
    await expect.poll(() => kept('varnish', addresses)).toBe(0)
    expect((await reported()).addresses).toEqual(expect.arrayContaining(received()))
  })

  it('refuses to run twice with one folder, without the secret, and without a log', async () => {
    await startReader('varnish', '--instance', varnish.instance)
    const stop = new AbortController()
    const print = () => undefined
    const run = (args: string[], env: Record<string, string> = { WAGGLE_EDGE_SECRET: edgeSecret }) =>
      runEdgeReport(readConfig({ WAGGLE_PUBLIC_URL: way.url, WAGGLE_DATA_DIR: folder, ...env }), args, {
        ...{ print, stop: stop.signal },
      })
    await expect(run(['varnish'])).rejects.toThrow(
      `Another 'waggle edge-report' runs with ${folder}/edge-report-varnish.json.`,
    )
    await expect(run(['nginx'], {})).rejects.toThrow('WAGGLE_EDGE_SECRET is not set')
    const wrong = [
      [],
      ['caddy'],
      ['nginx', '--port', '0'],
      ['nginx', '--every', '600'],
      ['nginx', '--name', 'a b'],
      ['nginx', '--all'],
    ]
    for (const args of wrong) await expect(run(args)).rejects.toThrow(/^waggle edge-report varnish/)
    const taken = createSocket('udp4')
    await new Promise<void>((resolve) => taken.bind(0, '127.0.0.1', resolve))
    await expect(run(['nginx', '--port', String(taken.address().port)])).rejects.toThrow('EADDRINUSE')
    taken.close()
  })
})

describe('[EGRESS-11] `waggle edge-report` beside the nginx that we ship', () => {
  let nginx: Nginx
  let logPort: number

  beforeAll(async () => {
    const port = Number(new URL(site.url).port)
    logPort = await freePort()
    // A long wait for the cache: each request after the first one is answered from it.
    nginx = await startNginx({ core: [port], media: [port], chat: [port] }, { edgeLogPort: logPort })
  })
  afterAll(async () => {
    await nginx?.close()
  })

  it('reports exactly what came out of the cache, because the site has counted the rest itself', async () => {
    const before = await reported()
    await startReader('nginx', '--port', String(logPort))
    const agent = new SecureAgent({ keepAlive: true, maxSockets: 1 })
    let received = 0
    let fromCache = 0
    const load = (path: string) =>
      new Promise<void>((resolve, reject) => {
        const before = received
        let seen: Socket | undefined
        getSecurely(nginx.url + path, { agent }, (response) => {
          response.resume().on('end', () => {
            if (response.headers['x-cache'] === 'HIT') fromCache += received - before
            resolve()
          })
        })
          .on('socket', (socket) => {
            seen = socket
            countOnce(seen, (bytes) => (received += bytes))
          })
          .on('error', reject)
      })
    for (let time = 0; time < 5; time += 1) await load(`/live/${streamId}/source/${initialisation}`)
    await load('/readyz')
    agent.destroy()
    expect(fromCache).toBeGreaterThan(0)
    await expect.poll(reported).toMatchObject({
      site: before.site + fromCache,
      broadcast: before.broadcast + fromCache,
    })
  })
})

const counted = new WeakSet<Socket>()

/** Counts the bytes inside TLS. */
function countOnce(socket: Socket, add: (bytes: number) => void): void {
  if (counted.has(socket)) return
  counted.add(socket)
  const { push } = socket
  socket.push = (chunk, encoding) => {
    if (chunk !== null) add(chunk.length)
    return push.call(socket, chunk, encoding)
  }
}

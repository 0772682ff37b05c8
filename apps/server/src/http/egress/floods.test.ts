import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect as connectHttp2, constants } from 'node:http2'
import { Agent, get } from 'node:https'
import type { Socket } from 'node:net'
import { connect as connectTls, getCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startNginx } from '../../testing/engines/nginx.ts'
import { newestSegment } from '../../testing/playlist.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

const shareBytes = 2e6
/** Far more than its share. */
const floodBytes = 3 * shareBytes
let site: TestSite
let nginx: Awaited<ReturnType<typeof startNginx>>
let encoder: TestEncoder
let streamId: string
let base: string
let segment: string
let recorded: string
const agents: Agent[] = []
let pulse: NodeJS.Timeout | undefined

beforeAll(async () => {
  site = await startTestSite({ env: { WAGGLE_EGRESS_BUDGET: '0.1GB/day', WAGGLE_EGRESS_SHARES: 'address:2' } })
  const port = Number(new URL(site.url).port)
  nginx = await startNginx({ core: [port], media: [port], chat: [port] })
  encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
  encoder.send(8)
  // On a slow machine the floods take longer than the site waits for a silent encoder.
  pulse = setInterval(() => encoder.send(0.1), 5000)
  const channel = async () => (await site.request('GET', '/api/streams/info/alice')).json
  await vi.waitFor(async () => expect((await channel()).isLive).toBe(true), 15_000)
  streamId = (await channel()).streamId
  base = `/live/${streamId}/source/`
  const playlist = async () => (await site.request('GET', `${base}media.m3u8`)).text
  await vi.waitFor(async () => expect(await playlist()).toMatch(/^#EXTINF/m), 15_000)
  const objects = async () => (await site.request('GET', `/recordings/${streamId}/source/media.m3u8`)).text
  const pattern = /^\.\.\/(source-\d+\.m4s\?bytes=\d+-\d+)$/m
  await vi.waitFor(async () => expect(await objects()).toMatch(pattern), 15_000)
  recorded = `/recordings/${streamId}/${pattern.exec(await objects())?.[1]}`
  segment = `${base}seg-${newestSegment(await playlist()) - 1}.m4s`
})
afterAll(async () => {
  clearInterval(pulse)
  for (const agent of agents) agent.destroy()
  await encoder?.close()
  await nginx?.close()
  await site?.close()
})

/** A client of nginx with an address of its own, over HTTP/1.1. */
function client(localAddress: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: getCACertificates('default') })
  agents.push(agent)
  const sockets = new Set<Socket>()
  return {
    get: (path: string, headers: Record<string, string> = {}) =>
      new Promise<number>((resolve, reject) => {
        get(nginx.url + path, { agent, localAddress, headers }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
        })
          .on('socket', (socket) => sockets.add(socket))
          .on('error', reject)
      }),
    receivedBytes: () => [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0),
  }
}

const overlapping = Array.from({ length: 1000 }, (_, index) => `${index}-${index + 900}`).join(',')
/** Each n-th request of a flood. */
const floods: Record<string, (n: number) => { path: string; range?: string }> = {
  segments: () => ({ path: segment }),
  recordings: () => ({ path: recorded }),
  'made-up queries': (n) => ({ path: `${segment}?n=${n}` }),
  'small, overlapping and huge ranges': (n) => ({
    path: segment,
    range: `bytes=${['0-0', '0-99999999999', '-1', overlapping][n % 4]}`,
  }),
}

it.each(Object.entries(floods))(
  '[T43] [EGRESS-4] nginx as shipped sends an address that floods %s its share, and others watch on',
  async (name, requestOf) => {
    const index = Object.keys(floods).indexOf(name)
    const attacker = client(`127.0.0.${90 + index}`)
    const statuses = new Set<number>()
    for (let n = 0; attacker.receivedBytes() < floodBytes && !statuses.has(429); n += 1) {
      const { path, range } = requestOf(n)
      statuses.add(await attacker.get(path, range === undefined ? {} : { range }))
    }
    expect(statuses).toContain(429)
    // A segment more, headers and TLS.
    expect(attacker.receivedBytes()).toBeLessThan(shareBytes * 1.25)
    const viewer = client('127.0.0.99')
    expect(await viewer.get(`${base}media.m3u8`)).toBe(200)
    expect(await viewer.get(segment)).toBe(200)
  },
)

it('[T43] resets of HTTP/2 streams through nginx as shipped hold nobody else up', async () => {
  const { port } = new URL(nginx.url)
  const from = { localAddress: '127.0.0.98', ca: getCACertificates('default'), ALPNProtocols: ['h2'] }
  const createConnection = () => connectTls({ ...from, port: Number(port), host: '127.0.0.1' })
  const attacker = connectHttp2(nginx.url, { createConnection })
  attacker.on('error', () => undefined)
  await once(attacker, 'connect')
  const next = newestSegment((await site.request('GET', `${base}media.m3u8`)).text) + 1
  const paths = [segment, `${base}media.m3u8?_HLS_msn=${next}&_HLS_part=0`, `${base}part-${next}-0.m4s`, '/api/streams']
  for (let n = 0; n < 600 && !attacker.closed && !attacker.destroyed; n += 1) {
    const stream = attacker.request({ ':path': paths[n % paths.length] })
    stream.on('error', () => undefined)
    stream.close(constants.NGHTTP2_CANCEL)
    if (n % 50 === 49) await once(stream, 'close')
  }
  // The part that held requests wait for comes to a viewer who waits for it.
  const viewer = client('127.0.0.97')
  const held = viewer.get(`${base}media.m3u8?_HLS_msn=${next}&_HLS_part=0`)
  encoder.send(4)
  expect(await held).toBe(200)
  expect(await viewer.get(`${base}part-${next}-0.m4s`)).toBe(200)
  attacker.destroy()
})

/** As many frames as a flood sends: each opens a stream of HTTP/2 and resets it (RFC 9113 sections 6.2 and 6.4; RFC 7541 appendix A). */
function openAndReset(paths: readonly string[]): Buffer {
  const frame = (type: number, flags: number, stream: number, payload: Buffer) => {
    const head = Buffer.alloc(9)
    head.writeUIntBE(payload.length, 0, 3)
    head.set([type, flags], 3)
    head.writeUInt32BE(stream, 5)
    return Buffer.concat([head, payload])
  }
  const literal = (name: number, value: string) => Buffer.from([name, value.length, ...Buffer.from(value)])
  return Buffer.concat([
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    frame(4, 0, 0, Buffer.alloc(0)),
    ...paths.flatMap((path, index) => [
      frame(1, 5, 2 * index + 1, Buffer.concat([Buffer.from([0x82, 0x87]), literal(4, path), literal(1, '127.0.0.1')])),
      frame(3, 0, 2 * index + 1, Buffer.from([0, 0, 0, 8])),
    ]),
  ])
}

/** The connections that programs of this machine have made to this port, those that have just ended among them. */
function connectionsTo(port: number): number {
  const remote = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return readFileSync('/proc/net/tcp', 'latin1')
    .split('\n')
    .filter((line) => line.trim().split(/\s+/)[2] === remote).length
}

it('[T20] resets of HTTP/2 streams that wait for media become few connections to the site', async () => {
  const sitePort = Number(new URL(site.url).port)
  const connectionsBefore = connectionsTo(sitePort)
  const next = newestSegment((await site.request('GET', `${base}media.m3u8`)).text) + 1
  const attacker = connectTls({
    ...{ localAddress: '127.0.0.96', host: '127.0.0.1', port: Number(new URL(nginx.url).port) },
    ...{ ca: getCACertificates('default'), ALPNProtocols: ['h2'] },
  })
  attacker.on('error', () => undefined).resume()
  await once(attacker, 'secureConnect')
  attacker.write(openAndReset(Array.from({ length: 800 }, (_, n) => `${base}part-${next}-${n % 2}.m4s`)))
  // nginx has taken them all, or ends the connection because they are too many.
  const viewer = client('127.0.0.95')
  const held = viewer.get(`${base}part-${next}-0.m4s`)
  encoder.send(4)
  expect(await held).toBe(200)
  expect(connectionsTo(sitePort) - connectionsBefore).toBeLessThan(100)
  attacker.destroy()
})

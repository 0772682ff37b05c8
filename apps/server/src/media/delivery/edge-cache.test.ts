import { Agent, get, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPlaylist } from '../../../../../packages/media/src/hls/testing/playlist-checker.ts'
import { type CountingProxy, startCountingProxy } from '../../testing/engines/counting-proxy.ts'
import { type Nginx, startNginx } from '../../testing/engines/nginx.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

let site: TestSite
let counter: CountingProxy
let nginx: Nginx
let encoder: TestEncoder
let base: string
let streamId: string
const agent = new Agent({ keepAlive: true, maxSockets: 1000 })
const viewers = 200

beforeAll(async () => {
  site = await startTestSite()
  counter = await startCountingProxy(site.url)
  const port = Number(new URL(counter.url).port)
  nginx = await startNginx({ core: [port], media: [port], chat: [port] })
  encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
  encoder.send(8)
  for (;;) {
    const channel = (await site.request('GET', '/api/streams/info/alice')).json
    streamId = channel.streamId
    if (channel.isLive) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  base = `/live/${streamId}/source/`
})
afterAll(async () => {
  agent.destroy()
  await encoder?.close()
  await nginx?.close()
  await counter?.close()
  await site?.close()
})

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

function ask(origin: string, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(origin + path, { agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    request.on('error', reject)
  })
}

const askAll = (path: string) => Promise.all(Array.from({ length: viewers }, () => ask(nginx.url, path)))

async function playlist() {
  return readPlaylist((await ask(site.url, `${base}media.m3u8`)).body.toString())
}

describe('what a cache may keep', () => {
  it('is said by every answer', async () => {
    const { segments } = await playlist()
    const last = segments.at(-1)
    const keyPath = /URI="([^"]+)"/.exec(last?.key ?? '')?.[1]
    const { token } = (await site.request('POST', `/api/hls/token/${streamId}`)).json
    const cacheControl = async (path: string) => (await ask(site.url, path)).headers['cache-control']
    expect(await cacheControl(`/live/${streamId}/master.m3u8`)).toBe('public, max-age=1')
    expect(await cacheControl(`${base}media.m3u8`)).toBe('public, max-age=1')
    expect(await cacheControl(`${base}media.m3u8?_HLS_msn=${last?.sequence}&_HLS_part=0`)).toBe('public, max-age=2')
    expect(await cacheControl(`${base}media.m3u8?token=${token}`)).toBe('private, no-store')
    for (const path of [last?.map, last?.parts[0]?.uri, segments[0]?.uri]) {
      expect(await cacheControl(base + path)).toBe('public, max-age=3600, immutable')
    }
    expect(await cacheControl(`${keyPath}?token=${token}`)).toBe('no-store')
    expect(await cacheControl(`${keyPath}`)).toBe('no-store')
    expect(await cacheControl(`${base}part-999999-0.m4s`)).toBe('no-store')
    expect(await cacheControl('/live/aaaaaaaaaaaaaaaaaaaa/master.m3u8')).toBe('no-store')
  })
})

describe('a whole segment', () => {
  it('comes in chunks, from a cache too: VLC takes a body of known length for complete one read too late', async () => {
    const path = base + (await playlist()).segments[0]?.uri
    const direct = await ask(site.url, path)
    for (const { headers, body } of [direct, await ask(nginx.url, path), await ask(nginx.url, path)]) {
      expect(headers['transfer-encoding']).toBe('chunked')
      expect(headers['content-length']).toBeUndefined()
      expect(body.equals(direct.body)).toBe(true)
    }
  })

  it('comes with its length to a client of HTTP/1.0, which could not tell a whole one from a part', async () => {
    const path = base + (await playlist()).segments[0]?.uri
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.0\r\nhost: localhost\r\n\r\n`)
    const answer = Buffer.concat(await socket.toArray())
    const headBytes = answer.indexOf('\r\n\r\n') + 4
    const length = /content-length: (\d+)/i.exec(answer.subarray(0, headBytes).toString())?.[1]
    expect(Number(length)).toBe(answer.length - headBytes)
  })
})

describe('the nginx configuration that we ship', () => {
  it(`asks once for what ${viewers} viewers wait for, and gives all of them the same bytes`, async () => {
    const before = await playlist()
    const next = (before.segments.at(-1)?.sequence ?? 0) + 1
    counter.reset()
    const waiting = askAll(`${base}media.m3u8?_HLS_msn=${next}&_HLS_part=0`)
    await counter.untilAsked('_HLS_msn')
    encoder.send(4)
    const playlists = await waiting
    expect(new Set(playlists.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(playlists.map(({ body }) => body.toString())).size).toBe(1)
    const text = playlists[0]?.body.toString() ?? ''
    const segment = readPlaylist(text).segments.find(({ sequence }) => sequence === next)
    expect(segment?.parts.length).toBeGreaterThan(0)
    const part = base + segment?.parts[0]?.uri
    const parts = await askAll(part)
    const original = await ask(site.url, part)
    expect(parts.every(({ status, body }) => status === 200 && body.equals(original.body))).toBe(true)
    // One for the playlist, one for the part.
    expect(counter.requests().filter((path) => path.startsWith('/live/'))).toHaveLength(2)
    expect(parts.filter(({ headers }) => headers['x-cache'] === 'HIT').length).toBeGreaterThanOrEqual(viewers - 1)
  })

  it('never gives a playlist that is older than was asked for, or older than its second', async () => {
    for (let round = 0; round < 3; round += 1) {
      const now = await playlist()
      const next = (now.segments.at(-1)?.sequence ?? 0) + 1
      const plainBefore = readPlaylist((await ask(nginx.url, `${base}media.m3u8`)).body.toString())
      const waiting = ask(nginx.url, `${base}media.m3u8?_HLS_msn=${next}&_HLS_part=0`)
      encoder.send(4)
      const reached = readPlaylist((await waiting).body.toString())
      expect(reached.segments.at(-1)?.sequence).toBeGreaterThanOrEqual(next)
      const askedMs = Date.now()
      for (;;) {
        const plain = readPlaylist((await ask(nginx.url, `${base}media.m3u8`)).body.toString())
        if ((plain.segments.at(-1)?.sequence ?? 0) >= next) break
        expect(plain.mediaSequence).toBeGreaterThanOrEqual(plainBefore.mediaSequence)
        if (Date.now() - askedMs > 3000) throw new Error('a playlist stayed in the cache')
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  })

  it('stores no refusal: what was missing is there as soon as it exists', async () => {
    const { segments } = await playlist()
    const next = (segments.at(-1)?.sequence ?? 0) + 2
    const path = `${base}seg-${next}.m4s`
    expect((await ask(nginx.url, path)).status).toBe(404)
    encoder.send(8)
    const deadlineMs = Date.now() + 5000
    while ((await ask(nginx.url, path)).status !== 200) {
      if (Date.now() > deadlineMs) throw new Error('a refusal stayed in the cache')
    }
  })

  it('[T27] tells viewers apart, whatever they say of themselves', async () => {
    const takeToken = (localAddress: string, headers = {}) =>
      new Promise<number | undefined>((resolve, reject) => {
        const url = `${nginx.url}/api/hls/token/${streamId}`
        const asked = request(url, { method: 'POST', localAddress, headers }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode))
        })
        asked.on('error', reject).end()
      })
    // One address may have 30 in a minute (facts of T27).
    const several = Array.from({ length: 40 }, (_, index) => takeToken(`127.0.1.${index + 1}`))
    expect(new Set(await Promise.all(several))).toEqual(new Set([200]))
    const one = Array.from({ length: 40 }, (_, index) =>
      takeToken('127.0.2.1', { 'x-forwarded-for': `198.51.100.${index}` }),
    )
    expect((await Promise.all(one)).filter((status) => status === 429)).toHaveLength(10)
  })

  it('[T7] stores and logs no token', async () => {
    const { token } = (await site.request('POST', `/api/hls/token/${streamId}`)).json
    const path = `${base}media.m3u8?token=${token}`
    counter.reset()
    for (let time = 0; time < 3; time += 1) expect((await ask(nginx.url, path)).body.toString()).toContain(token)
    expect(counter.requests()).toHaveLength(3)
    const key = /URI="([^"]+)"/.exec((await ask(nginx.url, path)).body.toString().split('EXT-X-KEY:')[1] ?? '')?.[1]
    expect((await ask(nginx.url, String(key))).body).toHaveLength(16)
    // An error with the whole request in it, too.
    counter.refuse(true)
    expect((await ask(nginx.url, String(key))).status).toBe(502)
    counter.refuse(false)
    const logs = await nginx.logs()
    expect(logs).toContain('/api/hls/key/')
    expect(logs).not.toContain(token)
  })
})

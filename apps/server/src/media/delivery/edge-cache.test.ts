import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Agent, createServer, get, type IncomingHttpHeaders } from 'node:http'
import * as https from 'node:https'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import { connect as connectTls, getCACertificates } from 'node:tls'
import { limits } from '@waggle/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPlaylist } from '../../../../../packages/media/src/hls/testing/playlist-checker.ts'
import { type CountingProxy, startCountingProxy } from '../../testing/engines/counting-proxy.ts'
import { type Nginx, shippedNginxConfig, startNginx } from '../../testing/engines/nginx.ts'
import { freePort } from '../../testing/engines/private-process.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

let site: TestSite
let counter: CountingProxy
let nginx: Nginx
let encoder: TestEncoder
let base: string
let streamId: string
const agent = new Agent({ keepAlive: true, maxSockets: 1000 })
const secureAgent = new https.Agent({ keepAlive: true, maxSockets: 1000 })
const viewers = 200

beforeAll(async () => {
  site = await startTestSite()
  counter = await startCountingProxy(site.url)
  const port = Number(new URL(counter.url).port)
  nginx = await startNginx({ core: [port], media: [port], chat: [port] }, { cacheLockMs: 60_000 })
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
  secureAgent.destroy()
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

function fetchPath(origin: string, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = origin.startsWith('https:') ? https.get : get
    const options = { agent: origin.startsWith('https:') ? secureAgent : agent }
    const request = send(origin + path, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    request.on('error', reject)
  })
}

const fetchForAllViewers = (path: string) =>
  Promise.all(Array.from({ length: viewers }, () => fetchPath(nginx.url, path)))

async function playlist() {
  return readPlaylist((await fetchPath(site.url, `${base}media.m3u8`)).body.toString())
}

describe('caching', () => {
  it('is controlled by a header of every response', async () => {
    const { segments } = await playlist()
    const last = segments.at(-1)
    const keyPath = /URI="([^"]+)"/.exec(last?.key ?? '')?.[1]
    const { token } = (await site.request('POST', `/api/hls/token/${streamId}`)).json
    const cacheControl = async (path: string) => (await fetchPath(site.url, path)).headers['cache-control']
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
  it('is sent in chunks, from a cache too: VLC notices one read too late that a body of known length is complete', async () => {
    const path = base + (await playlist()).segments[0]?.uri
    const direct = await fetchPath(site.url, path)
    for (const { headers, body } of [direct, await fetchPath(nginx.url, path), await fetchPath(nginx.url, path)]) {
      expect(headers['transfer-encoding']).toBe('chunked')
      expect(headers['content-length']).toBeUndefined()
      expect(body.equals(direct.body)).toBe(true)
    }
  })

  it('is sent with its length to an HTTP/1.0 client, which could not detect a truncated body', async () => {
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
  // A request that waited for the cache instead would be answered up to 500 ms late: that is how often nginx checks its lock.
  it(`passes the playlist requests of ${viewers} waiting viewers on, so that Waggle wakes all of them at once`, async () => {
    const next = ((await playlist()).segments.at(-1)?.sequence ?? 0) + 1
    const path = `${base}media.m3u8?_HLS_msn=${next}&_HLS_part=0`
    const waiting = Array.from({ length: viewers }, () => fetchPath(nginx.url, path))
    await expect.poll(() => counter.requests().filter((asked) => asked.includes(`msn=${next}`)).length).toBe(viewers)
    encoder.send(4)
    for (const { status, body } of await Promise.all(waiting)) {
      expect(status).toBe(200)
      expect(readPlaylist(body.toString()).segments.at(-1)?.sequence).toBeGreaterThanOrEqual(next)
    }
  })

  it(`fetches a part once for ${viewers} viewers, and gives all of them the same bytes`, async () => {
    const part = base + (await playlist()).segments.at(-1)?.parts[0]?.uri
    const original = await fetchPath(site.url, part)
    counter.reset()
    const parts = await fetchForAllViewers(part)
    expect(parts.every(({ status, body }) => status === 200 && body.equals(original.body))).toBe(true)
    expect(counter.requests()).toHaveLength(1)
    expect((await fetchForAllViewers(part)).every(({ headers }) => headers['x-cache'] === 'HIT')).toBe(true)
  })

  it('finds media in its cache whatever query is added', async () => {
    const { segments } = await playlist()
    const uris = [segments.at(-1)?.parts[0]?.uri, segments[0]?.uri, segments[0]?.map]
    for (const uri of uris) await fetchPath(nginx.url, base + uri)
    counter.reset()
    for (const uri of uris) {
      for (let bust = 0; bust < 5; bust += 1) {
        expect((await fetchPath(nginx.url, `${base}${uri}?bust=${bust}`)).headers['x-cache'], uri).toBe('HIT')
      }
    }
    expect(counter.requests()).toEqual([])
  })

  it('refuses a playlist with a query that no player sends', async () => {
    counter.reset()
    for (const query of ['bust=1', '_HLS_skip=NO&x=2', '_HLS_msn=1;2', 'token=a%20b', '_HLS_msn=-1']) {
      expect((await fetchPath(nginx.url, `${base}media.m3u8?${query}`)).status, query).toBe(400)
    }
    expect(counter.requests()).toEqual([])
    expect((await fetchPath(nginx.url, `${base}media.m3u8?_HLS_skip=YES`)).status).toBe(200)
  })

  it('slows down an address that floods it with calls, and nobody else', async () => {
    // Without a server behind it nginx answers 502 at once, and the requests of a connection are written all together: neither this process
    // nor the site has work with them, so that even a busy machine floods it far faster than 200 calls a second.
    const port = await freePort()
    const flooded = await startNginx({ core: [port], media: [port], chat: [port] })
    const server = createServer((_request, response) => response.end('here'))
    try {
      const startedMs = performance.now()
      const perConnection = 900
      const text = 'GET /api/site HTTP/1.1\r\nHost: localhost\r\n\r\n'
      const last = text.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
      const ask = async (localAddress: string, requests: number) => {
        const to = { host: '127.0.0.1', port: Number(new URL(flooded.url).port), localAddress }
        const socket = connectTls({ ...to, ca: getCACertificates('default') })
        socket.write(text.repeat(requests - 1) + last)
        const answers = Buffer.concat(await socket.toArray()).toString('latin1')
        return [...answers.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
      }
      const statuses = (await Promise.all(Array.from({ length: 10 }, () => ask('127.0.3.1', perConnection)))).flat()
      const elapsedS = (performance.now() - startedMs) / 1000
      expect(statuses).toHaveLength(10 * perConnection)
      expect(new Set(statuses)).toEqual(new Set([502, 429]))
      const passed = statuses.filter((status) => status === 502).length
      expect(passed).toBeGreaterThanOrEqual(2000)
      expect(passed).toBeLessThanOrEqual(2000 + 200 * elapsedS + 2)
      await once(server.listen(port, '127.0.0.1'), 'listening')
      expect(await ask('127.0.3.2', 1)).toEqual([200])
    } finally {
      server.close()
      await flooded.close()
    }
  })

  it('leads from HTTP to HTTPS', async () => {
    const { status, headers } = await fetchPath(nginx.plainUrl, '/watch?user=alice')
    expect(status).toBe(301)
    expect(headers.location).toBe('https://127.0.0.1/watch?user=alice')
  })

  it('keeps its cache and logs in folders that the Debian package has made', async () => {
    const paths = [...(await readFile(shippedNginxConfig, 'utf8')).matchAll(/\/var\/[\w/.-]+/g)].map(([path]) => path)
    expect(paths.length).toBeGreaterThanOrEqual(3)
    for (const path of paths) expect(existsSync(dirname(path)), path).toBe(true)
  })

  it('never serves a playlist older than requested, or older than a second', async () => {
    for (let round = 0; round < 3; round += 1) {
      const now = await playlist()
      const next = (now.segments.at(-1)?.sequence ?? 0) + 1
      const plainBefore = readPlaylist((await fetchPath(nginx.url, `${base}media.m3u8`)).body.toString())
      const waiting = fetchPath(nginx.url, `${base}media.m3u8?_HLS_msn=${next}&_HLS_part=0`)
      encoder.send(4)
      const reached = readPlaylist((await waiting).body.toString())
      expect(reached.segments.at(-1)?.sequence).toBeGreaterThanOrEqual(next)
      const startMs = Date.now()
      for (;;) {
        const plain = readPlaylist((await fetchPath(nginx.url, `${base}media.m3u8`)).body.toString())
        if ((plain.segments.at(-1)?.sequence ?? 0) >= next) break
        expect(plain.mediaSequence).toBeGreaterThanOrEqual(plainBefore.mediaSequence)
        if (Date.now() - startMs > 3000) throw new Error('a playlist stayed in the cache')
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  })

  it('caches no 404: a segment is served as soon as it exists', async () => {
    const { segments } = await playlist()
    const next = (segments.at(-1)?.sequence ?? 0) + 2
    const path = `${base}seg-${next}.m4s`
    expect((await fetchPath(nginx.url, path)).status).toBe(404)
    encoder.send(8)
    const deadlineMs = Date.now() + 5000
    while ((await fetchPath(nginx.url, path)).status !== 200) {
      if (Date.now() > deadlineMs) throw new Error('a 404 stayed in the cache')
    }
  })

  it('[T27] distinguishes viewers by address, whatever headers they send', async () => {
    const takeToken = (localAddress: string, headers = {}) =>
      new Promise<number | undefined>((resolve, reject) => {
        const url = `${nginx.url}/api/hls/token/${streamId}`
        const asked = https.request(url, { method: 'POST', localAddress, headers, agent: false }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode))
        })
        asked.on('error', reject).end()
      })
    // One address may take so many tokens at once (T8).
    const tooMany = limits.viewerCallsBurst + 100
    const several = Array.from({ length: 40 }, (_, index) => takeToken(`127.0.1.${index + 1}`))
    expect(new Set(await Promise.all(several))).toEqual(new Set([200]))
    const one = Array.from({ length: tooMany }, (_, index) =>
      takeToken('127.0.2.1', { 'x-forwarded-for': `198.51.${index >> 8}.${index & 255}` }),
    )
    expect((await Promise.all(one)).filter((status) => status === 429).length).toBeGreaterThan(0)
  })

  it('[T7] stores and logs no token', async () => {
    const { token } = (await site.request('POST', `/api/hls/token/${streamId}`)).json
    const path = `${base}media.m3u8?token=${token}`
    counter.reset()
    for (let time = 0; time < 3; time += 1) expect((await fetchPath(nginx.url, path)).body.toString()).toContain(token)
    expect(counter.requests()).toHaveLength(3)
    const key = /URI="([^"]+)"/.exec(
      (await fetchPath(nginx.url, path)).body.toString().split('EXT-X-KEY:')[1] ?? '',
    )?.[1]
    expect((await fetchPath(nginx.url, String(key))).body).toHaveLength(16)
    // Also when nginx logs an error with the whole request.
    counter.refuse(true)
    expect((await fetchPath(nginx.url, String(key))).status).toBe(502)
    counter.refuse(false)
    const secret = 'k5vJm2QpX9'
    await fetchPath(nginx.url, `/overlay/${secret}`)
    await fetchPath(nginx.url, `/%6fverlay/${secret}`)
    await expect.poll(() => nginx.logs()).toContain('/overlay/[secret]')
    const logs = await nginx.logs()
    expect(logs).toContain('/api/hls/key/')
    expect(logs).not.toContain(token)
    expect(logs).not.toContain(secret)
  })
})

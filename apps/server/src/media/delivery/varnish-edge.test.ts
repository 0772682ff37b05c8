import { Agent, get, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPlaylist } from '../../../../../packages/media/src/hls/testing/playlist-checker.ts'
import { type CountingProxy, startCountingProxy } from '../../testing/engines/counting-proxy.ts'
import { startVarnish, type Varnish } from '../../testing/engines/varnish.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

const viewers = 200
let site: TestSite
let counter: CountingProxy
let varnish: Varnish
let encoder: TestEncoder
let base: string
const agent = new Agent({ keepAlive: true, maxSockets: 1000 })

beforeAll(async () => {
  site = await startTestSite()
  counter = await startCountingProxy(site.url)
  varnish = await startVarnish(Number(new URL(counter.url).port), { tls: true })
  encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
  encoder.send(8)
  for (;;) {
    const { streamId, isLive } = (await site.request('GET', '/api/streams/info/alice')).json
    base = `/live/${streamId}/source/`
    if (isLive) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
})
afterAll(async () => {
  agent.destroy()
  await encoder?.close()
  await varnish?.close()
  await counter?.close()
  await site?.close()
})

function fetchPath(path: string, origin = varnish.url) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    get(origin + path, { agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    }).on('error', reject)
  })
}

const forAllViewers = (path: string) => Promise.all(Array.from({ length: viewers }, () => fetchPath(path)))
const playlist = async () => readPlaylist((await fetchPath(`${base}media.m3u8`, site.url)).body.toString())

describe('the Varnish configuration that we ship', () => {
  it(`asks once for the next playlist for ${viewers} waiting viewers, and answers all of them when it exists`, async () => {
    const next = ((await playlist()).segments.at(-1)?.sequence ?? 0) + 1
    const path = `${base}media.m3u8?_HLS_msn=${next}&_HLS_part=0`
    const asked = () => counter.requests().filter((line) => line.includes(`msn=${next}`))
    const waiting = forAllViewers(path)
    await expect.poll(() => asked().length, { timeout: 10_000 }).toBe(1)
    encoder.send(4)
    for (const { status, headers, body } of await waiting) {
      expect(status).toBe(200)
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(readPlaylist(body.toString()).segments.at(-1)?.sequence).toBeGreaterThanOrEqual(next)
    }
    expect(asked()).toHaveLength(1)
    // The order of a query's parts makes no other playlist.
    await fetchPath(`${base}media.m3u8?_HLS_part=0&_HLS_msn=${next}`)
    expect(asked()).toHaveLength(1)
  })

  it(`fetches a part once for ${viewers} viewers, whatever query they add, and gives all of them the same bytes`, async () => {
    const part = base + (await playlist()).segments.at(-1)?.parts[0]?.uri
    const original = await fetchPath(part, site.url)
    counter.reset()
    const parts = [...(await forAllViewers(part)), await fetchPath(`${part}?bust=1`), await fetchPath(`${part}?bust=2`)]
    expect(parts.every(({ status, body }) => status === 200 && body.equals(original.body))).toBe(true)
    expect(counter.requests()).toHaveLength(1)
  })

  it('answers for nothing but live playlists and media', async () => {
    counter.reset()
    const others = [
      '/',
      '/api/site',
      '/api/hls/key/abc/1',
      '/watch?user=alice',
      '/healthz',
      '/live/',
      '/live/../api/site',
    ]
    for (const path of [...others, base.replace('source/', 'moq'), '/recordings/abc/master.m3u8']) {
      expect((await fetchPath(path)).status, path).toBe(404)
    }
    for (const query of ['bust=1', '_HLS_skip=NO', '_HLS_msn=1;2', 'token=a%20b', '_HLS_msn=-1']) {
      expect((await fetchPath(`${base}media.m3u8?${query}`)).status, query).toBe(400)
    }
    const status = await new Promise((resolve, reject) => {
      request(`${varnish.url}${base}media.m3u8`, { method: 'POST' }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end('x')
    })
    expect(status).toBe(405)
    expect(counter.requests()).toEqual([])
  })

  it('[T7] keeps no playlist with a viewer’s token', async () => {
    const { streamId } = (await site.request('GET', '/api/streams/info/alice')).json
    const { token } = (await site.request('POST', `/api/hls/token/${streamId}`)).json
    counter.reset()
    for (let time = 0; time < 3; time += 1) {
      const { body, headers } = await fetchPath(`${base}media.m3u8?token=${token}`)
      expect(body.toString()).toContain(token)
      expect(headers['x-cache']).toBe('MISS')
    }
    expect(counter.requests()).toHaveLength(3)
  })

  it('keeps no 404, and never serves a playlist that is older than a second', async () => {
    const { segments } = await playlist()
    const next = (segments.at(-1)?.sequence ?? 0) + 2
    expect((await fetchPath(`${base}seg-${next}.m4s`)).status).toBe(404)
    await fetchPath(`${base}media.m3u8`)
    encoder.send(8)
    const newest = async () => readPlaylist((await fetchPath(`${base}media.m3u8`)).body.toString()).segments.at(-1)
    await expect.poll(async () => (await fetchPath(`${base}seg-${next}.m4s`)).status, { timeout: 5000 }).toBe(200)
    await expect.poll(async () => (await newest())?.sequence, { timeout: 5000 }).toBeGreaterThanOrEqual(next)
  })

  it('answers 503 at once while the site cannot be reached, and recovers with it', async () => {
    const part = base + (await playlist()).segments.at(-1)?.parts.at(-1)?.uri
    counter.refuse(true)
    const { status, headers } = await fetchPath(part)
    expect(status).toBe(503)
    expect(headers['access-control-allow-origin']).toBe('*')
    counter.refuse(false)
    await expect.poll(async () => (await fetchPath(part)).status, { timeout: 5000 }).toBe(200)
  })

  it('speaks HTTPS through hitch', async () => {
    const answer = await fetch(`${varnish.secureUrl}${base}media.m3u8`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('#EXTM3U')
  })
})

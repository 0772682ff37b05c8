import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Nginx, startNginx } from '../../testing/engines/nginx.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'
import { waitFor } from '../../testing/wait-for.ts'

let site: TestSite
let encoder: TestEncoder
let nginx: Nginx
let streamId: string
/** What nginx tells the reader of its edge log that it has sent. */
const told: string[] = []
const edgeLog = createSocket('udp4', (line) => told.push(line.toString()))
/** What its answers said about its cache. */
const caches: (string | null)[] = []

beforeAll(async () => {
  site = await startTestSite()
  const port = Number(new URL(site.url).port)
  await new Promise<void>((resolve) => edgeLog.bind(0, '127.0.0.1', resolve))
  nginx = await startNginx(
    { core: [port], media: [port], chat: [port] },
    { cacheLockMs: 60_000, replaySeconds: 1, edgeLogPort: edgeLog.address().port },
  )
  encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
  encoder.send(8)
})
afterAll(async () => {
  await encoder?.close()
  await nginx?.close()
  edgeLog.close()
  await site?.close()
})

/** The first segment of the recording, without the origin. */
const recordedSegment = () =>
  waitFor('a recorded segment', async () => {
    streamId = (await site.request('GET', '/api/streams/info/alice')).json.streamId
    const { text } = await site.request('GET', `/recordings/${streamId}/source/media.m3u8`)
    const [, first] = /^\.\.\/(source-\d+\.m4s\?bytes=\d+-\d+)$/m.exec(text) ?? []
    return first && `/recordings/${streamId}/${first}`
  })

const fromCache = async (address: string) => {
  const response = await fetch(nginx.url + address)
  const cache = response.headers.get('x-cache')
  caches.push(cache)
  return { cache, status: response.status, body: Buffer.from(await response.arrayBuffer()) }
}

it('[REC-12] the shipped nginx sends the media of replays from its cache, asks again without the media, and sends nothing that was cut out', async () => {
  const path = await recordedSegment()
  const original = Buffer.from(await (await fetch(site.url + path)).arrayBuffer())
  const answers = [await fromCache(path), await fromCache(path), await fromCache(path)]
  expect(answers.filter(({ body }) => !body.equals(original))).toEqual([])
  // Kept once a second viewer has asked.
  expect(answers.slice(0, 2).map(({ cache }) => cache)).toEqual(['MISS', 'MISS'])
  // Whatever query is added, Waggle is not asked more often.
  const busted = await fromCache(`${path.replace('?', '?bust=1&')}`)
  expect(busted).toMatchObject({ status: 200 })
  expect(busted.body.equals(original)).toBe(true)
  expect(busted.cache).not.toBe('MISS')
  await expect.poll(async () => (await fromCache(path)).cache, { timeout: 10_000 }).toBe('REVALIDATED')
  expect((await fromCache(path)).body.equals(original)).toBe(true)

  // Waggle counts what it sends itself.
  const own = caches.filter((cache) => cache === 'HIT' || cache === 'REVALIDATED' || cache === 'UPDATING').length
  await expect.poll(() => told.length).toBe(own)
  const bytesIn = (line: string) => Number(/waggle_edge: \S+ (\d+) 200 \/recordings\//.exec(line)?.[1])
  expect(told.filter((line) => !(bytesIn(line) > original.length))).toEqual([])

  const token = await site.signIn('alice')
  const cut = await site.request('POST', `/api/replays/cuts/${streamId}`, { body: { lastSeconds: 3600 }, token })
  expect(cut.status).toBe(200)
  expect((await fetch(site.url + path)).status).toBe(404)
  await expect.poll(async () => (await fromCache(path)).status, { timeout: 10_000 }).toBe(404)
})

it('Waggle answers a cache that has the media already without sending it', async () => {
  // The cut reaches a few seconds further than what was sent until then.
  encoder.send(20)
  const address = site.url + (await recordedSegment())
  const first = await fetch(address)
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[a-z0-9-]+"$/)
  const again = await fetch(address, { headers: { 'if-none-match': etag } })
  expect([again.status, (await again.arrayBuffer()).byteLength, again.headers.get('etag')]).toEqual([304, 0, etag])
  const other = await fetch(address, { headers: { 'if-none-match': '"other"' } })
  expect([other.status, (await other.arrayBuffer()).byteLength > 0]).toEqual([200, true])
})

import { Path, Varint } from '@moq/net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMoqRelay } from '../../testing/engines/moq-relay.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

const secret = 'relaysecret'
const logLines: string[] = []
let relay: Awaited<ReturnType<typeof startMoqRelay>>
let site: TestSite
let encoder: TestEncoder
let streamId: string

beforeAll(async () => {
  relay = await startMoqRelay()
  site = await startTestSite({
    env: { WAGGLE_TRANSCODE: 'off', WAGGLE_MOQ_RELAY: `${relay.url}?jwt=${secret}` },
    onLog: (line) => logLines.push(line),
  })
  encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
  encoder.send(8)
  for (;;) {
    const channel = (await site.request('GET', '/api/streams/info/alice')).json
    streamId = channel.streamId
    if (channel.isLive) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
})
afterAll(async () => {
  await encoder?.close()
  await site?.close()
  await relay?.close()
})

async function readCatalog(player: Awaited<ReturnType<typeof relay.connect>>) {
  const group = await player.consume(Path.from(streamId)).track('catalog.json').subscribe().recvGroup()
  const frame = await group?.readFrame()
  return JSON.parse(new TextDecoder().decode(frame?.payload))
}

it('a broadcast is published to the relay under its stream id, and played from there', async () => {
  await expect.poll(relay.paths).toEqual([streamId])
  expect(relay.requested[0]).toBe(`/waggle?jwt=${secret}`)
  const player = await relay.connect()
  const { video, audio } = await readCatalog(player)
  expect(Object.keys(video.renditions)).toEqual(['source/1'])
  expect(Object.keys(audio.renditions)).toEqual(['audio/1'])
  const track = player.consume(Path.from(streamId)).track('source/1').subscribe()
  const group = await track.recvGroup()
  encoder.send(2)
  const frames: { timestampUs: number; bytes: number }[] = []
  for (let frame = await group?.readFrame(); frame; frame = await group?.readFrame()) {
    const [timestampUs, data] = Varint.decode(frame.payload)
    frames.push({ timestampUs, bytes: data.length })
  }
  expect(frames).toHaveLength(20)
  expect(frames.map(({ timestampUs }) => timestampUs - frames[0]!.timestampUs)).toEqual(
    frames.map((_, index) => index * 100_000),
  )
  expect(new Set(frames.map(({ bytes }) => bytes)).size).toBe(1)
  player.close()
})

it('is published again when the relay has lost the connection', async () => {
  const before = relay.requested.length
  relay.disconnectAll()
  await expect.poll(() => relay.requested.length, { timeout: 10_000 }).toBeGreaterThan(before)
  const player = await relay.connect()
  await expect.poll(async () => Object.keys((await readCatalog(player)).video.renditions)).toEqual(['source/1'])
  player.close()
})

it('players are told the address of the relay, and nobody its token', async () => {
  const { json } = await site.request('GET', '/api/site')
  expect(json.realTime).toEqual({ relayUrl: relay.url })
  const page = await site.request('GET', '/watch?user=alice')
  const { origin } = new URL(relay.url)
  const connectSources = /connect-src ([^;]*)/.exec(page.headers.get('content-security-policy') ?? '')?.[1]?.split(' ')
  expect(connectSources).toEqual(["'self'", origin, origin.replace('http', 'ws')])
  expect(page.text).not.toContain(secret)
  expect(logLines.join('')).not.toContain(secret)
})

it('counts who watches at the relay and fetches the keys of LL-HLS', async () => {
  site.nextClient()
  const { token } = (await site.request('POST', `/api/hls/token/${streamId}`)).json
  const number = Math.floor(Date.now() / 30_000)
  expect((await site.request('GET', `/api/hls/key/${streamId}/${number}?token=${token}`)).status).toBe(200)
  await expect.poll(async () => (await site.request('GET', '/api/streams/info/alice')).json.viewers).toBe(1)
})

it('is withdrawn from the relay at its end', async () => {
  await encoder.finish()
  site.moveClock(90_000)
  await expect.poll(relay.paths, { timeout: 10_000 }).toEqual([])
})

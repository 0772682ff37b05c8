import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectChat } from '../../testing/chat/chat-client.ts'
import { startPostgres } from '../../testing/engines/postgres.ts'
import { freePort } from '../../testing/engines/private-process.ts'
import { startRedis } from '../../testing/engines/redis.ts'
import { startSwitchableNetwork } from '../../testing/networks/switchable-network.ts'
import { newestSegment } from '../../testing/playlist.ts'
import { connectRealTime } from '../../testing/real-time-viewer.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

/** A guard against hanging; the product needs ten seconds (rule OPS-22). */
const soon = { timeout: 45_000, interval: 100 }

let network: Awaited<ReturnType<typeof startSwitchableNetwork>>
/** Holds the broadcast. The other one reaches it through the network. */
let holder: TestSite
let other: TestSite
let otherMetrics: string
const otherLog: string[] = []
const closing: (() => unknown)[] = []

beforeAll(async () => {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  closing.push(
    () => postgres.close(),
    () => redis.close(),
  )
  const [holderPort, otherPort, metricsPort] = await Promise.all([freePort(), freePort(), freePort()])
  network = await startSwitchableNetwork(holderPort)
  closing.push(() => network.close())
  const shared = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, WAGGLE_TRANSCODE: 'off' }
  holder = await startTestSite({
    env: {
      ...shared,
      WAGGLE_HTTP_PORT: String(holderPort),
      WAGGLE_NODE_URL: `http://127.0.0.1:${network.port}`,
    },
  })
  closing.push(() => holder.close())
  other = await startTestSite({
    env: {
      ...shared,
      WAGGLE_DATA_DIR: holder.dataDir,
      WAGGLE_HTTP_PORT: String(otherPort),
      WAGGLE_METRICS_PORT: String(metricsPort),
      WAGGLE_ROLES: 'media,chat',
      WAGGLE_PUBLIC_URL: holder.url,
    },
    onLog: (line) => void otherLog.push(line),
  })
  closing.push(() => other.close())
  otherMetrics = `http://127.0.0.1:${metricsPort}`
})
afterAll(async () => {
  network?.heal()
  for (const close of closing.reverse()) await close()
})

it('[F24] [OPS-22] a partition between media processes costs only what passes through it, and ends by itself', {
  timeout: 180_000,
}, async () => {
  const token = await holder.signIn('alice')
  const encoder: TestEncoder = await connectEncoder(holder.rtmpPort, await holder.streamKey('alice'))
  closing.push(() => encoder.close())
  encoder.send(8)
  encoder.neverFallSilent()
  const info = async () => (await holder.request('GET', '/api/streams/info/alice')).json
  await expect.poll(async () => (await info()).isLive, soon).toBe(true)
  const { streamId } = await info()
  const path = `/live/${streamId}/source/media.m3u8`
  const status = async (site: TestSite) => (await site.request('GET', path)).status
  const newest = async (site: TestSite) => newestSegment((await site.request('GET', path)).text)
  await expect.poll(() => status(other), soon).toBe(200)
  const { token: viewerToken } = (await holder.request('POST', `/api/hls/token/${streamId}`)).json
  const viewer = await connectRealTime(other.url, streamId, { token: viewerToken })
  viewer.subscribe()
  await expect.poll(viewer.receivedBytes, soon).toBeGreaterThan(1000)
  const chats = await Promise.all([holder, other].map((site, n) => connectChat(site.url, { address: `10.4.0.${n}` })))
  for (const chat of chats) {
    closing.push(() => chat.close())
    expect(await chat.join('alice', { token, coalesce: true })).toMatchObject({ ok: true })
  }
  const partState = async () => (await (await fetch(`${otherMetrics}/health`)).json()).otherProcesses
  expect(await partState()).toBe('ok')

  network.silence()
  // Whoever waits is refused once it is clear that nothing comes, and can then try another process.
  expect(await status(other)).toBe(503)
  await expect.poll(partState, soon).toContain(`no answer from http://127.0.0.1:${network.port}`)
  expect((await other.request('GET', '/readyz')).status).toBe(200)
  expect(otherLog.filter((line) => line.includes('"part":"otherProcesses"'))).toHaveLength(1)
  // Those who come later do not wait for it: none gets a connection of its own.
  const before = network.connections()
  const parts = Array.from({ length: 100 }, (_, n) => other.request('GET', `/live/${streamId}/source/part-1-${n}.m4s`))
  expect(new Set((await Promise.all(parts)).map((answer) => answer.status))).toEqual(new Set([503]))
  expect(network.connections() - before).toBeLessThan(50)
  // Everything else goes on, and the broadcast stays where it is.
  const segment = await newest(holder)
  encoder.send(8)
  await expect.poll(() => newest(holder), soon).toBeGreaterThan(segment)
  for (const [site, text] of [
    [holder, 'said here'],
    [other, 'said there'],
  ] as const) {
    const { status: answer } = await site.request('POST', '/api/chat/messages/alice', {
      token,
      body: { message: text },
    })
    expect(answer).toBe(200)
  }
  for (const chat of chats) await expect.poll(() => chat.texts().toSorted(), soon).toEqual(['said here', 'said there'])

  const received = viewer.receivedBytes()
  network.heal()
  await expect.poll(() => status(other), soon).toBe(200)
  await expect.poll(partState, soon).toBe('ok')
  await expect.poll(async () => (await newest(other)) - (await newest(holder)), soon).toBe(0)
  expect(await info()).toMatchObject({ isLive: true, streamId })
  await expect
    .poll(() => {
      encoder.send(0.2)
      return viewer.receivedBytes()
    }, soon)
    .toBeGreaterThan(received + 4000)
  expect(viewer.socket.readyState).toBe(viewer.socket.OPEN)
  await viewer.leave()
})

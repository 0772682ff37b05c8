import dns from 'node:dns'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freePort } from './testing/engines/private-process.ts'
import { startS3Server } from './testing/engines/s3-server.ts'
import { startSwitchableNetwork } from './testing/networks/switchable-network.ts'
import { newestSegment } from './testing/playlist.ts'
import { signAs, startTestSite, type TestSite } from './testing/site.ts'
import { connectEncoder } from './testing/test-encoder.ts'

const soon = { timeout: 45_000, interval: 100 }
/** A recording is stored in objects of 30 s, each once the next one has begun. */
const objectSeconds = 36

/** Names lead to this machine. Without DNS, those of nodes get no answer at all, and that of the store an error. */
let hasDns = true
let site: TestSite
let store: Awaited<ReturnType<typeof startS3Server>>
let health: () => Promise<Record<string, string>>
/** In front of a Hive node and of the store. */
let networks: Awaited<ReturnType<typeof startSwitchableNetwork>>[] = []
const closing: (() => unknown)[] = []

beforeAll(async () => {
  const lookup = dns.lookup
  vi.spyOn(dns, 'lookup').mockImplementation(((
    host: string,
    options: dns.LookupOptions,
    done: (...args: unknown[]) => void,
  ) => {
    if (!host.endsWith('.test')) return lookup(host, options, done)
    if (!hasDns && host !== 'store.test') return
    if (!hasDns) return done(Object.assign(new Error(`getaddrinfo EAI_AGAIN ${host}`), { code: 'EAI_AGAIN' }))
    done(null, options.all ? [{ address: '127.0.0.1', family: 4 }] : '127.0.0.1', 4)
  }) as typeof dns.lookup)
  const chain = await startTestSite()
  store = await startS3Server()
  closing.push(
    () => vi.restoreAllMocks(),
    () => chain.close(),
    () => store.close(),
  )
  networks = await Promise.all(
    [chain.url, store.settings.endpoint].map((url) => startSwitchableNetwork(Number(new URL(url).port))),
  )
  closing.push(() => Promise.all(networks.map((network) => network.close())))
  const [nodePort, storePort] = networks.map(({ port: ofNetwork }) => ofNetwork)
  const node = (name: string) => `http://${name}.test:${nodePort}/sandbox/hive`
  const [port, metricsPort] = [await freePort(), await freePort()]
  const { bucket, region, accessKeyId, secretAccessKey } = store.settings
  site = await startTestSite({
    env: {
      WAGGLE_HIVE: 'mainnet',
      WAGGLE_HIVE_NODES: `${node('one')},${node('two')}`,
      ...{ WAGGLE_HTTP_PORT: String(port), WAGGLE_PUBLIC_URL: `http://127.0.0.1:${port}` },
      ...{ WAGGLE_HTTP_HOST: '127.0.0.1', WAGGLE_RTMP_HOST: '127.0.0.1', WAGGLE_METRICS_PORT: String(metricsPort) },
      WAGGLE_TRANSCODE: 'off',
      WAGGLE_RECORDINGS_URL: `s3://${bucket}?region=${region}&endpoint=http://store.test:${storePort}`,
      ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
    },
  })
  closing.push(() => site.close())
  health = async () => (await fetch(`http://127.0.0.1:${metricsPort}/health`)).json()
})
afterAll(async () => {
  hasDns = true
  for (const close of closing.reverse()) await close()
})

async function signIn(username: string): Promise<number> {
  site.nextClient()
  const { challenge } = (await site.request('GET', '/api/auth/challenge')).json
  const signature = await signAs(username, challenge)
  return (await site.request('POST', '/api/auth/hive', { body: { username, challenge, signature } })).status
}

it('[F26] [OPS-22] while DNS is gone, everything goes on that needs no Hive node and no bucket', {
  timeout: 180_000,
}, async () => {
  const token = await site.signIn('alice')
  const encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
  closing.push(() => encoder.close())
  encoder.send(objectSeconds)
  encoder.neverFallSilent()
  const info = async () => (await site.request('GET', '/api/streams/info/alice')).json
  await expect.poll(async () => (await info()).isLive, soon).toBe(true)
  const { streamId } = await info()
  const newest = async () => newestSegment((await site.request('GET', `/live/${streamId}/source/media.m3u8`)).text)
  await expect.poll(() => store.objects.size, soon).toBeGreaterThan(0)
  expect(await health()).toMatchObject({ hive: 'ok', recordingStore: 'ok' })

  const [stored, segment] = [store.objects.size, await newest()]
  hasDns = false
  // Connections that are open would go on without a name.
  for (const network of networks) network.disconnect()
  encoder.send(objectSeconds)
  await expect.poll(newest, soon).toBeGreaterThan(segment)
  await expect.poll(async () => (await health()).recordingStore, soon).toMatch(/^failed: /)
  expect(await signIn('bob')).toBe(503)
  expect(
    (await site.request('POST', '/api/chat/messages/alice', { token, body: { message: 'still here' } })).status,
  ).toBe(200)
  expect((await site.request('POST', `/api/hls/token/${streamId}`)).status).toBe(200)
  expect((await site.request('GET', '/readyz')).status).toBe(200)
  expect(store.objects.size).toBe(stored)

  hasDns = true
  await expect.poll(() => signIn('bob'), soon).toBe(200)
  await expect.poll(() => store.objects.size, soon).toBeGreaterThan(stored)
  await expect.poll(async () => (await health()).recordingStore, soon).toBe('ok')
})

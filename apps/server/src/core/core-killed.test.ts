import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectChat } from '../testing/chat/chat-client.ts'
import { startPostgres } from '../testing/engines/postgres.ts'
import { startRedis } from '../testing/engines/redis.ts'
import { newestSegment } from '../testing/playlist.ts'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'
import { connectEncoder, type TestEncoder } from '../testing/test-encoder.ts'

const kills = 4
/** What the pauses of a shared machine may add. */
const machinePauseMs = 12_000
/** What the start of a process on a shared core may add to a response. */
const sharedCoreMs = 1000
/** Each may change its settings 60 times in a minute. */
const writers = ['alice', 'bob', 'carol', 'dave', 'erin']

let closing: (() => unknown)[] = []
let core: ServerProcess
let rest: ServerProcess
let encoder: TestEncoder
const tokens: Record<string, string> = {}

beforeAll(async () => {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  closing = [() => postgres.close(), () => redis.close()]
  const shared = { DATABASE_URL: postgres.url, REDIS_URL: redis.url }
  core = await startServerProcess({ env: { ...shared, WAGGLE_ROLES: 'core' } })
  closing.push(() => core.close())
  rest = await startServerProcess({
    env: { ...shared, WAGGLE_ROLES: 'media,chat', WAGGLE_DATA_DIR: core.dataDir, WAGGLE_PUBLIC_URL: core.url },
  })
  closing.push(() => rest.close())
  for (const name of writers) tokens[name] = await core.signIn(name)
  encoder = await connectEncoder(rest.rtmpPort, await core.streamKey('alice'))
  closing.push(() => encoder.close())
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** Repeats a task until it is stopped. */
function repeat(everyMs: number, task: () => Promise<unknown>) {
  let isStopped = false
  const done = (async () => {
    while (!isStopped) await Promise.all([task(), new Promise((resolve) => setTimeout(resolve, everyMs))])
  })()
  return async () => {
    isStopped = true
    await done
  }
}

it('[F3] video and chat continue while core is killed and restarted under load, and every write is whole', {
  timeout: 180_000,
}, async () => {
  encoder.send(4)
  const info = async () => (await core.request('GET', '/api/streams/info/alice')).json
  await expect.poll(async () => (await info()).isLive).toBe(true)
  const { streamId } = await info()
  const viewer = await connectChat(rest.url)
  closing.push(() => viewer.close())
  expect((await viewer.join('alice', { coalesce: false })).ok).toBe(true)
  let isKilling = false
  const latenciesMs = { before: [] as number[], meanwhile: [] as number[] }
  const refused: string[] = []
  const watching = repeat(20, async () => {
    const startMs = performance.now()
    const answer = await rest.request('GET', `/live/${streamId}/source/media.m3u8`)
    if (answer.status !== 200) refused.push(`playlist ${answer.status}`)
    latenciesMs[isKilling ? 'meanwhile' : 'before'].push(performance.now() - startMs)
  })
  const streaming = repeat(200, async () => encoder.send(0.2))
  const sent: string[] = []
  const chatting = repeat(400, async () => {
    const message = `message ${sent.length}`
    sent.push(message)
    const { status } = await rest.request('POST', '/api/chat/messages/alice', {
      token: tokens.alice!,
      body: { message },
    })
    if (status !== 200) refused.push(`${message} ${status}`)
  })
  const written = Object.fromEntries(writers.map((name) => [name, { attempted: 0, acknowledged: 0 }]))
  const loading = repeat(50, () =>
    Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => core.request('GET', n % 2 === 0 ? '/api/streams' : '/api/site')),
    ),
  )
  const writing = writers.map((name) =>
    repeat(500, async () => {
      const numbers = written[name]!
      numbers.attempted += 1
      const n = numbers.attempted
      const body = { title: `title ${n}`, description: `description ${n}`, tags: [`tag${n}`] }
      const answer = await core
        .request('PUT', '/api/channels/my-channel', { token: tokens[name]!, body })
        .catch(() => undefined)
      if (answer?.status === 200) numbers.acknowledged = n
    }),
  )
  const newest = async () => newestSegment((await rest.request('GET', `/live/${streamId}/source/media.m3u8`)).text)
  await expect.poll(() => latenciesMs.before.length).toBeGreaterThan(100)
  const segmentBefore = await newest()

  isKilling = true
  const backAfterMs: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const acknowledged = written.bob!.acknowledged
    await expect.poll(() => written.bob!.acknowledged).toBeGreaterThan(acknowledged)
    const startMs = performance.now()
    await core.killAndRestart()
    backAfterMs.push(performance.now() - startMs)
  }
  isKilling = false
  await Promise.all([loading(), chatting(), streaming(), watching(), ...writing.map((stop) => stop())])

  expect(refused).toEqual([])
  expect(await newest()).toBeGreaterThan(segmentBefore)
  await expect.poll(() => viewer.texts()).toEqual(sent)
  expect(viewer.socket.connected).toBe(true)
  expect(Math.max(...backAfterMs)).toBeLessThan(3000 + machinePauseMs)
  expect(percentile99(latenciesMs.meanwhile)).toBeLessThan(1.5 * percentile99(latenciesMs.before) + sharedCoreMs)
  for (const [name, { attempted, acknowledged }] of Object.entries(written)) {
    const { title, description, tags } = (
      await core.request('GET', '/api/channels/my-channel', { token: tokens[name]! })
    ).json
    const n = Number(/^title (\d+)$/.exec(title)?.[1])
    expect({ description, tags }).toEqual({ description: `description ${n}`, tags: [`tag${n}`] })
    expect(n).toBeGreaterThanOrEqual(acknowledged)
    expect(n).toBeLessThanOrEqual(attempted)
  }
})

function percentile99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN
}

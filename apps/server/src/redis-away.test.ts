import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChatClient, connectChat } from './testing/chat/chat-client.ts'
import { startPostgres } from './testing/engines/postgres.ts'
import { freePort } from './testing/engines/private-process.ts'
import { startRedis } from './testing/engines/redis.ts'
import { newestSegment } from './testing/playlist.ts'
import { startTestSite, type TestSite } from './testing/site.ts'
import { connectEncoder, type TestEncoder } from './testing/test-encoder.ts'

/** A guard against hanging; the product needs a few seconds (rule OPS-20). */
const soon = { timeout: 30_000, interval: 100 }

let redis: Awaited<ReturnType<typeof startRedis>>
let first: TestSite
/** The only one with the role media: there is no address to agree on. */
let second: TestSite
let encoder: TestEncoder
const closing: (() => unknown)[] = []
const tokens: Record<string, string> = {}

beforeAll(async () => {
  const postgres = await startPostgres()
  redis = await startRedis()
  closing.push(
    () => postgres.close(),
    () => redis.close(),
  )
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url }
  first = await startTestSite({ env: { ...env, WAGGLE_ROLES: 'core,chat' } })
  closing.push(() => first.close())
  second = await startTestSite({
    env: {
      ...env,
      WAGGLE_DATA_DIR: first.dataDir,
      WAGGLE_PUBLIC_URL: first.url,
      WAGGLE_HTTP_PORT: String(await freePort()),
    },
  })
  closing.push(() => second.close())
  for (const name of ['alice', 'bob', 'carol', 'dave']) tokens[name] = await first.signIn(name)
})
afterAll(async () => {
  await encoder?.close()
  for (const close of closing.reverse()) await close()
})

async function joined(site: TestSite, address: string, name?: string): Promise<ChatClient> {
  const client = await connectChat(site.url, { address })
  closing.push(() => client.close())
  const token = name && tokens[name]
  expect(await client.join('alice', { ...(token && { token }), coalesce: true })).toMatchObject({ ok: true })
  return client
}

async function newest(streamId: string): Promise<number> {
  return newestSegment((await second.request('GET', `/live/${streamId}/source/media.m3u8`)).text)
}

const say = (site: TestSite, name: string, message: string) =>
  site.request('POST', '/api/chat/messages/alice', { token: tokens[name]!, body: { message } })

/** Takes Redis away, and brings it back. */
const outages: [string, string, () => Promise<unknown>, () => Promise<unknown>][] = [
  ['has ended', 'dave', async () => redis.kill(), async () => redis.restart()],
  ['is silent', 'bob', async () => redis.freeze(), async () => redis.thaw()],
]

it.each(outages)(
  '[F7] [OPS-20] while Redis %s everything goes on, and every process learns what the others did',
  {
    timeout: 180_000,
  },
  async (_, member, takeAway, bringBack) => {
    encoder = await connectEncoder(second.rtmpPort, await first.streamKey('alice'))
    encoder.send(8)
    const info = async () => (await first.request('GET', '/api/streams/info/alice')).json
    await expect.poll(async () => (await info()).isLive, soon).toBe(true)
    const { streamId } = await info()
    const here = await joined(first, '10.4.0.1')
    const there = await joined(second, '10.4.0.2', member)

    await takeAway()
    const texts = ['at the first', 'at the second'].map((text) => `${text}, for ${member}`)
    // Nobody waits for Redis longer than a second, and only the first who asks.
    expect((await say(first, 'alice', texts[0]!)).status).toBe(200)
    expect((await say(second, 'carol', texts[1]!)).status).toBe(200)
    for (const client of [here, there]) {
      await expect
        .poll(
          () =>
            client
              .texts()
              .filter((text) => texts.includes(text))
              .toSorted(),
          soon,
        )
        .toEqual(texts)
    }
    const before = await newest(streamId)
    encoder.send(8)
    await expect.poll(() => newest(streamId), soon).toBeGreaterThan(before)
    for (const site of [first, second]) {
      expect((await site.request('POST', `/api/hls/token/${streamId}`)).status).toBe(200)
      expect((await site.request('GET', '/readyz')).status).toBe(200)
    }
    // A session that ends at one process takes the name from a socket at the other.
    expect((await first.request('POST', '/api/auth/logout', { token: tokens[member]! })).status).toBe(200)
    await there.next('auth-error')
    // A new stream key disconnects the encoder that is connected to another process.
    await first.streamKey('alice')
    await encoder.whenClosed

    await bringBack()
    await expect
      .poll(async () => {
        await say(first, 'alice', 'back')
        return there.texts().includes('back')
      }, soon)
      .toBe(true)
    const { messages } = (await first.request('GET', '/api/chat/messages/alice')).json
    const said = messages
      .map(({ message }: { message: string }) => message)
      .filter((text: string) => texts.includes(text))
    for (const client of [here, there]) {
      expect(
        client
          .texts()
          .filter((text) => texts.includes(text))
          .toSorted(),
      ).toEqual(said.toSorted())
    }
  },
)

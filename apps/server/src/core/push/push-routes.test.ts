import { limits } from '@waggle/contract/limits'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { saveSubscription } from '../../db/push/push-subscriptions.ts'
import { startOperatedSite } from '../../testing/operated-site.ts'
import { createPushBrowser } from '../../testing/push/push-browser.ts'
import { startPushService } from '../../testing/push/push-service.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder } from '../../testing/test-encoder.ts'

const path = '/api/push'
const slowly = { timeout: 50_000 }

let site: TestSite
let service: Awaited<ReturnType<typeof startPushService>>
let publicKey: string

beforeAll(async () => {
  service = await startPushService()
  site = await startTestSite({ env: { WAGGLE_PUSH: 'loopback', WAGGLE_OPERATORS: 'alice' } })
  publicKey = (await site.request('GET', '/api/push')).json.publicKey
})
afterAll(async () => {
  await site?.close()
  service?.close()
})

function subscriptionOf(browser: ReturnType<typeof createPushBrowser>, name: string, channels: string[]) {
  return { endpoint: `${service.url}/${name}`, ...browser.keys, publicKey, language: 'en', channels }
}

const save = (body: object) => {
  site.nextClient()
  return site.request('PUT', path, { body })
}

async function stored() {
  const db = await openDatabase({ dataDir: site.dataDir })
  const subscriptions = await db.selectFrom('push_subscriptions').selectAll().execute()
  const channels = await db.selectFrom('push_channels').select('channel').orderBy('channel').execute()
  await db.destroy()
  return { subscriptions, channels: channels.map(({ channel }) => channel) }
}

describe('[ALERT-1] a browser that asked for alerts', () => {
  it('is told once that a channel is live, without an account, and no more once it does not want it', async () => {
    const browser = createPushBrowser()
    expect((await save(subscriptionOf(browser, 'walk', ['@Bob', 'bob', 'carol']))).json).toEqual({ success: true })
    const { subscriptions, channels } = await stored()
    expect(channels).toEqual(['bob', 'carol'])
    expect(Object.keys(subscriptions[0] ?? {}).sort()).toEqual([
      ...['auth', 'created_at_ms', 'endpoint', 'id', 'key_fingerprint', 'language', 'p256dh'],
      ...['renewed_at_ms', 'service'],
    ])
    const key = await site.streamKey('bob')
    const encoder = await connectEncoder(site.rtmpPort, key)
    encoder.send(4)
    await expect.poll(() => service.received.length, slowly).toBe(1)
    const message = JSON.parse(browser.read(service.received[0]?.body ?? Buffer.alloc(0)))
    expect(message).toMatchObject({ title: '@bob is live', channel: 'bob', path: '/watch?user=bob' })
    expect(message.tag).toBe((await site.request('GET', '/api/streams/info/bob')).json.streamId)
    // The list of a browser is whole: what is not in it is no longer wanted.
    await save(subscriptionOf(browser, 'walk', ['carol']))
    expect((await stored()).channels).toEqual(['carol'])
    expect((await save(subscriptionOf(browser, 'walk', []))).json).toEqual({ success: true })
    expect(await stored()).toEqual({ subscriptions: [], channels: [] })
    await encoder.close()
    expect(service.received).toHaveLength(1)
  })

  it('whose address is not that of a push service is refused', async () => {
    const body = subscriptionOf(createPushBrowser(), 'x', ['bob'])
    for (const endpoint of ['https://evil.example/', 'http://10.0.0.1/', 'http://fcm.googleapis.com/', 'nothing']) {
      expect((await save({ ...body, endpoint })).json.code, endpoint).toBe('push_address_refused')
    }
  })

  it.each([
    ['an address that is too long', { endpoint: `https://fcm.googleapis.com/${'a'.repeat(2000)}` }],
    ['101 channels', { channels: Array.from({ length: 101 }, (_, n) => `channel-${n}`) }],
    ['a name that no account can have', { channels: ['a b'] }],
    ['a key that is no point of the curve', { p256dh: 'x'.repeat(87) }],
    ['a short secret', { auth: 'x' }],
    ['another language', { language: 'fr' }],
  ])('with %s is refused', async (_what, wrong) => {
    const answer = await save({ ...subscriptionOf(createPushBrowser(), 'x', ['bob']), ...wrong })
    expect([answer.status, answer.json.code]).toEqual([400, 'invalid_request'])
  })

  it('with a key of another site is asked to subscribe again', async () => {
    const body = { ...subscriptionOf(createPushBrowser(), 'x', ['bob']), publicKey: 'x'.repeat(87) }
    expect((await save(body)).json.code).toBe('push_key_unknown')
    expect((await stored()).subscriptions).toEqual([])
  })

  it('is refused where the site has as many as it may have, and renewed where it is one of them', async () => {
    const db = await openDatabase({ dataDir: site.dataDir })
    const browser = createPushBrowser()
    const body = subscriptionOf(browser, 'one-of-them', ['bob'])
    await save(body)
    await sql`insert into push_subscriptions
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${limits.pushSubscriptionsMax - 1})
      select 'full-' || n, 'e', 's', 'p', 'a', 'en', 'f', 0, ${site.now()} from numbers`.execute(db)
    const refused = await save(subscriptionOf(createPushBrowser(), 'beyond', ['bob']))
    expect([refused.status, refused.json.code]).toEqual([409, 'push_full'])
    expect((await save({ ...body, channels: ['carol'] })).json).toEqual({ success: true })
    await db.deleteFrom('push_subscriptions').execute()
    await db.deleteFrom('push_channels').execute()
    await db.destroy()
  })

  it('is limited by its address', async () => {
    const body = subscriptionOf(createPushBrowser(), 'x', [])
    let answer = await site.request('PUT', path, { body })
    for (let n = 0; n < 310 && answer.status === 200; n += 1) answer = await site.request('PUT', path, { body })
    expect(answer.json.code).toBe('rate_limited')
    expect((await save(body)).status).toBe(200)
  })
})

describe('[ALERT-1] a site that sends no alerts', () => {
  it('forgets all the same what was not renewed for 60 days', async () => {
    const off = await startTestSite({ env: { WAGGLE_PUSH: '0' } })
    onTestFinished(() => off.close())
    const db = await openDatabase({ dataDir: off.dataDir })
    onTestFinished(() => db.destroy())
    const keys = { p256dh: 'p', auth: 'a', language: 'en' as const, keyFingerprint: 'f' }
    const asked = { nowMs: off.now(), max: 10, mayAdd: async () => undefined }
    await saveSubscription(db, { id: 'old', endpoint: 'e', service: 's', ...keys }, ['bob'], asked)
    const left = async () =>
      (await db.selectFrom('push_channels').selectAll().execute()).length +
      (await db.selectFrom('push_subscriptions').selectAll().execute()).length
    off.moveClock(59 * 24 * 3_600_000)
    // A clean-up has passed it by.
    await db
      .insertInto('push_announcements')
      .values({ broadcast_id: 'b', channel: 'bob', announced_at_ms: 0, is_told: 1 })
      .execute()
    const announced = () => db.selectFrom('push_announcements').selectAll().execute()
    await expect.poll(announced, slowly).toEqual([])
    expect(await left()).toBe(2)
    off.moveClock(2 * 24 * 3_600_000)
    await expect.poll(left, slowly).toBe(0)
  })

  it('says so, and still forgets whoever asks for it', async () => {
    const off = await startTestSite({ env: { WAGGLE_PUSH: '0' } })
    expect((await off.request('GET', '/api/push')).json).toEqual({ publicKey: null })
    expect((await off.request('GET', '/api/site')).json.push).toBe(false)
    const body = subscriptionOf(createPushBrowser(), 'x', ['bob'])
    expect((await off.request('PUT', path, { body })).json.code).toBe('push_off')
    expect((await off.request('PUT', path, { body: { ...body, channels: [] } })).json).toEqual({ success: true })
    await off.close()
  })

  it('is one that is private, whatever its setting', async () => {
    const closed = await startOperatedSite([])
    expect((await closed.as('bob', 'GET', '/api/site')).json.push).toBe(true)
    const { revision } = (await closed.as('alice', 'GET', '/api/operate/entrance')).json
    const settings = { value: { isPrivate: true, hint: '' }, revision }
    expect((await closed.as('alice', 'PUT', '/api/operate/entrance', settings)).json).toEqual({ success: true })
    const key = () => closed.as('bob', 'GET', '/api/push')
    await expect.poll(async () => (await key()).json, slowly).toEqual({ publicKey: null })
    expect((await closed.as('bob', 'GET', '/api/site')).json.push).toBe(false)
    const body = { ...subscriptionOf(createPushBrowser(), 'x', ['bob']), endpoint: 'https://fcm.googleapis.com/x' }
    expect((await closed.as('bob', 'PUT', path, body)).json.code).toBe('push_off')
    await closed.close()
  })
})

it('[ALERT-2] a process that is killed before it could send loses no alert', async () => {
  const [browser, pushes] = [createPushBrowser(), await startPushService()]
  onTestFinished(() => pushes.close())
  const server = await startServerProcess({ env: { WAGGLE_PUSH: 'loopback' } })
  onTestFinished(() => server.close())
  const key = (await server.request('GET', '/api/push')).json.publicKey
  const body = { ...subscriptionOf(browser, 'x', ['alice']), endpoint: `${pushes.url}/x`, publicKey: key }
  expect((await server.request('PUT', path, { body })).json).toEqual({ success: true })
  pushes.answers.push({ status: 503, headers: { 'retry-after': '5' } })
  const encoder = await connectEncoder(server.rtmpPort, await server.streamKey('alice'))
  encoder.send(4)
  await expect.poll(() => pushes.received.length, slowly).toBe(1)
  await server.killAndRestart()
  await expect.poll(() => pushes.received.length, slowly).toBe(2)
  expect(JSON.parse(browser.read(pushes.received[1]?.body ?? Buffer.alloc(0)))).toMatchObject({ channel: 'alice' })
  await encoder.close()
})

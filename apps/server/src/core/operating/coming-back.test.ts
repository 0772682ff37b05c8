import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { startPostgres } from '../../testing/engines/postgres.ts'
import { freePort } from '../../testing/engines/private-process.ts'
import { startRedis } from '../../testing/engines/redis.ts'
import { signAs, startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder } from '../../testing/test-encoder.ts'

/** What the site promises; a shared machine may pause as long again. */
const inEffectWithinMs = 2000
const machinePauseMs = 3000
const accepted = 'NetStream.Publish.Start'

let postgres: Awaited<ReturnType<typeof startPostgres>>
let redis: Awaited<ReturnType<typeof startRedis>>
let first: TestSite
let second: TestSite
let operator: string

beforeAll(async () => {
  ;[postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, WAGGLE_TRANSCODE: 'off', WAGGLE_OPERATORS: 'alice' }
  first = await startTestSite({ env: { ...env, WAGGLE_HTTP_PORT: String(await freePort()) } })
  const shared = { WAGGLE_DATA_DIR: first.dataDir, WAGGLE_PUBLIC_URL: first.url }
  second = await startTestSite({ env: { ...env, ...shared, WAGGLE_HTTP_PORT: String(await freePort()) } })
  operator = await first.signIn('alice')
  const { challenge } = (await first.request('GET', '/api/auth/challenge?purpose=operate&username=alice')).json
  const body = { username: 'alice', challenge, signature: await signAs('alice', challenge) }
  expect((await first.request('POST', '/api/operate/rights', { token: operator, body })).status).toBe(200)
})
afterAll(async () => {
  await second?.close()
  await first?.close()
  await redis?.close()
  await postgres?.close()
})

const act = (body: object) =>
  first.request('POST', '/api/operate/actions', { token: operator, body: { reason: 'spam', ...body } })
const undo = (id: string) => first.request('POST', `/api/operate/actions/${id}/undo`, { token: operator })

async function publish(
  site: TestSite,
  key: string,
): Promise<{ code: string; description: string; close(): Promise<void> }> {
  const encoder = await connectEncoder(site.rtmpPort, key)
  const { answer } = encoder
  return { code: String(answer.code), description: JSON.stringify(answer), close: () => encoder.close() }
}

async function refused(site: TestSite, key: string, why: string): Promise<void> {
  const { code, description, close } = await publish(site, key)
  await close()
  expect(code).not.toBe(accepted)
  expect(description).toContain(why)
}

it('[OPERATE-3] [T34] a suspended streamer does not come back: not with a new key, through another process, or by takeover', async () => {
  const key = await first.streamKey('carol')
  const encoder = await connectEncoder(second.rtmpPort, key)
  expect(encoder.answer.code).toBe(accepted)
  encoder.send(4)
  const startedMs = Date.now()
  const { json } = await act({ kind: 'suspend-broadcasting', username: 'carol' })
  await encoder.whenClosed
  expect(Date.now() - startedMs).toBeLessThan(inEffectWithinMs + machinePauseMs)
  const why = 'Reason: spam or deceit'
  // The broadcast would wait a minute for its encoder: on the process that has it, and by takeover on another one.
  await refused(second, key, why)
  await refused(first, key, why)
  const newKey = await second.streamKey('carol')
  expect(newKey).not.toBe(key)
  for (const site of [first, second]) await refused(site, newKey, why)
  expect((await second.request('GET', '/api/streams')).json.streams).toEqual([])
  await undo(json.id)
  await expect
    .poll(async () => {
      const again = await publish(second, newKey)
      await again.close()
      return again.code
    })
    .toBe(accepted)
})

it('[OPERATE-3] [PRIVACY-5] an address is forbidden on every process within two seconds, whoever broadcasts from it, for a time', async () => {
  const db = await openDatabase({ databaseUrl: postgres.url, dataDir: first.dataDir })
  const [key, other] = [await first.streamKey('dave'), await first.streamKey('erin')]
  const encoder = await connectEncoder(second.rtmpPort, key)
  encoder.send(4)
  for (const each of [other, await first.streamKey('carol')]) await (await publish(first, each)).close()
  const about = { kind: 'forbid-address', username: 'dave', address: '127.0.0.1' }
  const preview = async (query: object) =>
    (
      await first.request('GET', `/api/operate/actions/preview?${new URLSearchParams({ ...about, ...query })}`, {
        token: operator,
      })
    ).json
  await expect
    .poll(async () => (await preview({})).atAddress)
    .toMatchObject({
      accounts: expect.arrayContaining(['carol', 'erin']),
      live: expect.arrayContaining(['dave']),
    })
  expect((await preview({})).addresses).toMatchObject([{ address: '127.0.0.1', network: '127.0.0.0/24' }])

  expect((await act({ ...about, address: '192.0.2.1', minutes: 60 })).json.code).toBe('address_not_found')
  expect((await act(about)).json.code).toBe('address_minutes')
  expect((await act({ ...about, minutes: 7 * 24 * 60 + 1 })).json.code).toBe('address_minutes')
  const both = await Promise.all([act({ ...about, minutes: 60 }), act({ ...about, minutes: 60 })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const startedMs = Date.now()
  await encoder.whenClosed
  expect(Date.now() - startedMs).toBeLessThan(inEffectWithinMs + machinePauseMs)
  const why = 'accept no encoder from your address until'
  for (const site of [first, second]) {
    await refused(site, key, why)
    await refused(site, other, why)
    // Whoever guesses keys there does not learn which of them exist.
    await refused(site, `wgl_${'x'.repeat(32)}`, why)
  }
  // Who comes from there later finds the whole network forbidden, if somebody has chosen so.
  expect((await act({ ...about, isNetwork: true, minutes: 60 })).status).toBe(200)
  for (const { id } of (await first.request('GET', '/api/operate/actions?username=dave', { token: operator })).json
    .actions) {
    await undo(id)
  }
  await expect.poll(async () => (await publish(second, other)).code).toBe(accepted)

  // The log keeps the action, and nothing keeps the address.
  const days = 8 * 24 * 60 * 60_000
  const { forgetAddresses } = await import('../../db/operating/encoder-addresses.ts')
  const left = async () => {
    await forgetAddresses(db, first.now() + days, first.now() + days)
    return [
      ...(await db.selectFrom('encoder_addresses').selectAll().execute()),
      ...(await db.selectFrom('forbidden_addresses').selectAll().execute()),
    ]
  }
  // The last encoder may still be being written down.
  await expect.poll(left).toEqual([])
  expect(JSON.stringify(await db.selectFrom('site_actions').selectAll().execute())).not.toContain('127.0.0')
  await db.destroy()
})

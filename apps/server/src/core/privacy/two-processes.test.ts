import { privacyLimits } from '@waggle/contract/privacy/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { claimAccountDeletion, insertAccountDeletion } from '../../db/privacy/account-deletions.ts'
import { connectChat } from '../../testing/chat/chat-client.ts'
import { startPostgres } from '../../testing/engines/postgres.ts'
import { freePort } from '../../testing/engines/private-process.ts'
import { startRedis } from '../../testing/engines/redis.ts'
import { signAs, startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder } from '../../testing/test-encoder.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>>
let redis: Awaited<ReturnType<typeof startRedis>>
let first: TestSite
let second: TestSite

beforeAll(async () => {
  ;[postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, WAGGLE_TRANSCODE: 'off' }
  first = await startTestSite({ env: { ...env, WAGGLE_HTTP_PORT: String(await freePort()) } })
  const shared = { WAGGLE_DATA_DIR: first.dataDir, WAGGLE_PUBLIC_URL: first.url }
  second = await startTestSite({ env: { ...env, ...shared, WAGGLE_HTTP_PORT: String(await freePort()) } })
})
afterAll(async () => {
  await second?.close()
  await first?.close()
  await redis?.close()
  await postgres?.close()
})

it('[PRIVACY-3] an account that one process is asked to delete is gone on every process', async () => {
  const db = await openDatabase({ databaseUrl: postgres.url, dataDir: first.dataDir })
  const key = await first.streamKey('bob')
  const token = await first.signIn('bob')
  const say = await first.request('POST', '/api/chat/messages/alice', { token, body: { message: 'I was here' } })
  const { id } = say.json.data
  const page = await connectChat(second.url)
  await page.join('alice')
  const own = await connectChat(second.url, { address: '10.9.0.2' })
  expect(await own.join('alice', { token })).toMatchObject({ standing: { username: 'bob' } })

  const { challenge } = (await first.request('GET', '/api/auth/challenge?purpose=delete-data&username=bob')).json
  const body = { username: 'bob', challenge, signature: await signAs('bob', challenge) }
  expect((await first.request('POST', '/api/privacy/deletion', { token, body })).status).toBe(200)

  expect(await page.next('message-deleted')).toBe(id)
  expect((await second.request('GET', '/api/auth/sessions', { token })).status).toBe(401)
  await expect.poll(() => own.received.some(({ name }) => name === 'auth-error')).toBe(true)
  const encoder = await connectEncoder(second.rtmpPort, key)
  expect(encoder.answer.code).not.toBe('NetStream.Publish.Start')
  await encoder.close()
  expect(await second.signIn('bob')).toBeUndefined()

  for (const site of [first, second]) site.moveClock(privacyLimits.deletionSettlesMs)
  const isGone = async () => (await db.selectFrom('account_deletions').selectAll().execute()).length === 0
  await expect.poll(isGone, { timeout: 20_000 }).toBe(true)
  expect((await db.selectFrom('chat_messages').select('id').execute()).length).toBe(0)
  expect(await second.signIn('bob')).toMatch(/^[\w-]{43}$/)
  page.close()
  own.close()
  await db.destroy()
})

it('[PRIVACY-3] one process works on a deletion, and another continues when that one has died', async () => {
  const db = await openDatabase({ databaseUrl: postgres.url, dataDir: first.dataDir })
  // Long before the tasks of the two processes look for one.
  const nowMs = first.now() + 1_000_000
  await insertAccountDeletion(db, { username: 'zoe', requestedAtMs: nowMs })
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimAccountDeletion(db, nowMs, nowMs + 60_000)))
  expect(claims.filter(Boolean)).toEqual([{ username: 'zoe', requestedAtMs: nowMs }])
  expect(await claimAccountDeletion(db, nowMs + 59_000, nowMs + 120_000)).toBeUndefined()
  await db.insertInto('follows').values({ follower: 'zoe', channel: 'alice', created_at_ms: 1 }).execute()
  for (const site of [first, second]) site.moveClock(1_000_000 + 60_000 + privacyLimits.deletionSettlesMs)
  const rows = async () => [
    ...(await db.selectFrom('account_deletions').selectAll().execute()),
    ...(await db.selectFrom('follows').selectAll().where('follower', '=', 'zoe').execute()),
  ]
  await expect.poll(rows, { timeout: 20_000 }).toEqual([])
  await db.destroy()
})

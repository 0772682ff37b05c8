import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findSession } from '../../db/accounts/sessions.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { removeFolder, temporaryFolder } from '../../testing/engines/private-process.ts'
import { startSessionUses } from './session-uses.ts'
import { openSession, sessionOfToken } from './sessions.ts'

let folder: string
let db: Db
let nowMs = Date.UTC(2026, 10, 21)
const now = () => nowMs

beforeAll(async () => {
  folder = await temporaryFolder('session-uses')
  db = await openDatabase({ dataDir: folder })
})
afterAll(async () => {
  await db?.destroy()
  await removeFolder(folder)
})

it('[AUTH-26] stores when a session was last used, at most once a minute, and when the server stops', async () => {
  const sessionUses = startSessionUses({ db, now, log: pino({ level: 'silent' }) })
  const context = { db, now, sessionUses }
  const { token } = await openSession(context, { username: 'alice', publicKey: 'STM1' })
  const openedAtMs = nowMs
  const use = async () => (await sessionOfToken(context, token))!
  const lastUse = async () => (await findSession(db, (await use()).tokenHash, nowMs))?.lastUsedAtMs
  nowMs += 59_999
  await use()
  await sessionUses.store()
  expect(await lastUse()).toBe(openedAtMs)
  nowMs += 1
  await use()
  await sessionUses.store()
  expect(await lastUse()).toBe(nowMs)
  nowMs += 60_000
  await use()
  await sessionUses.close()
  expect(await lastUse()).toBe(nowMs)
})

it('stores the uses of thousands of sessions, in slices', async () => {
  const sessionUses = startSessionUses({ db, now, log: pino({ level: 'silent' }) })
  for (let n = 0; n < 2345; n += 1) sessionUses.record({ tokenHash: `none-${n}`, lastUsedAtMs: 0 })
  await sessionUses.store()
  await sessionUses.close()
})

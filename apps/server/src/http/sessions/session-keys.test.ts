import type { Authority } from '@waggle/hive/authority'
import { HiveUnavailable } from '@waggle/hive/gateway'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { findSession, type SessionRow } from '../../db/accounts/sessions.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { removeFolder, temporaryFolder } from '../../testing/engines/private-process.ts'
import { createSessionKeys } from './session-keys.ts'
import { openSession, sessionOfToken } from './sessions.ts'

let folder: string
let db: Db
let nowMs: number
let asked: string[]
let answer: (username: string) => Promise<Authority | undefined>
let ended: string[][]
let keys: ReturnType<typeof createSessionKeys>
const now = () => nowMs

beforeAll(async () => {
  folder = await temporaryFolder('session-keys')
  db = await openDatabase({ dataDir: folder })
})
afterAll(async () => {
  await db?.destroy()
  await removeFolder(folder)
})
beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 21)
  asked = []
  ended = []
  answer = async () => authorityOf('STM1')
  keys = createSessionKeys({
    db,
    now,
    log: pino({ level: 'silent' }),
    hive: {
      getPostingAuthority(username) {
        asked.push(username)
        return answer(username)
      },
    },
    state: {
      async publish(_name, message) {
        ended.push((message as { ids: string[] }).ids)
      },
    },
  })
})

const authorityOf = (key: string): Authority => ({ weight_threshold: 1, account_auths: [], key_auths: [[key, 1]] })
const unavailable = async () => {
  throw new HiveUnavailable('No Hive node can be reached')
}
const silent = () => new Promise<never>(() => {})

/** A session that was opened more than a minute ago. */
async function oldSession(username: string, publicKey = 'STM1'): Promise<SessionRow> {
  const opened = { db, now: () => nowMs - 60_000 }
  const { token } = await openSession(opened, { username, publicKey })
  const session = await sessionOfToken({ db, now, sessionUses: { record() {} } }, token)
  if (!session) throw new Error('the session was not opened')
  return session
}
const isOpen = async ({ tokenHash }: SessionRow) => (await findSession(db, tokenHash, nowMs)) !== undefined

it('[AUTH-24] asks once a minute for each key, and not in the minute after a sign-in', async () => {
  const session = await oldSession('alice')
  for (let n = 0; n < 5; n += 1) expect(await keys.isValid(session)).toBe(true)
  expect(asked).toEqual(['alice'])
  nowMs += 59_999
  expect(await keys.isValid({ ...session, createdAtMs: nowMs - 59_999, publicKey: 'STM-new' })).toBe(true)
  expect(await keys.isValid(session)).toBe(true)
  expect(asked).toHaveLength(1)
  nowMs += 1
  await Promise.all([keys.isValid(session), keys.isValid(session)])
  expect(asked).toHaveLength(2)
})

it('[AUTH-24] ends all sessions of a key that the account has dropped, and tells the other processes', async () => {
  const [one, two] = [await oldSession('bob'), await oldSession('bob')]
  const [otherKey, otherUser] = [await oldSession('bob', 'STM2'), await oldSession('carol')]
  answer = async () => authorityOf('STM2')
  expect(await keys.isValid(one)).toBe(false)
  expect(await Promise.all([one, two, otherKey, otherUser].map(isOpen))).toEqual([false, false, true, true])
  expect(ended.map((ids) => ids.toSorted())).toEqual([[one.id, two.id].toSorted()])
  expect(await keys.isValid(otherKey)).toBe(true)
  // A key that is added again is valid at once.
  answer = async () => authorityOf('STM1')
  expect(await keys.isValid(one)).toBe(true)
})

it('[T2] a key below the threshold, and an account that does not exist, are no reason to stay', async () => {
  answer = async () => ({ ...authorityOf('STM1'), weight_threshold: 2 })
  expect(await keys.isValid(await oldSession('dave'))).toBe(false)
  answer = async () => undefined
  expect(await keys.isValid(await oldSession('erin'))).toBe(false)
})

it('[T32] sessions survive an outage of Hive, which is not asked for every call', async () => {
  const sessions = await Promise.all(['f1', 'f2', 'f3'].map((name) => oldSession(name)))
  answer = unavailable
  for (let n = 0; n < 5; n += 1) {
    for (const session of sessions) expect(await keys.isValid(session)).toBe(true)
  }
  expect(asked).toEqual(['f1'])
  expect(await Promise.all(sessions.map(isOpen))).toEqual([true, true, true])
  // A failure for one account does not keep others from being checked.
  nowMs += 1000
  answer = async () => authorityOf('STM2')
  expect(await keys.isValid(sessions[0]!)).toBe(true)
  expect(asked).toHaveLength(1)
  await keys.isValid(sessions[1]!)
  await expect.poll(() => isOpen(sessions[1]!)).toBe(false)
  nowMs += 9000
  expect(await keys.isValid(sessions[0]!)).toBe(false)
})

it('[T32] where Hive is silent one call waits a moment, and the next ones do not wait', async () => {
  const sessions = await Promise.all(['g1', 'g2', 'g3'].map((name) => oldSession(name)))
  answer = silent
  vi.useFakeTimers()
  try {
    let isAnswered = false
    const first = keys.isValid(sessions[0]!).then((isValid) => {
      isAnswered = true
      return isValid
    })
    await vi.advanceTimersByTimeAsync(1000)
    expect(isAnswered).toBe(false)
    await vi.advanceTimersByTimeAsync(500)
    expect(isAnswered).toBe(true)
    expect(await first).toBe(true)
    // No timer runs now, so a call that waited would never end.
    for (let n = 0; n < 3; n += 1) {
      for (const session of sessions) expect(await keys.isValid(session)).toBe(true)
    }
    expect(asked).toEqual(['g1'])
  } finally {
    vi.useRealTimers()
  }
})

it('[T32] an answer that comes too late for its call still ends the sessions', async () => {
  const session = await oldSession('late')
  let respond: (authority: Authority) => void = () => {}
  answer = () =>
    new Promise((resolve) => {
      respond = resolve
    })
  expect(await keys.isValid(session)).toBe(true)
  respond(authorityOf('STM2'))
  await expect.poll(() => isOpen(session)).toBe(false)
})

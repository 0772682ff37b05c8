import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../testing/engines/engines.ts'
import { type Db, openDatabase } from '../open.ts'
import {
  deleteExpiredSessions,
  deleteSessions,
  deleteSessionsOfKey,
  findOpenSessions,
  findSession,
  insertSession,
  listSessions,
  markSessionsUsed,
} from './sessions.ts'

const nowMs = Date.UTC(2026, 10, 21)

describe.each(Object.entries(engines))('sessions on %s', (_name, startEngine) => {
  let engine: Awaited<ReturnType<typeof startEngine>>
  let db: Db

  beforeAll(async () => {
    engine = await startEngine()
    db = await openDatabase(engine.place)
  })
  afterEach(() => db.deleteFrom('sessions').execute())
  afterAll(async () => {
    await db?.destroy()
    await engine?.close()
  })

  async function insert(tokenHash: string, { username = 'alice', publicKey = 'STM1', createdAtMs = nowMs } = {}) {
    const expiresAtMs = createdAtMs + 1000
    const session = { tokenHash, username, publicKey, browser: 'Firefox', system: null, createdAtMs, expiresAtMs }
    await insertSession(db, session)
    return session
  }

  it('finds a session until it expires or is deleted', async () => {
    const inserted = await insert('hash')
    const found = await findSession(db, 'hash', nowMs + 999)
    expect(found).toEqual({
      ...inserted,
      lastUsedAtMs: nowMs,
      operatesUntilMs: 0,
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(await findSession(db, 'hash', nowMs + 1000)).toBeUndefined()
    await deleteExpiredSessions(db, nowMs + 999)
    expect(await findSession(db, 'hash', nowMs)).toEqual(found)
    expect(await deleteSessions(db, ['hash', 'unknown'])).toEqual([found?.id])
    expect(await deleteSessions(db, ['hash'])).toEqual([])
    expect(await findSession(db, 'hash', nowMs)).toBeUndefined()
  })

  it('lists the sessions of an account, the most recently used first, and not the expired ones', async () => {
    await insert('expired', { createdAtMs: nowMs - 1000 })
    await insert('first', { createdAtMs: nowMs - 2 })
    await insert('second', { createdAtMs: nowMs - 1 })
    await insert('of-bob', { username: 'bob' })
    const hashes = async () => (await listSessions(db, 'alice', nowMs)).map(({ tokenHash }) => tokenHash)
    expect(await hashes()).toEqual(['second', 'first'])
    await markSessionsUsed(db, ['first'], nowMs + 5)
    expect(await hashes()).toEqual(['first', 'second'])
    expect((await findSession(db, 'first', nowMs))?.lastUsedAtMs).toBe(nowMs + 5)
  })

  it('tells which of many sessions are open', async () => {
    await insert('open')
    await insert('expired', { createdAtMs: nowMs - 1000 })
    expect(await findOpenSessions(db, ['open', 'expired', 'unknown'], nowMs)).toEqual(new Set(['open']))
  })

  it('deletes the sessions of a key of one account', async () => {
    await insert('one')
    await insert('two')
    await insert('other-key', { publicKey: 'STM2' })
    await insert('of-bob', { username: 'bob' })
    expect(await deleteSessionsOfKey(db, 'alice', 'STM1')).toHaveLength(2)
    const left = await findOpenSessions(db, ['one', 'two', 'other-key', 'of-bob'], nowMs)
    expect([...left].sort()).toEqual(['of-bob', 'other-key'])
  })
})

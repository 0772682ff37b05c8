import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../testing/engines/engines.ts'
import { type Db, openDatabase } from '../open.ts'
import {
  changeAdmissionNote,
  insertAdmittedAccount,
  isAdmitted,
  listAdmittedAccounts,
  listAdmittedNames,
} from './admitted-accounts.ts'
import { findInvitation, type InvitationRow, insertInvitation, listInvitations, takeInvitation } from './invitations.ts'

// More than 32 bits, so that a column that is too narrow fails.
const nowMs = Date.UTC(2026, 10, 23)

const invitation = (id: string, usesLeft: number): InvitationRow => ({
  ...{ id, usesLeft, list: 'members', note: 'bees', createdBy: 'ann' },
  ...{ createdAtMs: nowMs, expiresAtMs: nowMs + 1000 },
})

describe.each(Object.entries(engines))('[MEMBER-6] invitations on %s', (_name, startEngine) => {
  let engine: Awaited<ReturnType<typeof startEngine>>
  let db: Db

  beforeAll(async () => {
    engine = await startEngine()
    db = await openDatabase(engine.place)
  })
  afterAll(async () => {
    await db?.destroy()
    await engine?.close()
  })

  it('are taken as often as they say by callers at the same time', async () => {
    await insertInvitation(db, 'five', invitation('a', 5))
    const take = () => db.transaction().execute((transaction) => takeInvitation(transaction, 'five', nowMs))
    const taken = await Promise.all(Array.from({ length: 12 }, take))
    expect(taken.filter(Boolean)).toHaveLength(5)
    expect(await findInvitation(db, 'five', nowMs)).toBeUndefined()
  })

  it('expire, and those of before are for one account', async () => {
    await insertInvitation(db, 'late', invitation('b', 5))
    expect(await takeInvitation(db, 'late', nowMs + 1000)).toBeUndefined()
    const { uses_left: _, ...before } = await db
      .selectFrom('invitations')
      .selectAll()
      .where('id', '=', 'b')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('invitations')
      .values({ ...before, id: 'c', secret_hash: 'old', uses_left: null })
      .execute()
    expect(await listInvitations(db, nowMs)).toMatchObject([
      { id: 'c', usesLeft: 1 },
      { id: 'b', usesLeft: 5 },
    ])
    expect(await takeInvitation(db, 'old', nowMs)).toMatchObject({ id: 'c' })
    expect(await takeInvitation(db, 'old', nowMs)).toBeUndefined()
  })

  it('[MEMBER-5] the lists are apart, and a note can be changed', async () => {
    const account = { username: 'ben', admittedBy: 'ann', admittedAtMs: nowMs, note: 'one' }
    expect(await insertAdmittedAccount(db, 'members', account)).toBe(true)
    expect(await isAdmitted(db, 'members', 'ben')).toBe(true)
    expect(await isAdmitted(db, 'streamers', 'ben')).toBe(false)
    await changeAdmissionNote(db, 'members', 'ben', 'two')
    expect(await listAdmittedAccounts(db, 'members')).toEqual([{ ...account, note: 'two' }])
    expect(await listAdmittedNames(db)).toEqual([{ list: 'members', username: 'ben' }])
  })
})

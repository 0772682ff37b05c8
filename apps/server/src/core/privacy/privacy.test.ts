import { privacyLimits } from '@waggle/contract/privacy/limits'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { storedTables } from '../../db/privacy/stored-data.ts'
import { countStoredRows } from '../../db/privacy/stored-rows.ts'
import { fillWithAccount } from '../../testing/db/fill-with-account.ts'
import { signAs, startTestSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let db: Db

beforeAll(async () => {
  site = await startTestSite({ env: { WAGGLE_OPERATORS: 'alice' } })
  db = await openDatabase({ dataDir: site.dataDir })
})
afterAll(async () => {
  await db?.destroy()
  await site?.close()
})

async function signed(username: string, purpose: string) {
  site.nextClient()
  const query = `purpose=${purpose}&username=${username}`
  const { challenge } = (await site.request('GET', `/api/auth/challenge?${query}`)).json
  return { username, challenge, signature: await signAs(username, challenge) }
}

const download = async (username: string, token: string, purpose = 'download-data') =>
  site.request('POST', '/api/privacy/download', { token, body: await signed(username, purpose) })
const remove = async (username: string, token: string, purpose = 'delete-data') =>
  site.request('POST', '/api/privacy/deletion', { token, body: await signed(username, purpose) })

async function untilDeleted(username: string): Promise<void> {
  const deletions = () => db.selectFrom('account_deletions').selectAll().where('username', '=', username).execute()
  await expect.poll(async () => (await deletions()).length).toBe(1)
  site.moveClock(privacyLimits.deletionSettlesMs)
  await expect.poll(async () => (await deletions()).length, { timeout: 20_000 }).toBe(0)
}

describe('[PRIVACY-2] [T36] what the site holds on an account', () => {
  it('is downloaded with a signature for that purpose, by the account alone, and holds no secret and nobody else', async () => {
    const token = await site.signIn('bob')
    const carol = await site.signIn('carol')
    await site.streamKey('bob')
    await site.request('POST', '/api/follows/follow', { token, body: { username: 'dave' } })
    await site.request('POST', '/api/chat/messages/dave', { token, body: { message: 'hello "bees"' } })
    await site.request('POST', '/api/chat/messages/bob', { token: carol, body: { message: "carol's words" } })
    const report = { kind: 'account', username: 'bob', channel: 'dave', reason: 'spam', note: 'a secret note' }
    expect((await site.request('POST', '/api/reports', { token: carol, body: report })).status).toBe(200)

    expect((await download('bob', token, 'login')).json.code).toBe('challenge_invalid')
    expect((await download('carol', token)).json.code).toBe('not_your_account')
    const proof = await signed('bob', 'download-data')
    const answer = await site.request('POST', '/api/privacy/download', { token, body: proof })
    expect(answer.headers.get('content-disposition')).toContain('waggle-bob.json')
    const file = JSON.parse(answer.text)
    expect(file.account).toBe('bob')
    expect(Object.keys(file.stored).sort()).toEqual([
      ...['chat_messages', 'chat_rooms', 'follows', 'reported_things', 'reports', 'sessions', 'stream_keys'],
    ])
    expect(file.stored.chat_messages.rows).toMatchObject([{ channel: 'dave', message: 'hello "bees"' }])
    expect(file.stored.follows).toMatchObject({ why: expect.any(String), rows: [{ follower: 'bob', channel: 'dave' }] })
    expect(file.stored.reports.rows).toMatchObject([{ username: 'bob', reason: 'spam' }])
    expect(answer.text).not.toMatch(/carol|secret note|_hash/)
    const again = await site.request('POST', '/api/privacy/download', { token, body: proof })
    expect(again.json.code).toBe('challenge_used')
  })

  it('is complete: of every table, each row about the account and each column about people', async () => {
    await fillWithAccount(db, 'erin')
    const token = await site.signIn('erin')
    const { stored } = JSON.parse((await download('erin', token)).text)
    for (const [name, { columns, rows }] of storedTables) {
      const given = rows.filter((each) => each.download !== 'others')
      if (given.length === 0 || name === 'account_deletions') continue
      const hidden = given.map(({ hides = [] }) => new Set(hides))
      const wanted = Object.keys(columns).filter(
        (column) =>
          (columns[column] === 'name' || columns[column] === 'personal') && hidden.some((hides) => !hides.has(column)),
      )
      const shown = new Set(stored[name]?.rows.flatMap((row: object) => Object.keys(row)))
      expect([...shown].sort(), name).toEqual(wanted.sort())
    }
  })
})

describe('[PRIVACY-3] [T36] deleting an account', () => {
  it('needs a signature for that purpose', async () => {
    const token = await site.signIn('bob')
    expect((await remove('bob', token, 'download-data')).json.code).toBe('challenge_invalid')
    expect((await remove('carol', token)).json.code).toBe('not_your_account')
    expect((await site.request('GET', '/api/privacy', { token })).json.isLive).toBe(false)
  })

  it('removes every row that is listed so, from every table, and nothing of anybody else', async () => {
    await fillWithAccount(db, 'frank')
    const others = () => db.selectFrom('chat_messages').select('id').where('username', '=', 'erin').execute()
    const before = (await others()).length
    expect(before).toBeGreaterThan(0)
    const token = await site.signIn('frank')
    const told = (await site.request('GET', '/api/privacy', { token })).json
    const answer = await remove('frank', token)
    expect(answer.json).toEqual({ stays: told.stays })
    expect((await site.request('GET', '/api/auth/sessions', { token })).status).toBe(401)
    expect(await site.signIn('frank')).toBeUndefined()
    await untilDeleted('frank')

    for (const [name, { group, rows, columns }] of storedTables) {
      for (const each of rows.filter(({ onDeletion }) => onDeletion === 'deleted')) {
        expect(await countStoredRows(db, name, each, 'frank'), `${name} ${JSON.stringify(each.of)}`).toBe(0)
      }
      if (group === null || rows.some(({ onDeletion }) => onDeletion === 'kept')) continue
      const isOfMedia = rows.some(({ onDeletion }) => onDeletion === 'media')
      for (const column of Object.keys(columns)) {
        const count = async () => {
          const found = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}
            where cast(${sql.ref(column)} as text) like '%frank%'`.execute(db)
          return found.rows[0]?.count
        }
        const message = `${name}.${column}`
        // The media of recordings, and with it what names it, is deleted by another task.
        if (isOfMedia) await expect.poll(count, { timeout: 20_000, message }).toBe(0)
        else expect(await count(), message).toBe(0)
      }
    }
    expect((await others()).length).toBe(before)
    expect(await site.signIn('frank')).toMatch(/^[\w-]{43}$/)
  })

  it('is refused while the channel is live, or its encoder may return', async () => {
    const token = await site.signIn('dave')
    const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
    await insertBroadcast(db, { id: 'd'.repeat(20), username: 'dave', startedAtMs: site.now(), playlists })
    expect((await site.request('GET', '/api/privacy', { token })).json.isLive).toBe(true)
    expect((await remove('dave', token)).json.code).toBe('still_live')
    expect((await site.request('GET', '/api/auth/sessions', { token })).status).toBe(200)
    expect(await db.selectFrom('account_deletions').selectAll().execute()).toEqual([])
  })

  it('leaves open reports, and a suspension, which holds for who comes back', async () => {
    const operator = await site.signIn('alice')
    const rights = { token: operator, body: await signed('alice', 'operate') }
    expect((await site.request('POST', '/api/operate/rights', rights)).status).toBe(200)
    const body = { kind: 'suspend-account', username: 'bob', reason: 'spam' }
    expect((await site.request('POST', '/api/operate/actions', { token: operator, body })).status).toBe(200)

    const token = await site.signIn('bob')
    const say = (as: string) =>
      site.request('POST', '/api/chat/messages/dave', { token: as, body: { message: 'I am back' } })
    expect((await say(token)).json.code).toBe('account_suspended')
    // Who is suspended has a right to their data all the same.
    expect((await download('bob', token)).status).toBe(200)
    expect((await remove('bob', token)).json.stays).toEqual([{ group: 'moderation', rows: expect.any(Number) }])
    await untilDeleted('bob')
    const { things } = (await site.request('GET', '/api/operate/reports', { token: operator })).json
    expect(things).toMatchObject([{ username: 'bob' }])
    const path = `/api/operate/reports/${things[0].id}/evidence`
    const evidence = (await site.request('GET', path, { token: operator })).json
    expect(evidence.messages).toMatchObject([{ message: 'hello "bees"' }])
    expect((await say(await site.signIn('bob'))).json.code).toBe('account_suspended')
  })
})

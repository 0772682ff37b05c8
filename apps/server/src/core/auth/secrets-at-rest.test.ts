import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { removeFolder, temporaryFolder } from '../../testing/engines/private-process.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let session: string
let streamKey: string

beforeAll(async () => {
  site = await startTestSite()
  session = await site.signIn('alice')
  streamKey = await site.streamKey('bob')
})
afterAll(() => site?.close())

/** Everything in the data folder, as bytes in one string. */
function storedBytes(): string {
  return readdirSync(site.dataDir)
    .map((name) => readFileSync(join(site.dataDir, name), 'latin1'))
    .join('')
}

/** A secret as it is, and in the encodings in which it might be stored instead. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const decoded = Buffer.from(secret, 'base64url')
  return [
    secret,
    ...[bytes, decoded].flatMap((form) => [form.toString('hex'), form.toString('base64').replace(/=+$/, '')]),
  ]
}

describe('what a stolen database gives away', () => {
  it('[T3] is no stream key: only its keyed hash is stored', () => {
    const stored = storedBytes()
    for (const spelling of spellings(streamKey)) expect(stored).not.toContain(spelling)
    // Not a hash without a key either, which could be tried offline.
    expect(stored).not.toContain(createHash('sha256').update(streamKey).digest('hex'))
    const database = new DatabaseSync(join(site.dataDir, 'waggle.sqlite'), { readOnly: true })
    const row = database.prepare("select key_hash from stream_keys where username = 'bob'").get() as {
      key_hash: string
    }
    database.close()
    expect(row.key_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('[AUTH-17] is no session: only its SHA-256 is stored', () => {
    const stored = storedBytes()
    for (const spelling of spellings(session)) expect(stored).not.toContain(spelling)
    expect(stored).toContain(createHash('sha256').update(session).digest('hex'))
  })
})

describe('the data folder', () => {
  it('can be read by its owner only, and so can the master key', () => {
    expect((statSync(site.dataDir).mode & 0o777).toString(8)).toBe('700')
    expect((statSync(join(site.dataDir, 'master.key')).mode & 0o777).toString(8)).toBe('600')
  })

  it('[F5] is written so that what was acknowledged survives a power cut', async () => {
    const folder = await temporaryFolder('synchronous')
    const db = await openDatabase({ dataDir: folder })
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db)
    await db.destroy()
    await removeFolder(folder)
    // SQLite, 'PRAGMA synchronous': 2 is FULL.
    expect(rows).toEqual([{ synchronous: 2 }])
  })
})

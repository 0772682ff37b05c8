import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connectDatabase, openDatabase } from '../db/open.ts'
import {
  type Engine,
  environmentOf,
  openPlaces,
  type Place,
  remainsIn,
  run,
  runKilled,
  startMessage,
} from '../testing/db/backup-places.ts'
import { everyRow, fillSite } from '../testing/db/site-fixture.ts'
import { startS3Server } from '../testing/engines/s3-server.ts'
import { openTmpfs } from '../testing/engines/small-disk.ts'

const engines: Engine[] = ['sqlite', 'postgres']
const directions = engines.flatMap((from) => engines.map((to) => [from, to] as const))
const passphrase = { WAGGLE_BACKUP_PASSPHRASE: 'correct horse battery' }
let places: Awaited<ReturnType<typeof openPlaces>>

beforeAll(async () => {
  places = await openPlaces()
})
afterAll(() => places?.close())

async function filledSite(engine: Engine, rowsOf?: (table: string) => number): Promise<Place> {
  const place = await places.create(engine)
  await fillSite(place, rowsOf)
  await writeFile(join(place.dataDir, 'master.key'), `${'a'.repeat(64)}\n`)
  return place
}

async function backedUp(place: Place, env: Record<string, string> = {}, args: string[] = []): Promise<string> {
  const result = await run('backup', [await places.folder(), ...args], environmentOf(place, env))
  expect(result.code, result.text).toBe(0)
  return result.first
}

describe('[OPS-9] a backup', { timeout: 180_000 }, () => {
  it.each(directions)('of %s with rows in every table is the same after it was restored to %s', async (from, to) => {
    const [site, elsewhere] = [await filledSite(from), await places.create(to)]
    const before = await everyRow(site)
    // Whatever tables there are, the fixture fills them.
    expect(Object.entries(before).filter(([, rows]) => rows.length < 20)).toEqual([])
    const result = await run('restore', [await backedUp(site)], environmentOf(elsewhere))
    expect(result, result.text).toMatchObject({ code: 0 })
    expect(await everyRow(elsewhere)).toEqual(before)
    expect(await readFile(join(elsewhere.dataDir, 'master.key'), 'utf8')).toBe(`${'a'.repeat(64)}\n`)
    // A site starts on it, and later commands find nothing unfinished.
    await (await openDatabase(elsewhere)).destroy()
    expect(await everyRow(elsewhere)).toEqual(before)
  })

  it('has the media of recordings where it was asked for, and puts them into another store', async () => {
    const site = await places.create('sqlite')
    const db = await openDatabase(site)
    const media = [Buffer.alloc(3_000_000, 7), Buffer.from('short')]
    for (const [index, bytes] of media.entries()) {
      const [id, sequence] = [`stream-${index}`, 40 + index]
      const times = { started_at_ms: 1, ended_at_ms: 2, contents: '{}' }
      const row = { broadcast_id: id, rendition: 'source', first_sequence: sequence, bytes: bytes.length, ...times }
      await db.insertInto('recorded_objects').values(row).execute()
      await mkdir(join(site.dataDir, 'recordings/stored', id), { recursive: true })
      await writeFile(join(site.dataDir, 'recordings/stored', id, `source-${sequence}.m4s`), bytes)
    }
    await db.destroy()
    const backup = await backedUp(site, passphrase, ['--recordings'])
    const s3 = await startS3Server()
    onTestFinished(async () => void (await s3.close()))
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.settings
    const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey }
    const env = {
      WAGGLE_RECORDINGS_URL: `s3://${bucket}/kept?region=${region}&endpoint=${endpoint}`,
      ...keys,
      ...passphrase,
    }
    const restored = await run('restore', [backup], environmentOf(await places.create('sqlite'), env))
    expect(restored.text).toContain('2 objects of recordings (3000005 bytes)')
    expect([...s3.objects.keys()]).toEqual(['kept/stream-0/source-40.m4s', 'kept/stream-1/source-41.m4s'])
    expect([...s3.objects.values()].map((bytes, index) => bytes.equals(media[index]!))).toEqual([true, true])

    // The backup itself can be in a bucket too.
    const place = `s3://${bucket}/backups?region=${region}&endpoint=${endpoint}`
    const address = (await run('backup', [place], environmentOf(site, env))).first
    expect([...s3.objects.keys()].filter((key) => key.startsWith('backups/'))).toHaveLength(1)
    const again = await places.create('postgres')
    const { code, text } = await run('restore', [address], environmentOf(again, env))
    expect(code, text).toBe(0)
    expect(await everyRow(again)).toEqual(await everyRow(site))
  })

  it('that is encrypted shows nothing, and is opened by its passphrase alone', async () => {
    const site = await filledSite('sqlite')
    const backup = await backedUp(site, passphrase)
    const text = (await readFile(backup)).toString('latin1')
    for (const secret of ['a'.repeat(16), 'chat_messages', 'alice']) expect(text).not.toContain(secret)
    const elsewhere = await places.create('sqlite')
    const attempt = async (more: Record<string, string>) =>
      (await run('restore', [backup], environmentOf(elsewhere, more))).text
    expect(await attempt({})).toContain('is encrypted: set WAGGLE_BACKUP_PASSPHRASE_FILE')
    expect(await attempt({ WAGGLE_BACKUP_PASSPHRASE: 'correct horse batterY' })).toContain(
      'the passphrase does not open',
    )
    expect(await attempt({ WAGGLE_BACKUP_PASSPHRASE: 'short' })).toContain('fewer than 12 characters')
    expect(await remainsIn(elsewhere)).toEqual([])
    const file = join(await places.folder(), 'passphrase')
    await writeFile(file, `${passphrase.WAGGLE_BACKUP_PASSPHRASE}\n`)
    expect(await attempt({ WAGGLE_BACKUP_PASSPHRASE_FILE: file })).toContain('Restored')
    expect(await everyRow(elsewhere)).toEqual(await everyRow(site))
  })

  it.each([
    ['readable', {}, 12],
    // Each attempt costs what a guess costs.
    ['encrypted', passphrase, 3],
  ])(
    'that is %s is refused when a byte of it was changed or is missing, and nothing is kept',
    async (_kind, env, count) => {
      const bytes = await readFile(await backedUp(await filledSite('sqlite'), env))
      const elsewhere = await places.create('sqlite')
      const file = join(await places.folder(), 'changed.backup')
      async function attempt(changed: Uint8Array): Promise<string> {
        await writeFile(file, changed)
        const result = await run('restore', [file], environmentOf(elsewhere, env))
        expect(result.code).toBe(1)
        expect(await remainsIn(elsewhere)).toEqual([])
        return result.text
      }
      const start = bytes.indexOf(10) + 1
      const steps = Array.from({ length: count }, (_, index) => index / count)
      for (const step of steps) {
        const at = start + Math.floor((bytes.length - start) * step)
        const changed = Buffer.from(bytes)
        changed[at]! ^= 1
        expect(await attempt(changed), `byte ${at}`).toMatch(/is damaged or has been altered|is not complete/)
        expect(await attempt(bytes.subarray(0, at)), `cut at ${at}`).toContain('is not complete')
      }
      expect(await attempt(Buffer.concat([bytes, Buffer.of(0)]))).toContain('altered')
      expect(await attempt(Buffer.from('something else'))).toContain('is no backup of Waggle')
      const newer = bytes.toString('latin1').replace('{"waggle-backup":1', '{"waggle-backup":2')
      expect(await attempt(Buffer.from(newer, 'latin1'))).toContain('has the format 2, and this Waggle reads 1')
    },
  )

  it('of a newer Waggle, and a place with data, are refused without a change', async () => {
    const site = await filledSite('sqlite')
    const good = await backedUp(site)
    for (const engine of engines) {
      const taken = await filledSite(engine)
      const before = await everyRow(taken)
      expect((await run('restore', [good], environmentOf(taken))).text).toContain('is not empty')
      if (taken.databaseUrl) {
        const emptyFolder = { ...taken, dataDir: await places.folder() }
        expect((await run('restore', [good], environmentOf(emptyFolder))).text).toContain('DATABASE_URL is not empty')
      }
      expect(await everyRow(taken)).toEqual(before)
    }
    const db = connectDatabase(site)
    await db
      .insertInto('kysely_migration' as never)
      .values({ name: '999-later', timestamp: '' } as never)
      .execute()
    await db.destroy()
    expect((await run('backup', [await places.folder()], environmentOf(site))).text).toContain(
      'the database is of a newer Waggle (it has 999-later',
    )
  })

  it.each(engines)(
    'that a killed command has restored in part to %s keeps the site from starting until it was restored',
    async (engine) => {
      const site = await filledSite('sqlite', (table) => (table === 'chat_messages' ? 5000 : 20))
      const [backup, elsewhere] = [await backedUp(site), await places.create(engine)]
      const before = await everyRow(site)
      const statements = Number((await runKilled(0, await places.create(engine), 'restore', backup)).stdout)
      expect(statements).toBeGreaterThan(20)
      for (const share of [0.3, 0.6, 0.9, 1]) {
        expect((await runKilled(Math.floor(statements * share), elsewhere, 'restore', backup)).signal).toBe('SIGKILL')
      }
      expect(await startMessage(elsewhere)).toMatch(/not complete: run the restore/)
      expect((await run('restore', [backup], environmentOf(elsewhere))).code).toBe(0)
      expect(await everyRow(elsewhere)).toEqual(before)
      expect(await readdir(elsewhere.dataDir)).not.toContain('restore.unfinished')
    },
  )

  it('leaves nothing on a full disk, when it is made and when it is restored', async ({ skip }) => {
    const disk = await openTmpfs()
    if (!disk) return skip('mounting is not allowed here')
    onTestFinished(() => disk.close())
    const site = await filledSite('sqlite', (table) => (table === 'chat_messages' ? 20_000 : 20))
    const folder = (name: string) => join(disk.folder, name)
    const backup = await backedUp(site)
    await mkdir(folder('backups'))
    await writeFile(folder('ballast'), Buffer.alloc(14_000_000))
    const restored = await run('restore', [backup], environmentOf({ dataDir: folder('data') }))
    expect(restored).toMatchObject({ code: 1, text: expect.stringContaining('the disk is full') })
    expect(await readdir(folder('data'))).toEqual([])
    await disk.fill(0)
    const made = await run('backup', [folder('backups')], environmentOf(site))
    expect(made).toMatchObject({ code: 1, text: expect.stringContaining('the disk is full') })
    expect(await readdir(folder('backups'))).toEqual([])
  })
})

it('[OPS-9] says which settings the site had, without those that are secret', async () => {
  const site = await filledSite('postgres')
  const address = pathToFileURL(await places.folder()).href
  const env = environmentOf(site, { ...passphrase, WAGGLE_RECORDINGS_URL: address, WAGGLE_REWIND_HOURS: '3' })
  const elsewhere = await places.create('sqlite')
  const backup = (await run('backup', [await places.folder()], env)).first
  await run('restore', [backup], environmentOf(elsewhere, passphrase))
  const settings = await readFile(join(elsewhere.dataDir, 'settings-of-backup.env'), 'utf8')
  expect(settings.split('\n')).toEqual([
    '# DATABASE_URL is set',
    '# WAGGLE_BACKUP_PASSPHRASE is set',
    `WAGGLE_DATA_DIR=${site.dataDir}`,
    `WAGGLE_RECORDINGS_URL=${address}`,
    'WAGGLE_REWIND_HOURS=3',
    '',
  ])
})

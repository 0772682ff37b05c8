import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase, openDatabase } from '../db/open.ts'
import { environmentOf, openPlaces, type Place, run, runKilled, startMessage } from '../testing/db/backup-places.ts'
import { everyRow, fillSite } from '../testing/db/site-fixture.ts'

let places: Awaited<ReturnType<typeof openPlaces>>

beforeAll(async () => {
  places = await openPlaces()
})
afterAll(() => places?.close())

describe('[OPS-10] a move', { timeout: 180_000 }, () => {
  it.each([
    ['to-postgresql', 'sqlite'],
    ['to-sqlite', 'postgres'],
  ] as const)(
    '%s of every table goes on after it was killed, and the site does not start before its end',
    async (direction, from) => {
      const rowsOf = (table: string) => (table === 'chat_messages' ? 9000 : 20)
      const both = await places.create('postgres')
      const databaseUrl = both.databaseUrl!
      const source: Place = from === 'sqlite' ? { dataDir: both.dataDir } : both
      const target: Place = from === 'sqlite' ? both : { dataDir: both.dataDir }
      await fillSite(source, rowsOf)
      const before = await everyRow(source)
      let attempts = 0
      for (let killAt = 60; ; killAt += 40) {
        const result = await runKilled(killAt, both, 'migrate', direction)
        attempts += 1
        if (result.signal === null) {
          expect(result.stderr).toBe('')
          break
        }
        const message = await startMessage(target)
        expect(message).toMatch(/not complete: run the (restore or )?migrate command/)
        // Enough for what is left.
        if (attempts === 6) killAt = 100_000
      }
      expect(attempts).toBeGreaterThan(3)
      expect(await everyRow(target)).toEqual(before)
      expect(await everyRow(source)).toEqual(before)
      expect(await startMessage(target)).toBe('')
      const again = await run('migrate', [direction], environmentOf({ dataDir: both.dataDir, databaseUrl }))
      expect(again).toMatchObject({ code: 1, text: expect.stringMatching(/is not empty|move it away/) })
    },
  )

  it.each([
    ['to-postgresql', 'sqlite'],
    ['to-sqlite', 'postgres'],
  ] as const)('%s is refused while the site runs', async (direction, from) => {
    const both = await places.create('postgres')
    const source: Place = from === 'sqlite' ? { dataDir: both.dataDir } : both
    await fillSite(source)
    const running = await openDatabase(source)
    await running.selectFrom('site').selectAll().execute()
    const result = await run('migrate', [direction], environmentOf(both))
    expect(result).toMatchObject({ code: 1, text: expect.stringContaining('in use: stop the site first') })
    await running.destroy()
    expect((await run('migrate', [direction], environmentOf(both))).code).toBe(0)
  })

  it('names the table with a value that PostgreSQL does not store', async () => {
    const both = await places.create('postgres')
    await fillSite({ dataDir: both.dataDir })
    const db = connectDatabase({ dataDir: both.dataDir })
    await db.insertInto('site').values({ name: 'nul', value: 'a\0b' }).execute()
    await db.destroy()
    const result = await run('migrate', ['to-postgresql'], environmentOf(both))
    expect(result).toMatchObject({ code: 1, text: expect.stringContaining('the table site has a value that') })
  })

  it('that was interrupted copies what the site has changed since', async () => {
    const both = await places.create('postgres')
    const source = { dataDir: both.dataDir }
    await fillSite(source, (table) => (table === 'chat_messages' ? 3000 : 20))
    const other = await places.create('postgres')
    await fillSite({ dataDir: other.dataDir }, (table) => (table === 'chat_messages' ? 3000 : 20))
    const statements = Number((await runKilled(0, other, 'migrate', 'to-postgresql')).stdout)
    // After the tables that are changed.
    const late = Math.floor(statements * 0.9)
    expect((await runKilled(late, both, 'migrate', 'to-postgresql')).signal).toBe('SIGKILL')
    const db = await openDatabase(source)
    await db.updateTable('announcements').set({ problem: 'changed' }).execute()
    await db.deleteFrom('chat_messages').where('channel', '=', 'channel 7').execute()
    await db.destroy()
    const result = await run('migrate', ['to-postgresql'], environmentOf(both))
    expect(result.code, result.text).toBe(0)
    expect(await everyRow(both)).toEqual(await everyRow(source))
  })
})

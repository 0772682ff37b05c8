import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '../testing/engines/postgres.ts'
import { removeFolder, temporaryFolder } from '../testing/engines/private-process.ts'
import { storeIfAbsent } from './accounts/site.ts'
import { type Db, openDatabase } from './open.ts'

it('[T3] only the owner reads the files of the embedded database, in a folder that everyone may read', async () => {
  const umask = process.umask(0o022)
  const dataDir = await temporaryFolder('modes')
  onTestFinished(async () => {
    process.umask(umask)
    await removeFolder(dataDir)
  })
  await chmod(dataDir, 0o755)
  const db = await openDatabase({ dataDir })
  await storeIfAbsent(db, 'a', 'secret')
  const modeOf = async (name: string) => [name, ((await stat(join(dataDir, name))).mode & 0o777).toString(8)]
  const modes = await Promise.all((await readdir(dataDir)).sort().map(modeOf))
  await db.destroy()
  expect(modes).toEqual(['waggle.sqlite', 'waggle.sqlite-shm', 'waggle.sqlite-wal'].map((name) => [name, '600']))
})

it('[F6] a connection that PostgreSQL ends within a transaction costs that transaction only', async () => {
  const postgres = await startPostgres()
  const db = await openDatabase({ databaseUrl: postgres.url, dataDir: '' })
  const select = async (database: Db) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database)
    return rows[0]?.pid
  }
  const transaction = db.transaction().execute(async (within) => {
    const pid = await select(within)
    // Between two queries: no query is there to fail.
    await sql`select pg_terminate_backend(${pid})`.execute(db)
    const isThere = sql<{ count: number }>`select count(*) from pg_stat_activity where pid = ${pid}`
    await expect.poll(async () => Number((await isThere.execute(db)).rows[0]?.count)).toBe(0)
    await select(within)
  })
  await expect(transaction).rejects.toThrow()
  expect(await select(db)).toBeGreaterThan(0)
  await db.destroy()
  await postgres.close()
})

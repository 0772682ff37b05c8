import { sql } from 'kysely'
import { createFileSink } from '../../apps/server/src/backup/archive/places.ts'
import { backUp } from '../../apps/server/src/backup/backup.ts'
import { migrateDatabase } from '../../apps/server/src/backup/migrate.ts'
import { openDatabase } from '../../apps/server/src/db/open.ts'
import { startPostgres } from '../../apps/server/src/testing/engines/postgres.ts'
import { removeFolder, temporaryFolder } from '../../apps/server/src/testing/engines/private-process.ts'

// Moves a million chat messages, or as many as the first argument says, from SQLite to PostgreSQL and back, and backs them up.

const count = Number(process.argv[2] ?? 1_000_000)
const [from, back, backups] = await Promise.all(['from', 'back', 'backups'].map((name) => temporaryFolder(name)))
const postgres = await startPostgres()

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const startedMs = performance.now()
  const result = await work()
  const [seconds, peakMb] = [(performance.now() - startedMs) / 1000, process.resourceUsage().maxRSS / 1024]
  console.log(`${what}: ${seconds.toFixed(1)} s; at most ${peakMb.toFixed(0)} MB of memory so far`)
  return result
}

try {
  const db = await openDatabase({ dataDir: from! })
  await sql`
    insert into chat_messages (channel, id, username, message, kind, role)
    select 'channel' || (i % 50), 'id' || i, 'user' || (i % 3000), 'message ' || i || ' with a few words in it', 'message', 'viewer'
    from (with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)}) select i from n)
  `.execute(db)
  await db.destroy()
  const options = { passphrase: 'a passphrase of the bench', hasRecordings: false, settings: '', nowMs: Date.now() }
  const site = { dataDir: from!, recordings: 'off' as const }
  await timed('backup, encrypted and read again', async () =>
    backUp(site, await createFileSink(backups!, 'b'), options),
  )
  const databaseUrl = postgres.url
  const there = await timed('SQLite to PostgreSQL', () =>
    migrateDatabase('to-postgresql', { dataDir: from!, databaseUrl }),
  )
  const again = await timed('PostgreSQL to SQLite', () => migrateDatabase('to-sqlite', { dataDir: back!, databaseUrl }))
  const isSame = JSON.stringify(there) === JSON.stringify(again)
  console.log(`${there.chat_messages?.rows} messages, ${isSame ? 'the same' : 'NOT the same'} in all three`)
  process.exitCode = isSame ? 0 : 1
} finally {
  await postgres.close()
  for (const folder of [from, back, backups]) await removeFolder(folder!)
}

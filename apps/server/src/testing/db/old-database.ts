import { cp, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import pg from 'pg'
import type { DatabasePlace } from '../../db/open.ts'
import { startPostgres } from '../engines/postgres.ts'
import { removeFolder, temporaryFolder } from '../engines/private-process.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tables of an old version have no types any more.
export type AnyDb = Kysely<any>

/** Databases of one engine, each in the state that an old version left. */
export interface OldDatabases {
  /** An empty database. */
  create(): Promise<DatabasePlace>
  /** A copy of a database that nobody has open. */
  copy(place: DatabasePlace): Promise<DatabasePlace>
  close(): Promise<void>
}

export const oldDatabases: Record<'sqlite' | 'postgres', () => Promise<OldDatabases>> = {
  async sqlite() {
    const folder = await temporaryFolder('migrations')
    const create = async () => ({ dataDir: await mkdtemp(join(folder, 'database-')) })
    return {
      create,
      async copy({ dataDir: from }) {
        const place = await create()
        await cp(from, place.dataDir, { recursive: true })
        return place
      },
      close: () => removeFolder(folder),
    }
  },
  async postgres() {
    const server = await startPostgres()
    let count = 0
    async function create(template: string): Promise<DatabasePlace> {
      count += 1
      const name = `d${count}`
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      await client.query(`create database ${name} template ${template}`)
      await client.end()
      return { databaseUrl: new URL(`/${name}`, server.url).href, dataDir: '' }
    }
    return {
      create: () => create('template1'),
      copy: ({ databaseUrl = '' }) => create(new URL(databaseUrl).pathname.slice(1)),
      close: () => server.close(),
    }
  },
}

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runDataCommand } from '../../backup/run-command.ts'
import type { SiteData } from '../../backup/site-data.ts'
import { connectDatabase, openDatabase } from '../../db/open.ts'
import { refuseUnfinishedData } from '../../db/unfinished-data.ts'
import { removeFolder, temporaryFolder } from '../engines/private-process.ts'
import { oldDatabases } from './old-database.ts'

const killed = join(import.meta.dirname, 'killed-command.ts')

export type Engine = 'sqlite' | 'postgres'
export type Place = Pick<SiteData, 'databaseUrl'> & { dataDir: string }

/** Makes places for the data of empty sites, on both engines. */
export async function openPlaces() {
  const [root, postgres] = [await temporaryFolder('places'), await oldDatabases.postgres()]
  const folder = () => mkdtemp(join(root, 'folder-'))
  return {
    folder,
    async create(engine: Engine): Promise<Place> {
      const dataDir = await folder()
      return engine === 'sqlite' ? { dataDir } : { dataDir, databaseUrl: (await postgres.create()).databaseUrl }
    },
    async close() {
      await postgres.close()
      await removeFolder(root)
    },
  }
}

export function environmentOf({ dataDir, databaseUrl }: Place, more: Record<string, string> = {}) {
  return { WAGGLE_DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...more }
}

/** What the command has printed, or why it failed. */
export async function run(name: 'backup' | 'restore' | 'migrate', args: string[], env: Record<string, string>) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const code = await runDataCommand(name, args, env, { print, printError: print })
  return { code, text: lines.join('\n'), first: lines[0] ?? '' }
}

/** What a command that failed must leave: no file, and no table. */
export async function remainsIn({ dataDir, databaseUrl }: Place): Promise<string[]> {
  const files = await readdir(dataDir)
  if (databaseUrl === undefined) return files
  const db = connectDatabase({ dataDir, databaseUrl })
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  await db.destroy()
  return [...files, ...tables.map(({ name }) => name)]
}

/** Why a site does not start there; nothing when it would. */
export async function startMessage(place: Place): Promise<string> {
  try {
    refuseUnfinishedData(place)
    await (await openDatabase(place)).destroy()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

/** Runs the command in a process that is killed before its n-th statement; 0 lets it live, and it prints how many there were. */
export async function runKilled(killAt: number, place: Place, name: string, argument: string) {
  const args = ['--disable-warning=ExperimentalWarning', killed, String(killAt), name, argument]
  const env = { ...environmentOf(place), PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
  const child = execFile(process.execPath, args, { env })
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (text) => (stdout += text))
  child.stderr?.on('data', (text) => (stderr += text))
  const [, signal] = await once(child, 'close')
  return { stdout, stderr, signal: signal as string | null }
}

import { type ChildProcess, execFileSync } from 'node:child_process'
import { chownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, removeFolder, startProcess, stopProcess, temporaryFolder, untilUp } from './private-process.ts'

/** How a server ends: at once as when its machine fails, or after it has closed its connections. */
type Ending = 'crash' | 'orderly'
const signals: Record<Ending, NodeJS.Signals> = { crash: 'SIGQUIT', orderly: 'SIGINT' }

export interface PrivatePostgres {
  url: string
  port: number
  stop(ending: Ending): Promise<void>
  start(): Promise<void>
  /** Runs a statement as its superuser. */
  query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>
  /** Starts a copy of it that follows it. From then on it acknowledges only what the copy has too. */
  startStandby(): Promise<PrivatePostgres & { promote(): Promise<void> }>
  close(): Promise<void>
}

/** Starts a private PostgreSQL server on a free port, in a temporary folder, which `close` removes, or in the folder of a small disk. */
export async function startPostgres({ folder: given }: { folder?: string } = {}): Promise<PrivatePostgres> {
  const folder = given ?? (await temporaryFolder('postgres'))
  const data = join(folder, 'data')
  const asOther = dropRoot(folder)
  runProgram(asOther, folder, 'initdb', ['-D', data, '-U', 'waggle', '-A', 'trust', '-E', 'UTF8', '--no-sync'])
  return runServer({ folder, data, asOther, isOwnFolder: given === undefined })
}

interface ServerPlace {
  folder: string
  data: string
  asOther: string[]
  isOwnFolder: boolean
}

async function runServer({ folder, data, asOther, isOwnFolder }: ServerPlace): Promise<PrivatePostgres> {
  const port = await freePort()
  const url = `postgres://waggle@127.0.0.1:${port}/postgres`

  async function query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    return client
      .query<Row>(statement)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }

  async function launch(): Promise<ChildProcess> {
    // Only the loss of power would show the difference of fsync, and the tests kill processes.
    const settings = ['listen_addresses=127.0.0.1', 'fsync=off'].flatMap((setting) => ['-c', setting])
    const place = ['-D', data, '-p', String(port), '-k', folder]
    const [command = '', ...args] = [...asOther, program('postgres'), ...place, ...settings]
    const child = startProcess(command, args)
    await untilUp(child, async () => void (await query('select 1')))
    return child
  }

  let server = await launch()
  return {
    url,
    port,
    stop: (ending) => stopProcess(server, signals[ending]),
    async start() {
      server = await launch()
    },
    query,
    async startStandby() {
      const copy = await temporaryFolder('standby')
      dropRoot(copy)
      const copied = join(copy, 'data')
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'waggle', '-D', copied]
      runProgram(asOther, copy, 'pg_basebackup', [...from, '-R', '--checkpoint=fast', '--no-sync'])
      const standby = await runServer({ folder: copy, data: copied, asOther, isOwnFolder: true })
      await query(`alter system set synchronous_standby_names = '*'`)
      await query('select pg_reload_conf()')
      return { ...standby, promote: async () => void (await standby.query('select pg_promote()')) }
    },
    async close() {
      await stopProcess(server, 'SIGINT')
      if (isOwnFolder) await removeFolder(folder)
    },
  }
}

function program(name: string): string {
  const versions = '/usr/lib/postgresql'
  const newest = readdirSync(versions).sort((a, b) => Number(b) - Number(a))[0]
  return join(versions, String(newest), 'bin', name)
}

function runProgram(asOther: string[], folder: string, name: string, args: string[]): void {
  const [command = '', ...rest] = [...asOther, program(name), ...args]
  execFileSync(command, rest, { stdio: 'pipe', cwd: folder })
}

/** PostgreSQL refuses to run as root; it then runs as the user of the Debian package. */
function dropRoot(folder: string): string[] {
  if (process.getuid?.() !== 0) return []
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })))
  chownSync(folder, uid!, gid!)
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
}

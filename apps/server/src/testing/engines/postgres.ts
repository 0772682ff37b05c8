import { execFileSync } from 'node:child_process'
import { chownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, removeFolder, startProcess, stopProcess, temporaryFolder, untilUp } from './private-process.ts'

interface PrivatePostgres {
  url: string
  close(): Promise<void>
}

/** Starts a private PostgreSQL server on a free port and in a temporary folder, which `close` removes. */
export async function startPostgres(): Promise<PrivatePostgres> {
  const versions = '/usr/lib/postgresql'
  const newest = readdirSync(versions).sort((a, b) => Number(b) - Number(a))[0]
  const program = (name: string) => join(versions, String(newest), 'bin', name)
  const folder = await temporaryFolder('postgres')
  const data = join(folder, 'data')
  const port = await freePort()
  const asOther = dropRoot(folder)
  const run = (command: string, args: string[]) => [...asOther, command, ...args] as [string, ...string[]]

  const [initCommand, ...initArgs] = run(program('initdb'), [
    '-D',
    data,
    '-U',
    'waggle',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-sync',
  ])
  execFileSync(initCommand, initArgs, { stdio: 'pipe', cwd: folder })
  const [command, ...args] = run(program('postgres'), [
    '-D',
    data,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    // Only the loss of power would show the difference, and the tests kill processes.
    'fsync=off',
    '-k',
    folder,
  ])
  const server = startProcess(command, args)
  const url = `postgres://waggle@127.0.0.1:${port}/postgres`
  await untilUp(server, async () => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    await client.end()
  })
  return {
    url,
    async close() {
      await stopProcess(server, 'SIGINT')
      await removeFolder(folder)
    },
  }
}

/** PostgreSQL refuses to run as root; it then runs as the user of the Debian package. */
function dropRoot(folder: string): string[] {
  if (process.getuid?.() !== 0) return []
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })))
  chownSync(folder, uid!, gid!)
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
}

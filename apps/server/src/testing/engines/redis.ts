import type { ChildProcess } from 'node:child_process'
import { Redis } from 'ioredis'
import { freePort, removeFolder, startProcess, stopProcess, temporaryFolder, untilUp } from './private-process.ts'

/** Starts a private Redis server on a free port. */
export async function startRedis() {
  const folder = await temporaryFolder('redis')
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let server = await launch()

  async function launch(): Promise<ChildProcess> {
    const child = startProcess('redis-server', [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
    ])
    await untilUp(child, async () => {
      const client = new Redis(url, { lazyConnect: true, retryStrategy: null })
      client.on('error', () => undefined)
      await client.connect()
      await client.ping()
      client.disconnect()
    })
    return child
  }

  return {
    url,
    /** Stops it where it is: its connections stay open, and nothing is answered any more. */
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    /** Ends it without a last word; what it held is lost. */
    kill: () => stopProcess(server, 'SIGKILL'),
    async restart(): Promise<void> {
      await stopProcess(server, 'SIGKILL')
      server = await launch()
    },
    async close(): Promise<void> {
      server.kill('SIGCONT')
      await stopProcess(server)
      await removeFolder(folder)
    },
  }
}

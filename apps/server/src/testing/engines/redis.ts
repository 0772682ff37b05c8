import { Redis } from 'ioredis'
import { freePort, removeFolder, startProcess, stopProcess, temporaryFolder, untilUp } from './private-process.ts'

/** Starts a private Redis server on a free port. */
export async function startRedis(): Promise<{ url: string; close(): Promise<void> }> {
  const folder = await temporaryFolder('redis')
  const port = await freePort()
  const server = startProcess('redis-server', [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
  ])
  const url = `redis://127.0.0.1:${port}`
  await untilUp(server, async () => {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: null })
    client.on('error', () => undefined)
    await client.connect()
    await client.ping()
    client.disconnect()
  })
  return {
    url,
    async close() {
      await stopProcess(server)
      await removeFolder(folder)
    },
  }
}

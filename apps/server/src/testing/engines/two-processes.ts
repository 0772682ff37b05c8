import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startPostgres } from './postgres.ts'
import { freePort, stopProcess, untilUp } from './private-process.ts'
import { startRedis } from './redis.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))

/**
 * A site of two processes with PostgreSQL and Redis, without media, whose operator is alice. `startFirst` starts the one that the test
 * runs in its own process, with these settings; the other one is at `secondUrl`.
 */
export async function startTwoProcesses<First extends { url: string; dataDir: string; close: () => Promise<void> }>(
  startFirst: (env: Record<string, string>) => Promise<First>,
): Promise<{ first: First; secondUrl: string; close: () => Promise<void> }> {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  let first: First | undefined
  let second: ChildProcess | undefined
  const close = async () => {
    if (second) await stopProcess(second, 'SIGKILL')
    await first?.close()
    await redis.close()
    await postgres.close()
  }
  try {
    const shared = {
      ...{ DATABASE_URL: postgres.url, REDIS_URL: redis.url, WAGGLE_ROLES: 'core,chat' },
      ...{ WAGGLE_OPERATORS: 'alice', WAGGLE_REWIND_HOURS: '0' },
    }
    first = await startFirst({ ...shared, WAGGLE_HTTP_PORT: String(await freePort()) })
    const port = await freePort()
    const secondUrl = `http://127.0.0.1:${port}`
    const own = { WAGGLE_DATA_DIR: first.dataDir, WAGGLE_HTTP_PORT: String(port), WAGGLE_PUBLIC_URL: first.url }
    second = spawn(process.execPath, [main], { env: { PATH: process.env.PATH, ...shared, ...own }, stdio: 'ignore' })
    await untilUp(second, async () => {
      await fetch(`${secondUrl}/readyz`)
    })
    return { first, secondUrl, close }
  } catch (error) {
    await close()
    throw error
  }
}

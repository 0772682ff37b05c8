import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RouteOptions } from 'fastify'
import { pino } from 'pino'
import { readConfig } from '../config/config.ts'
import { start } from '../start.ts'
import { removeFolder, temporaryFolder } from './engines/private-process.ts'
import { createSiteClient } from './site-client.ts'

export { signAs } from './site-client.ts'

interface TestSiteOptions {
  /** Additional settings. */
  env?: Record<string, string>
  /** Receives every log line of every level. */
  onLog?: (line: string) => void
  /** The built web app; by default a page of one line. */
  webDist?: string
  /** Lifetime of the tokens that open a stream's keys. */
  hlsTokenLifeMs?: number
  /** How busy the process is; otherwise it is measured. */
  measureLoad?: Parameters<typeof start>[1]['measureLoad']
  /** Receives every route that is added. */
  onRoute?: (route: RouteOptions) => void
}

/** Starts a complete server in this process on free ports, with a clock that the test can move. */
export async function startTestSite(options: TestSiteOptions = {}) {
  const { env = {}, onLog, webDist: builtWeb, onRoute, hlsTokenLifeMs, measureLoad } = options
  const folder = await temporaryFolder('site')
  const webDist = builtWeb ?? (await writeTinyWeb(join(folder, 'web')))
  let offsetMs = 0
  const now = () => Date.now() + offsetMs
  const dataDir = join(folder, 'data')
  const config = readConfig({ WAGGLE_HTTP_PORT: '0', WAGGLE_RTMP_PORT: '0', WAGGLE_DATA_DIR: dataDir, ...env })
  const log = onLog ? pino({ level: 'trace' }, { write: onLog }) : pino({ level: 'silent' })
  const given = { ...(hlsTokenLifeMs && { hlsTokenLifeMs }), ...(measureLoad && { measureLoad }) }
  const startOptions = { log, webDist, now, ...given, ...(onRoute && { onRoute }) }
  let running = await start(config, startOptions)
  // Not the public address, which a test may set.
  const url = `http://127.0.0.1:${running.config.http.port}`

  return {
    url,
    rtmpUrl: running.config.rtmp.publicUrl,
    rtmpsUrl: running.config.rtmps?.publicUrl,
    rtmpPort: running.config.rtmp.port,
    dataDir,
    ...createSiteClient(url),
    /** The server's clock. */
    now,
    moveClock(byMs: number) {
      offsetMs += byMs
    },
    /** Stops the server as SIGTERM does, and starts it again with the same folder and ports. */
    async restart() {
      await running.close()
      running = await start(running.config, startOptions)
    },
    async close() {
      await running.close()
      await removeFolder(folder)
    },
  }
}

async function writeTinyWeb(folder: string): Promise<string> {
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Waggle</title>')
  await writeFile(join(folder, 'assets/app-1a2b.js'), 'export {}')
  return folder
}

export type TestSite = Awaited<ReturnType<typeof startTestSite>>

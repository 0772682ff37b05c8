import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SandboxRole, sandboxPrivateKey } from '@waggle/hive/sandbox/accounts'
import type { RouteOptions } from 'fastify'
import { pino } from 'pino'
import { readConfig } from '../config/config.ts'
import { start } from '../start.ts'
import { removeFolder, temporaryFolder } from './engines/private-process.ts'

interface TestSiteOptions {
  /** Additional settings. */
  env?: Record<string, string>
  /** Receives every log line of every level. */
  onLog?: (line: string) => void
  /** The built web app; by default a page of one line. */
  webDist?: string
  /** Lifetime of the tokens that open a stream's keys. */
  hlsTokenLifeMs?: number
  /** Receives every route that is added. */
  onRoute?: (route: RouteOptions) => void
}

/** Starts a complete server in this process on free ports, with a clock that the test can move. */
export async function startTestSite(options: TestSiteOptions = {}) {
  const { env = {}, onLog, webDist: builtWeb, onRoute, hlsTokenLifeMs } = options
  const folder = await temporaryFolder('site')
  const webDist = builtWeb ?? (await writeTinyWeb(join(folder, 'web')))
  let offsetMs = 0
  let client = 1
  const now = () => Date.now() + offsetMs
  const dataDir = join(folder, 'data')
  const config = readConfig({ WAGGLE_HTTP_PORT: '0', WAGGLE_RTMP_PORT: '0', WAGGLE_DATA_DIR: dataDir, ...env })
  const log = onLog ? pino({ level: 'trace' }, { write: onLog }) : pino({ level: 'silent' })
  const startOptions = { log, webDist, now, ...(hlsTokenLifeMs && { hlsTokenLifeMs }), ...(onRoute && { onRoute }) }
  let running = await start(config, startOptions)
  // Not the public address, which a test may set.
  const url = `http://127.0.0.1:${running.config.http.port}`

  async function request(
    method: string,
    path: string,
    options: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
  ) {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...(options.token && { authorization: `Bearer ${options.token}` }),
        // The server trusts a proxy on its own machine about the client's address.
        'x-forwarded-for': `10.0.0.${client}`,
        ...options.headers,
      },
      ...(options.body !== undefined && {
        body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body),
      }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
  }

  return {
    url,
    rtmpUrl: running.config.rtmp.publicUrl,
    rtmpsUrl: running.config.rtmps?.publicUrl,
    rtmpPort: running.config.rtmp.port,
    dataDir,
    request,
    moveClock(byMs: number) {
      offsetMs += byMs
    },
    /** Calls from another address from now on, whose rate limits are unused. */
    nextClient() {
      client += 1
    },
    /** Signs in as the wallet would, and returns the session token. */
    async signIn(username: string): Promise<string> {
      const { challenge } = (await request('GET', '/api/auth/challenge')).json
      const signature = await signAs(username, challenge)
      return (await request('POST', '/api/auth/hive', { body: { username, challenge, signature } })).json.token
    },
    /** Creates a stream key of a sandbox account. */
    async streamKey(username: string): Promise<string> {
      const token = await this.signIn(username)
      const { challenge } = (await request('GET', `/api/auth/challenge?purpose=stream-key&username=${username}`)).json
      const body = { username, challenge, signature: await signAs(username, challenge) }
      return (await request('POST', '/api/auth/stream-key', { body, token })).json.streamKey
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

/** What the wallet's requestSignBuffer answers for a sandbox account. */
export async function signAs(username: string, message: string, role: SandboxRole = 'posting'): Promise<string> {
  const digest = createHash('sha256').update(message).digest()
  return sandboxPrivateKey(username, role).sign(digest).customToString()
}

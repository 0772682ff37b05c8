import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recordOutbound, requireOnlyConfigured } from './outbound.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface Site {
  url: string
  rtmpUrl: string
  dataDir: string
  process: ChildProcess
  /** Resolves with the exit code when the process has ended; rejects when it connected anywhere that it is not configured for. */
  exited: Promise<number | null>
  /** Allows an address that was configured after the start, such as a webhook's. */
  allowConnectionTo(address: string): void
  /** Everything it printed so far. */
  output(): string
  /** Stops the site with SIGTERM; returns its exit code. */
  stop(): Promise<number | null>
  remove(): Promise<void>
}

/** Runs the server as `npm start` does, on free ports and in a temporary folder. */
export async function startSite(env: Record<string, string> = {}, args: string[] = []): Promise<Site> {
  const dataDir = env.WAGGLE_DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'waggle-site-')))
  const outbound = recordOutbound()
  const settings = { WAGGLE_HTTP_PORT: '0', WAGGLE_RTMP_PORT: '0', WAGGLE_DATA_DIR: dataDir, ...env }
  const child = spawnServer({ ...settings, ...outbound.env }, args, outbound.flags)
  let text = ''
  const collect = (chunk: Buffer) => {
    text += chunk
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  const address = (label: string) => new RegExp(`^ +${label} +(\\S+)$`, 'm').exec(text)?.[1] ?? ''
  const configured = [env.DATABASE_URL, env.REDIS_URL, ...(env.WAGGLE_HIVE_NODES?.split(',') ?? [])].filter(
    (address) => address !== undefined,
  )
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve)).then(async (code) => {
    const destinations = await outbound.destinations()
    await outbound.remove()
    requireOnlyConfigured(destinations, configured)
    return code
  })

  const isUp = new Promise<boolean>((resolve) => {
    child.stdout?.on('data', () => text.includes('Ctrl-C stops it.') && resolve(true))
    child.once('exit', () => resolve(false))
  })
  if (!(await isUp)) throw new Error(`the server did not start:\n${text}`)
  // The site calls its sandbox chain over HTTP, like any other node.
  configured.push(`http://127.0.0.1:${new URL(address('Site')).port}`)
  return {
    url: address('Site'),
    rtmpUrl: address('RTMP'),
    dataDir,
    process: child,
    exited,
    allowConnectionTo: (address) => void configured.push(address),
    output: () => text,
    async stop() {
      child.kill('SIGTERM')
      return exited
    },
    async remove() {
      child.kill('SIGKILL')
      try {
        await exited
      } finally {
        await rm(dataDir, { recursive: true, force: true })
      }
    },
  }
}

/** Runs the server until it exits by itself, as it does when a setting is wrong. */
export async function runUntilExit(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawnServer(env)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

function spawnServer(env: Record<string, string>, args: string[] = [], moreFlags: string[] = []): ChildProcess {
  const clean = Object.entries(process.env).filter(([name]) => !/^(WAGGLE_|DATABASE_URL|REDIS_URL|NODE_ENV)/.test(name))
  // The flags of scripts/start.mjs.
  const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16', ...moreFlags]
  return spawn(process.execPath, [...flags, join(root, 'apps/server/src/main.ts'), ...args], {
    cwd: root,
    env: { ...Object.fromEntries(clean), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

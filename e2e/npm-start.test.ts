import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from '../apps/server/src/testing/engines/private-process.ts'
import { childrenOf } from './support/server/server-children.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
let started: ChildProcess | undefined
let dataDir: string

afterEach(async () => {
  started?.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

async function npmStart(): Promise<{ pid: number; url: string; output: () => string }> {
  dataDir = await mkdtemp(join(tmpdir(), 'waggle-npm-start-'))
  const [httpPort, rtmpPort] = await Promise.all([freePort(), freePort()])
  const env = {
    ...process.env,
    WAGGLE_DATA_DIR: dataDir,
    WAGGLE_HTTP_PORT: `${httpPort}`,
    WAGGLE_RTMP_PORT: `${rtmpPort}`,
  }
  started = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [started.stdout, started.stderr]) stream?.on('data', (text) => (output += text))
  const url = `http://127.0.0.1:${httpPort}`
  await expect.poll(() => isUp(url), { timeout: 120_000 }).toBe(true)
  return { pid: started.pid ?? 0, url, output: () => output }
}

function isUp(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** The processes below `pid`, and itself. */
async function processTree(pid: number): Promise<number[]> {
  const children = await childrenOf(pid)
  return [pid, ...(await Promise.all(children.map((child) => processTree(child.pid)))).flat()]
}

/** A process that has ended may wait as a zombie for its new parent to notice. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe('npm start', () => {
  it('installs nothing where `npm ci` has installed the packages, and leaves no process behind after SIGTERM', async () => {
    const { pid, url, output } = await npmStart()
    expect(output()).not.toContain('Installing npm packages')
    const pids = await processTree(pid)
    // npm, the script that sets up, and the server.
    expect(pids.length).toBeGreaterThanOrEqual(3)
    started?.kill('SIGTERM')
    await expect.poll(() => pids.filter(isRunning), { timeout: 60_000 }).toEqual([])
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  })

  it('[F2] [F22] replaces a server that was killed', async () => {
    const { pid, url } = await npmStart()
    const server = (await processTree(pid)).at(-1) ?? 0
    process.kill(server, 'SIGKILL')
    await expect.poll(() => isRunning(server)).toBe(false)
    await expect.poll(() => isUp(url)).toBe(true)
    const pids = await processTree(pid)
    expect(pids).not.toContain(server)
    started?.kill('SIGTERM')
    await expect.poll(() => pids.filter(isRunning), { timeout: 60_000 }).toEqual([])
  })
})

import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Below the ports that the system assigns to connections (32768 and up), which could take the port in between. */
const portsFrom = 11_000
const portsUntil = 32_000

/** A port without a listener, which no outgoing connection can take before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(portsFrom, portsUntil)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('listening', () => resolve(true)).once('error', () => resolve(false))
    })
    await new Promise((resolve) => server.close(resolve))
    if (isFree) return port
  }
}

export async function temporaryFolder(name: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `waggle-${name}-`))
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** Waits until `isUp` succeeds. Fails early, with the program's output, when it exits. */
export async function untilUp(child: ChildProcess, isUp: () => Promise<void>, timeoutMs = 60_000): Promise<void> {
  let words = ''
  child.stdout?.on('data', (text) => {
    words = (words + text).slice(-2000)
  })
  child.stderr?.on('data', (text) => {
    words = (words + text).slice(-2000)
  })
  const deadlineMs = Date.now() + timeoutMs
  for (;;) {
    try {
      return await isUp()
    } catch (error) {
      if (child.exitCode !== null) throw new Error(`${child.spawnfile} exited with ${child.exitCode}: ${words}`)
      if (Date.now() > deadlineMs) throw new Error(`${child.spawnfile} did not come up: ${error}. ${words}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await gone
}

export function startProcess(command: string, args: string[]): ChildProcess {
  return spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
}

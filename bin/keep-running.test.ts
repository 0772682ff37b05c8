import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A server that ends as the next entry of its plan says: with a code or a signal, or when it is told to. */
const server = `
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
const started = new URL('starts', import.meta.url)
const count = existsSync(started) ? readFileSync(started, 'utf8').trim().split('\\n').length : 0
appendFileSync(started, process.pid + ' ' + Date.now() + '\\n')
const end = process.argv[2 + count]
if (end === 'stay') {
  process.on('SIGTERM', () => process.exit(0))
  setInterval(() => undefined, 1000)
} else if (/^SIG/.test(end)) process.kill(process.pid, end)
else process.exit(Number(end))
`
const script = new URL('keep-running.mjs', import.meta.url).href
let folder: string
let keeper: ChildProcess | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waggle-keep-running-'))
  await writeFile(join(folder, 'server.mjs'), server)
})
afterEach(async () => {
  keeper?.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

function run(...plan: string[]) {
  const args = JSON.stringify([join(folder, 'server.mjs'), ...plan])
  const code = `import { keepRunning } from '${script}'; keepRunning(process.execPath, ${args}, { env: process.env })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  keeper = child
  return { child, exited: once(child, 'exit') }
}

async function starts(): Promise<{ pid: number; atMs: number }[]> {
  const text = await readFile(join(folder, 'starts'), 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [pid = 0, atMs = 0] = line.split(' ').map(Number)
      return { pid, atMs }
    })
}

async function untilStarted(count: number): Promise<void> {
  await expect.poll(async () => (await starts()).length).toBe(count)
}

function isRunning(pid = 0): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('keepRunning', () => {
  it('[F2] [F22] replaces a server that has crashed or was killed, each time after a longer pause', async () => {
    const { child, exited } = run('70', 'SIGKILL', 'SIGSEGV', 'stay')
    await untilStarted(4)
    const times = (await starts()).map(({ atMs }) => atMs)
    expect(times[3]! - times[0]!).toBeGreaterThanOrEqual(100 + 200 + 400)
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    expect(isRunning((await starts()).at(-1)?.pid)).toBe(false)
  })

  it('[F2] gives up after five new starts within a minute, and says so', async () => {
    const { child, exited } = run('70', '70', 'SIGKILL', '70', '70', '70', 'stay')
    let words = ''
    child.stderr?.on('data', (text) => (words += text))
    expect(await exited).toEqual([70, null])
    expect(await starts()).toHaveLength(6)
    await expect.poll(() => words).toMatch(/after 5 new starts within a minute, and is not started again: .+\.$/m)
  })

  it.each([0, 1])('ends with a server that ends by itself with code %d', async (code) => {
    const { exited } = run(String(code), 'stay')
    expect(await exited).toEqual([code, null])
    expect(await starts()).toHaveLength(1)
  })

  it('ends when it is stopped between two servers', async () => {
    const { child, exited } = run('70', '70', '70', '70', 'stay')
    await untilStarted(4)
    await expect.poll(async () => isRunning((await starts()).at(-1)?.pid)).toBe(false)
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    expect((await starts()).length).toBeLessThan(6)
  })
})

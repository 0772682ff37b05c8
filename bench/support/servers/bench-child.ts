import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface Usage {
  cpuMs: number
  rssMb: number
}

/** A server in a process of its own, on one core. It answers requests over Node's IPC channel. */
export interface BenchChild {
  pid: number
  port: number
  ready: Record<string, unknown>
  request<Answer>(request: Record<string, unknown>): Promise<Answer>
  usage(): Promise<Usage>
  stop(): void
}

/** `file` is relative to bench/support. */
export async function startChild(file: string, core: number): Promise<BenchChild> {
  // The flags of scripts/start.mjs, and one to measure memory.
  const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16', '--expose-gc']
  const args = [...flags, join(import.meta.dirname, '..', file)]
  const child: ChildProcess = spawn('taskset', ['-c', String(core), process.execPath, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [ready] = (await once(child, 'message')) as [Record<string, unknown> & { port: number }]
  // Requests overlap, and each adds a listener for its response.
  child.setMaxListeners(0)
  let number = 0
  async function request<Answer>(parameters: Record<string, unknown>): Promise<Answer> {
    number += 1
    const id = number
    const answer = new Promise<Answer>((resolve) => {
      const onMessage = (message: { id: number; answer: Answer }) => {
        if (message.id !== id) return
        child.off('message', onMessage)
        resolve(message.answer)
      }
      child.on('message', onMessage)
    })
    child.send({ id, ...parameters })
    return answer
  }
  return {
    pid: child.pid ?? 0,
    port: ready.port,
    ready,
    request,
    usage: () => request({ kind: 'usage' }),
    stop: () => child.kill(),
  }
}

/** The child's side: reports that it is ready, and answers `usage` itself and all other requests with `answer`. */
export function serveRequests(
  ready: { port: number } & Record<string, unknown>,
  answer: (request: Record<string, unknown>) => unknown,
): void {
  process.on('message', async (request: Record<string, unknown> & { id: number }) => {
    const result = request.kind === 'usage' ? usage() : await answer(request)
    process.send?.({ id: request.id, answer: result ?? null })
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.(ready)
}

function usage(): Usage {
  globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000, rssMb: process.memoryUsage().rss / 2 ** 20 }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface Usage {
  cpuMs: number
  rssMb: number
}

/** A server in a process and on a core of its own, which answers questions over Node's channel between processes. */
export interface BenchChild {
  port: number
  hello: Record<string, unknown>
  ask<Answer>(question: Record<string, unknown>): Promise<Answer>
  usage(): Promise<Usage>
  stop(): void
}

export async function startChild(file: string, core: number): Promise<BenchChild> {
  // The flags of scripts/start.mjs, and one to measure memory.
  const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16', '--expose-gc']
  const args = [...flags, join(import.meta.dirname, file)]
  const child: ChildProcess = spawn('taskset', ['-c', String(core), process.execPath, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [hello] = (await once(child, 'message')) as [Record<string, unknown> & { port: number }]
  // Questions overlap: each waits for its own answer.
  child.setMaxListeners(0)
  let number = 0
  async function ask<Answer>(question: Record<string, unknown>): Promise<Answer> {
    number += 1
    const id = number
    const answer = new Promise<Answer>((resolve) => {
      const hear = (message: { id: number; answer: Answer }) => {
        if (message.id !== id) return
        child.off('message', hear)
        resolve(message.answer)
      }
      child.on('message', hear)
    })
    child.send({ id, ...question })
    return answer
  }
  return { port: hello.port, hello, ask, usage: () => ask({ kind: 'usage' }), stop: () => child.kill() }
}

/** The child's end: tells its port, and answers `usage` and what `answer` knows. */
export function serveBench(
  hello: { port: number } & Record<string, unknown>,
  answer: (question: Record<string, unknown>) => unknown,
): void {
  process.on('message', async (question: Record<string, unknown> & { id: number }) => {
    const result = question.kind === 'usage' ? usage() : await answer(question)
    process.send?.({ id: question.id, answer: result ?? null })
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.(hello)
}

function usage(): Usage {
  globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000, rssMb: process.memoryUsage().rss / 2 ** 20 }
}

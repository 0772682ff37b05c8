import type { ChildProcess } from 'node:child_process'
import { type Ffmpeg, memoryFor } from './ffmpeg.ts'

const memoryMebibytes = 1024
const maxErrorOutputBytes = 64 * 1024

interface RunOptions {
  /** Both of CPU time and of real time. */
  timeoutMs: number
  input?: Uint8Array
  /** A program that writes more to an output is killed. */
  maxOutputBytes?: number
  /** The program writes to `pipe:3`, too. */
  hasSecondOutput?: boolean
}

/** Runs ffmpeg until it exits. Undefined when it is missing, fails, writes too much or exceeds the timeout. */
export function runFfmpeg(
  ffmpeg: Ffmpeg,
  args: readonly string[],
  { timeoutMs, input, maxOutputBytes = 2 ** 20, hasSecondOutput = false }: RunOptions,
): Promise<{ output: Buffer; secondOutput: Buffer; errorOutput: string } | undefined> {
  const child = ffmpeg.start(
    args,
    Array.from({ length: hasSecondOutput ? 4 : 3 }, () => 'pipe' as const),
    {
      maxMemoryBytes: memoryFor(memoryMebibytes),
      maxCpuSeconds: Math.ceil(timeoutMs / 1000),
    },
  )
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  let errorOutput = ''
  const output = read(child.stdout)
  const secondOutput = read(child.stdio[3])
  child.stderr?.on('data', (text: Buffer) => {
    if (errorOutput.length < maxErrorOutputBytes) errorOutput += text
  })
  // A process that has exited closes its pipes; its exit code has the reason.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  return new Promise((resolve) => {
    child.once('error', () => resolve(undefined))
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve(code === 0 ? { output: output(), secondOutput: secondOutput(), errorOutput } : undefined)
    })
  })

  function read(pipe: ChildProcess['stdio'][number] | undefined): () => Buffer {
    const chunks: Buffer[] = []
    let bytesRead = 0
    pipe?.on('data', (bytes: Buffer) => {
      chunks.push(bytes)
      bytesRead += bytes.length
      if (bytesRead > maxOutputBytes) child.kill('SIGKILL')
    })
    return () => Buffer.concat(chunks)
  }
}

import { type Ffmpeg, memoryFor } from './ffmpeg.ts'

const memoryMebibytes = 1024
const maxErrorOutputBytes = 64 * 1024

interface RunOptions {
  /** Both of CPU time and of real time. */
  timeoutMs: number
  input?: Uint8Array
  /** A program that writes more is killed. */
  maxOutputBytes?: number
}

/** Runs ffmpeg until it exits. Undefined when it is missing, fails, writes too much or exceeds the timeout. */
export function runFfmpeg(
  ffmpeg: Ffmpeg,
  args: readonly string[],
  { timeoutMs, input, maxOutputBytes = 2 ** 20 }: RunOptions,
): Promise<{ output: Buffer; errorOutput: string } | undefined> {
  const child = ffmpeg.start(args, ['pipe', 'pipe', 'pipe'], {
    maxMemoryBytes: memoryFor(memoryMebibytes),
    maxCpuSeconds: Math.ceil(timeoutMs / 1000),
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const output: Buffer[] = []
  let outputBytes = 0
  let errorOutput = ''
  child.stdout?.on('data', (bytes: Buffer) => {
    output.push(bytes)
    outputBytes += bytes.length
    if (outputBytes > maxOutputBytes) child.kill('SIGKILL')
  })
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
      resolve(code === 0 ? { output: Buffer.concat(output), errorOutput } : undefined)
    })
  })
}

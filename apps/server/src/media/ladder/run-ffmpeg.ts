import { execFile } from 'node:child_process'

/** Runs ffmpeg until it exits. Undefined when it is missing, fails or exceeds the timeout. */
export function runFfmpeg(
  args: readonly string[],
  timeoutMs: number,
): Promise<{ output: string; errorOutput: string } | undefined> {
  return new Promise((resolve) => {
    execFile('ffmpeg', args, { timeout: timeoutMs, killSignal: 'SIGKILL' }, (error, output, errorOutput) =>
      resolve(error ? undefined : { output, errorOutput }),
    )
  })
}

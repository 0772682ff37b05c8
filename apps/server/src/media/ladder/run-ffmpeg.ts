import { execFile } from 'node:child_process'

/** Runs ffmpeg to its end. Undefined when it is missing, fails, or takes longer. */
export function runFfmpeg(
  args: readonly string[],
  timeoutMs: number,
): Promise<{ output: string; words: string } | undefined> {
  return new Promise((resolve) => {
    execFile('ffmpeg', args, { timeout: timeoutMs, killSignal: 'SIGKILL' }, (error, output, words) =>
      resolve(error ? undefined : { output, words }),
    )
  })
}

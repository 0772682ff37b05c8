import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { availableParallelism, setPriority } from 'node:os'
import { type FfmpegLimits, ffmpegEnvironment, findConfinement } from './confinement.ts'

/** ffmpeg uses the CPU time that the rest of the machine leaves. */
const niceness = 3
const mebibyte = 2 ** 20
/** Every thread reserves a stack and a heap, mostly without using them. */
const bytesPerCore = 128 * mebibyte

/** Address space for a process that needs this much on one core. */
export const memoryFor = (mebibytes: number) => mebibytes * mebibyte + availableParallelism() * bytesPerCore

/** Starts every ffmpeg of the server. It decodes what strangers send, so it is confined as far as the system allows. */
export interface Ffmpeg {
  /** The process has these limits and an empty environment. It can be killed and stopped like any child process. */
  start(args: readonly string[], stdio: StdioOptions, limits: FfmpegLimits): ChildProcess
  /** What ffmpeg can do on this system although it should not. */
  weaknesses: readonly string[]
}

/** Finds out how ffmpeg can be confined here. It must not read the paths in `hidden`. */
export async function openFfmpeg(hidden: readonly string[]): Promise<Ffmpeg> {
  const { command, weaknesses } = await findConfinement(hidden)
  return {
    start(args, stdio, limits) {
      const [program = 'ffmpeg', ...rest] = [...command(limits), 'ffmpeg', ...args]
      const child = spawn(program, rest, { stdio, env: ffmpegEnvironment(), cwd: '/' })
      if (child.pid !== undefined) lowerPriority(child.pid)
      return child
    },
    weaknesses,
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, niceness)
  } catch {
    // The process has already exited, and its exit event has the reason.
  }
}

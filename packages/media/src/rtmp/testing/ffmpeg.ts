import { spawn } from 'node:child_process'
import { once } from 'node:events'

interface ProgramResult {
  status: number | null
  output: string
  log: string
}

/** Runs ffmpeg or ffprobe until it exits. */
export async function runProgram(program: 'ffmpeg' | 'ffprobe', ...args: string[]): Promise<ProgramResult> {
  const child = spawn(program, ['-hide_banner', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let log = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, output, log }
}

/** Arguments that encode a moving picture with B-frames and a tone, at full speed. */
export const testMedia = (seconds: number): string[] => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=322x182:rate=30:duration=${seconds}`],
  ...['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=44100:duration=${seconds}`],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-g', '60', '-pix_fmt', 'yuv420p', '-threads', '1'],
  ...['-c:a', 'aac', '-b:a', '96k', '-ac', '1'],
]

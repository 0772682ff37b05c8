import { spawn } from 'node:child_process'

/** Loads the address with 64 connections for so long; returns how many responses there were. Throws when one was not what was asked for. */
export async function loadWithWrk(address: string, seconds: number): Promise<number> {
  const wrk = spawn('wrk', ['-t1', '-c64', `-d${seconds}s`, address], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  wrk.stdout.on('data', (chunk) => {
    text += chunk
  })
  await new Promise((resolve) => wrk.once('close', resolve))
  const requests = Number(/(\d+) requests in/.exec(text)?.[1])
  if (!(requests > 0) || text.includes('Non-2xx') || /Socket errors.*(connect|read|write) [1-9]/.test(text)) {
    throw new Error(`wrk could not measure: ${text}`)
  }
  return requests
}

import { readFile } from 'node:fs/promises'
import { openFfmpeg } from '../ffmpeg.ts'

/** Starts the ffmpeg of PATH as the server does, and prints as JSON what it wrote to its fourth descriptor. */
const [hiddenFolder = '', ...args] = process.argv.slice(2)
const ffmpeg = await openFfmpeg([hiddenFolder])
const limits = { maxMemoryBytes: 2 ** 30, maxCpuSeconds: 7 }
const child = ffmpeg.start(args, ['ignore', 'ignore', 'ignore', 'pipe'], limits)
const exitSignal = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
let facts = ''
await new Promise<void>((resolve) => {
  // The pipe stays open: the program waits for its end.
  child.stdio[3]?.on('data', (bytes) => {
    facts += bytes
    if (facts.endsWith('end\n')) resolve()
  })
})
const program = await readFile(`/proc/${child.pid}/comm`, 'utf8')
child.kill('SIGKILL')
console.log(JSON.stringify({ weaknesses: ffmpeg.weaknesses, facts, program, exitSignal: await exitSignal }))

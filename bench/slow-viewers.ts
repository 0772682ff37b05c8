import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { untilLive } from '../e2e/support/browser/account.ts'
import { percentile } from './support/percentile.ts'
import { makeEncodedFile } from './support/processes/encoded-file.ts'
import { readFigures } from './support/processes/process-figures.ts'
import { publishFile } from './support/processes/publishers.ts'
import { openChannels, startBareSite } from './support/servers/waggle.ts'
import { type ViewersReport, watchBlocking } from './support/viewers/blocking-viewers.ts'
import { watchSlowly } from './support/viewers/slow-viewers.ts'

// Viewers whose network is far too slow for the stream, beside some whose network is good: what the good ones notice, and how much
// more memory the server takes. Half of the slow ones ask for parts, half for whole segments.

const { values } = parseArgs({
  options: {
    slow: { type: 'string', default: '500' },
    good: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '60' },
    /** What each of the slow ones reads in a second. */
    kilobytes: { type: 'string', default: '10' },
  },
})
const measureMs = Number(values.seconds) * 1000
/** Until the window of segments is full: memory rises by itself before. */
const warmUpMs = 60_000
const settleMs = 4000

const folder = mkdtempSync(join(tmpdir(), 'bench-slow-viewers-'))
const site = await startBareSite()
try {
  const file = join(folder, 'source.flv')
  makeEncodedFile(file)
  const publisher = await publishFile(file, await openChannels(site, ['bench0']))
  try {
    const path = `/live/${await untilLive(site.url, 'bench0')}/source/`
    const port = Number(new URL(site.url).port)
    const pid = site.process.pid ?? 0
    const watch = (ms: number) => watchBlocking(port, path, Number(values.good), settleMs, ms)
    const residentMb = () => readFigures(pid).residentKb / 1024
    /** The most, read once a second. */
    async function peakWhile<Result>(work: Promise<Result>): Promise<[Result, number]> {
      let peakMb = residentMb()
      const timer = setInterval(() => {
        peakMb = Math.max(peakMb, residentMb())
      }, 1000)
      const result = await work
      clearInterval(timer)
      return [result, peakMb]
    }

    await wait(warmUpMs)
    const [alone, aloneMb] = await peakWhile(watch(measureMs))
    const slow = watchSlowly(port, path, Number(values.slow), Number(values.kilobytes) * 1000)
    const [beside, besideMb] = await peakWhile(watch(measureMs))
    const { bytes, read, cutOff } = slow.stop()
    console.log(`
${values.good} good viewers             alone   beside ${values.slow} slow ones
parts delivered        ${share(alone)}   ${share(beside)}
delay, median          ${delay(alone, 50)}   ${delay(beside, 50)}
delay, 99th            ${delay(alone, 99)}   ${delay(beside, 99)}
resident memory, most  ${mb(aloneMb)}   ${mb(besideMb)}   (goal: at most 30 MB more, now ${(besideMb - aloneMb).toFixed(1)})
the slow ones: ${read} answers read, ${cutOff} cut off, ${(bytes / 1000 / Number(values.slow) / (measureMs / 1000)).toFixed(1)} kB/s each`)
  } finally {
    await publisher.stop()
  }
} finally {
  await site.remove()
  rmSync(folder, { recursive: true, force: true })
}

function share({ deliveredShare }: ViewersReport): string {
  return `${(deliveredShare * 100).toFixed(2)} %`.padStart(11)
}

function delay({ delaysMs }: ViewersReport, percent: number): string {
  return `${percentile(delaysMs, percent)?.toFixed(0)} ms`.padStart(11)
}

function mb(value: number): string {
  return `${value.toFixed(1)} MB`.padStart(11)
}

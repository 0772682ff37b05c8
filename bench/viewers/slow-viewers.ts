import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { waitUntilLive } from '../../e2e/support/server/account.ts'
import { percentile } from '../support/percentile.ts'
import { makeEncodedFile } from '../support/processes/encoded-file.ts'
import { readProcessFigures } from '../support/processes/process-figures.ts'
import { publishFile } from '../support/processes/publishers.ts'
import { openChannels, startBareSite } from '../support/servers/waggle.ts'
import { type ViewersReport, watchWithBlockingReload } from '../support/viewers/blocking-viewers.ts'
import { watchSlowly } from '../support/viewers/slow-viewers.ts'
import { localTarget } from '../support/viewers/target.ts'

// Viewers whose network is far too slow for the stream, beside viewers with a good network: the effect on the good ones, and the memory
// that the server takes in addition. Half of the slow viewers request parts, half whole segments.

const { values } = parseArgs({
  options: {
    slow: { type: 'string', default: '500' },
    good: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '60' },
    /** Kilobytes that each slow viewer reads per second. */
    kilobytes: { type: 'string', default: '10' },
  },
})
const measureMs = Number(values.seconds) * 1000
/** Until the window of segments is full: before that, memory rises anyway. */
const warmUpMs = 60_000
const settleMs = 4000

const folder = mkdtempSync(join(tmpdir(), 'bench-slow-viewers-'))
const site = await startBareSite()
try {
  const file = join(folder, 'source.flv')
  makeEncodedFile(file)
  const publisher = await publishFile(file, await openChannels(site, ['bench0']))
  try {
    const path = `/live/${await waitUntilLive(site.url, 'bench0')}/source/`
    const port = Number(new URL(site.url).port)
    const pid = site.process.pid ?? 0
    const watch = (ms: number) => watchWithBlockingReload(localTarget(port), path, Number(values.good), settleMs, ms)
    const residentMb = () => readProcessFigures(pid).residentKb / 1024
    /** The result of `work`, and the peak of the resident memory meanwhile, sampled once a second. */
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
resident memory, peak  ${mb(aloneMb)}   ${mb(besideMb)}   (goal: at most 30 MB more, now ${(besideMb - aloneMb).toFixed(1)})
slow viewers: ${read} responses read, ${cutOff} cut off, ${(bytes / 1000 / Number(values.slow) / (measureMs / 1000)).toFixed(1)} kB/s each`)
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

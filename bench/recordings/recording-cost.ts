import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { percentile } from '../support/percentile.ts'
import { makeEncodedFile } from '../support/processes/encoded-file.ts'
import { readProcessCost } from '../support/processes/process-cost.ts'
import { publishFile } from '../support/processes/publishers.ts'
import { openChannels, startBareSite } from '../support/servers/waggle.ts'

// What recording costs: the CPU time of a site that records, divided by that of one that does not. Both run at the same time and receive
// the same streams, so that other work on the machine disturbs both alike.

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '10' },
    /** How many times the two are compared. */
    pairs: { type: 'string', default: '9' },
    /** A multiple of 30: every object of a recording has so much media. */
    seconds: { type: 'string', default: '30' },
  },
})
/** Until every stream has nearly filled its window of segments. */
const settleMs = 30_000
const [count, pairs, seconds] = [values.streams, values.pairs, values.seconds].map(Number) as [number, number, number]

const folder = mkdtempSync(join(tmpdir(), 'bench-recording-cost-'))
try {
  const file = join(folder, 'source.flv')
  makeEncodedFile(file)
  const sites = [await startBareSite(), await startBareSite({ WAGGLE_REWIND_HOURS: '6' })]
  try {
    const names = Array.from({ length: count }, (_, index) => `bench${index}`)
    const addresses = await Promise.all(sites.map((site) => openChannels(site, names)))
    const publishers = await publishFile(file, addresses.flat())
    try {
      await wait(settleMs)
      await compare(
        sites.map(({ process }) => process.pid ?? 0),
        publishers.check,
      )
    } finally {
      await publishers.stop()
    }
  } finally {
    await Promise.all(sites.map((site) => site.remove()))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function compare(pids: number[], check: () => void): Promise<void> {
  const ratios: number[] = []
  const totals = [0, 0]
  const read = () => pids.map((pid) => readProcessCost(pid).cpuSeconds)
  for (let pair = 1; pair <= pairs; pair += 1) {
    const before = read()
    const startedMs = performance.now()
    await wait(seconds * 1000)
    const after = read()
    check()
    const spanS = (performance.now() - startedMs) / 1000
    const [plain = 0, recorded = 0] = after.map((cpu, index) => (((cpu - (before[index] ?? 0)) / spanS) * 100) / count)
    ratios.push(recorded / plain)
    totals[0] = (totals[0] ?? 0) + plain / pairs
    totals[1] = (totals[1] ?? 0) + recorded / pairs
    console.log(
      `pair ${pair}: ${plain.toFixed(2)} % of a core for a stream, ${recorded.toFixed(2)} % when it is recorded: ${(recorded / plain).toFixed(3)}`,
    )
  }
  const [plain = 0, recorded = 0] = totals
  console.log(
    `\n${count} streams, ${pairs} pairs of ${seconds} s: ${plain.toFixed(2)} and ${recorded.toFixed(2)} % of a core for a stream, ratio ` +
      `${(recorded / plain).toFixed(3)} (median of the pairs ${percentile(ratios, 50)?.toFixed(3)}, goal 1.10)`,
  )
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { waitUntilLive } from '../../e2e/support/server/account.ts'
import { percentile } from '../support/percentile.ts'
import { makeEncodedFile } from '../support/processes/encoded-file.ts'
import { readProcessCost } from '../support/processes/process-cost.ts'
import { publishFile } from '../support/processes/publishers.ts'
import { loadWithWrk } from '../support/processes/wrk.ts'
import { meterPasses } from '../support/servers/meter-passes.ts'
import { openChannels, startBareSite } from '../support/servers/waggle.ts'

// What the meter of egress costs (rule EGRESS-1, goal: at most 2 %): the server's CPU time per response with the meter, without it, and with
// its work done 41 times for each response, in turns within the same process. Beside other work the first two differ by chance; the third is
// so much more than the first that a fortieth of the difference, the cost of the work done once, is far above the noise.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '1' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'bench-meter-'))
const meterSwitch = pathToFileURL(join(import.meta.dirname, '../support/servers/meter-switch.ts')).href
const site = await startBareSite({
  // Nothing may be refused: one address gets all of it.
  WAGGLE_EGRESS_BUDGET: '1000TB/day',
  WAGGLE_EGRESS_SHARES: 'address:100,broadcast:100,channel:100',
  NODE_OPTIONS: `--import=${meterSwitch}`,
})
const pid = site.process.pid ?? 0
makeEncodedFile(join(folder, 'bench0.flv'), 4700)
const publisher = await publishFile(join(folder, 'bench0.flv'), await openChannels(site, ['bench0']))
try {
  const base = `${site.url}/live/${await waitUntilLive(site.url, 'bench0')}/source/`
  await wait(4000)
  const playlist = await (await fetch(`${base}media.m3u8`)).text()
  // The newest segment stays for the whole window: it is asked for again when it has gone.
  const newest = async (pattern: RegExp) => {
    const text = await (await fetch(`${base}media.m3u8`)).text()
    return base + ([...text.matchAll(pattern)].at(-1)?.[1] ?? '')
  }
  if (!playlist.includes('#EXT-X-PART:')) throw new Error('the stream has no parts')
  /** By what was asked for: in each round the CPU time of a response, in microseconds, for each of `meterPasses`. */
  const costs = { part: [] as number[][], playlist: [] as number[][] }
  let choice = 0
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    for (const [what, address] of [
      ['part', await newest(/#EXT-X-PART:[^\n]*URI="([^"]+)"/g)],
      ['playlist', `${base}media.m3u8`],
    ] as const) {
      const ofRound: number[] = []
      // Each round begins with another one: whichever comes later may meet a warmer processor.
      if (round % 2 === 1) choose()
      for (const _ of meterPasses) {
        const before = readProcessCost(pid).cpuSeconds
        const responses = await loadWithWrk(address, Number(values.seconds))
        ofRound[choice] = ((readProcessCost(pid).cpuSeconds - before) / responses) * 1e6
        choose()
        await wait(50)
      }
      // Round 0 warms up.
      if (round > 0) costs[what].push(ofRound)
    }
  }
  function choose(): void {
    process.kill(pid, 'SIGUSR2')
    choice = (choice + 1) % meterPasses.length
  }
  console.log(`CPU time per response in ${values.rounds} rounds, median [quartiles]; the goal is 2 %`)
  for (const [what, rounds] of Object.entries(costs)) {
    const [once, never, often] = meterPasses.map((_, index) => rounds.map((costsOf) => costsOf[index] ?? Number.NaN))
    const extraPasses = Math.max(...meterPasses) - 1
    const own = rounds.map(([usual = 0, , repeated = 0]) => (repeated - usual) / extraPasses)
    const without = percentile(never ?? [], 50) ?? Number.NaN
    const ofAll = own.map((microseconds) => (microseconds / without) * 100)
    const compared = rounds.map(([usual = 0, off = 0]) => (usual / off - 1) * 100)
    console.log(
      [
        what.padEnd(9),
        `without the meter ${spread(never)} us, with it ${spread(once)}, with it ${extraPasses + 1} times ${spread(often)};`,
        `the meter itself ${spread(own, 2)} us = ${spread(ofAll, 2)} %; with against without ${spread(compared)} %`,
      ].join(' '),
    )
  }
} finally {
  await publisher.stop()
  await site.remove()
  rmSync(folder, { recursive: true, force: true })
}

function spread(all: number[] = [], digits = 1): string {
  const [middle, low, high] = [50, 25, 75].map((percent) => percentile(all, percent)?.toFixed(digits))
  return `${middle} [${low}-${high}]`
}

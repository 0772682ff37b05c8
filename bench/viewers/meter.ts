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
import { openChannels, startBareSite } from '../support/servers/waggle.ts'

// What the meter of egress costs: the server's CPU time per response, with a budget and with the meter switched off, in turns within the
// same process (rule EGRESS-1, issue: at most 2 %).

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
  const costs = new Map<string, number[]>()
  let isOn = true
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    for (const [what, address] of [
      ['part', await newest(/#EXT-X-PART:[^\n]*URI="([^"]+)"/g)],
      ['playlist', `${base}media.m3u8`],
    ] as const) {
      // Whichever is second may meet a warmer processor.
      for (const turn of [0, 1]) {
        if (isOn !== ((round + turn) % 2 === 0)) {
          process.kill(pid, 'SIGUSR2')
          isOn = !isOn
          await wait(50)
        }
        const before = readProcessCost(pid).cpuSeconds
        const responses = await loadWithWrk(address, Number(values.seconds))
        const microseconds = ((readProcessCost(pid).cpuSeconds - before) / responses) * 1e6
        const key = `${what} ${isOn ? 'on' : 'off'}`
        // Round 0 warms up.
        if (round > 0) costs.set(key, [...(costs.get(key) ?? []), microseconds])
      }
    }
  }
  console.log('CPU per response   with the meter   without   ratio in a round: median [quartiles]   goal 1.02')
  for (const what of ['part', 'playlist']) {
    const [on = [], off = []] = ['on', 'off'].map((state) => costs.get(`${what} ${state}`))
    const ratios = on.map((cost, round) => cost / (off[round] ?? Number.NaN))
    const [middle, low, high] = [50, 25, 75].map((percent) => percentile(ratios, percent)?.toFixed(3))
    const [withMeter, without] = [on, off].map((all) => `${percentile(all, 50)?.toFixed(1)} us`)
    console.log(`${what.padEnd(18)} ${withMeter?.padStart(14)} ${without?.padStart(9)}   ${middle} [${low}-${high}]`)
  }
} finally {
  await publisher.stop()
  await site.remove()
  rmSync(folder, { recursive: true, force: true })
}

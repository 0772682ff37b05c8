import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { waitUntilLive } from '../../e2e/support/server/account.ts'
import { type Site, startSite } from '../../e2e/support/server/site.ts'
import { percentile } from '../support/percentile.ts'
import { broadcastMarked } from '../support/processes/marked-broadcast.ts'
import { readProcessCost } from '../support/processes/process-cost.ts'
import { openChannels } from '../support/servers/waggle.ts'
import { watchWithBlockingReload } from '../support/viewers/blocking-viewers.ts'
import { localTarget } from '../support/viewers/target.ts'

// What real-time playback costs a site on which nobody uses it. Two sites, with and without it, get the same streams and the same viewers
// of LL-HLS at the same time, so that other work on the machine disturbs both alike.

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '5' },
    viewers: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '20' },
  },
})
const names = Array.from({ length: Number(values.streams) }, (_, index) => `bench${index}`)
const rounds = Number(values.rounds)
const roundMs = Number(values.seconds) * 1000
/** About 5 Mbit/s. */
const pictureBytes = 20_000
const settleMs = 10_000

async function startLoaded(realTime: string) {
  const site = await startSite({ WAGGLE_TRANSCODE: 'off', PATH: '/nonexistent', WAGGLE_REALTIME: realTime })
  const addresses = await openChannels(site, names)
  const stops = await Promise.all(addresses.map((address) => broadcastMarked(address, pictureBytes)))
  const streamId = await waitUntilLive(site.url, names[0] ?? '')
  const { port } = new URL(site.url)
  const path = `/live/${streamId}/source/`
  const watching = watchWithBlockingReload(
    localTarget(Number(port)),
    path,
    Number(values.viewers),
    settleMs,
    rounds * roundMs,
  )
  return { site, stop: () => stops.forEach((stop) => void stop()), watching }
}

const cpuSeconds = ({ process: { pid = 0 } }: Site) => readProcessCost(pid).cpuSeconds
const memoryMb = ({ process: { pid = 0 } }: Site) => readProcessCost(pid).memoryBytes / 2 ** 20

const loaded = await Promise.all(['auto', 'off'].map(startLoaded))
try {
  const [on, off] = loaded.map(({ site }) => site) as [Site, Site]
  await wait(settleMs)
  const ratios: number[] = []
  let withIt = 0
  let without = 0
  for (let round = 1; round <= rounds; round += 1) {
    const before = [cpuSeconds(on), cpuSeconds(off)] as const
    await wait(roundMs)
    const [ofOn, ofOff] = [cpuSeconds(on) - before[0], cpuSeconds(off) - before[1]]
    ratios.push(ofOn / ofOff)
    withIt += ofOn
    without += ofOff
    console.log(
      `round ${round}: with ${ofOn.toFixed(2)} s, without ${ofOff.toFixed(2)} s, ${(ofOn / ofOff).toFixed(3)}`,
    )
  }
  const seconds = (rounds * roundMs) / 1000
  console.log(`
${names.length} streams of 5 Mbit/s, ${values.viewers} viewers of LL-HLS, ${rounds} rounds of ${values.seconds} s
with real time      ${(withIt / seconds).toFixed(3)} cores, ${memoryMb(on).toFixed(0)} MB
without             ${(without / seconds).toFixed(3)} cores, ${memoryMb(off).toFixed(0)} MB
ratio               ${(withIt / without).toFixed(3)} in all; rounds: median ${percentile(ratios, 50)?.toFixed(3)} [${Math.min(...ratios).toFixed(3)}-${Math.max(...ratios).toFixed(3)}]`)
  for (const { watching } of loaded) {
    const { deliveredShare, refusals } = await watching
    console.log(
      `LL-HLS              ${(100 * deliveredShare).toFixed(1)} % of the parts delivered, ${refusals.length} refusals`,
    )
  }
} finally {
  for (const { site, stop } of loaded) {
    stop()
    await site.remove()
  }
}
process.exit(0)

import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { callApi, waitUntilLive } from '../../e2e/support/server/account.ts'
import { startSite } from '../../e2e/support/server/site.ts'
import { percentile } from '../support/percentile.ts'
import { broadcastMarked, framesPerSecond } from '../support/processes/marked-broadcast.ts'
import { readProcessCost } from '../support/processes/process-cost.ts'
import { startChild } from '../support/servers/bench-child.ts'
import { openChannels } from '../support/servers/waggle.ts'
import type { RealTimeReport } from '../support/viewers/real-time-viewers.ts'

// Viewers in real time of one broadcast of about 1 Mbit/s: the server's CPU for them, and how long a picture takes from the encoder's
// socket to the viewer's. The viewers run in a process on another core.

const { values } = parseArgs({
  options: {
    viewers: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '30' },
  },
})
const viewers = Number(values.viewers)
const seconds = Number(values.seconds)
const pictureBytes = 3900
const settleMs = 4000

const site = await startSite({ WAGGLE_TRANSCODE: 'off', PATH: '/nonexistent', WAGGLE_REALTIME: String(4 * viewers) })
const child = await startChild('viewers/real-time-viewers.ts', 1)
try {
  const [address = ''] = await openChannels(site, ['bench0'])
  const stop = await broadcastMarked(address, pictureBytes)
  const streamId = await waitUntilLive(site.url, 'bench0')
  const cpu = () => readProcessCost(site.process.pid ?? 0).cpuSeconds
  async function measure(): Promise<{ cores: number; report: RealTimeReport; memoryMb: number }> {
    await wait(settleMs)
    await child.request({ kind: 'take' })
    const [sinceCpu, sinceMs] = [cpu(), performance.now()]
    await wait(seconds * 1000)
    const cores = (cpu() - sinceCpu) / ((performance.now() - sinceMs) / 1000)
    const { memoryBytes } = readProcessCost(site.process.pid ?? 0)
    return { cores, report: await child.request<RealTimeReport>({ kind: 'take' }), memoryMb: memoryBytes / 2 ** 20 }
  }
  const alone = await measure()
  const { token } = await callApi(site.url, `/api/hls/token/${streamId}`, { method: 'POST' })
  await child.request({ kind: 'open', site: site.url, streamId, token, count: viewers })
  const { cores, report, memoryMb } = await measure()
  const megabits = (report.bytes * 8) / 1e6 / seconds / viewers
  console.log(`
${viewers} viewers of ${megabits.toFixed(2)} Mbit/s for ${seconds} s
server, cores      ${cores.toFixed(2)}   (nobody watching: ${alone.cores.toFixed(2)})
server, memory     ${memoryMb.toFixed(0)} MB   (nobody watching: ${alone.memoryMb.toFixed(0)})
per picture        ${(((cores - alone.cores) * 1e6 * seconds) / report.pictures).toFixed(1)} µs, with the sound beside it
delay, median      ${percentile(report.delays, 50)} ms
delay, 99th        ${percentile(report.delays, 99)} ms
pictures           ${report.pictures} of ${viewers * seconds * framesPerSecond}; ${report.lost} lost, ${report.closed} viewers disconnected`)
  stop()
} finally {
  child.stop()
  await site.remove()
}
process.exit(0)

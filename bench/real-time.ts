import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { callApi, waitUntilLive } from '../e2e/support/server/account.ts'
import { startSite } from '../e2e/support/server/site.ts'
import {
  aacFrame,
  aacHeader,
  audioMessage,
  avcFrame,
  avcHeader,
  videoMessage,
} from '../packages/media/src/rtmp/testing/media-messages.ts'
import { connectTestPublisher } from '../packages/media/src/rtmp/testing/publisher-client.ts'
import { percentile } from './support/percentile.ts'
import { readProcessCost } from './support/processes/process-cost.ts'
import { startChild } from './support/servers/bench-child.ts'
import { openChannels } from './support/servers/waggle.ts'
import { clockMark } from './support/viewers/clock-mark.ts'
import type { RealTimeReport } from './support/viewers/real-time-viewers.ts'

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
const framesPerSecond = 30
const framesPerGroup = 60
const pictureBytes = 3900
const audioFrameMs = (1024 / 44_100) * 1000
const settleMs = 4000

/** Pictures with their number and the time in them, and sound, at their own pace. */
async function broadcast(rtmpUrl: string): Promise<() => void> {
  const url = new URL(rtmpUrl)
  const publisher = await connectTestPublisher(Number(url.port), { chunkSizeBytes: 65_536 })
  await publisher.publish('live', url.pathname.split('/').at(-1) ?? '')
  publisher.send(videoMessage(avcHeader()), 6)
  publisher.send(audioMessage(aacHeader()), 4)
  const startedMs = performance.now()
  let pictures = 0
  let sounds = 0
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - startedMs
    for (; sounds * audioFrameMs <= elapsedMs; sounds += 1) {
      publisher.send(audioMessage(aacFrame(180), Math.round(sounds * audioFrameMs)), 4)
    }
    for (; (pictures * 1000) / framesPerSecond <= elapsedMs; pictures += 1) {
      const frame = avcFrame(pictures % framesPerGroup === 0, 0, pictureBytes)
      const mark = frame.length - 100
      clockMark.copy(frame, mark)
      frame.writeUInt32BE(pictures, mark + clockMark.length)
      frame.writeBigUInt64BE(BigInt(Date.now()), mark + clockMark.length + 4)
      publisher.send(videoMessage(frame, Math.round((pictures * 1000) / framesPerSecond)), 6)
    }
  }, 3)
  return () => clearInterval(timer)
}

const site = await startSite({ WAGGLE_TRANSCODE: 'off', PATH: '/nonexistent', WAGGLE_REALTIME: String(4 * viewers) })
const child = await startChild('viewers/real-time-viewers.ts', 1)
try {
  const [address = ''] = await openChannels(site, ['bench0'])
  const stop = await broadcast(address)
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

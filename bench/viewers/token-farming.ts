import { Agent, request } from 'node:http'
import { connectEncoder } from '../../apps/server/src/testing/test-encoder.ts'
import { newStreamKey, waitUntilLive } from '../../e2e/support/server/account.ts'
import { startSite } from '../../e2e/support/server/site.ts'
import { percentile } from '../support/percentile.ts'
import { readProcessCost } from '../support/processes/process-cost.ts'

// One address requests 10,000 stream tokens in ten seconds, while others call another route at a steady pace. Rounds with and without
// it take turns. Calls are made on schedule, whether or not earlier ones have been answered.

const rounds = Number(process.argv[2] ?? 5)
const roundMs = 10_000
const probesPerSecond = 100
const tokensPerSecond = 1000

const site = await startSite({ WAGGLE_TRANSCODE: 'off' })
const { hostname, port } = new URL(site.url)
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const encoder = await connectEncoder(Number(new URL(site.rtmpUrl).port), await newStreamKey(site.url, 'alice'))
const feedTimer = setInterval(() => encoder.send(2), 2000)

/** Makes a request; returns its status and duration in milliseconds. */
function call(method: string, path: string, address: string): Promise<{ status: number; tookMs: number }> {
  const startMs = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request({ agent, hostname, port, method, path, headers: { 'x-forwarded-for': address } }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, tookMs: performance.now() - startMs }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** Makes `perSecond` calls per second for one round. */
async function paced<T>(perSecond: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const calls: Promise<T>[] = []
  const startMs = performance.now()
  for (let passedMs = 0; passedMs < roundMs; passedMs = performance.now() - startMs) {
    while (calls.length < (passedMs / 1000) * perSecond) calls.push(make(calls.length))
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return Promise.all(calls)
}

const cpuSeconds = () => readProcessCost(site.process.pid ?? 0).cpuSeconds
const probe = () => paced(probesPerSecond, (index) => call('GET', '/api/streams/info/alice', `10.2.0.${index % 250}`))

try {
  encoder.send(8)
  const tokenPath = `/api/hls/token/${await waitUntilLive(site.url, 'alice')}`
  await probe()
  const alone: number[] = []
  const underLoad: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const idleCpu = cpuSeconds()
    const calm = (await probe()).map(({ tookMs }) => tookMs)
    const calmCpu = cpuSeconds()
    const [answers, busy] = await Promise.all([
      paced(tokensPerSecond, () => call('POST', tokenPath, `10.1.0.${round}`)),
      probe(),
    ])
    const extraMs = (cpuSeconds() - calmCpu - (calmCpu - idleCpu)) * 1000
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    const took = busy.map(({ tookMs }) => tookMs)
    alone.push(...calm)
    underLoad.push(...took)
    console.log(
      `round ${round}: ${answers.length} calls, ${count(200)} tokens, ${count(429)} refused; others p50 ${at(calm, 50)} -> ${at(took, 50)}, p99 ${at(calm, 99)} -> ${at(took, 99)}; ${(extraMs / answers.length).toFixed(3)} ms of CPU a call`,
    )
  }
  const ratio = (percentile(underLoad, 99) ?? Number.NaN) / (percentile(alone, 99) ?? Number.NaN)
  console.log(`all rounds: p99 ${at(alone, 99)} -> ${at(underLoad, 99)}, ${ratio.toFixed(2)} times; goal: below 2`)
} finally {
  clearInterval(feedTimer)
  await encoder.close()
  agent.destroy()
  await site.remove()
}

function at(values: number[], percent: number): string {
  return `${(percentile(values, percent) ?? Number.NaN).toFixed(1)} ms`
}

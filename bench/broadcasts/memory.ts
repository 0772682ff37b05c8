import { connectEncoder } from '../../apps/server/src/testing/test-encoder.ts'
import { newStreamKey } from '../../e2e/support/server/account.ts'
import { startSite } from '../../e2e/support/server/site.ts'
import { percentile } from '../support/percentile.ts'
import { readProcessFigures } from '../support/processes/process-figures.ts'

// Encoders come and go: each cycle connects, publishes a few seconds of media as fast as the connection accepts it, and leaves, every
// other one without ending the broadcast properly. Six channels take turns, so every broadcast is continued again and again.

const cycles = Number(process.argv[2] ?? 1000)
const warmUpCycles = Number(process.argv[3] ?? 1000)
/** Cycles after the rest in which handles are counted: V8 releases memory in the rest and takes it back over some hundred cycles. */
const startUpCycles = Math.min(200, warmUpCycles)
const secondsPerCycle = 4
const sampleEvery = 10
/** Long enough for every broadcast to end. */
const settleMs = 75_000

const site = await startSite({ WAGGLE_TRANSCODE: 'off' })
const rtmpPort = Number(new URL(site.rtmpUrl).port)
const pid = site.process.pid ?? 0
const channels = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank']
const keys = await Promise.all(channels.map((channel) => newStreamKey(site.url, channel)))

async function cycle(number: number): Promise<void> {
  const encoder = await connectEncoder(rtmpPort, keys[number % keys.length] ?? '')
  if (encoder.answer.code !== 'NetStream.Publish.Start') throw new Error(`refused: ${encoder.answer.description}`)
  encoder.send(secondsPerCycle)
  await (number % 2 === 0 ? encoder.close() : encoder.finish())
}

/** Runs cycles; returns samples of the resident memory, in MB. */
async function run(from: number, count: number): Promise<number[]> {
  const samples: number[] = []
  for (let number = from; number < from + count; number += 1) {
    await cycle(number)
    if (number % sampleEvery === 0) samples.push(readProcessFigures(pid).residentKb / 1024)
  }
  return samples
}

try {
  await run(0, warmUpCycles)
  await settle()
  const idle = readProcessFigures(pid)
  await run(warmUpCycles, startUpCycles)
  const startedMs = Date.now()
  const samples = await run(warmUpCycles + startUpCycles, cycles)
  const elapsedS = (Date.now() - startedMs) / 1000
  const tenth = Math.max(1, Math.floor(samples.length / 10))
  const first = percentile(samples.slice(0, tenth), 50) ?? Number.NaN
  const last = percentile(samples.slice(-tenth), 50) ?? Number.NaN
  console.log(
    `${cycles} cycles in ${elapsedS.toFixed(0)} s after ${warmUpCycles} to warm up; waiting for the broadcasts to end`,
  )
  await settle()
  const after = readProcessFigures(pid)
  console.log(`
                                       before      after       goal
resident memory, first/last tenth  ${mb(first)}  ${mb(last)}   within 5 %: ${(((last - first) / first) * 100).toFixed(1)} %
resident memory, idle              ${mb(idle.residentKb / 1024)}  ${mb(after.residentKb / 1024)}
handles, idle                      ${String(idle.handles).padStart(9)}  ${String(after.handles).padStart(9)}   equal
children, idle                     ${String(idle.children).padStart(9)}  ${String(after.children).padStart(9)}   0
`)
} finally {
  await site.remove()
}

function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, settleMs))
}

function mb(value: number): string {
  return `${value.toFixed(1)} MB`.padStart(9)
}

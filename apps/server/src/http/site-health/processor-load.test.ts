import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { measureProcessorLoad } from './processor-load.ts'

/** All and idle time of all cores, in ticks, by the kernel: proc(5), /proc/stat. */
function kernelTimes(): { all: number; idle: number } {
  const [, ...ticks] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/)
  const [user = 0, nice = 0, system = 0, idle = 0, , irq = 0] = ticks.map(Number)
  return { all: user + nice + system + idle + irq, idle }
}

it('[HEALTH-5] says which share of all cores was in use since it was last asked, as the kernel counts', () => {
  const load = measureProcessorLoad()
  const before = kernelTimes()
  const untilMs = performance.now() + 500
  while (performance.now() < untilMs);
  const share = load.read()
  const after = kernelTimes()
  expect(share).toBeGreaterThan(0)
  // The kernel counts in ticks of 10 ms, and both are not read at the same moment.
  expect(share).toBeCloseTo(1 - (after.idle - before.idle) / (after.all - before.all), 1)
})

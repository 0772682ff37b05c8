import { describe, expect, it } from 'vitest'
import { type FuzzTarget, fuzzTargets } from './fuzz-targets.ts'
import { createRandom, mutate } from './mutation.ts'

/** One minute in total, always with the same inputs. `npm run fuzz` runs longer, and with other inputs each time. */
const msPerTarget = Number(process.env.WAGGLE_FUZZ_SECONDS_PER_TARGET ?? 60 / Object.keys(fuzzTargets).length) * 1000
/** Also on a slow machine. */
const minRunsPerSeed = 10
const firstRun = Number(process.env.WAGGLE_FUZZ_FIRST_RUN ?? 0)
const longestRunMs = 1000

/** Runs once and returns the CPU time of this thread in milliseconds, which does not depend on other load. */
function timed(run: () => void): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

function fuzz({ seeds, run }: FuzzTarget): void {
  const names = Object.keys(seeds)
  const untilMs = performance.now() + msPerTarget
  for (let count = 0; performance.now() < untilMs || count < minRunsPerSeed * names.length; count++) {
    const name = names[count % names.length]!
    const random = createRandom(firstRun + count * 7919 + 1)
    const bytes = mutate(seeds[name]!, random)
    const which = `run ${firstRun} + ${count} of ${name}: ${bytes.toString('base64')}`
    try {
      const tookMs = timed(() => run(bytes, random))
      if (tookMs > longestRunMs) throw new Error(`it took ${tookMs} ms`)
    } catch (error) {
      throw new Error(which, { cause: error })
    }
  }
}

describe('[T23] untrusted input is read or refused', () => {
  it('has at least a hundred seeds, which are valid test inputs', () => {
    const all = Object.values(fuzzTargets).flatMap(({ seeds, run }) =>
      Object.values(seeds).map((bytes) => ({ bytes, run })),
    )
    expect(all.length).toBeGreaterThanOrEqual(100)
    for (const { bytes, run } of all) run(bytes, createRandom(1))
  })

  it.each(Object.entries(fuzzTargets))('mutated %s', (_, target) => fuzz(target), msPerTarget + 60_000)
})

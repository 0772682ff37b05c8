import { describe, expect, it } from 'vitest'
import { type FuzzTarget, fuzzTargets } from './testing/fuzz-targets.ts'
import { createRandom, mutate } from './testing/mutation.ts'

/** A minute over all. `npm run fuzz` runs longer, and every time elsewhere; here the runs are the same as far as time allows. */
const msPerTarget = Number(process.env.WAGGLE_FUZZ_SECONDS_PER_TARGET ?? 60 / Object.keys(fuzzTargets).length) * 1000
/** On a machine that has no time for us. */
const fewestRunsPerSeed = 10
const firstRun = Number(process.env.WAGGLE_FUZZ_FIRST_RUN ?? 0)
const longestRunMs = 1000

/** Runs once and answers how long that took: time of this thread, not of a machine that others use. */
function timed(run: () => void): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

function fuzz({ seeds, run }: FuzzTarget): void {
  const names = Object.keys(seeds)
  const untilMs = performance.now() + msPerTarget
  for (let count = 0; performance.now() < untilMs || count < fewestRunsPerSeed * names.length; count++) {
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

describe('[T23] what strangers send is read or refused', () => {
  it('begins with at least a hundred seeds, which are taken as they are', () => {
    const all = Object.values(fuzzTargets).flatMap(({ seeds, run }) =>
      Object.values(seeds).map((bytes) => ({ bytes, run })),
    )
    expect(all.length).toBeGreaterThanOrEqual(100)
    for (const { bytes, run } of all) run(bytes, createRandom(1))
  })

  it.each(Object.entries(fuzzTargets))('mutated %s', (_, target) => fuzz(target), msPerTarget + 60_000)
})

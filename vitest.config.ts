import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They take a minute or more whatever the machine: begun last, they would run alone. */
const longest = [
  '/fuzz.test.ts',
  '/chat/hostile.test.ts',
  '/e2e/ladder.test.ts',
  // Beside the ladder, which sheds rungs where the machine is too busy for it: it needs little.
  '/e2e/operate.test.ts',
  '/e2e/clips.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(name))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

const globalSetup = 'scripts/build-for-tests.mjs'

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,bin,packages,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup,
          // Most of them wait for clocks, sockets and child processes: a third file fills the time on two cores.
          maxWorkers: 3,
          // Guards against hanging only: on a busy machine everything takes longer.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 15_000 } },
          chaiConfig: { truncateThreshold: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup,
          // Live streams pass at their own speed: two files side by side wait together. With a third, ladders and players of live
          // edges miss their time where anything else runs on the machine.
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 30_000 } },
          // What failed is told whole.
          chaiConfig: { truncateThreshold: 0 },
        },
      },
    ],
  },
})

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fuzzTargets } from '../../packages/media/src/rtmp/testing/fuzz/fuzz-targets.ts'

// Runs the fuzzers of the tests, of RTMP and of real-time playback, for longer and from another starting point. A finding names the run that found it.

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    /** The first run: the same number gives the same mutations. */
    'first-run': { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
})
const targets = Object.values(fuzzTargets)
/** The targets of RTMP, and what viewers in real time send. */
const targetCount = targets.length + 1
const seeds = targets.reduce((sum, target) => sum + Object.keys(target.seeds).length, 0)
console.log(`${seeds} seeds of ${targets.length} kinds for ${values.seconds} s, from run ${values['first-run']}`)
const root = join(import.meta.dirname, '../..')
const vitest = join(root, 'node_modules/.bin/vitest')
const { status } = spawnSync(
  process.execPath,
  [
    ...[vitest, 'run', '--project', 'unit', '--no-color'],
    ...['packages/media/src/rtmp/testing/fuzz/fuzz.test.ts', 'packages/media/src/moq/testing/fuzz.test.ts'],
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      WAGGLE_FUZZ_SECONDS_PER_TARGET: String(Number(values.seconds) / targetCount),
      WAGGLE_FUZZ_FIRST_RUN: values['first-run'],
    },
  },
)
process.exit(status ?? 1)

// `npm test`: installs what the tests need, runs every check and suite, and prints the totals in its last line.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { chromium, environment, installPackages, installPrograms, node, players, root } from './setup.mjs'

const results = join(root, 'test-results')
const bin = (name) => join(root, 'node_modules/.bin', name)

const checks = [
  ['format and lint', bin('biome'), ['ci', '--colors=off', '--error-on-warnings', '.']],
  ['types', bin('tsc'), ['--noEmit']],
  ['arrows', bin('depcruise'), ['apps', 'packages', 'e2e', 'bench', 'scripts']],
  ['structure', node, [join(root, 'scripts/check-structure.ts')]],
  ['audit', node, [join(root, 'scripts/supply-chain.ts'), 'audit']],
]
const suites = ['unit', 'e2e']

installPackages()
const isComplete = installPrograms({
  ffmpeg: 'ffmpeg',
  ...chromium,
  'redis-server': 'redis-server',
  ...players,
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/sbin/nginx': 'nginx-light',
  promtool: 'prometheus',
  '/usr/sbin/varnishd': 'varnish',
  '/usr/sbin/hitch': 'hitch',
  caddy: 'caddy',
  // Only systemd-analyze is used: the package starts nothing where another program is the first process.
  'systemd-analyze': 'systemd',
})
if (!isComplete) process.exit(1)

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
let passed = 0
let failed = 0
const failures = []

// Side by side: most of them use one processor.
const checked = checks.map(async ([title, command, args]) => {
  const startedMs = Date.now()
  return { title, ...(await run(command, args, 'collect')), took: seconds(startedMs) }
})
for (const check of checked) {
  const { title, code, output, took } = await check
  const isGood = code === 0
  if (isGood) passed += 1
  else failed += 1
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${title} (${took})`)
  // A registry may offer no audit: that is to be seen.
  if (!isGood || title === 'audit') console.log(output.trimEnd())
}

for (const suite of suites) {
  const startedMs = Date.now()
  const report = join(results, `${suite}.json`)
  const { code } = await run(
    node,
    [bin('vitest'), 'run', '--project', suite, '--reporter=default', '--reporter=json', `--outputFile=${report}`],
    'show',
  )
  const counts = readReport(report)
  passed += counts.passed
  failed += counts.failed
  failures.push(...counts.failures)
  // A suite that fails without a failing test, because a file cannot be loaded for example, counts as one failure.
  if (code !== 0 && counts.failed === 0) failed += 1
  console.log(
    `${code === 0 ? 'ok  ' : 'FAIL'} ${suite}: ${counts.passed} passed, ${counts.failed} failed (${seconds(startedMs)})`,
  )
}

// Again at the end: the output of both suites is thousands of lines long.
for (const failure of failures) console.log(`\nFAIL ${failure}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function run(command, args, output) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: environment,
      stdio: ['ignore', output === 'show' ? 'inherit' : 'pipe', output === 'show' ? 'inherit' : 'pipe'],
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk))
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output: text }))
  })
}

/** How many tests of a report passed and failed, and of each that failed its file, its title and the first lines of why. */
function readReport(file) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'))
    const failures = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages: [why = ''] }) =>
          [`${relative(root, name)}: ${fullName}`, ...why.split('\n').slice(0, 12)].join('\n  '),
        ),
    )
    return { passed: numPassedTests, failed: numFailedTests, failures }
  } catch {
    return { passed: 0, failed: 0, failures: [] }
  }
}

function seconds(sinceMs) {
  return `${((Date.now() - sinceMs) / 1000).toFixed(0)} s`
}

// `npm run mutants`: removes one protection after the other in a copy of the project and expects a test to fail.
// `npm run mutants -- T3 T20` runs those of some rows only.
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { protections } from './mutants/protections.ts'
import { copyTree, runMutant, runTests } from './mutants/run-mutant.ts'
import { buildWebApp } from './setup.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const wanted = process.argv.slice(2)
const mutants = protections.filter(({ id }) => wanted.length === 0 || wanted.includes(id))
buildWebApp()
const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const files = list.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
const tree = copyTree(root, files)
const survivors: string[] = []
try {
  // A test that fails anyway would count as having noticed.
  for (const [only, group] of Map.groupBy(mutants, (mutant) => mutant.only ?? '')) {
    const tests = [...new Set(group.flatMap((mutant) => mutant.tests))]
    if (runTests(tree, { tests, only })) continue
    const failing = tests.filter((test) => !runTests(tree, { tests: [test], only }))
    throw new Error(`these fail although nothing was removed: ${failing.join(', ')} ${only && `(only ${only})`}`)
  }
  for (const mutant of mutants) {
    const startedMs = performance.now()
    const verdict = runMutant(tree, mutant)
    const name = `${mutant.id} ${mutant.title}`
    if (verdict === 'survived') survivors.push(name)
    console.log(`${verdict.padEnd(9)} ${name} (${((performance.now() - startedMs) / 1000).toFixed(0)} s)`)
  }
} finally {
  rmSync(tree, { recursive: true })
}
console.log(`${mutants.length} protections removed, ${survivors.length} not noticed by any test`)
for (const name of survivors) console.log(`  ${name}`)
process.exitCode = survivors.length === 0 ? 0 : 1

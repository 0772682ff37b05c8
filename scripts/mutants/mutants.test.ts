import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { protections } from './protections.ts'
import { copyTree, type Mutant, mutate, runMutant, runTests } from './run-mutant.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('the list of protections', () => {
  it('has one for each threat', () => {
    const threats = readFileSync(join(root, 'docs/threats.md'), 'utf8').match(/^\| T\d+ (?=\|)/gm) ?? []
    expect(threats.length).toBeGreaterThan(30)
    const covered = new Set(protections.map(({ id }) => `| ${id} `))
    expect(threats.filter((threat) => !covered.has(threat))).toEqual([])
  })

  it.each(protections.map((mutant) => [`${mutant.id} ${mutant.title}`, mutant] as const))(
    'finds %s',
    (_name, mutant) => {
      const text = readFileSync(join(root, mutant.file), 'utf8')
      const mutated = mutate(text, mutant)
      expect(mutated).not.toBe(text)
      // A file that cannot be read would fail every test. Node does not read JSX.
      if (mutant.file.endsWith('.ts')) expect(() => stripTypeScriptTypes(mutated)).not.toThrow()
      for (const test of mutant.tests) expect(existsSync(join(root, test)), test).toBe(true)
    },
  )
})

describe('removing a protection', () => {
  const folders: string[] = []
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true })
  })

  /** A project of one guard and one test, with our installed packages. */
  function createSmallProject(): string {
    const tree = copyTree(root, ['package.json'])
    folders.push(tree)
    const files = {
      'scripts/guard.ts': 'export const mayEnter = (age: number) => age >= 18 && age < 150\n',
      'scripts/guard.test.ts':
        "import { expect, it } from 'vitest'\nimport { mayEnter } from './guard.ts'\n" +
        "it('keeps the young out', () => expect([17, 18].map(mayEnter)).toEqual([false, true]))\n",
      'vitest.config.ts':
        "export default { test: { projects: [{ test: { name: 'unit', include: ['scripts/*.test.ts'] } }] } }\n",
    }
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tree, path)), { recursive: true })
      writeFileSync(join(tree, path), text)
    }
    return tree
  }

  // Each of the six runs starts Vitest anew.
  it('is noticed where a test covers it, named where none does, and undone', { timeout: 240_000 }, () => {
    const tree = createSmallProject()
    const guard: Mutant = {
      id: 'T0',
      title: 'a guard',
      file: 'scripts/guard.ts',
      find: 'age >= 18 && ',
      replace: '',
      tests: ['scripts/guard.test.ts'],
    }
    expect(runTests(tree, guard)).toBe(true)
    expect(runMutant(tree, guard)).toBe('killed')
    expect(runMutant(tree, { ...guard, find: ' && age < 150' })).toBe('survived')
    expect(runMutant(tree, { ...guard, only: 'young' })).toBe('killed')
    expect(runMutant(tree, { ...guard, only: 'nothing' })).toBe('survived')
    expect(runTests(tree, guard)).toBe(true)
    expect(() => runMutant(tree, { ...guard, find: 'age' })).toThrow('3 times; expected once')
  })
})

import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** One protection removed: `find` stands once in `file` and becomes `replace`; at least one of `tests` must then fail. */
export interface Mutant {
  /** The threat, fault or rule that the protection is for. */
  id: string
  /** What is removed. */
  title: string
  file: string
  find: string
  replace: string
  tests: readonly string[]
  /** Only the tests whose name matches this pattern. */
  only?: string
}

export type Verdict = 'killed' | 'survived'

/** What tests open; it is built again for a mutant of it. */
const builtApp = 'apps/web/dist'

/**
 * Copies the tracked files of `root` and its built web app beside links to its installed packages, so that a mutant never touches the
 * checkout.
 */
export function copyTree(root: string, files: readonly string[]): string {
  const tree = mkdtempSync(join(tmpdir(), 'waggle-mutants-'))
  for (const file of files) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    cpSync(join(root, file), join(tree, file))
  }
  linkPackages(root, tree)
  // After its sources, so that it is the newer one.
  if (existsSync(join(root, builtApp))) cpSync(join(root, builtApp), join(tree, builtApp), { recursive: true })
  return tree
}

/** The packages of this repository are those of the copy; all others are the installed ones. */
function linkPackages(root: string, tree: string): void {
  const own = '@waggle'
  mkdirSync(join(tree, 'node_modules', own), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== own) symlinkSync(join(root, 'node_modules', name), join(tree, 'node_modules', name))
  }
  for (const name of ['contract', 'hive', 'media']) {
    symlinkSync(join(tree, 'packages', name), join(tree, 'node_modules', own, name))
  }
}

/** The text of the mutant's file without the protection. Throws when the protection is not where the mutant expects it. */
export function mutate(text: string, { id, title, file, find, replace }: Mutant): string {
  const parts = text.split(find)
  if (parts.length !== 2)
    throw new Error(`${id} ${title}: ${file} has its text ${parts.length - 1} times; expected once`)
  return parts.join(replace)
}

/** Runs the mutant's tests in the copy and puts the file back. */
export function runMutant(tree: string, mutant: Mutant): Verdict {
  const path = join(tree, mutant.file)
  const original = readFileSync(path, 'utf8')
  writeFileSync(path, mutate(original, mutant))
  try {
    return runTests(tree, mutant) ? 'survived' : 'killed'
  } finally {
    writeFileSync(path, original)
  }
}

/** Whether all tests of these files pass, or those of them whose name matches. */
export function runTests(tree: string, { tests, only }: Pick<Mutant, 'tests' | 'only'>): boolean {
  const vitest = join(tree, 'node_modules/.bin/vitest')
  const options = ['--project', 'unit', '--bail', '1', ...(only ? ['-t', only] : [])]
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...options, ...tests], { cwd: tree, stdio: 'ignore' })
  return status === 0
}

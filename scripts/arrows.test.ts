import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const depcruise = join(root, 'node_modules/.bin/depcruise')

const folders = ['apps', 'packages', 'e2e', 'bench', 'scripts']
const server = 'apps/server/src'

/** The rule that must object, a file, and what the file imports. */
const broken: (readonly [rule: string, file: string, target: string, others?: Record<string, string>])[] = [
  ['no-cycle', `${server}/lib/a.ts`, './b.ts', { [`${server}/lib/b.ts`]: "import './a.ts'" }],
  ['no-missing', `${server}/lib/a.ts`, './nowhere.ts'],
  ['production-imports-no-test', `${server}/lib/a.ts`, './target.test.ts'],
  ['production-imports-no-test', `${server}/core/a.ts`, '../testing/target.ts'],
  ['production-imports-no-test', 'packages/media/src/hls/a.ts', './testing/target.ts'],
  ['contract-depends-on-zod-only', 'packages/contract/src/a.ts', '../../media/src/target.ts'],
  ['media-depends-on-nothing', 'packages/media/src/a.ts', '../../hive/src/target.ts'],
  ['hive-depends-on-hive-tx-only', 'packages/hive/src/a.ts', '../../contract/src/target.ts'],
  ['packages-import-no-app', 'packages/media/src/a.test.ts', '../../../apps/server/src/lib/target.ts'],
  ['server-and-web-are-apart', `${server}/lib/a.ts`, '../../../web/src/lib/target.ts'],
  ['server-floor-lib', `${server}/lib/a.ts`, '../db/target.ts'],
  ['server-floor-config', `${server}/config/a.ts`, '../http/target.ts'],
  ['server-floor-db', `${server}/db/a.ts`, '../shared-state/target.ts'],
  ['server-floor-shared-state', `${server}/shared-state/a.ts`, '../db/target.ts'],
  ['server-floor-http', `${server}/http/a.ts`, '../config/target.ts'],
  ['server-floor-core', `${server}/core/a.ts`, '../media/target.ts'],
  ['server-floor-media', `${server}/media/a.ts`, '../chat/target.ts'],
  ['server-floor-chat', `${server}/chat/a.ts`, '../start.ts'],
  ['server-floor-backup', `${server}/backup/a.ts`, '../http/target.ts'],
  ['server-floor-commands', `${server}/commands/a.ts`, '../chat/target.ts'],
  ['roles-import-only-types-of-config', `${server}/core/a.ts`, '../config/target.ts'],
  ['web-uses-contract-and-hive', 'apps/web/src/lib/a.ts', '../../../../packages/media/src/target.ts'],
  ['moq-client-runs-in-browsers', 'packages/media/src/moq/client/a.ts', '../viewer/target.ts'],
  ['features-never-import-features', 'apps/web/src/features/player/a.ts', '../chat/target.ts'],
  ['features-know-no-route', 'apps/web/src/features/player/a.ts', '../../routes/watch/target.ts'],
  ['session-knows-no-feature', 'apps/web/src/session/a.ts', '../features/player/target.ts'],
  ['ui-and-lib-know-only-themselves', 'apps/web/src/ui/a.ts', '../session/target.ts'],
  ['texts-know-only-themselves', 'apps/web/src/texts/a.ts', '../lib/target.ts'],
  ['site-imports-no-suite', `${server}/lib/a.test.ts`, '../../../../e2e/support/target.ts'],
  ['site-imports-no-suite', 'packages/hive/src/a.ts', '../../../scripts/target.ts'],
  ['suites-share-support-only', 'e2e/a.ts', '../bench/target.ts'],
  ['measurements-share-support-only', 'bench/a.ts', '../e2e/target.ts'],
  ['scripts-stand-alone', 'scripts/a.ts', '../e2e/support/target.ts'],
]

/** Imports that look like broken ones and are allowed. */
const allowed = [
  // A test may import a helper for tests.
  [`${server}/core/a.test.ts`, "import '../testing/target.ts'"],
  // A role may import a type of config.
  [`${server}/core/a.ts`, "import type { target } from '../config/target.ts'"],
  // A page may use the client of real time.
  ['apps/web/a.ts', "import '../../packages/media/src/moq/client/target.ts'"],
  // A measurement may import support of a suite.
  ['bench/a.ts', "import '../e2e/support/target.ts'"],
] as const

/** Each of them has files of its own. */
const numbered = (text: string, index: number) => text.replace(/\b(a|target)(?=\.)/, `$1${index}`)

describe('the arrow check', () => {
  const trees: string[] = []
  afterAll(() => {
    for (const tree of trees) rmSync(tree, { recursive: true })
  })

  /** Checks a project of these files. */
  function check(files: Record<string, string>) {
    const tree = mkdtempSync(join(tmpdir(), 'waggle-arrows-'))
    trees.push(tree)
    for (const folder of folders) mkdirSync(join(tree, folder))
    for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json']) cpSync(join(root, file), join(tree, file))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tree, path)), { recursive: true })
      writeFileSync(join(tree, path), `${text}\n`)
    }
    return spawnSync(depcruise, folders, { cwd: tree, encoding: 'utf8' })
  }

  describe('of a project with all faults', () => {
    let report: ReturnType<typeof check>
    beforeAll(() => {
      const files: Record<string, string> = {}
      for (const [index, [rule, from, to, others]] of broken.entries()) {
        const [file, target] = [numbered(from, index), numbered(to, index)]
        files[file] = `import '${target}'`
        if (!others && rule !== 'no-missing') files[join(dirname(file), target)] = 'export const target = 1'
        for (const [path, text] of Object.entries(others ?? {})) files[path] = numbered(text, index)
      }
      report = check(files)
    })

    it.each(broken.map(([rule, from, to], index) => [rule, from, to, index] as const))(
      'reports %s: %s imports %s',
      (rule, from, _to, index) => {
        expect(report.stdout).toContain(`error ${rule}: ${numbered(from, index)} → `)
        expect(report.status).not.toBe(0)
      },
    )
  })

  it('passes what looks like a fault and is allowed', () => {
    const files: Record<string, string> = {}
    for (const [index, [file, line]] of allowed.entries()) {
      const target = /'(.+)'/.exec(line)?.[1] ?? ''
      files[numbered(file, index)] = numbered(line, index)
      files[join(dirname(file), numbered(target, index))] = 'export const target = 1'
    }
    const { stdout, status } = check(files)
    expect(stdout).toContain(`no dependency violations found (${2 * allowed.length} modules, ${allowed.length} dep`)
    expect(status).toBe(0)
  })

  it('has a broken example of every rule', () => {
    const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
      forbidden: { name: string }[]
    }
    expect(new Set(broken.map(([rule]) => rule))).toEqual(new Set(forbidden.map(({ name }) => name)))
  })

  it('is run on the same folders by `npm run arrows`', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { arrows: string } }
    expect(scripts.arrows).toBe(`depcruise ${folders.join(' ')}`)
  })

  // With a version of TypeScript that it cannot read, the program finds no modules and therefore no violations.
  it('reads the modules of the project', () => {
    const report = execFileSync(depcruise, ['--output-type', 'json', 'packages/hive'], { cwd: root, encoding: 'utf8' })
    const { modules } = JSON.parse(report) as { modules: { source: string; dependencies: { resolved: string }[] }[] }
    const gateway = modules.find((module) => module.source === 'packages/hive/src/gateway.ts')
    expect(gateway?.dependencies.map((dependency) => dependency.resolved)).toContain('packages/hive/src/json-rpc.ts')
    expect(modules.length).toBeGreaterThan(20)
  })
})

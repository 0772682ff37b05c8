import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const depcruise = join(root, 'node_modules/.bin/depcruise')

/** A file, what it imports, and the rule that must object. */
const broken = [
  ['no-cycle', 'apps/server/src/lib/a.ts', './b.ts', { 'apps/server/src/lib/b.ts': "import './a.ts'" }],
  ['no-missing', 'apps/server/src/lib/a.ts', './nowhere.ts'],
  ['contract-depends-on-zod-only', 'packages/contract/src/a.ts', '../../media/src/target.ts'],
  ['media-depends-on-nothing', 'packages/media/src/a.ts', '../../hive/src/target.ts'],
  ['hive-depends-on-hive-tx-only', 'packages/hive/src/a.ts', '../../contract/src/target.ts'],
  ['server-and-web-are-apart', 'apps/server/src/lib/a.ts', '../../../web/src/lib/target.ts'],
  ['web-uses-contract-and-hive', 'apps/web/src/lib/a.ts', '../../../../packages/media/src/target.ts'],
  ['roles-never-import-roles', 'apps/server/src/core/a.ts', '../media/target.ts'],
  ['foundation-knows-no-role', 'apps/server/src/lib/a.ts', '../core/target.ts'],
  ['roles-do-not-start-themselves', 'apps/server/src/chat/a.ts', '../start.ts'],
  ['features-never-import-features', 'apps/web/src/features/player/a.ts', '../chat/target.ts'],
  ['features-know-no-route', 'apps/web/src/features/player/a.ts', '../../routes/watch/target.ts'],
  ['session-knows-no-feature', 'apps/web/src/session/a.ts', '../features/player/target.ts'],
  ['ui-and-lib-know-only-themselves', 'apps/web/src/ui/a.ts', '../session/target.ts'],
  ['texts-know-only-themselves', 'apps/web/src/texts/a.ts', '../lib/target.ts'],
] as const

describe('the arrow check', () => {
  let tree: string

  beforeEach(() => {
    tree = mkdtempSync(join(tmpdir(), 'waggle-arrows-'))
    for (const folder of ['apps', 'packages']) mkdirSync(join(tree, folder))
    for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json']) cpSync(join(root, file), join(tree, file))
  })
  afterEach(() => rmSync(tree, { recursive: true }))

  it.each(broken)('objects by %s', (rule, file, target, others?: Record<string, string>) => {
    write(tree, file, `import '${target}'`)
    if (!others && rule !== 'no-missing') write(tree, join(dirname(file), target), 'export const target = 1')
    for (const [path, text] of Object.entries(others ?? {})) write(tree, path, text)
    const { stdout, status } = spawnSync(depcruise, ['apps', 'packages'], { cwd: tree, encoding: 'utf8' })
    expect(stdout).toContain(`error ${rule}: ${file} → `)
    expect(status).not.toBe(0)
  })

  // With a TypeScript it cannot read, the program reports no modules and no violation: a green that means nothing.
  it('reads the whole project', () => {
    const report = execFileSync(depcruise, ['--output-type', 'json', 'apps', 'packages'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    })
    const { modules } = JSON.parse(report) as { modules: { source: string; dependencies: { resolved: string }[] }[] }
    const start = modules.find((module) => module.source === 'apps/server/src/start.ts')
    expect(start?.dependencies.map((dependency) => dependency.resolved)).toContain('packages/hive/src/gateway.ts')
    expect(modules.length).toBeGreaterThan(80)
  })
})

function write(tree: string, path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), `${text}\n`)
}

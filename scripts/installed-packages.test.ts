import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasLockedPackages } from './installed-packages.mjs'

describe('the check whether the locked packages are installed', () => {
  let root: string

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'waggle-installed-'))
    write('package-lock.json', {
      packages: {
        '': { name: 'site' },
        'packages/own': { version: '0.1.0' },
        'node_modules/own': { resolved: 'packages/own', link: true },
        'node_modules/a': { version: '1.0.0' },
        'node_modules/a/node_modules/b': { version: '2.0.0' },
        'node_modules/for-another-system': { version: '3.0.0', optional: true },
      },
    })
    write('packages/own/package.json', { version: '0.1.0' })
    write('node_modules/a/package.json', { version: '1.0.0' })
    write('node_modules/a/node_modules/b/package.json', { version: '2.0.0' })
    symlinkSync('../packages/own', join(root, 'node_modules/own'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  function write(path: string, content: object): void {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), JSON.stringify(content))
  }

  it('accepts what `npm ci` installs', () => {
    expect(hasLockedPackages(root)).toBe(true)
  })

  it('accepts this checkout, whose packages the tests run with', () => {
    expect(hasLockedPackages(fileURLToPath(new URL('..', import.meta.url)))).toBe(true)
  })

  it.each(['node_modules/own', 'node_modules/a', 'node_modules/a/node_modules/b'])('misses %s', (path) => {
    rmSync(join(root, path), { recursive: true })
    expect(hasLockedPackages(root)).toBe(false)
  })

  it('rejects another version', () => {
    write('node_modules/a/package.json', { version: '1.0.1' })
    expect(hasLockedPackages(root)).toBe(false)
  })
})

describe('package-lock.json', () => {
  it('holds every package that a locked package asks for, on every system, as `npm ci` demands', () => {
    const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
    const missing: string[] = []
    for (const [path, { dependencies, optionalDependencies }] of Object.entries<Locked>(packages))
      for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
        if (!isLocked(packages, path, name)) missing.push(`${name}, for ${path}`)
    expect(missing).toEqual([])
  })
})

interface Locked {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Node's own search: in the package's `node_modules`, then in those of the folders around it. */
function isLocked(packages: Record<string, Locked>, from: string, name: string): boolean {
  const folders = from
    .split('/node_modules/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'))
  return [...folders.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`].some(
    (path) => path in packages,
  )
}

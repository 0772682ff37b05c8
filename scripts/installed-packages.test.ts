import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeFolder } from './make-folder.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waggle-folder-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

it('makes a folder and those above it for their owner only, and leaves one that exists alone', () => {
  const inner = join(folder, 'one/two/three')
  makeFolder(inner)
  makeFolder(inner)
  for (const each of ['one', 'one/two', 'one/two/three']) expect(statSync(join(folder, each)).mode & 0o777).toBe(0o700)
})

it('says at once that a file system takes no folders', () => {
  expect(() => makeFolder('/proc/waggle/data')).toThrow('ENOENT')
})

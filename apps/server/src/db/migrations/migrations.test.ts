import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { migrations } from './migrations.ts'

it('lists every migration file, under its name', async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => /^\d.*\.ts$/.test(name))
  expect(files.length).toBeGreaterThan(0)
  expect(Object.keys(migrations).toSorted()).toEqual(files.map((name) => name.replace(/\.ts$/, '')).toSorted())
  for (const file of files) {
    const exported: Record<string, unknown> = await import(join(import.meta.dirname, file))
    expect(Object.values(exported), file).toEqual([migrations[file.replace(/\.ts$/, '')]])
  }
})

it('lists them in order, numbered from 001 without a gap', () => {
  const numbers = Object.keys(migrations).map((name) => name.slice(0, 4))
  expect(numbers).toEqual(numbers.map((_, index) => `${String(index + 1).padStart(3, '0')}-`))
})

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../..')
const importOf = /import (\w+) from '([^']+\.module\.css)'/g

/** The classes that a component takes from a style sheet which does not have them: they are the class `undefined` on the page. */
function missingClasses(file: string): string[] {
  const code = readFileSync(join(src, file), 'utf8')
  return Array.from(code.matchAll(importOf)).flatMap(([line, name = '', path = '']) => {
    const sheet = readFileSync(join(src, dirname(file), path), 'utf8')
    const known = new Set(Array.from(sheet.matchAll(/\.([a-zA-Z][\w-]*)/g), ([, found]) => found))
    const used = Array.from(
      code.replaceAll(line, '').matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g')),
      ([, one]) => one,
    )
    return used.filter((one) => !known.has(one)).map((one) => `${file}: ${one}`)
  })
}

test('every class that a component names is in its style sheet', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  expect(files.filter((file) => readFileSync(join(src, file), 'utf8').includes('.module.css')).length).toBeGreaterThan(
    100,
  )
  expect(files.flatMap(missingClasses)).toEqual([])
})

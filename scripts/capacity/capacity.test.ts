import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { estimate } from './model.ts'
import { withTables } from './tables.ts'

it('docs/capacity.md has the tables that its figures give: `npm run capacity` writes them', () => {
  const document = readFileSync(new URL('../../docs/capacity.md', import.meta.url), 'utf8')
  expect(withTables(document)).toBe(document)
})

it('the model does the sums that the document describes', () => {
  const { edges, media, keys, terabytes } = estimate(100_000)
  // 90,000 viewers of 3 Mbit/s; half of 10 Gbit/s is used on each machine.
  expect(edges.gigabits).toBeCloseTo(270)
  expect(edges.machines).toBe(54)
  // 10,000 viewers; 900 µs for 1.01 Mbit/s.
  expect(media.cores).toBeCloseTo(26.73, 1)
  expect(keys).toBeCloseTo(3333.3, 0)
  // 100,000 viewers of 3 Mbit/s for 100 hours.
  expect(terabytes).toBeCloseTo(13_500)
})

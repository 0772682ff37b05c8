import { expect, test } from 'vitest'
import { randomId } from './random-id.ts'

test('has the length that is asked for, every character equally often, and never comes twice', () => {
  const ids = Array.from({ length: 20_000 }, () => randomId(18))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => /^[0-9a-z]{18}$/.test(id))).toBe(true)
  const counts = Map.groupBy(ids.join(''), (character) => character)
  expect(counts.size).toBe(36)
  // 10,000 of each are expected, with a standard deviation of 99.
  for (const [character, all] of counts) expect(Math.abs(all.length - 10_000), character).toBeLessThan(800)
  expect(randomId()).toHaveLength(20)
})

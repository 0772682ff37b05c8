import { expect, test } from 'vitest'
import { type LagProblem, LagWatch } from './lag-watch.ts'

/** The result of each check, twice a second, of an encoder with the given lags in milliseconds. */
function findings(lagsMs: readonly number[]): (LagProblem | undefined)[] {
  const watch = new LagWatch(0)
  return lagsMs.map((lagMs, index) => watch.check(10_000 + index * 500, 10_000 + index * 500 - lagMs))
}

test('finds no problem with an encoder that keeps up, or catches up after its start', () => {
  expect(findings(Array.from({ length: 40 }, () => 150)).filter(Boolean)).toEqual([])
  expect(findings([6000, 5600, 5100, 4700, 4300, 3900, 3500, 3100, 2700, 2300, 1900, 400]).filter(Boolean)).toEqual([])
})

test('finds no problem with an encoder that lags for a moment', () => {
  expect(findings([150, 150, 2500, 3000, 2600, 900, 150]).filter(Boolean)).toEqual([])
})

test('finds after four seconds that an encoder is two seconds behind and does not catch up', () => {
  expect(findings(Array.from({ length: 10 }, (_, index) => 2100 + 100 * index)).indexOf('falling behind')).toBe(7)
})

test('finds an encoder stalled after a few checks without output, long before its queue grows large', () => {
  const watch = new LagWatch(0)
  const found = [10_000, 10_500, 11_000, 11_500, 12_000, 12_500, 13_000].map((inMs) => watch.check(inMs, 9900))
  expect(found.indexOf('stalled')).toBeGreaterThan(2)
  expect(found.indexOf('stalled')).toBeLessThan(7)
})

test('gives an encoder more time for its first frame, but not unlimited time', () => {
  const watch = new LagWatch(0)
  const found = Array.from({ length: 20 }, (_, index) => watch.check(2000 + index * 500, 0))
  expect(found.indexOf('stalled')).toBe(11)
})

test('does not blame the encoder for a source that sends nothing', () => {
  const watch = new LagWatch(0)
  for (let count = 0; count < 50; count += 1) expect(watch.check(10_000, 9900)).toBeUndefined()
})

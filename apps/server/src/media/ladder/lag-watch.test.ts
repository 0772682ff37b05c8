import { expect, test } from 'vitest'
import { LagWatch, type Trouble } from './lag-watch.ts'

/** What it finds, looking twice a second at an encoder whose lag is given, in milliseconds. */
function findings(lagsMs: readonly number[]): (Trouble | undefined)[] {
  const watch = new LagWatch(0)
  return lagsMs.map((lagMs, index) => watch.look(10_000 + index * 500, 10_000 + index * 500 - lagMs))
}

test('an encoder that keeps up, or catches up after its start, is left alone', () => {
  expect(findings(Array.from({ length: 40 }, () => 150)).filter(Boolean)).toEqual([])
  expect(findings([6000, 5600, 5100, 4700, 4300, 3900, 3500, 3100, 2700, 2300, 1900, 400]).filter(Boolean)).toEqual([])
})

test('one that lags for a moment is left alone', () => {
  expect(findings([150, 150, 2500, 3000, 2600, 900, 150]).filter(Boolean)).toEqual([])
})

test('one that is two seconds behind and does not catch up falls behind, after four seconds', () => {
  expect(findings(Array.from({ length: 10 }, (_, index) => 2100 + 100 * index)).indexOf('falls behind')).toBe(7)
})

test('one that sends nothing for some looks stands still, long before a queue grows large', () => {
  const watch = new LagWatch(0)
  const found = [10_000, 10_500, 11_000, 11_500, 12_000, 12_500, 13_000].map((inMs) => watch.look(inMs, 9900))
  expect(found.indexOf('stands still')).toBeGreaterThan(2)
  expect(found.indexOf('stands still')).toBeLessThan(7)
})

test('one that has only begun has more time for its first picture, but not for ever', () => {
  const watch = new LagWatch(0)
  const found = Array.from({ length: 20 }, (_, index) => watch.look(2000 + index * 500, 0))
  expect(found.indexOf('stands still')).toBe(11)
})

test('a source that sends nothing is not held against the encoder', () => {
  const watch = new LagWatch(0)
  for (let look = 0; look < 50; look += 1) expect(watch.look(10_000, 9900)).toBeUndefined()
})

import { afterEach, expect, test, vi } from 'vitest'
import { streamsQuery } from './streams-query.ts'

afterEach(() => vi.unstubAllGlobals())

/** What the query does with a list of that length. */
function intervalMs(length: number): unknown {
  const { refetchInterval } = streamsQuery
  if (typeof refetchInterval !== 'function') return refetchInterval
  const query = { state: { data: Array.from({ length }) } }
  return refetchInterval(query as never)
}

test.each([
  ['visible', 0, 5000],
  ['visible', 60, 5000],
  ['visible', 61, 30_000],
  ['hidden', 1, 30_000],
])('[HOME-6] on a %s page a list of %i streams is refreshed every %i ms', (visibilityState, length, expectedMs) => {
  vi.stubGlobal('document', { visibilityState })
  expect(intervalMs(length)).toBe(expectedMs)
})

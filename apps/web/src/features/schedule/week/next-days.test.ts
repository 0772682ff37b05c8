import { afterEach, beforeEach, expect, test } from 'vitest'
import { nextDays, timeBetween } from './next-days.ts'

const hourMs = 60 * 60_000
const { TZ } = process.env

beforeEach(() => {
  process.env.TZ = 'Europe/Madrid'
})
afterEach(() => {
  process.env.TZ = TZ
})

test('[SETTINGS-8] the next seven days begin with today, at midnight of the time zone', () => {
  // Half past midnight in Madrid, and still the day before in UTC.
  const days = nextDays(Date.UTC(2026, 11, 27, 23, 30))
  expect(days).toHaveLength(7)
  expect(days[0]?.beginMs).toBe(Date.UTC(2026, 11, 27, 23))
  // Into the next year.
  expect(days[6]).toEqual({ beginMs: Date.UTC(2027, 0, 2, 23), endMs: Date.UTC(2027, 0, 3, 23) })
})

test('[SETTINGS-8] each ends where the next one begins, also when the clock is changed', () => {
  // The clock goes back on October 25 and forward on March 28.
  for (const [nowMs, changed, hours] of [
    [Date.UTC(2026, 9, 22, 12), 3, 25],
    [Date.UTC(2027, 2, 28, 12), 0, 23],
  ] as const) {
    const days = nextDays(nowMs)
    const lengths = days.map(({ beginMs, endMs }) => (endMs - beginMs) / hourMs)
    expect(lengths).toEqual(Array.from({ length: 7 }, (_, index) => (index === changed ? hours : 24)))
    expect(days.slice(1).map(({ beginMs }) => beginMs)).toEqual(days.slice(0, -1).map(({ endMs }) => endMs))
  }
})

test('[SETTINGS-8] what is planned every week is in all weeks from its next one on, at the same time of day', () => {
  // On a Thursday at eight in Madrid, before the clock goes back on Sunday.
  const weekly = { startTime: Date.UTC(2026, 9, 22, 18), isWeekly: true }
  const nowMs = Date.UTC(2026, 9, 20, 12)
  const at = (weeksLater: number, broadcast = weekly) =>
    nextDays(nowMs, weeksLater).flatMap((day) => timeBetween(broadcast, day) ?? [])
  expect(at(0)).toEqual([weekly.startTime])
  expect(at(1)).toEqual([Date.UTC(2026, 9, 29, 19)])
  expect(at(12)).toEqual([Date.UTC(2027, 0, 14, 19)])
  // One that begins in the second week, and one that is not repeated.
  const later = { ...weekly, startTime: Date.UTC(2026, 9, 29, 19) }
  expect([at(0, later), at(1, later)]).toEqual([[], [later.startTime]])
  const once = { ...weekly, isWeekly: false }
  expect([at(0, once), at(1, once)]).toEqual([[once.startTime], []])
})

test('[SETTINGS-8] later weeks begin where the ones before them end', () => {
  const nowMs = Date.UTC(2026, 9, 20, 12)
  expect(nextDays(nowMs, 1)[0]?.beginMs).toBe(nextDays(nowMs)[6]?.endMs)
})

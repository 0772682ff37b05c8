import { describe, expect, it } from 'vitest'
import { findTimeZone, nextOccurrence } from './occurrences.ts'

/** The first times of a weekly broadcast, from its first one on. */
function weekly(timeZone: string, first: string, count: number): number[] {
  const startTime = Date.parse(first)
  const times: number[] = []
  for (let afterMs = startTime - 1; times.length < count; afterMs = times.at(-1) ?? 0) {
    times.push(nextOccurrence({ startTime, isWeekly: true, timeZone }, afterMs) ?? 0)
  }
  return times
}

describe('[SETTINGS-8] what is repeated every week', () => {
  it.each([
    ['Europe/Madrid', '2026-03-27T20:00+01:00', '2026-04-03T20:00+02:00'],
    ['Europe/Madrid', '2026-10-23T20:00+02:00', '2026-10-30T20:00+01:00'],
    ['America/New_York', '2026-03-06T20:00-05:00', '2026-03-13T20:00-04:00'],
    ['America/New_York', '2026-10-30T20:00-04:00', '2026-11-06T20:00-05:00'],
    // On the day of the change, after it and before it.
    ['Europe/Madrid', '2026-03-22T20:00+01:00', '2026-03-29T20:00+02:00'],
    ['Europe/Madrid', '2026-10-18T20:00+02:00', '2026-10-25T20:00+01:00'],
    ['Europe/Madrid', '2026-10-18T01:00+02:00', '2026-10-25T01:00+02:00'],
    ['America/New_York', '2026-03-01T20:00-05:00', '2026-03-08T20:00-04:00'],
    ['America/New_York', '2026-10-25T20:00-04:00', '2026-11-01T20:00-05:00'],
    ['America/New_York', '2026-03-01T01:00-05:00', '2026-03-08T01:00-05:00'],
    // Half an hour, and a day that is another one in UTC.
    ['Australia/Lord_Howe', '2026-04-01T07:00+11:00', '2026-04-08T07:00+10:30'],
    ['UTC', '2026-03-27T20:00Z', '2026-04-03T20:00Z'],
  ])('keeps its time of day in %s from %s to %s', (timeZone, ...times) => {
    expect(weekly(timeZone, times[0], 2)).toEqual(times.map((time) => Date.parse(time)))
  })

  it.each([
    ['Europe/Madrid', '2026-03-22T02:30+01:00', '2026-03-29T03:30+02:00', '2026-04-05T02:30+02:00'],
    ['America/New_York', '2026-03-01T02:30-05:00', '2026-03-08T03:30-04:00', '2026-03-15T02:30-04:00'],
  ])('begins as much later in %s on the day that has not its time, and only then', (timeZone, ...times) => {
    expect(weekly(timeZone, times[0], 3)).toEqual(times.map((time) => Date.parse(time)))
  })

  it.each([
    ['Europe/Madrid', '2026-10-18T02:30+02:00', '2026-10-25T02:30+02:00', '2026-11-01T02:30+01:00'],
    ['America/New_York', '2026-10-25T01:30-04:00', '2026-11-01T01:30-04:00', '2026-11-08T01:30-05:00'],
  ])('begins at the first of two such times in %s', (timeZone, ...times) => {
    expect(weekly(timeZone, times[0], 3)).toEqual(times.map((time) => Date.parse(time)))
  })

  it('goes on for years, and does not begin before its first time', () => {
    const startTime = Date.parse('2026-01-02T20:00:00.250+01:00')
    const repeated = { startTime, isWeekly: true, timeZone: 'Europe/Madrid' }
    expect(nextOccurrence(repeated, Date.parse('2031-07-01T00:00Z'))).toBe(Date.parse('2031-07-04T20:00:00.250+02:00'))
    expect(nextOccurrence(repeated, 0)).toBe(startTime)
    expect(nextOccurrence(repeated, startTime - 1)).toBe(startTime)
    expect(nextOccurrence(repeated, startTime)).toBe(Date.parse('2026-01-09T20:00:00.250+01:00'))
  })
})

it('[SETTINGS-8] what is planned once is over after its time', () => {
  const once = { startTime: 1000, isWeekly: false, timeZone: 'Europe/Madrid' }
  expect([999, 1000].map((afterMs) => nextOccurrence(once, afterMs))).toEqual([1000, undefined])
})

it('[API-23] time zones are found by their names only, in any case', () => {
  const names = ['Europe/Madrid', 'america/new_york', 'UTC', 'Mars/Phobos', '+01:00', '', 'Europe/Madrid\n']
  expect(names.map(findTimeZone)).toEqual(['Europe/Madrid', 'America/New_York', 'UTC', ...Array(4).fill(undefined)])
})

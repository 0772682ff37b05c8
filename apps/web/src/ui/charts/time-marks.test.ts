import { expect, test } from 'vitest'
import { timeMarks } from './time-marks.ts'

const at = (text: string) => new Date(text).getTime()
const written = (from: string, to: string, most: number) =>
  timeMarks(at(from), at(to), most, false).map(({ at, isDay }) => {
    const date = new Date(at)
    return isDay ? date.toLocaleDateString('sv') : date.toTimeString().slice(0, 5)
  })

test.each([
  // A broadcast of some minutes, of some hours, a day, a month.
  ['2026-11-25T20:00:30', '2026-11-25T20:03:10', 5, ['20:01', '20:02', '20:03']],
  ['2026-11-25T20:10', '2026-11-25T22:50', 7, ['20:30', '21:00', '21:30', '22:00', '22:30']],
  ['2026-11-25T20:10', '2026-11-25T22:50', 3, ['21:00', '22:00']],
  ['2026-11-25T16:20', '2026-11-26T16:20', 5, ['18:00', '2026-11-26', '06:00', '12:00']],
  ['2026-11-25T16:20', '2026-11-26T16:20', 2, ['2026-11-26', '12:00']],
  ['2026-10-28T16:20', '2026-11-26T16:20', 5, ['2026-10-29', '2026-11-05', '2026-11-12', '2026-11-19', '2026-11-26']],
])('[HEALTH-7] from %s to %s at most %d marks are %j', (from, to, most, marks) => {
  expect(written(from, to, most)).toEqual(marks)
})

test('[HEALTH-7] there are never more marks than fit, and never none of what lasted a few minutes', () => {
  const from = at('2026-11-25T16:20:17')
  for (let seconds = 180; seconds < 400 * 86_400; seconds = Math.round(seconds * 1.3)) {
    for (const most of [2, 3, 5, 7]) {
      const { length } = timeMarks(from, from + seconds * 1000, most, false)
      expect([length > 0, length <= most]).toEqual([true, true])
    }
  }
})

test.each([
  // Its last minute, and its only one.
  ['2026-11-25T17:26:57', '2026-11-25T17:33:10', 7, ['17:27', '17:28', '17:29', '17:30', '17:31', '17:32']],
  ['2026-11-25T17:26:03', '2026-11-25T17:27:01', 7, ['17:27']],
])('a time at the end that would touch the one before is left out: from %s to %s', (from, to, most, marks) => {
  expect(written(from, to, most)).toEqual(marks)
})

test('[STATS-4] points of whole days are marked by those days, back from the last, in every time zone', () => {
  const day = (text: string) => Date.parse(text)
  const marks = timeMarks(day('2026-11-20'), day('2026-11-26'), 3, true)
  expect(marks).toEqual(['2026-11-21', '2026-11-26'].map((text) => ({ at: day(text), isDay: true })))
  expect(timeMarks(day('2026-11-20'), day('2026-11-26'), 7, true)).toHaveLength(7)
})

test('a chart of one moment, or of many years, has no marks that mislead', () => {
  expect(timeMarks(at('2026-11-25T16:20:17'), at('2026-11-25T16:20:17'), 5, false)).toEqual([])
  expect(timeMarks(at('1990-01-01'), at('2026-11-25'), 5, false)).toEqual([])
})

import { expect, test } from 'vitest'
import { formatDateTime, formatTime, formatWeekday } from './format.ts'

test.each([
  ['a date with its time', formatDateTime],
  ['a time', formatTime],
  ['a time within the next months', formatWeekday],
])('%s keeps AM or PM beside it', (_, format) => {
  // Some versions of the language data have a narrow space there, which does not break either.
  expect(format(Date.UTC(2026, 10, 24, 15, 5))).toMatch(/\d:\d\d[\u00a0\u202f][AP]M$/)
})

test('a time within the next months has its day in one piece', () => {
  expect(formatWeekday(Date.UTC(2026, 10, 24, 15, 5)).split(' ')).toEqual([
    expect.stringMatching(/^\w{3},\u00a0Nov\u00a02\d,$/),
    expect.stringMatching(/^\d+:05.[AP]M$/),
  ])
})

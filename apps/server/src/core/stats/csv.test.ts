import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('[RFC 4180] fields with commas, quotes and line breaks are quoted, and lines end with CRLF', () => {
  expect(
    toCsv([
      ['title', 'viewers'],
      ['Bees, "live"\nnow', 12.5],
    ]),
  ).toBe('title,viewers\r\n"Bees, ""live""\nnow",12.5\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j is not a formula in a spreadsheet', (text) => {
  expect(toCsv([[text]]).replace(/^"/, '')).toMatch(/^'/)
})

test('numbers stay numbers', () => {
  expect(toCsv([[-3]])).toBe('-3\r\n')
})

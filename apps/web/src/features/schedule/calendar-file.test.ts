import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const planned = {
  startTime: Date.UTC(2026, 11, 3, 19, 15),
  isWeekly: false,
  title: '',
  durationMinutes: null,
  category: null,
}
const options = {
  summaryOf: ({ title }: { title: string }) => title,
  address: 'https://live.example/watch?user=alice',
  nowMs: Date.UTC(2026, 10, 30, 8, 0, 5),
}
const linesOf = (title: string) => calendarFile([{ ...planned, title }], options).split('\r\n')

test('[WATCH-13] an event has the properties that RFC 5545 asks for, with times in UTC', () => {
  const lines = linesOf('Bread')
  expect(lines.slice(0, 3)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0', expect.stringMatching(/^PRODID:./)])
  // Section 3.6.1: UID and DTSTAMP are required, and DURATION stands in the place of an end.
  for (const line of [
    'DTSTAMP:20261130T080005Z',
    'DTSTART:20261203T191500Z',
    'DURATION:PT60M',
    'SUMMARY:Bread',
    'TRIGGER:-PT10M',
  ])
    expect(lines).toContain(line)
  expect(lines.filter((line) => line.startsWith('UID:'))).toHaveLength(1)
  expect(lines.slice(-3)).toEqual(['END:VEVENT', 'END:VCALENDAR', ''])
})

test('[WATCH-13] what has a meaning in the format is escaped (section 3.3.11)', () => {
  expect(linesOf(String.raw`a, b; c\d`)).toContain(String.raw`SUMMARY:a\, b\; c\\d`)
  expect(linesOf('two\nlines')).toContain(String.raw`SUMMARY:two\nlines`)
})

test('[WATCH-13] lines are folded at 75 octets, between characters (section 3.1)', () => {
  const title = '夜のジャズ'.repeat(20)
  const file = calendarFile([{ ...planned, title }], options)
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`)
})

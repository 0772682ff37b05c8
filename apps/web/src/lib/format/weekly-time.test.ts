import { expect, test } from 'vitest'
import { formatComing } from './weekly-time.ts'

const nowMs = Date.UTC(2026, 11, 1, 12)
const dayMs = 24 * 60 * 60_000

test('what is coming is said by its day of the week as long as there is only one of them, and then by its date', () => {
  expect(formatComing(nowMs + dayMs / 2, nowMs)).toMatch(/^(Tue|Wed)\s\d+:\d\d\s[AP]M$/)
  expect(formatComing(nowMs + 5.9 * dayMs, nowMs)).toMatch(/^(Sun|Mon)\s\d+:\d\d\s[AP]M$/)
  expect(formatComing(nowMs + 20 * dayMs, nowMs)).toMatch(/^Dec 2[012]$/)
})

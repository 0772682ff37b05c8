import { expect, it } from 'vitest'
import { fullText } from './full-text.ts'

const inDays = (daysUntilFull: number | null, measuredDays = 7) => fullText({ daysUntilFull, measuredDays })

it('[HEALTH-6] says when a disk or a limit is full, and of how many days that is the rate', () => {
  expect(inDays(36.9)).toBe('Full in about 5 weeks at the rate of the last 7 days')
  expect(inDays(13.5)).toBe('Full in about 13 days at the rate of the last 7 days')
  expect(inDays(0.4, 1.2)).toBe('Full in about 1 day at the rate of the last day')
  expect(inDays(130, 2.9)).toBe('Full in about 4 months at the rate of the last 3 days')
})

it('[HEALTH-6] says nothing of what does not fill, is full in a year or later, or was measured for less than a day', () => {
  expect(inDays(null)).toBeNull()
  expect(inDays(365)).toBeNull()
  expect(inDays(3, 0.9)).toBeNull()
})

import { expect, it } from 'vitest'
import { createRecentKeys } from './recent-keys.ts'

it('has the keys that were added within the window, counted from the last time', () => {
  let nowMs = 0
  const recent = createRecentKeys(1000, () => nowMs)
  recent.add('ann')
  recent.add('ben')
  expect([recent.has('ann'), recent.has('carol')]).toEqual([true, false])
  nowMs = 600
  recent.add('ann')
  nowMs = 1000
  expect([recent.has('ann'), recent.has('ben')]).toEqual([true, false])
  nowMs = 1600
  expect(recent.has('ann')).toBe(false)
})

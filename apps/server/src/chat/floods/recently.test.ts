import { expect, it } from 'vitest'
import { createRecently } from './recently.ts'

it('knows who was noted within the time, counted from the last note', () => {
  let nowMs = 0
  const recently = createRecently(1000, () => nowMs)
  recently.note('ann')
  recently.note('ben')
  expect([recently.has('ann'), recently.has('carol')]).toEqual([true, false])
  nowMs = 600
  recently.note('ann')
  nowMs = 1000
  expect([recently.has('ann'), recently.has('ben')]).toEqual([true, false])
  nowMs = 1600
  expect(recently.has('ann')).toBe(false)
})

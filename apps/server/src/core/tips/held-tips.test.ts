import { expect, it } from 'vitest'
import { createHeldTips } from './held-tips.ts'

const tip = {
  transactionId: 'a'.repeat(40),
  operationIndex: 0,
  channel: 'alice',
  broadcastId: 'k3f9x2m7q1w8e5r4t6y0',
  sender: 'carol',
  amount: '1.000 HBD',
  message: '',
  sentAtMs: 0,
}
const other = { ...tip, amount: '2.000 HBD' }

it('drops a tip once, after its time, and no other tip of the same transaction', () => {
  let nowMs = 0
  const dropped: object[] = []
  const held = createHeldTips({ now: () => nowMs, holdMs: 100, max: 10, onDrop: (tip) => dropped.push(tip) })
  held.hold(tip)
  nowMs = 60
  held.hold(tip)
  held.hold(other)
  nowMs = 99
  held.dropOld()
  expect(held.isDropped(tip)).toBe(false)
  nowMs = 100
  held.dropOld()
  held.dropOld()
  expect(dropped).toEqual([tip])
  expect([tip, other].map(held.isDropped)).toEqual([true, false])
  held.release(other)
  nowMs = 1000
  held.dropOld()
  expect(dropped).toEqual([tip])
})

it('remembers a bounded number of tips and forgets the oldest', () => {
  let nowMs = 0
  const dropped: { message: string }[] = []
  const held = createHeldTips({ now: () => nowMs, holdMs: 1, max: 3, onDrop: (tip) => dropped.push(tip) })
  for (const message of ['a', 'b', 'c', 'd', 'e']) held.hold({ ...tip, message })
  nowMs = 1
  held.dropOld()
  expect(dropped.map(({ message }) => message)).toEqual(['c', 'd', 'e'])
})

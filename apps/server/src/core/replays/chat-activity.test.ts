import { expect, it } from 'vitest'
import { chatActivity } from './chat-activity.ts'

const sample = (second: number, messages: number, seconds = 10) => ({
  atMs: 1_000_000 + second * 1000,
  spanMs: seconds * 1000,
  messages,
})

it('[REC-11] gives the messages of a broadcast in stretches of one length, with none where nothing was sampled', () => {
  expect(chatActivity([])).toEqual({ startedAt: 0, secondsEach: 10, messages: [] })
  expect(chatActivity([sample(0, 3), sample(10, 0), sample(30, 5)])).toEqual({
    startedAt: 1_000_000,
    secondsEach: 10,
    messages: [3, 0, 0, 5],
  })
})

it('[REC-11] spreads longer samples, and gives no more stretches than are allowed', () => {
  expect(chatActivity([sample(0, 6, 60), sample(60, 2)]).messages).toEqual([1, 1, 1, 1, 1, 1, 2])
  expect(chatActivity([sample(0, 1, 60), sample(60, 2, 60)]).messages.filter((count) => count > 0)).toEqual([1, 1, 1])
  const day = Array.from({ length: 8640 }, (_, index) => sample(index * 10, 1))
  const { secondsEach, messages } = chatActivity(day)
  expect([secondsEach, messages.length]).toEqual([360, 240])
  expect(new Set(messages)).toEqual(new Set([36]))
})

import { expect, test } from 'vitest'
import { createStallMemory } from './stall-memory.ts'

test('stalls of the last three minutes are remembered, each once', () => {
  const clock = { ms: 0 }
  const stalls = createStallMemory(() => clock.ms)
  stalls.record()
  clock.ms = 500
  stalls.record()
  expect(stalls.recent()).toBe(1)
  clock.ms = 100_000
  stalls.record()
  expect(stalls.recent()).toBe(2)
  clock.ms = 181_000
  expect(stalls.recent()).toBe(1)
  stalls.clear()
  expect(stalls.recent()).toBe(0)
})

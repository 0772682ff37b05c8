import { expect, it } from 'vitest'
import { measureProcessLoad } from './process-load.ts'

it('sees a thread that computes, and how late its callbacks are', async () => {
  const load = measureProcessLoad()
  const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 60))
  await nextTurn()
  load.read()
  for (let turn = 0; turn < 4; turn += 1) {
    const untilMs = performance.now() + 200
    while (performance.now() < untilMs) Math.sqrt(untilMs)
    await nextTurn()
  }
  const { busy, delayMs } = load.read()
  load.close()
  // Half of what is measured are the turns before.
  expect(busy).toBeGreaterThan(0.3)
  expect(delayMs).toBeGreaterThan(40)
})

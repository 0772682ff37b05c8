import { describe, expect, it, vi } from 'vitest'
import { BufferWatch } from './buffer-watch.ts'

function setUp() {
  let isHeld = false
  const [ask, onStarved, onRanDry] = [vi.fn(), vi.fn(), vi.fn()]
  const watch = new BufferWatch({ isHeld: () => isHeld, ask, onStarved, onRanDry })
  /** Media is missing until another moment, and comes before an answer. */
  function runDry(fromMs: number, untilMs: number): void {
    isHeld = true
    for (let atMs = fromMs; atMs < untilMs; atMs += 20) watch.update(atMs)
    watch.mediaArrived()
    isHeld = false
    watch.update(untilMs)
  }
  return { watch, runDry, ask, onStarved, onRanDry }
}

describe('the watch of the buffer', () => {
  it('[PLAYER-20] asks the server when the buffer runs dry; twice within a minute because of the network is too often', () => {
    const { runDry, ask, onRanDry } = setUp()
    runDry(1000, 1300)
    runDry(5000, 5300)
    expect(ask).toHaveBeenCalledTimes(2)
    expect(onRanDry.mock.calls).toEqual([[false], [true]])
  })

  it('says that the picture stands still only once that is noticed', () => {
    const { runDry, onStarved } = setUp()
    runDry(1000, 1200)
    expect(onStarved).not.toHaveBeenCalled()
    runDry(2000, 2400)
    expect(onStarved.mock.calls).toEqual([[true], [false]])
  })

  it('does not blame the network for what was missing after a sleep, but says that the picture stands still', () => {
    const { watch, runDry, onStarved, onRanDry } = setUp()
    watch.excuse()
    runDry(1000, 1500)
    expect(onRanDry).not.toHaveBeenCalled()
    expect(onStarved.mock.calls).toEqual([[true], [false]])
    runDry(3000, 3500)
    expect(onRanDry.mock.calls).toEqual([[false]])
  })

  it('is silent while nothing is wanted, and excuses the way back', () => {
    const { watch, runDry, ask, onStarved, onRanDry } = setUp()
    watch.rest()
    runDry(1000, 90_000)
    expect(onStarved).not.toHaveBeenCalled()
    watch.resume()
    runDry(90_000, 90_400)
    expect(onStarved.mock.calls).toEqual([[true], [false]])
    expect([ask.mock.calls, onRanDry.mock.calls]).toEqual([[], []])
  })
})

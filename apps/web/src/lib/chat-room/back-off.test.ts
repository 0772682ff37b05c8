import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBackOff } from './back-off.ts'

const page = Object.assign(new EventTarget(), { hidden: false })
const network = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  // The longest of the times that chance may choose.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network))
  page.hidden = false
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function watchAttempts() {
  const begunMs = Date.now()
  const attemptsMs: number[] = []
  const backOff = createBackOff(() => attemptsMs.push(Date.now() - begunMs))
  return { backOff, attemptsMs }
}

it('[F23] goes on trying, ever more rarely and every half a minute in the end', () => {
  const { backOff, attemptsMs } = watchAttempts()
  for (let n = 0; n < 6; n += 1) {
    backOff.later()
    vi.advanceTimersByTime(30_000)
  }
  expect(attemptsMs).toEqual([4000, 38_000, 76_000, 120_000, 150_000, 180_000])
  backOff.reset()
  backOff.later()
  vi.advanceTimersByTime(4000)
  expect(attemptsMs.at(-1)).toBe(184_000)
  backOff.stop()
})

it('[F23] waits while nobody looks at the page, and tries at once when somebody does or the network is back', () => {
  const { backOff, attemptsMs } = watchAttempts()
  page.hidden = true
  backOff.later()
  vi.advanceTimersByTime(600_000)
  expect(attemptsMs).toEqual([])
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  expect(attemptsMs).toEqual([600_000])
  backOff.later()
  network.dispatchEvent(new Event('online'))
  expect(attemptsMs).toEqual([600_000, 600_000])
  vi.advanceTimersByTime(60_000)
  expect(attemptsMs).toHaveLength(2)
  backOff.stop()
})

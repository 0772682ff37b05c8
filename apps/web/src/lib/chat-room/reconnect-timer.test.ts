import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReconnectTimer } from './reconnect-timer.ts'

const page = Object.assign(new EventTarget(), { hidden: false })
const network = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  // The longest delay that the random factor allows.
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
  const startMs = Date.now()
  const attemptsMs: number[] = []
  const reconnect = createReconnectTimer(() => attemptsMs.push(Date.now() - startMs))
  return { reconnect, attemptsMs }
}

it('[F23] keeps trying, at growing intervals up to 30 s', () => {
  const { reconnect, attemptsMs } = watchAttempts()
  for (let n = 0; n < 6; n += 1) {
    reconnect.schedule()
    vi.advanceTimersByTime(30_000)
  }
  expect(attemptsMs).toEqual([4000, 38_000, 76_000, 120_000, 150_000, 180_000])
  reconnect.reset()
  reconnect.schedule()
  vi.advanceTimersByTime(4000)
  expect(attemptsMs.at(-1)).toBe(184_000)
  reconnect.stop()
})

it('[F23] waits while the page is hidden, and tries at once when it becomes visible or the network returns', () => {
  const { reconnect, attemptsMs } = watchAttempts()
  page.hidden = true
  reconnect.schedule()
  vi.advanceTimersByTime(600_000)
  expect(attemptsMs).toEqual([])
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  expect(attemptsMs).toEqual([600_000])
  reconnect.schedule()
  network.dispatchEvent(new Event('online'))
  expect(attemptsMs).toEqual([600_000, 600_000])
  vi.advanceTimersByTime(60_000)
  expect(attemptsMs).toHaveLength(2)
  reconnect.stop()
})

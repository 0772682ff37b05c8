import { backOffMs } from '../back-off.ts'

const delays = { firstMs: 4000, longestMs: 30_000 }

/**
 * Runs `attempt` after a delay that grows to 30 s (rule SOCKET-6), only while the page is visible, and at once when the page
 * becomes visible or the network returns.
 */
export function createReconnectTimer(attempt: () => void) {
  let timer: number | undefined
  let isScheduled = false
  let failures = 0

  function run(): void {
    if (!isScheduled || document.hidden) return
    cancel()
    attempt()
  }

  function cancel(): void {
    clearTimeout(timer)
    isScheduled = false
  }

  document.addEventListener('visibilitychange', run)
  addEventListener('online', run)
  return {
    schedule() {
      if (isScheduled) return
      isScheduled = true
      // All clients lost the same server at the same moment: the random factor spreads their attempts.
      timer = window.setTimeout(run, backOffMs(failures, delays) * (0.5 + Math.random() / 2))
      failures += 1
    },
    reset() {
      cancel()
      failures = 0
    },
    stop() {
      cancel()
      document.removeEventListener('visibilitychange', run)
      removeEventListener('online', run)
    },
  }
}

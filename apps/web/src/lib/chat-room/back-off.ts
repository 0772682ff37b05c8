const firstMs = 4000
const lastMs = 30_000

/**
 * Tries again after a time that grows to 30 s, only while the page is visible, and at once when the page is looked at again
 * or the network is back.
 */
export function createBackOff(attempt: () => void) {
  let timer: number | undefined
  let isWaiting = false
  let delayMs = firstMs

  function run(): void {
    if (!isWaiting || document.hidden) return
    clearTimeout(timer)
    isWaiting = false
    attempt()
  }

  document.addEventListener('visibilitychange', run)
  addEventListener('online', run)
  return {
    later() {
      if (isWaiting) return
      isWaiting = true
      // Everybody lost the same server at the same moment; they should not all come back together.
      timer = window.setTimeout(run, delayMs * (0.5 + Math.random() / 2))
      delayMs = Math.min(delayMs * 2, lastMs)
    },
    reset() {
      clearTimeout(timer)
      isWaiting = false
      delayMs = firstMs
    },
    stop() {
      clearTimeout(timer)
      isWaiting = false
      document.removeEventListener('visibilitychange', run)
      removeEventListener('online', run)
    },
  }
}

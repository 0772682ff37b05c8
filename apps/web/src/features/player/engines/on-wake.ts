const tickMs = 5000
/** Browsers delay the timers of a hidden tab by up to a minute; a longer gap means that the machine slept. */
const minSleepMs = 75_000

/**
 * Calls `wake` when something that was suspended may work again: the network is back, the tab became visible, was resumed or was
 * restored from the back/forward cache, or the machine has slept. Returns a function that stops it.
 */
export function onWake(wake: () => void, now: () => number = Date.now): () => void {
  let tickedAtMs = now()
  const timer = setInterval(() => {
    const gapMs = now() - tickedAtMs
    tickedAtMs = now()
    if (gapMs > minSleepMs) wake()
  }, tickMs)
  const abort = new AbortController()
  const { signal } = abort
  addEventListener('online', wake, { signal })
  addEventListener('pageshow', wake, { signal })
  document.addEventListener('resume', wake, { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake(), { signal })
  return () => {
    clearInterval(timer)
    abort.abort()
  }
}

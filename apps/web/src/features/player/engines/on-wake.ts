const tickMs = 5000
/** Timers of a hidden tab may come a minute late without the tab having slept. */
const sleptFromMs = 75_000

/**
 * Calls when something that stood still may move again: the network is back, the tab is looked at, was thawed or came back out of
 * the browser's cache, or the machine has slept. Returns how to stop.
 */
export function onWake(wake: () => void, now: () => number = Date.now): () => void {
  let tickedAtMs = now()
  const timer = setInterval(() => {
    const sleptMs = now() - tickedAtMs
    tickedAtMs = now()
    if (sleptMs > sleptFromMs) wake()
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

/** Safari has no idle callbacks. */
const withoutCallbackMs = 1000
/** A page that plays on a slow machine may never be idle. */
const atLatestMs = 2000

/** Runs the task when the page has nothing else to do, or after 2 s. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: atLatestMs })
  else setTimeout(task, withoutCallbackMs)
}

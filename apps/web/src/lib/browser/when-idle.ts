/** Safari has no idle callbacks. */
const withoutCallbackMs = 1000

/** Runs the task when the page has nothing else to do. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task)
  else setTimeout(task, withoutCallbackMs)
}

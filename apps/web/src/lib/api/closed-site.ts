/** The event of a page that may not be on this site any more: it is private, and its user is no member, or has logged out. */
const closed = 'waggle-closed'

/** Call with the code of every refusal. */
export function reportClosed(code: string | undefined): void {
  if (code === 'private_site' || code === 'not_a_member') tellClosed()
}

export function tellClosed(): void {
  globalThis.dispatchEvent?.(new Event(closed))
}

/** Returns a function that stops listening. */
export function onClosed(listener: () => void): () => void {
  addEventListener(closed, listener)
  return () => removeEventListener(closed, listener)
}

/** A page that is refused again so soon would reload for ever. */
const loopMs = 10_000

/**
 * Loads the page anew: the server then sends what its user may see. False where the same was done a moment ago. `why`: somebody who has
 * just come in may be put out at once.
 */
export function reloadOnce(why: 'let-in' | 'put-out'): boolean {
  const key = `waggle.reloaded.${why}`
  const nowMs = Date.now()
  try {
    if (nowMs - Number(sessionStorage.getItem(key)) < loopMs) return false
    sessionStorage.setItem(key, String(nowMs))
  } catch {
    // A browser without storage has no session either.
  }
  location.reload()
  return true
}

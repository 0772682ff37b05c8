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

const reloadedKey = 'waggle.reloaded'
/** A page that is refused again so soon would reload for ever. */
const loopMs = 10_000

/** Loads the page anew: the server then sends what its user may see. False where that was done a moment ago. */
export function reloadOnce(): boolean {
  const nowMs = Date.now()
  try {
    if (nowMs - Number(sessionStorage.getItem(reloadedKey)) < loopMs) return false
    sessionStorage.setItem(reloadedKey, String(nowMs))
  } catch {
    // A browser without storage has no session either.
  }
  location.reload()
  return true
}

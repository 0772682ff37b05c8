import { useSyncExternalStore } from 'react'
import { siteClock } from '../lib/clock/site-clock.ts'

const storageKey = 'waggle.operating-rights'
/** Beside what other tabs write. */
const listeners = new Set<() => void>()
const checkIntervalMs = 10_000

/**
 * Remembers until when this browser has the rights of somebody who runs the site (rule OPERATE-12), so that pages need not ask the server.
 * It only decides what is shown: the server checks the rights of every call.
 */
export function rememberRights(user: string, untilMs: number): void {
  try {
    if (untilMs > siteClock.now()) localStorage.setItem(storageKey, JSON.stringify({ user, untilMs }))
    else localStorage.removeItem(storageKey)
  } catch {
    // Without storage nothing is shown.
  }
  for (const listener of listeners) listener()
}

/** Until when the user has the rights; 0 without them. */
export function useRightsUntil(user: string | null): number {
  return useSyncExternalStore(subscribe, () => rightsUntil(user))
}

export function useHasRights(user: string | null): boolean {
  return useRightsUntil(user) > 0
}

function rightsUntil(user: string | null): number {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as { user: string; untilMs: number } | null
    return stored !== null && stored.user === user && stored.untilMs > siteClock.now() ? stored.untilMs : 0
  } catch {
    return 0
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  const timer = setInterval(listener, checkIntervalMs)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
    clearInterval(timer)
  }
}

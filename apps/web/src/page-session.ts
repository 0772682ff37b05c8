import { api } from './lib/api/api.ts'
import { tellClosed } from './lib/api/closed-site.ts'
import { sentAnswers } from './sent-answers.ts'
import type { CredentialStorage } from './session/credentials.ts'
import { createSessionStore, type Timers } from './session/session-store.ts'

const timers: Timers = {
  setTimeout: (run, delayMs) => window.setTimeout(run, delayMs),
  clearTimeout: (id) => window.clearTimeout(id),
  setInterval: (run, intervalMs) => window.setInterval(run, intervalMs),
  clearInterval: (id) => window.clearInterval(id),
}

// A browser that forbids storage throws on every access, also on reading `localStorage`. The session store handles a call that throws.
const storage: CredentialStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
}

/** A page of a private site shows nothing once its user has logged out. */
const isPrivate = () => sentAnswers()?.site.isPrivate === true

/** The session of this page, for the app and for the stream that begins before it. */
export const session = createSessionStore({ api, storage, timers, onLoggedOut: () => isPrivate() && tellClosed() })

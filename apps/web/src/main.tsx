import './ui/styles/tokens.css'
import './ui/styles/base.css'
import './ui/styles/first-picture.css'
import { QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { App, preloadLinkedPages, preloadNextPage, preloadPage } from './app.tsx'
import { api } from './lib/api/api.ts'
import { takePageAnswers } from './page-answers.ts'
import type { CredentialStorage } from './session/credentials.ts'
import { createSessionStore, type Timers } from './session/session-store.ts'
import { language } from './texts/language/language.ts'

const timers: Timers = {
  setTimeout: (run, delayMs) => window.setTimeout(run, delayMs),
  clearTimeout: (id) => window.clearTimeout(id),
  setInterval: (run, intervalMs) => window.setInterval(run, intervalMs),
  clearInterval: (id) => window.clearInterval(id),
}

// A browser that forbids storage throws at every touch, the first included: the session store expects that of the calls.
const storage: CredentialStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
}

/** After what the first page itself fetches. */
const preloadNextAfterMs = 2000

document.documentElement.lang = language
const session = createSessionStore({ api, storage, timers })
const queryClient = new QueryClient()
takePageAnswers(queryClient)
// Not awaited here: the page's code waits for this file, which would wait for it.
void preloadPage(location.pathname).then(() => {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id root')
  createRoot(root).render(<App session={session} queryClient={queryClient} />)
  setTimeout(preloadNextPage, preloadNextAfterMs)
  preloadLinkedPages()
})

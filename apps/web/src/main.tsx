import './ui/styles/fonts.css'
import './ui/styles/tokens.css'
import './ui/styles/base.css'
import './ui/styles/shared.css'
import './routes/watch/first-picture.css'
import { createRoot } from 'react-dom/client'
import { App, preloadLinkedPages, preloadNextPage, preloadPage } from './app.tsx'
import { api } from './lib/api/api.ts'
import { createQueryClient } from './lib/api/query-client.ts'
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

// A browser that forbids storage throws on every access, also on reading `localStorage`. The session store handles a call that throws.
const storage: CredentialStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
}

/** After this time the page is drawn without the code of its route, with a spinner in its place. */
const renderWithoutPageAfterMs = 3000
/** Late enough not to compete with the requests of the first page. */
const preloadNextAfterMs = 2000

document.documentElement.lang = language
// For public/script-watch.js.
document.documentElement.dataset.app = 'started'
const session = createSessionStore({ api, storage, timers })
const queryClient = createQueryClient()
takePageAnswers(queryClient)
// No top-level await: the page's chunk imports this file, so the two would wait for each other.
void Promise.race([preloadPage(location.pathname), wait(renderWithoutPageAfterMs)]).then(() => {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id root')
  createRoot(root).render(<App session={session} queryClient={queryClient} />)
  setTimeout(preloadNextPage, preloadNextAfterMs)
  preloadLinkedPages()
})

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

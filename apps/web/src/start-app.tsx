import { createRoot } from 'react-dom/client'
import { App, preloadLinkedPages, preloadNextPage, preloadPage } from './app.tsx'
import { onClosed, reloadOnce } from './lib/api/closed-site.ts'
import { createQueryClient } from './lib/api/query-client.ts'
import { startLinkedStreams } from './linked-streams.ts'
import { takePageAnswers } from './page-answers.ts'
import { session } from './page-session.ts'
import { language } from './texts/language/language.ts'

/** After this time the page is drawn without the code of its route, with a spinner in its place. */
const renderWithoutPageAfterMs = 3000
/** Late enough not to compete with the requests of the first page. */
const preloadNextAfterMs = 2000

/** Starts the app. A function, because the entrance of a private site shares the file of the build that this is in, and must not start it. */
export function startApp(): void {
  document.documentElement.lang = language
  // For public/script-watch.js.
  document.documentElement.dataset.app = 'started'
  onClosed(() => reloadOnce('put-out'))
  const queryClient = createQueryClient()
  takePageAnswers(queryClient)
  // No top-level await: the page's chunk imports this file, so the two would wait for each other.
  void Promise.race([preloadPage(location.pathname), wait(renderWithoutPageAfterMs)]).then(() => {
    const root = document.getElementById('root')
    if (!root) throw new Error('index.html has no element with the id root')
    createRoot(root).render(<App session={session} queryClient={queryClient} />)
    preloadLinkedPages()
    const linkedStreams = startLinkedStreams(queryClient)
    setTimeout(() => {
      preloadNextPage()
      linkedStreams.preload()
    }, preloadNextAfterMs)
  })
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

import { QueryClientProvider } from '@tanstack/react-query'
import { type Entrance, entranceId } from '@waggle/contract/admission/entrance'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './lib/api/query-client.ts'
import { session } from './page-session.ts'
import { EntrancePage } from './routes/entrance/entrance-page.tsx'
import { SessionProvider } from './session/session.tsx'
import { language } from './texts/language/language.ts'
import { ErrorBoundary } from './ui/feedback/error-boundary.tsx'

/** Starts the only page that strangers see of a private site. */
export function startEntrance(): void {
  document.documentElement.lang = language
  // For public/script-watch.js.
  document.documentElement.dataset.app = 'started'
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id root')
  const entrance = JSON.parse(document.getElementById(entranceId)?.textContent ?? '{}') as Entrance
  createRoot(root).render(
    <ErrorBoundary>
      <QueryClientProvider client={createQueryClient()}>
        <SessionProvider store={session}>
          <EntrancePage entrance={entrance} />
        </SessionProvider>
      </QueryClientProvider>
    </ErrorBoundary>,
  )
}

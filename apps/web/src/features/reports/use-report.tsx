import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { lazyOverlay } from '../../lib/browser/lazy-page.tsx'
import { useSession } from '../../session/session.tsx'
import { queryOf, type Reportable } from './reportable.ts'

// Few viewers open it.
const ReportDialog = lazyOverlay(async () => (await import('./report-dialog.tsx')).ReportDialog)

/** Opens the form for a report; whoever is not signed in goes to the page for notices. `dialog` is rendered beside what opens it. */
export function useReport(): { report: (thing: Reportable) => void; dialog: ReactNode } {
  const { isAuthenticated } = useSession()
  const [, navigate] = useLocation()
  const [thing, setThing] = useState<Reportable>()
  return {
    report: (wanted) => (isAuthenticated ? setThing(wanted) : navigate(`${pagePaths.report}?${queryOf(wanted)}`)),
    dialog: thing && (
      <Suspense>
        <ReportDialog thing={thing} onClose={() => setThing(undefined)} />
      </Suspense>
    ),
  }
}

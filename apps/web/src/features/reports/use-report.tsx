import { type ReactNode, Suspense, useState } from 'react'
import { lazyComponent } from '../../lib/browser/lazy-page.tsx'
import { useLoginRequests } from '../../session/session.tsx'
import type { Reportable } from './reportable.ts'

// Few viewers open it.
const ReportDialog = lazyComponent(async () => (await import('./report-dialog.tsx')).ReportDialog)

/** Opens the form for a report, after a login where one is needed; `dialog` is rendered beside what opens it. */
export function useReport(): { report: (thing: Reportable) => void; dialog: ReactNode } {
  const loginRequests = useLoginRequests()
  const [thing, setThing] = useState<Reportable>()
  return {
    report: (wanted) => loginRequests.ask({ onLoggedIn: () => setThing(wanted) }),
    dialog: thing && (
      <Suspense>
        <ReportDialog thing={thing} onClose={() => setThing(undefined)} />
      </Suspense>
    ),
  }
}

import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { Redirect } from 'wouter'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { useSession } from '../../session/session.tsx'
import { dashboardTexts as texts } from '../../texts/streamer/dashboard/dashboard.ts'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { DashboardPanels } from './dashboard-panels.tsx'

/** For the streamer alone: other visitors are redirected to the home page (rule DASH-2). */
export function Dashboard() {
  useDocumentTitle(texts.title)
  const { isAuthenticated, user, loading } = useSession()
  if (loading) return <PageSpinner label={texts.checkingLogin} />
  if (!isAuthenticated || !user) return <Redirect to={pagePaths.home} replace />
  return <DashboardPanels key={user} user={user} />
}

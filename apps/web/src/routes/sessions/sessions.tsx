import { loginPath, pagePaths } from '@waggle/contract/pages/page-addresses'
import type { StoredGroup } from '@waggle/contract/privacy/groups'
import { LogIn, MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { DataDeleted } from '../../features/privacy/data-deleted.tsx'
import { OwnData } from '../../features/privacy/own-data.tsx'
import { OwnReports } from '../../features/reports/own-reports.tsx'
import { OwnStatements } from '../../features/reports/own-statements.tsx'
import { SessionList } from '../../features/sessions/session-list.tsx'
import { wallet } from '../../features/wallet/wallet.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { useSession, useSessionStore } from '../../session/session.tsx'
import { sessionTexts as texts } from '../../texts/account/sessions.ts'
import { siteTexts } from '../../texts/site.ts'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { buttonClass } from '../../ui/forms/button.tsx'
import { Beside } from '../../ui/surfaces/beside.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import styles from './sessions.module.css'

/** Where the user is logged in (rule AUTH-26), and what the site holds on them. */
export function Sessions() {
  useDocumentTitle(texts.account)
  const { isAuthenticated, user, loading } = useSession()
  const { logout } = useSessionStore()
  const [stays, setStays] = useState<StoredGroup[]>()

  if (loading) return <PageSpinner label={siteTexts.checkingLogin} />
  if (stays !== undefined && !isAuthenticated) return <DataDeleted stays={stays} />
  if (!isAuthenticated || user === null) {
    return (
      <Notice
        title={texts.account}
        icon={<MonitorSmartphone size={34} />}
        action={
          <Link href={loginPath(pagePaths.sessions)} className={buttonClass('primary')}>
            <LogIn size={18} aria-hidden="true" />
            {siteTexts.loginWithHive}
          </Link>
        }
      >
        {texts.loginRequired}
      </Notice>
    )
  }
  return (
    <div className={styles.page} data-streamless>
      <h1 className={styles.title}>{texts.account}</h1>
      <Beside
        aside={
          <>
            <OwnStatements user={user} />
            <OwnReports user={user} />
            <OwnData
              key={`data of ${user}`}
              user={user}
              wallet={wallet}
              onDeleted={(groups) => {
                setStays(groups)
                logout()
              }}
            />
          </>
        }
      >
        <Panel title={texts.heading}>
          <p className={styles.about}>{texts.about(user)}</p>
          <SessionList key={user} user={user} />
        </Panel>
      </Beside>
    </div>
  )
}

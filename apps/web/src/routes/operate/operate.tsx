import { useQueryClient } from '@tanstack/react-query'
import { loginPath, pagePaths } from '@waggle/contract/pages/page-addresses'
import { LogIn, LogOut, ShieldCheck } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { ApproveRights } from '../../features/operating/approve-rights.tsx'
import { wallet } from '../../features/wallet/wallet.ts'
import { api } from '../../lib/api/api.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { useSiteTime } from '../../lib/clock/use-site-time.ts'
import { formatTime } from '../../lib/format/format.ts'
import { rememberRights } from '../../session/operating-rights.ts'
import { useSession } from '../../session/session.tsx'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { operatingTexts as texts } from '../../texts/operating/console.ts'
import { siteTexts } from '../../texts/site.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { Button, buttonClass } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './operate.module.css'
import { Sections } from './sections.tsx'

const sign = <ShieldCheck size={34} />

/** Where the people who run the site end broadcasts and suspend accounts. */
export function Operate() {
  useDocumentTitle(texts.heading)
  const { isAuthenticated, user, loading } = useSession()
  if (loading) return <PageSpinner label={siteTexts.checkingLogin} />
  if (isAuthenticated && user !== null) return <Console key={user} user={user} />
  return (
    <Notice
      title={texts.heading}
      icon={sign}
      action={
        <Link href={loginPath(pagePaths.operate)} className={buttonClass('primary')}>
          <LogIn size={18} aria-hidden="true" />
          {siteTexts.loginWithHive}
        </Link>
      }
    >
      {texts.loginRequired}
    </Notice>
  )
}

function Console({ user }: { user: string }) {
  const queries = useQueryClient()
  const queryKey = ['operating', 'rights', user]
  const nowMs = useSiteTime(1000)
  const refresh = () => void queries.invalidateQueries({ queryKey: ['operating'] })
  const { data, error, refetch } = useSessionQuery({
    queryKey,
    request: (token, signal) => api('getOperatingRights', { token, signal }),
  })
  const until = data?.until ?? 0
  const hasRights = until > nowMs
  const giveBack = useSessionMutation({
    send: ({ token }) => api('endOperating', { token }),
    failed: texts.giveBackFailed,
    onFailure: (sentence) => toast(sentence, 'error'),
    onSettled: () => void queries.invalidateQueries({ queryKey }),
  })
  const isKnown = data !== undefined
  useEffect(() => {
    if (isKnown) rememberRights(user, until)
  }, [isKnown, user, until])
  useEffect(() => {
    // What was shown is not for whoever sits here next.
    if (!hasRights)
      queries.removeQueries({ predicate: ({ queryKey: [area, what] }) => area === 'operating' && what !== 'rights' })
  }, [queries, hasRights])

  if (!data) {
    return (
      <Awaiting label={texts.loading} failure={error && errorSentence(error, texts.rightsFailed)} onRetry={refetch} />
    )
  }
  if (data.role === null) {
    return (
      <Notice
        title={texts.notForYou}
        icon={sign}
        action={
          <Link href={pagePaths.home} className={buttonClass('secondary')}>
            {siteTexts.backToHome}
          </Link>
        }
      >
        {texts.notForYouHint(user)}
      </Notice>
    )
  }
  if (!hasRights) {
    return (
      <Notice
        title={texts.approve}
        icon={sign}
        action={<ApproveRights user={user} wallet={wallet} onApproved={refresh} />}
      >
        {texts.approveText}
      </Notice>
    )
  }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={`${styles.title} visually-hidden-on-phone`}>{texts.heading}</h1>
        <p className={styles.rights}>
          {texts.rightsUntil(formatTime(until))}
          <Button kind="quiet" size="small" disabled={giveBack.isBusy} onClick={() => giveBack.run()}>
            <LogOut size={18} aria-hidden="true" />
            {texts.giveBack}
          </Button>
        </p>
      </header>
      <Sections user={user} isOperator={data.role === 'operator'} />
    </div>
  )
}

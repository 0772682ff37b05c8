import { useQueryClient } from '@tanstack/react-query'
import { loginPath, operatePath, pagePaths } from '@waggle/contract/pages/page-addresses'
import { LogIn, ShieldCheck } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { OperatedAccount } from '../../features/operating/accounts/operated-account.tsx'
import { SiteModerators } from '../../features/operating/accounts/site-moderators.tsx'
import { Streamers } from '../../features/operating/admission/streamers.tsx'
import { ApproveRights } from '../../features/operating/approve-rights.tsx'
import { Cost } from '../../features/operating/cost/cost.tsx'
import { SiteFigures } from '../../features/operating/health/site-figures.tsx'
import { SiteHealth } from '../../features/operating/health/site-health.tsx'
import { SiteStorage } from '../../features/operating/health/site-storage.tsx'
import { useSiteHealth } from '../../features/operating/health/use-site-health.ts'
import { LiveBroadcasts } from '../../features/operating/live-broadcasts.tsx'
import { ActionLog } from '../../features/operating/log/action-log.tsx'
import { Members } from '../../features/operating/members/members.tsx'
import type { RenderMedia } from '../../features/operating/queue/render-media.ts'
import { ReportedThings } from '../../features/operating/queue/reported-things.tsx'
import { useOpenCount } from '../../features/operating/queue/use-queue.ts'
import { useLiveBroadcasts } from '../../features/operating/use-live-broadcasts.ts'
import { wallet } from '../../features/wallet/wallet.ts'
import { api } from '../../lib/api/api.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { lazyComponent } from '../../lib/browser/lazy-page.tsx'
import { useSiteTime } from '../../lib/clock/use-site-time.ts'
import { formatTime } from '../../lib/format/format.ts'
import { atServer } from '../../lib/server-addresses.ts'
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
import { Tabs } from '../../ui/surfaces/tabs.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './operate.module.css'

const sections = [
  'live',
  'reports',
  'account',
  'streamers',
  'members',
  'cost',
  'log',
  'people',
  'health',
  'storage',
  'site',
] as const
/** Moderators of the site do not see these. */
const forOperators: readonly Section[] = ['site']
type Section = (typeof sections)[number]

/** Where the people who run the site end broadcasts and suspend accounts. */
export function Operate() {
  useDocumentTitle(texts.heading)
  const { isAuthenticated, user, loading } = useSession()
  if (loading) return <PageSpinner label={siteTexts.checkingLogin} />
  if (isAuthenticated && user !== null) return <Console key={user} user={user} />
  return (
    <Notice
      title={texts.heading}
      icon={<ShieldCheck size={34} />}
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
        icon={<ShieldCheck size={34} />}
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
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>{texts.heading}</h1>
        {hasRights && (
          <p className={styles.rights}>
            {texts.rightsUntil(formatTime(until))}
            <Button kind="quiet" size="small" disabled={giveBack.isBusy} onClick={() => giveBack.run()}>
              {texts.giveBack}
            </Button>
          </p>
        )}
      </header>
      {hasRights ? (
        <Sections user={user} isOperator={data.role === 'operator'} />
      ) : (
        <ApproveRights user={user} wallet={wallet} onApproved={refresh} />
      )}
    </div>
  )
}

// Moderators do not need it.
const SiteSettings = lazyComponent(
  async () => (await import('../../features/site-settings/site-settings.tsx')).SiteSettings,
)

// Only whoever looks at evidence needs the player.
const ReplayPlayer = lazyComponent(async () => (await import('../../features/player/replay-player.tsx')).ReplayPlayer)

const renderMedia: RenderMedia = ({ streamId, playlistPath, startsAt, endsAt }, username) => (
  <Suspense fallback={<PageSpinner label={texts.loading} />}>
    <ReplayPlayer
      streamId={streamId}
      username={username}
      playlist={atServer(playlistPath)}
      clip={{ startsAt, endsAt }}
    />
  </Suspense>
)

function Sections({ user, isOperator }: { user: string; isOperator: boolean }) {
  const [search] = useSearchParams()
  const live = useLiveBroadcasts().data?.broadcasts.length ?? 0
  const alerts = useSiteHealth().data?.alerts.length ?? 0
  const counts: Partial<Record<Section, number>> = { live, reports: useOpenCount(), health: alerts }
  const [, navigate] = useLocation()
  const account = search.get('account')
  const shown = sections.filter((one) => isOperator || !forOperators.includes(one))
  const section = shown.find((one) => one === search.get('section')) ?? (account === null ? 'live' : 'account')
  const content: Record<Section, () => React.ReactNode> = {
    live: () => (
      <div className={styles.live}>
        <SiteFigures />
        <LiveBroadcasts />
      </div>
    ),
    reports: () => <ReportedThings user={user} wallet={wallet} renderMedia={renderMedia} />,
    account: () => <OperatedAccount key={account} username={account ?? ''} />,
    members: () => <Members isOperator={isOperator} />,
    streamers: () => <Streamers isOperator={isOperator} />,
    cost: () => <Cost isOperator={isOperator} />,
    log: () => <ActionLog />,
    people: () => <SiteModerators isOperator={isOperator} />,
    health: () => <SiteHealth />,
    storage: () => <SiteStorage />,
    site: () => (
      <Suspense fallback={<PageSpinner label={texts.loading} />}>
        <SiteSettings />
      </Suspense>
    ),
  }
  return (
    <div className={styles.sections}>
      <Tabs
        label={texts.sections}
        tabs={shown.map((key) => ({ key, label: texts.tabs[key], count: counts[key] ?? 0 }))}
        selected={section}
        onSelect={(key) => navigate(operatePath({ section: key }), { replace: true })}
      >
        {content[section]()}
      </Tabs>
    </div>
  )
}

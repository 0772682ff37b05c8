import { operatePath } from '@waggle/contract/pages/page-addresses'
import {
  BadgeCheck,
  Flag,
  HardDrive,
  HeartPulse,
  type LucideIcon,
  Radio,
  ReceiptText,
  ScrollText,
  Settings,
  Shield,
  UserSearch,
  Users,
} from 'lucide-react'
import { Suspense } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { OperatedAccount } from '../../features/operating/accounts/operated-account.tsx'
import { SiteModerators } from '../../features/operating/accounts/site-moderators.tsx'
import { Streamers } from '../../features/operating/admission/streamers.tsx'
import { useWaitingRequests } from '../../features/operating/admission/use-admission-requests.ts'
import { Cost } from '../../features/operating/cost/cost.tsx'
import { Alerts } from '../../features/operating/health/alerts.tsx'
import { faultsBeside } from '../../features/operating/health/limits.ts'
import { sectionOf } from '../../features/operating/health/section-of.ts'
import { SiteHealth } from '../../features/operating/health/site-health.tsx'
import { useSiteHealth } from '../../features/operating/health/use-site-health.ts'
import { LiveBroadcasts } from '../../features/operating/live/live-broadcasts.tsx'
import { ActionLog } from '../../features/operating/log/action-log.tsx'
import { Members } from '../../features/operating/members/members.tsx'
import type { RenderMedia } from '../../features/operating/queue/render-media.ts'
import { ReportedThings } from '../../features/operating/queue/reported-things.tsx'
import { useOpenCount } from '../../features/operating/queue/use-queue.ts'
import { SiteStorage } from '../../features/operating/storage/site-storage.tsx'
import { wallet } from '../../features/wallet/wallet.ts'
import { lazyComponent } from '../../lib/browser/lazy-page.tsx'
import { formatNumber } from '../../lib/format/format.ts'
import { atServer } from '../../lib/server-addresses.ts'
import { operatingTexts as texts } from '../../texts/operating/console.ts'
import { BottomBar } from '../../ui/bottom-bar/bottom-bar.tsx'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { Tabs } from '../../ui/surfaces/tabs.tsx'
import styles from './operate.module.css'

/** What people do, who may be here, and the site itself. A narrow window has `inBar` in its bar. */
const groups = [
  ['live', 'reports', 'account', 'log'],
  ['streamers', 'members', 'people'],
  ['health', 'storage', 'cost', 'site'],
] as const
const sections = groups.flat()
type Section = (typeof sections)[number]
const firstOfGroups: readonly Section[] = groups.slice(1).map(([first]) => first)
const inBar: readonly Section[] = ['live', 'reports', 'account', 'health']
/** They begin with several headings: a narrow window, which has no tabs, says what they are together. */
const withoutTitle: readonly Section[] = ['streamers', 'health', 'storage', 'cost', 'site']
/** Moderators of the site do not see these. */
const forOperators: readonly Section[] = ['site']

const icons: Record<Section, LucideIcon> = {
  live: Radio,
  reports: Flag,
  account: UserSearch,
  streamers: BadgeCheck,
  members: Users,
  people: Shield,
  log: ScrollText,
  health: HeartPulse,
  storage: HardDrive,
  cost: ReceiptText,
  site: Settings,
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

/** The parts of the console, of which the address has the shown one: in tabs, and in a narrow window in a bar (rule OPERATE-16). */
export function Sections({ user, isOperator }: { user: string; isOperator: boolean }) {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const { alerts, processes } = useSiteHealth().data ?? { alerts: [], processes: [] }
  const ledTo = (section: Section) => alerts.filter((alert) => sectionOf(alert) === section).length
  const waiting: Partial<Record<Section, number>> = {
    reports: useOpenCount(),
    streamers: useWaitingRequests(),
    health: ledTo('health') + faultsBeside(alerts, processes).length,
    cost: ledTo('cost'),
  }
  const account = search.get('account')
  const shown = sections.filter((one) => isOperator || !forOperators.includes(one))
  const section = shown.find((one) => one === search.get('section')) ?? (account === null ? 'live' : 'account')
  const content: Record<Section, () => React.ReactNode> = {
    live: () => (
      <div className={styles.live}>
        <Alerts />
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
  const entries = shown.map((key) => {
    const count = waiting[key] ?? 0
    const countLabel = texts.waiting(formatNumber(count))
    return { key, label: texts.tabs[key], Icon: icons[key], count, countLabel, isApart: firstOfGroups.includes(key) }
  })
  const isInBar = ({ key }: { key: Section }) => inBar.includes(key)
  return (
    <div className={styles.sections} data-without-search>
      <Tabs
        label={texts.sections}
        tabs={entries}
        selected={section}
        onSelect={(key) => navigate(operatePath({ section: key }), { replace: true })}
      >
        {withoutTitle.includes(section) && <h2 className={styles.name}>{texts.tabs[section]}</h2>}
        {content[section]()}
      </Tabs>
      <BottomBar
        label={texts.sections}
        entries={entries.filter(isInBar)}
        rest={entries.filter((entry) => !isInBar(entry))}
        restLabel={texts.rest}
        selected={section}
        onSelect={(key) => {
          navigate(operatePath({ section: key }), { replace: true })
          scrollTo(0, 0)
        }}
      />
    </div>
  )
}

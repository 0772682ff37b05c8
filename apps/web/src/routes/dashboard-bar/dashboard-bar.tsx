import { pagePaths } from '@waggle/contract/pages/page-addresses'
import {
  Activity,
  CalendarDays,
  ChartLine,
  Clapperboard,
  Gift,
  History,
  KeyRound,
  Layers,
  type LucideIcon,
  MessageSquare,
  MonitorPlay,
  Settings,
  ShieldCheck,
  Webhook,
} from 'lucide-react'
import { formatNumber } from '../../lib/format/format.ts'
import { dashboardTexts as texts } from '../../texts/streamer/dashboard/dashboard.ts'
import { BottomBar } from '../../ui/bottom-bar/bottom-bar.tsx'
import { type DashboardTab, type Pane, useDashboardTabs } from './place-in-address.ts'

const tabIcons: Record<DashboardTab, LucideIcon> = {
  settings: Settings,
  schedule: CalendarDays,
  moderation: ShieldCheck,
  statistics: ChartLine,
  history: History,
  recordings: Clapperboard,
  tips: Gift,
  overlay: Layers,
  webhooks: Webhook,
}

/**
 * The bar of the dashboard, and of the page of the stream key, which belongs to it: chooses between the panes and the tabs where one
 * shows at a time, and says what is new in those that do not (rule DASH-8).
 */
export function DashboardBar({
  selected,
  unseen,
  onSelect,
}: {
  selected: Pane | DashboardTab | 'streamKey'
  /** How many messages and happenings came since their pane was shown last. */
  unseen?: { chat: number; activity: number }
  onSelect: (place: Pane | DashboardTab) => void
}) {
  const newIn = (count: number | undefined) =>
    count === undefined ? {} : { count, countLabel: texts.unseen(formatNumber(count)) }
  const [settings, ...otherTabs] = useDashboardTabs().map((key) => ({ key, label: texts[key], Icon: tabIcons[key] }))
  return (
    <BottomBar<Pane | DashboardTab | 'streamKey'>
      label={texts.sections}
      entries={[
        { key: 'stream', label: texts.stream, Icon: MonitorPlay },
        { key: 'chat', label: texts.chat, Icon: MessageSquare, ...newIn(unseen?.chat) },
        { key: 'activity', label: texts.activity, Icon: Activity, ...newIn(unseen?.activity) },
        ...(settings ? [settings] : []),
      ]}
      rest={[...otherTabs, { key: 'streamKey', label: texts.streamKey, Icon: KeyRound, href: pagePaths.streamKey }]}
      restLabel={texts.more}
      selected={selected}
      onSelect={(key) => {
        if (key !== 'streamKey') onSelect(key)
      }}
    />
  )
}

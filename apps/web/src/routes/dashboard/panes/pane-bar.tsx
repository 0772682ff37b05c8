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
import { formatNumber } from '../../../lib/format/format.ts'
import { dashboardTexts as texts } from '../../../texts/streamer/dashboard/dashboard.ts'
import { BottomBar } from '../../../ui/bottom-bar/bottom-bar.tsx'
import { type DashboardTab, showTab, useDashboardTabs, useTabInAddress } from '../tab-in-address.ts'
import { useUnseen } from './use-unseen.ts'

export type Pane = 'stream' | 'chat' | 'activity'

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

/** Chooses between the panes and the tabs where one shows at a time, and says what is new in those that do not (rule DASH-8). */
export function PaneBar({ user, pane, onShow }: { user: string; pane: Pane; onShow: (pane: Pane) => void }) {
  const tabs = useDashboardTabs()
  const tab = useTabInAddress()
  const unseen = useUnseen(user, tab ?? pane)
  const newIn = (name: keyof typeof unseen) => ({
    count: unseen[name],
    countLabel: texts.unseen(formatNumber(unseen[name])),
  })
  return (
    <BottomBar<Pane | DashboardTab | 'streamKey'>
      label={texts.sections}
      entries={[
        { key: 'stream', label: texts.stream, Icon: MonitorPlay },
        { key: 'chat', label: texts.chat, Icon: MessageSquare, ...newIn('chat') },
        { key: 'activity', label: texts.activity, Icon: Activity, ...newIn('activity') },
      ]}
      rest={[
        ...tabs.map((key) => ({ key, label: texts[key], Icon: tabIcons[key] })),
        { key: 'streamKey', label: texts.streamKey, Icon: KeyRound, href: pagePaths.streamKey },
      ]}
      restLabel={texts.more}
      selected={tab ?? pane}
      onSelect={(key) => {
        if (key === 'stream' || key === 'chat' || key === 'activity') onShow(key)
        else if (key !== 'streamKey') showTab(key)
      }}
    />
  )
}

import {
  Activity,
  ChartLine,
  Clapperboard,
  Gift,
  History,
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
import { type DashboardTab, useDashboardTabs, useTabInAddress } from '../tab-in-address.ts'
import { useUnseen } from './use-unseen.ts'

/** What shows in a narrow window: a pane, or below 'more' the tabs. */
export type View = 'stream' | 'chat' | 'activity' | 'more'

const tabIcons: Record<DashboardTab, LucideIcon> = {
  settings: Settings,
  moderation: ShieldCheck,
  statistics: ChartLine,
  history: History,
  recordings: Clapperboard,
  tips: Gift,
  overlay: Layers,
  webhooks: Webhook,
}

/** Chooses between the panes and the tabs where one shows at a time, and says what is new in those that do not (rule DASH-8). */
export function PaneBar({ user, view, onShow }: { user: string; view: View; onShow: (view: View) => void }) {
  const tabs = useDashboardTabs()
  const tab = useTabInAddress() ?? 'settings'
  const unseen = useUnseen(user, view)
  const newIn = (pane: keyof typeof unseen) => ({
    count: unseen[pane],
    countLabel: texts.unseen(formatNumber(unseen[pane])),
  })
  return (
    <BottomBar<Exclude<View, 'more'> | DashboardTab>
      label={texts.sections}
      entries={[
        { key: 'stream', label: texts.stream, Icon: MonitorPlay },
        { key: 'chat', label: texts.chat, Icon: MessageSquare, ...newIn('chat') },
        { key: 'activity', label: texts.activity, Icon: Activity, ...newIn('activity') },
      ]}
      rest={tabs.map((key) => ({ key, label: texts[key], Icon: tabIcons[key] }))}
      restLabel={texts.more}
      selected={view === 'more' ? tab : view}
      onSelect={(key) => {
        if (key === 'stream' || key === 'chat' || key === 'activity') return onShow(key)
        location.replace(`#${key}`)
        onShow('more')
      }}
    />
  )
}

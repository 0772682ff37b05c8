import {
  ChartLine,
  Clapperboard,
  Gift,
  History,
  Layers,
  type LucideIcon,
  Settings,
  ShieldCheck,
  Webhook,
} from 'lucide-react'
import type { RefObject } from 'react'
import { dashboardTexts as texts } from '../../texts/streamer/dashboard/dashboard.ts'
import { Popover } from '../../ui/popover/popover.tsx'
import { type DashboardTab, useDashboardTabs, useTabInAddress } from './tab-in-address.ts'
import styles from './tab-sheet.module.css'

const icons: Record<DashboardTab, LucideIcon> = {
  settings: Settings,
  moderation: ShieldCheck,
  statistics: ChartLine,
  history: History,
  recordings: Clapperboard,
  tips: Gift,
  overlay: Layers,
  webhooks: Webhook,
}

/** All tabs at once, where there is no room for their row (rule DASH-8). */
export function TabSheet({
  anchor,
  isTabShown,
  onClose,
}: {
  anchor: RefObject<HTMLElement | null>
  /** False while a pane is shown, and none of them. */
  isTabShown: boolean
  onClose: () => void
}) {
  const shown = useTabInAddress() ?? 'settings'
  return (
    <Popover title={texts.more} anchor={anchor} onClose={onClose}>
      <ul className={styles.tabs}>
        {useDashboardTabs().map((tab) => {
          const Icon = icons[tab]
          return (
            <li key={tab}>
              <a
                href={`#${tab}`}
                className={styles.tab}
                aria-current={isTabShown && tab === shown ? 'true' : undefined}
                onClick={(event) => {
                  event.preventDefault()
                  location.replace(`#${tab}`)
                  onClose()
                }}
              >
                <Icon size={20} aria-hidden="true" />
                {texts[tab]}
              </a>
            </li>
          )
        })}
      </ul>
    </Popover>
  )
}

import { useSyncExternalStore } from 'react'
import { useSite } from '../../lib/site.ts'

/** The tabs below the panes of the dashboard. */
const dashboardTabs = [
  'settings',
  'moderation',
  'statistics',
  'history',
  'recordings',
  'tips',
  'overlay',
  'webhooks',
] as const
export type DashboardTab = (typeof dashboardTabs)[number]

/** Tabs of what a site may have switched off. */
const optional = { tips: true, recordings: true }

/** Those of this site. */
export function useDashboardTabs(): DashboardTab[] {
  const site = useSite()
  return dashboardTabs.filter((key) => !(key in optional) || site?.[key as keyof typeof optional])
}

/** The tab that the address names, as in `#history`. */
export function useTabInAddress(): DashboardTab | undefined {
  const hash = useSyncExternalStore(listenToHash, () => location.hash.slice(1))
  return dashboardTabs.find((tab) => tab === hash)
}

function listenToHash(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

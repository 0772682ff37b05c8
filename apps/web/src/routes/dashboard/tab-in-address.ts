import { useSyncExternalStore } from 'react'

/** The tabs below the panes of the dashboard. */
export const dashboardTabs = [
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

/** The tab that the address names, as in `#history`. */
export function useTabInAddress(): DashboardTab | undefined {
  const hash = useSyncExternalStore(listenToHash, () => location.hash.slice(1))
  return dashboardTabs.find((tab) => tab === hash)
}

function listenToHash(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { useSyncExternalStore } from 'react'
import { useSite } from '../../lib/site.ts'

/** What stands beside each other in the first tab, and one at a time in a narrow window. */
export const dashboardPanes = ['stream', 'chat', 'activity'] as const
export type Pane = (typeof dashboardPanes)[number]

/** The tabs of the dashboard, but for the one with the panes. */
const dashboardTabs = [
  'settings',
  'schedule',
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

/** The tab that the address names, as in `#history`; undefined while the panes are shown, and where the site has no such tab. */
export function useTabInAddress(): DashboardTab | undefined {
  const hash = useSyncExternalStore(listenToHash, () => location.hash.slice(1))
  const isKnown = useSite() !== undefined
  const tabs = useDashboardTabs()
  return (isKnown ? tabs : dashboardTabs).find((tab) => tab === hash)
}

/** Changes the address and what is shown; undefined leads to the panes. */
export function showTab(tab: DashboardTab | undefined): void {
  history.replaceState(history.state, '', tab ? `#${tab}` : location.pathname + location.search)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

/** The pane that the address names, as a link from another page does. */
export function paneInAddress(): Pane {
  return dashboardPanes.find((pane) => location.hash === `#${pane}`) ?? 'stream'
}

export function isPane(place: Pane | DashboardTab): place is Pane {
  return dashboardPanes.some((pane) => pane === place)
}

/** The address of a pane or a tab. */
export function placeAddress(place: Pane | DashboardTab): string {
  return place === 'stream' ? pagePaths.dashboard : `${pagePaths.dashboard}#${place}`
}

function listenToHash(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

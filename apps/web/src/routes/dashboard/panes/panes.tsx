import { type CSSProperties, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useVisibleHeight } from '../../../lib/browser/visible-height.ts'
import { useStore } from '../../../lib/store/use-store.ts'
import { dashboardTexts as texts } from '../../../texts/streamer/dashboard/dashboard.ts'
import { Tabs } from '../../../ui/surfaces/tabs.tsx'
import { DashboardBar } from '../../dashboard-bar/dashboard-bar.tsx'
import {
  isPane,
  type Pane,
  paneInAddress,
  showTab,
  useDashboardTabs,
  useTabInAddress,
} from '../../dashboard-bar/place-in-address.ts'
import { PaneSeparator } from './pane-separator.tsx'
import { paneSizes } from './pane-sizes.ts'
import styles from './panes.module.css'
import { useUnseen } from './use-unseen.ts'

/** What one does for a broadcast, what was, and what is set up once. */
const firstOfGroups: readonly string[] = ['statistics', 'overlay']

/**
 * What a streamer needs while live, in one screen: picture, chat and activity beside each other. It is the first of the tabs; the
 * others show `children` in its place. In a narrow window one of the panes or tabs shows, and a bar at the bottom chooses it: the
 * tabs from a sheet. Panes that are not shown keep their state.
 */
export function Panes({
  user,
  header,
  notices,
  stream,
  chat,
  activity,
  children,
}: {
  user: string
  /** Stays in view above every tab. */
  header: ReactNode
  notices: ReactNode
  stream: ReactNode
  chat: ReactNode
  activity: ReactNode
  children: ReactNode
}) {
  const tab = useTabInAddress()
  const [pane, setPane] = useState<Pane>(paneInAddress)
  const unseen = useUnseen(user, tab ?? pane)
  const view = tab === undefined ? pane : 'more'
  const sizes = useStore(paneSizes)
  const page = useRef<HTMLDivElement>(null)
  const panes = useRef<HTMLDivElement>(null)
  const setView = useCallback((wanted: Pane) => {
    // The stream scrolls with the page, behind which the others stand still.
    scrollTo(0, 0)
    setPane(wanted)
    showTab(undefined)
  }, [])
  useVisibleHeight(page)
  useEffect(() => {
    // Every tab begins at its top.
    scrollTo(0, 0)
    // The link in a pane that led to it is not shown any more.
    const isLeft = tab !== undefined && panes.current?.contains(document.activeElement)
    if (isLeft) page.current?.querySelector<HTMLElement>('[role="tabpanel"]')?.focus()
  }, [tab])
  useEffect(() => {
    const element = page.current
    // The findings are the first thing in it.
    const showActivity = (event: Event) => {
      if (!(event.target instanceof Element && event.target.closest('[data-shows="activity"]'))) return
      setView('activity')
      requestAnimationFrame(() => {
        const shown = element?.querySelector<HTMLElement>('#activity > *')
        shown?.scrollTo(0, 0)
        shown?.focus()
      })
    }
    element?.addEventListener('click', showActivity)
    return () => element?.removeEventListener('click', showActivity)
  }, [setView])
  const widths = { '--chat-pane': `${sizes.chat}px`, '--activity-pane': `${sizes.activity}px` } as CSSProperties

  return (
    <div ref={page} className={styles.page} data-view={view} data-without-search>
      <Tabs
        label={texts.sections}
        tabs={(['stream', ...useDashboardTabs()] as const).map((key) => ({
          ...{ key, label: texts[key], isApart: firstOfGroups.includes(key) },
        }))}
        selected={tab ?? 'stream'}
        onSelect={(key) => showTab(key === 'stream' ? undefined : key)}
        renderRow={(row) => (
          <div className={styles.top}>
            {header}
            {row}
          </div>
        )}
      >
        {notices}
        <div ref={panes} className={styles.panes} style={widths}>
          <div className={`${styles.pane} ${styles.stream}`}>{stream}</div>
          <PaneSeparator pane="chat" label={texts.resizeChat} />
          <div id="chat" className={`${styles.pane} ${styles.chat}`}>
            {chat}
          </div>
          <PaneSeparator pane="activity" label={texts.resizeActivity} />
          <div id="activity" className={`${styles.pane} ${styles.activity}`}>
            {activity}
          </div>
        </div>
        {children}
      </Tabs>
      <DashboardBar
        selected={tab ?? pane}
        unseen={unseen}
        onSelect={(place) => {
          if (isPane(place)) setView(place)
          else showTab(place)
        }}
      />
    </div>
  )
}

import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { useVisibleHeight } from '../../../lib/browser/visible-height.ts'
import { useStore } from '../../../lib/store/use-store.ts'
import { dashboardTexts as texts } from '../../../texts/streamer/dashboard/dashboard.ts'
import { useTabInAddress } from '../tab-in-address.ts'
import { PaneBar, type View } from './pane-bar.tsx'
import { PaneSeparator } from './pane-separator.tsx'
import { paneSizes } from './pane-sizes.ts'
import styles from './panes.module.css'
import { useStateWidth } from './use-state-width.ts'

/**
 * What a streamer needs while live, in one screen: picture, chat and activity beside each other, and `children` below them. In a
 * narrow window one of the four shows, and a bar at the bottom chooses it: the tabs from a sheet. The others keep their state.
 */
export function Panes({
  user,
  header,
  stream,
  chat,
  activity,
  children,
}: {
  user: string
  header: ReactNode
  stream: ReactNode
  chat: ReactNode
  activity: ReactNode
  children: ReactNode
}) {
  const isTabAsked = useTabInAddress() !== undefined
  const [view, setView] = useState<View>(isTabAsked ? 'more' : 'stream')
  const sizes = useStore(paneSizes)
  const page = useRef<HTMLDivElement>(null)
  const screen = useRef<HTMLDivElement>(null)
  const more = useRef<HTMLDivElement>(null)
  useVisibleHeight(page)
  useStateWidth(page)
  useEffect(() => {
    if (!screen.current) return
    const topBarHeight = getComputedStyle(screen.current).getPropertyValue('--top-bar-height')
    const seen = new IntersectionObserver(
      ([entry]) => page.current?.toggleAttribute('data-past', entry?.isIntersecting === false),
      { rootMargin: `-${topBarHeight} 0px 0px` },
    )
    seen.observe(screen.current)
    return () => seen.disconnect()
  }, [])
  useEffect(() => {
    // A link to a tab leads nowhere while the tabs are not shown. Also one to the tab that was chosen last.
    const showTabs = (event: Event) => {
      if (!(event.target instanceof Element)) return
      if (event.target.closest('a[href^="#"]')) {
        setView('more')
        requestAnimationFrame(() => more.current?.scrollIntoView())
      }
      if (event.target.closest('[data-shows="activity"]')) showActivity()
    }
    const element = page.current
    // The findings are the first thing in it.
    const showActivity = () => {
      setView('activity')
      requestAnimationFrame(() => {
        const pane = element?.querySelector<HTMLElement>('#activity > *')
        pane?.scrollTo(0, 0)
        pane?.focus()
      })
    }
    element?.addEventListener('click', showTabs)
    return () => element?.removeEventListener('click', showTabs)
  }, [])
  const show = (shown: View) => {
    setView(shown)
    if (shown === 'more') requestAnimationFrame(() => more.current?.scrollIntoView())
    else scrollTo(0, 0)
  }
  const widths = { '--chat-pane': `${sizes.chat}px`, '--activity-pane': `${sizes.activity}px` } as CSSProperties

  return (
    <div ref={page} className={styles.page} data-view={view}>
      <div ref={screen} className={styles.screen}>
        {header}
        <div className={styles.panes} style={widths}>
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
      </div>
      <div ref={more} className={styles.more}>
        {children}
      </div>
      <PaneBar user={user} view={view} onShow={show} />
    </div>
  )
}

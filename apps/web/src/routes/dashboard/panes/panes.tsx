import { Activity, Ellipsis, MessageSquare, MonitorPlay } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { useVisibleHeight } from '../../../lib/browser/visible-height.ts'
import { useStore } from '../../../lib/store/use-store.ts'
import { dashboardTexts as texts } from '../../../texts/streamer/dashboard.ts'
import { useTabInAddress } from '../tab-in-address.ts'
import { PaneSeparator } from './pane-separator.tsx'
import { paneSizes } from './pane-sizes.ts'
import styles from './panes.module.css'

type View = 'stream' | 'chat' | 'activity' | 'more'
const views = [
  ['stream', MonitorPlay],
  ['chat', MessageSquare],
  ['activity', Activity],
  ['more', Ellipsis],
] as const satisfies [View, unknown][]

/**
 * What a streamer needs while live, in one screen: picture, chat and activity beside each other, and `children` below them. In a
 * narrow window one of the four shows, and a bar at the bottom chooses it. The others keep their state.
 */
export function Panes({
  header,
  stream,
  chat,
  activity,
  children,
}: {
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
  useVisibleHeight(page)
  useEffect(() => {
    // A link to a tab leads nowhere while the tabs are not shown. Also one to the tab that was chosen last.
    const showTabs = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('a[href^="#"]')) setView('more')
    }
    const element = page.current
    element?.addEventListener('click', showTabs)
    return () => element?.removeEventListener('click', showTabs)
  }, [])
  const widths = { '--chat-pane': `${sizes.chat}px`, '--activity-pane': `${sizes.activity}px` } as CSSProperties

  return (
    <div ref={page} className={styles.page} data-view={view}>
      <div className={styles.screen}>
        {header}
        <div className={styles.panes} style={widths}>
          <div className={`${styles.pane} ${styles.stream}`}>{stream}</div>
          <PaneSeparator pane="chat" label={texts.resizeChat} />
          <div id="chat" className={`${styles.pane} ${styles.chat}`}>
            {chat}
          </div>
          <PaneSeparator pane="activity" label={texts.resizeActivity} />
          <div className={`${styles.pane} ${styles.activity}`}>{activity}</div>
        </div>
      </div>
      <div className={styles.more}>{children}</div>
      <nav className={styles.bar} aria-label={texts.sections}>
        {views.map(([name, Icon]) => (
          <button
            key={name}
            type="button"
            aria-current={name === view ? 'true' : undefined}
            onClick={() => {
              setView(name)
              scrollTo(0, 0)
            }}
          >
            <Icon size={20} aria-hidden="true" />
            {texts[name]}
          </button>
        ))}
      </nav>
    </div>
  )
}

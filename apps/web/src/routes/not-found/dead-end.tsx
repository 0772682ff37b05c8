import { type ReactNode, Suspense, useLayoutEffect } from 'react'
import { lazyExtra } from '../../lib/browser/lazy-page.tsx'
import { frame } from '../../shell/frame.ts'
import { Notice } from '../../ui/surfaces/notice.tsx'
import styles from './dead-end.module.css'

const OtherChannels = lazyExtra(async () => (await import('../watch/channel/other-channels.tsx')).OtherChannels)

/** What an address shows that leads to nothing: a sign, what is missing, what to do next, and who is live or was lately. */
export function DeadEnd({
  title,
  icon,
  action,
  children,
}: {
  title: string
  icon: ReactNode
  action: ReactNode
  children: ReactNode
}) {
  useLayoutEffect(() => {
    frame.setState({ isDeadEnd: true })
    return () => frame.setState({ isDeadEnd: false })
  }, [])
  return (
    <div data-streamless className={styles.page}>
      <Notice title={title} icon={icon} action={action}>
        {children}
      </Notice>
      <Suspense>
        <OtherChannels username="" isLive={false} />
      </Suspense>
    </div>
  )
}

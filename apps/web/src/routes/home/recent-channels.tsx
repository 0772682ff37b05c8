import { type ReactNode, Suspense } from 'react'
import { useRecentChannels } from '../../features/streams/use-recent-channels.ts'
import { lazyExtra } from '../../lib/browser/lazy-page.tsx'
import styles from './home.module.css'

// Only where few are live.
const RecentList = lazyExtra(async () => (await import('./recent-list.tsx')).RecentList)

/** Channels that streamed lately, for a visitor who finds few live ones or none. */
export function RecentChannels({
  without,
  hasPlace = false,
  children,
}: {
  /** Names of channels that the page has already, such as live ones, of which the list of streams is newer. */
  without: readonly string[]
  /** Takes a place while the channels are loaded, and keeps it, where what is below would otherwise move in view. */
  hasPlace?: boolean
  /** What follows. It comes once the channels are known, because it would move then. */
  children?: ReactNode
}) {
  const { channels, isLoading } = useRecentChannels()
  const shown = channels.filter(({ username }) => !without.includes(username))
  return (
    <div
      className={hasPlace && (isLoading || shown.length > 0) ? styles.recentPlace : undefined}
      data-loading={isLoading || undefined}
    >
      <Suspense>
        {shown.length > 0 && <RecentList channels={shown} />}
        {!isLoading && children}
      </Suspense>
    </div>
  )
}

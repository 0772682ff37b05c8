import type { StreamInfo } from '@waggle/contract/endpoints'
import { Suspense } from 'react'
import { lazyExtra } from '../../../lib/browser/lazy-page.tsx'
import { useIsOwn } from '../../../session/session.tsx'
import { iconButtonClass } from '../../../ui/forms/button.tsx'

// Few viewers open it.
const MoreMenu = lazyExtra(async () => (await import('./more-menu.tsx')).MoreMenu)

/** The menu of a channel, for everybody but its owner. */
export function ChannelMore({ stream: { username, isLive, streamId } }: { stream: StreamInfo }) {
  const isOwner = useIsOwn(username)
  if (isOwner) return null
  return (
    <Suspense fallback={<span className={iconButtonClass} />}>
      <MoreMenu channel={username} streamId={isLive ? streamId : null} />
    </Suspense>
  )
}

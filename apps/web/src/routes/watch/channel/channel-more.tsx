import type { StreamInfo } from '@waggle/contract/endpoints'
import { Suspense } from 'react'
import { lazyExtra } from '../../../lib/browser/lazy-page.tsx'
import { useIsOwn } from '../../../session/session.tsx'
import { iconButtonClass } from '../../../ui/forms/button.tsx'

// Few viewers open it.
const MoreMenu = lazyExtra(async () => (await import('./more-menu.tsx')).MoreMenu)

/** The menu of a channel, for everybody but its owner. While the channel is live, a line with room has the alert beside it. */
export function ChannelMore({ stream }: { stream: StreamInfo }) {
  const isOwner = useIsOwn(stream.username)
  if (isOwner) return null
  return (
    <Suspense fallback={<span className={iconButtonClass} />}>
      <MoreMenu stream={stream} />
    </Suspense>
  )
}

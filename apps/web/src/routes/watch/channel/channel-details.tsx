import type { StreamInfo } from '@waggle/contract/endpoints'
import { Suspense } from 'react'
import { firstPictureIsShown } from '../../../features/player/start/first-playback.ts'
import { BroadcastAbout } from '../../../features/streams/about/broadcast-about.tsx'
import { offlineStreamInfo } from '../../../features/streams/use-stream-info.ts'
import { lazyComponent } from '../../../lib/browser/lazy-page.tsx'
import styles from './channel.module.css'
import { ChannelHeader } from './channel-header.tsx'

const BelowChannel = lazyComponent(async () => {
  // As the chat: fetching and running it would delay the picture.
  await firstPictureIsShown()
  return (await import('./below-channel.tsx')).BelowChannel
})

/** The streamer, the stream, its tags and its description (rule WATCH-2), and what the channel has besides. */
export function ChannelDetails({
  stream,
  isKnown,
  isBelowBar,
}: {
  stream: StreamInfo
  isKnown: boolean
  isBelowBar: boolean
}) {
  const { username, description } = stream
  const hasDescription = isKnown && description !== offlineStreamInfo(username).description
  const about = (
    <BroadcastAbout
      about={hasDescription ? stream : { ...stream, description: '' }}
      isLive={stream.isLive && !stream.isStopped}
    />
  )
  // In the small room below the picture of a phone, what one can watch of an offline channel comes first.
  const isAboutLater = isKnown && isBelowBar && !stream.isLive
  return (
    <div className={styles.details}>
      <ChannelHeader stream={stream} isKnown={isKnown} isBelowBar={isBelowBar} />
      {!isAboutLater && about}
      {/* Where it stands depends on what is above it, which would push it down. */}
      {isKnown && (
        <Suspense>
          <BelowChannel stream={stream} about={isAboutLater && about} />
        </Suspense>
      )}
    </div>
  )
}

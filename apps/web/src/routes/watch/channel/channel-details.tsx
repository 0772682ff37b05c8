import { defaultCategory } from '@waggle/contract/channels/defaults'
import type { StreamInfo } from '@waggle/contract/endpoints'
import { Suspense } from 'react'
import { firstPictureIsShown } from '../../../features/player/start/first-playback.ts'
import { BroadcastDescription, BroadcastTags } from '../../../features/streams/about/broadcast-about.tsx'
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
  areActionsAbove,
}: {
  stream: StreamInfo
  isKnown: boolean
  isBelowBar: boolean
  areActionsAbove: boolean
}) {
  const { username, description, category, isLive } = stream
  const hasDescription = isKnown && description !== offlineStreamInfo(username).description
  const about = hasDescription && (
    // Nearer to the tags than a section is to another.
    <div>
      <BroadcastDescription>{description}</BroadcastDescription>
    </div>
  )
  // Of a channel that has set none and is in no list of streams, it says nothing.
  const isCategoryShown = isLive || category !== defaultCategory
  // In the small room below the picture of a phone, what one can watch of an offline channel comes first.
  const isAboutLater = isKnown && isBelowBar && !isLive
  return (
    <div className={styles.details}>
      <ChannelHeader {...{ stream, isKnown, isBelowBar, areActionsAbove }} />
      <BroadcastTags
        about={isCategoryShown ? stream : { ...stream, category: '' }}
        isLive={isLive && !stream.isStopped}
      />
      {!isAboutLater && about}
      {/* Where it stands depends on what is above it, which would push it down. */}
      {isKnown && (
        <Suspense>
          <BelowChannel stream={stream} areBroadcastsFirst={isAboutLater}>
            {isAboutLater && about}
          </BelowChannel>
        </Suspense>
      )}
    </div>
  )
}

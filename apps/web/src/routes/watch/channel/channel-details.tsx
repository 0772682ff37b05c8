import type { StreamInfo } from '@waggle/contract/endpoints'
import { Suspense, useId } from 'react'
import { FollowerCount } from '../../../features/follow/follow-button.tsx'
import { firstPictureIsShown } from '../../../features/player/start/first-playback.ts'
import { offlineStreamInfo } from '../../../features/streams/use-stream-info.ts'
import { lazyComponent } from '../../../lib/browser/lazy-page.tsx'
import { LinkedText } from '../../../lib/format/linked-text.tsx'
import { watchTexts as texts } from '../../../texts/viewer/watch.ts'
import styles from './channel.module.css'
import { ChannelHeader } from './channel-header.tsx'
import { ChannelTags } from './channel-tags.tsx'

const BelowChannel = lazyComponent(async () => {
  // As the chat: fetching and running it would delay the picture.
  await firstPictureIsShown()
  return (await import('./below-channel.tsx')).BelowChannel
})

/** The streamer, the stream and its description (rule WATCH-2), and what the channel has besides. */
export function ChannelDetails({
  stream,
  isKnown,
  isBelowBar,
}: {
  stream: StreamInfo
  isKnown: boolean
  isBelowBar: boolean
}) {
  const headingId = useId()
  const { username, description } = stream
  const hasDescription = isKnown && description !== offlineStreamInfo(username).description
  return (
    <div className={styles.details}>
      <ChannelHeader stream={stream} isKnown={isKnown} isBelowBar={isBelowBar} />
      {hasDescription ? (
        <section className={styles.about} aria-labelledby={headingId}>
          <h2 id={headingId} className={styles.aboutTitle}>
            {texts.description}
          </h2>
          <p className={styles.description}>
            <LinkedText text={description} />
          </p>
          <AboutLine stream={stream} />
        </section>
      ) : (
        <AboutLine stream={stream} />
      )}
      <Suspense>
        <BelowChannel username={username} />
      </Suspense>
    </div>
  )
}

function AboutLine({ stream }: { stream: StreamInfo }) {
  return (
    <div className={styles.aboutLine}>
      <FollowerCount channel={stream.username} />
      <ChannelTags stream={stream} />
    </div>
  )
}

import { Suspense } from 'react'
import { lazyComponent } from '../../../lib/browser/lazy-page.tsx'
import { avatarAddress, useSite } from '../../../lib/site.ts'
import { audioOnlyTexts as texts } from '../../../texts/viewer/player/audio-only.ts'
import { ChannelArt } from '../../../ui/identity/channel-art.tsx'
import { PlayerMessage } from '../player-message.tsx'
import styles from './audio-picture.module.css'

// Few streams are without video.
const LevelMeter = lazyComponent(async () => (await import('./level-meter.tsx')).LevelMeter)

/** Takes the picture's place in a broadcast without video (rule PLAYER-15). */
export function AudioPicture({
  video,
  username,
  isMuted,
  isCovered = false,
}: {
  video: HTMLVideoElement
  username: string
  isMuted: boolean
  /** Something else is in the middle of the player. */
  isCovered?: boolean
}) {
  const avatar = avatarAddress(useSite(), username)
  return (
    <div className={styles.picture}>
      <ChannelArt username={username} avatar={avatar} isContentHidden={isCovered}>
        <PlayerMessage title={texts.audioOnly} role="status">
          {isMuted ? texts.audioMuted : texts.audioOnlyText}
        </PlayerMessage>
        <Suspense>
          <LevelMeter video={video} />
        </Suspense>
      </ChannelArt>
    </div>
  )
}

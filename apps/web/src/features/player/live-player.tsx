import { useRef } from 'react'
import { sentences } from '../../texts/contract/sentences.ts'
import { useLiveEngine } from './engines/use-live-engine.ts'
import styles from './player.module.css'
import { type LivePlayerProps, PlayerSurface } from './player-surface.tsx'

export function LivePlayer(props: LivePlayerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const { streamId, previousError, recordedSinceMs } = props
  const engine = useLiveEngine(video, streamId, previousError === sentences.player.media, { recordedSinceMs })
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a live broadcast carries no captions */}
      <video
        ref={video}
        className={styles.video}
        data-testid="player-video"
        poster={props.poster ?? undefined}
        playsInline
      />
      {engine && video.current && <PlayerSurface {...props} {...engine} video={video.current} />}
    </>
  )
}

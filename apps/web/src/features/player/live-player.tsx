import { useRef } from 'react'
import { sentences } from '../../texts/contract/sentences.ts'
import { type LivePlayerProps, PlayerSurface } from './player-surface.tsx'
import { useStartedPlayback } from './start/use-started-playback.ts'

export function LivePlayer(props: LivePlayerProps & { title: string }) {
  const { username, title, streamId, poster, previousError, startedMs, recordedSinceMs } = props
  const holder = useRef<HTMLDivElement>(null)
  const hasMediaFailed = previousError === sentences.player.media
  const started = useStartedPlayback(holder, streamId, {
    username,
    title,
    poster,
    hasMediaFailed,
    startedMs,
    recordedSinceMs,
  })
  return (
    <>
      <div ref={holder} />
      {started && <PlayerSurface {...props} {...started} />}
    </>
  )
}

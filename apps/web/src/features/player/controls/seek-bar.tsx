import { type CSSProperties, useEffect, useState } from 'react'
import { useStore } from '../../../lib/store/use-store.ts'
import { playerTexts as texts } from '../../../texts/viewer/player.ts'
import type { Playback } from '../engines/playback.ts'
import type { PlayerCommands } from '../keyboard/player-keys.ts'
import { seekRange } from '../media/seek-range.ts'
import styles from './seek-bar.module.css'

/** A release this close to the newest media means the live edge. */
const liveWithinSeconds = 2

/** The media in memory as a bar above the controls: the viewer seeks in it, and returns to the live edge at its end. */
export function SeekBar({
  video,
  playback,
  commands,
}: {
  video: HTMLVideoElement
  playback: Playback
  commands: Pick<PlayerCommands, 'seekToFraction' | 'goToLive'>
}) {
  const range = useSeekRange(video)
  const { isFollowingLive } = useStore(playback)
  if (!range) return null
  const { lengthSeconds } = range
  const atSeconds = isFollowingLive && !video.paused ? lengthSeconds : range.atSeconds
  const behindSeconds = Math.round(lengthSeconds - atSeconds)

  function seek(toSeconds: number): void {
    if (lengthSeconds - toSeconds < liveWithinSeconds) commands.goToLive()
    else commands.seekToFraction(toSeconds / lengthSeconds)
  }

  return (
    <input
      type="range"
      className={styles.bar}
      style={{ '--fill': `${(atSeconds / lengthSeconds) * 100}%` } as CSSProperties}
      aria-label={texts.seek}
      aria-valuetext={behindSeconds < liveWithinSeconds ? texts.live : texts.behind(behindSeconds)}
      title={behindSeconds < liveWithinSeconds ? undefined : texts.behind(behindSeconds)}
      min={0}
      max={lengthSeconds}
      step={1}
      value={atSeconds}
      onChange={({ target }) => seek(target.valueAsNumber)}
    />
  )
}

function useSeekRange(video: HTMLVideoElement) {
  const [range, setRange] = useState(() => seekRange(video))
  useEffect(() => {
    const update = () => setRange(seekRange(video))
    const events = ['timeupdate', 'progress', 'seeked', 'emptied'] as const
    for (const event of events) video.addEventListener(event, update)
    return () => {
      for (const event of events) video.removeEventListener(event, update)
    }
  }, [video])
  return range
}

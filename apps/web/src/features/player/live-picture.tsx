import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSite } from '../../lib/site.ts'
import { mediaServersOf } from './engines/edges/media-servers.ts'
import { startPlayback } from './engines/playback.ts'
import styles from './live-picture.module.css'

/**
 * A stream's moving picture, without sound and controls and not counted as a viewer (rule PLAYER-13). It is invisible until it plays,
 * and again after a failure: what lies below it stays in view.
 */
export function LivePicture({ streamId }: { streamId: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const site = useSite()

  useEffect(() => {
    const element = video.current
    if (!element) return
    const playback = startPlayback({ api, video: element, streamId, isPreview: true, servers: mediaServersOf(site) })
    const unsubscribe = playback.subscribe(() => {
      const { status } = playback.getState()
      if (status === 'ready') void element.play().catch(() => undefined)
      if (status === 'error' || status === 'ended') setPlaying(false)
    })
    return () => {
      unsubscribe()
      playback.close()
      setPlaying(false)
    }
  }, [streamId, site])

  return (
    <video
      ref={video}
      className={styles.video}
      data-testid="live-picture"
      data-playing={isPlaying || undefined}
      aria-hidden="true"
      tabIndex={-1}
      muted
      playsInline
      onTimeUpdate={({ currentTarget }) => currentTarget.paused || setPlaying(true)}
    />
  )
}

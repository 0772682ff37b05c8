import { useEffect } from 'react'
import { api } from '../../../lib/api/api.ts'
import type { Playback } from '../engines/playback.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { PlaybackReports } from './playback-reports.ts'

/** Reports how playback goes while the player is there. */
export function usePlaybackReports(media: MediaStore, playback: Playback): void {
  useEffect(() => {
    let reports: PlaybackReports | undefined
    let isOver = false
    const flush = () => reports?.flush()
    addEventListener('pagehide', flush)
    // The picture comes first.
    import('./playback-reports.ts').then(
      ({ startPlaybackReports }) => {
        if (isOver) return
        reports = startPlaybackReports({
          media,
          playback,
          send: (body) => api('reportPlayback', { body, keepalive: true }),
        })
      },
      () => undefined,
    )
    return () => {
      isOver = true
      removeEventListener('pagehide', flush)
      reports?.stop()
    }
  }, [media, playback])
}

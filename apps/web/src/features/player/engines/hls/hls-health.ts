import type Hls from 'hls.js'
import type { ErrorData } from 'hls.js'
import { createPlaybackHealth, type PlaybackHealth } from '../playback-health.ts'
import type { PlaybackMeasure } from '../playback-state.ts'

type Download = NonNullable<PlaybackMeasure['newestDownload']>

/** Hears from hls.js how downloads and playlists fare. It ends with the instance it listens to. */
export function watchHls(
  hls: Hls,
  { Events }: Pick<typeof Hls, 'Events'>,
): Pick<PlaybackHealth, 'facts'> & { newestDownload(): Download | null; framesCounted(video: HTMLVideoElement): void } {
  const health = createPlaybackHealth()
  let newest: Download | null = null

  hls.on(Events.FRAG_LOADING, (_, { frag, part }) => health.downloadStarted((part ?? frag).duration * 1000))
  hls.on(Events.FRAG_LOADED, (_, { frag, part }) => {
    const { loading } = (part ?? frag).stats
    newest = { tookMs: loading.end - loading.start, mediaMs: (part ?? frag).duration * 1000 }
    health.downloaded(newest)
  })
  hls.on(Events.LEVEL_UPDATED, (_, { details }) => {
    if (details.advanced) health.mediaArrived()
  })
  hls.on(Events.ERROR, (_, data) => {
    const kind = failureOf(data)
    if (kind) health.failed(kind)
  })

  return {
    facts: health.facts,
    newestDownload: () => newest,
    framesCounted(video) {
      const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality()
      health.framesCounted({ total: totalVideoFrames, dropped: droppedVideoFrames })
    },
  }
}

function failureOf({ details, response }: ErrorData): 'server' | 'download-timeout' | undefined {
  // A held playlist request ends with 503 when nothing came in time: that is the encoder's silence.
  const status = response?.code ?? 0
  const isHeldPlaylist = details.startsWith('levelLoad') && status === 503
  if (status >= 500 && !isHeldPlaylist) return 'server'
  return details === 'fragLoadTimeOut' ? 'download-timeout' : undefined
}

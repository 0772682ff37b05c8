import type Hls from 'hls.js'
import type { ErrorData } from 'hls.js'
import { createPlaybackHealth, type PlaybackHealth } from '../playback-health.ts'
import type { PlaybackMeasure } from '../playback-state.ts'

type Download = NonNullable<PlaybackMeasure['newestDownload']>

/** Records the downloads, playlist updates and errors of an hls.js instance. Its listeners go when the instance is destroyed. */
export function observeHlsHealth(
  hls: Hls,
  { Events }: Pick<typeof Hls, 'Events'>,
): Pick<PlaybackHealth, 'facts'> & { newestDownload(): Download | null; recordFrames(video: HTMLVideoElement): void } {
  const health = createPlaybackHealth()
  let newest: Download | null = null

  hls.on(Events.FRAG_LOADING, (_, { frag, part }) => health.recordDownloadStart((part ?? frag).duration * 1000))
  hls.on(Events.FRAG_LOADED, (_, { frag, part }) => {
    const { loading } = (part ?? frag).stats
    newest = { tookMs: loading.end - loading.start, mediaMs: (part ?? frag).duration * 1000 }
    health.recordDownload(newest)
  })
  hls.on(Events.LEVEL_UPDATED, (_, { details }) => {
    if (details.advanced) health.recordNewMedia()
  })
  hls.on(Events.ERROR, (_, data) => {
    const kind = failureOf(data)
    if (kind) health.recordFailure(kind)
  })

  return {
    facts: health.facts,
    newestDownload: () => newest,
    recordFrames(video) {
      const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality()
      health.recordFrames({ total: totalVideoFrames, dropped: droppedVideoFrames })
    },
  }
}

function failureOf({ details, response }: ErrorData): 'server' | 'download-timeout' | undefined {
  // A blocking playlist request is answered with 503 when no media arrives in time: then the encoder is silent, not the server broken.
  const status = response?.code ?? 0
  const isHeldPlaylist = details.startsWith('levelLoad') && status === 503
  if (status >= 500 && !isHeldPlaylist) return 'server'
  return details === 'fragLoadTimeOut' ? 'download-timeout' : undefined
}

import type Hls from 'hls.js'
import { bufferedAhead } from '../../../media/buffered-ahead.ts'
import type { TargetLatency } from '../../playback-state.ts'
import { createArrivals } from './arrivals.ts'
import { playbackRate } from './playback-rate.ts'
import { createStallMemory } from './stall-memory.ts'
import { leastLatencySeconds, targetLatency } from './target-latency.ts'

type Video = Pick<
  HTMLVideoElement,
  'buffered' | 'currentTime' | 'played' | 'playbackRate' | 'readyState' | 'seeking' | 'addEventListener'
>

const haveFutureData = 3
/** Less is rounding. */
const maxDriftSeconds = 0.1

export interface LivePacing {
  /** Distance from the picture to the live edge; null before it is known. */
  latencySeconds(): number | null
  target(): TargetLatency
  close(): void
}

/**
 * Keeps playback at a distance to the live edge that the arrival of the media allows. It takes the place of hls.js's own control, which
 * speeds up only with more than a second buffered, counts from whenever a playlist happened to arrive, and knows stalls but not how
 * close to one it is (latency-controller.ts of 1.7.4).
 */
export function paceLive({
  hls,
  Events,
  video,
  isFollowing,
  now = () => performance.now(),
}: {
  hls: Pick<Hls, 'on' | 'latency' | 'targetLatency'>
  Events: (typeof Hls)['Events']
  video: Video
  /** False while the viewer watches an earlier part. */
  isFollowing: () => boolean
  now?: () => number
}): LivePacing {
  const arrivals = createArrivals(now)
  const stalls = createStallMemory(now)
  const abort = new AbortController()
  const { signal } = abort
  let discontinuities: number | undefined

  hls.on(Events.LEVEL_UPDATED, (_, { details }) => {
    // The stall before a new discontinuity was the encoder's, and the timeline continues at another moment.
    if (discontinuities !== undefined && details.endCC > discontinuities) {
      arrivals.restart()
      stalls.clear()
    }
    discontinuities = Math.max(details.endCC, discontinuities ?? 0)
    if (details.advanced && details.live) arrivals.recordEdge(details.edge)
  })
  hls.on(Events.MANIFEST_LOADING, arrivals.restart)
  // The media does not lie where the playlist said.
  hls.on(Events.LEVEL_PTS_UPDATED, (_, { drift }) => {
    if (Math.abs(drift) > maxDriftSeconds) arrivals.restart()
  })
  hls.on(Events.FRAG_BUFFERED, () => {
    const { buffered } = video
    if (buffered.length === 0) return
    arrivals.recordBuffered(buffered.end(buffered.length - 1))
    pace()
  })
  video.addEventListener('timeupdate', pace, { signal })
  video.addEventListener('waiting', onWaiting, { signal })

  function onWaiting(): void {
    const hasRunDry = !video.seeking && video.readyState < haveFutureData && video.played.length > 0
    if (hasRunDry && isFollowing()) stalls.record()
  }

  function pace(): void {
    const latencySeconds = latency()
    const rate =
      latencySeconds === null || !isFollowing()
        ? 1
        : playbackRate({
            latencySeconds,
            targetSeconds: target().seconds,
            bufferedSeconds: bufferedAhead(video),
            currentRate: video.playbackRate,
          })
    if (rate !== video.playbackRate) video.playbackRate = rate
    // For the places where hls.js begins and jumps to. It begins at the least distance: until the first picture there is more.
    const jumpSeconds = video.played.length === 0 ? leastLatencySeconds : target().seconds
    if (hls.targetLatency !== jumpSeconds) hls.targetLatency = jumpSeconds
  }

  function latency(): number | null {
    const edgeSeconds = arrivals.edgeSeconds()
    return edgeSeconds === undefined ? null : edgeSeconds - video.currentTime
  }

  function target(): TargetLatency {
    return targetLatency({
      neededSeconds: arrivals.neededSeconds(),
      arrivals: arrivals.count(),
      recentStalls: stalls.recent(),
    })
  }

  return {
    // At 0 hls.js has not sought yet: what the viewer is about to see is not the oldest part of the playlist.
    latencySeconds: () => (video.currentTime === 0 ? null : (latency() ?? (hls.latency || null))),
    target,
    close() {
      abort.abort()
      video.playbackRate = 1
    },
  }
}

import type Hls from 'hls.js'
import { bufferedAhead } from '../../../media/buffered-ahead.ts'
import type { TargetLatency } from '../../playback-state.ts'
import { createArrivals } from './arrivals.ts'
import { playbackRate } from './playback-rate.ts'
import { createStallMemory } from './stall-memory.ts'
import { leastLatencySeconds, maxLatencySeconds, maxSegmentLatencySeconds, targetLatency } from './target-latency.ts'

type Video = Pick<
  HTMLVideoElement,
  'buffered' | 'currentTime' | 'paused' | 'played' | 'playbackRate' | 'readyState' | 'seeking' | 'addEventListener'
>

const haveFutureData = 3
/** Less is rounding. */
const maxDriftSeconds = 0.1
/** A network that a stream is too much for stays so for longer than a stall says anything. */
const jumpMemoryMs = 300_000
/** hls.js looks with every playlist whether the delay is too long: a jump from elsewhere has another cause. */
const jumpWithinSeconds = 1.25

export interface LivePacing {
  /** Distance from the picture to the live edge; null before it is known. */
  latencySeconds(): number | null
  target(): TargetLatency
  /** From which distance on to jump to the live edge, in seconds. */
  jumpFromSeconds(): number
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
  hls: Pick<Hls, 'on' | 'latency' | 'lowLatencyMode' | 'targetLatency'>
  Events: (typeof Hls)['Events']
  video: Video
  /** False while the viewer watches an earlier part. */
  isFollowing: () => boolean
  now?: () => number
}): LivePacing {
  const arrivals = createArrivals(now)
  const stalls = createStallMemory(now)
  const vainJumps = createStallMemory(now, jumpMemoryMs)
  /** While the viewer follows the live edge and has not paused; otherwise not a number. */
  let latencyBefore = Number.NaN
  const abort = new AbortController()
  const { signal } = abort
  let discontinuities: number | undefined

  hls.on(Events.LEVEL_UPDATED, (_, { details }) => {
    // The stall before a new discontinuity was the encoder's, and the timeline continues at another moment.
    if (discontinuities !== undefined && details.endCC > discontinuities) {
      arrivals.restart()
      stalls.clear()
      vainJumps.clear()
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
  video.addEventListener('seeking', onSeeking, { signal })

  function onWaiting(): void {
    const hasRunDry = !video.seeking && video.readyState < haveFutureData && video.played.length > 0
    if (hasRunDry && isFollowing()) stalls.record()
  }

  /**
   * hls.js gives up what is on its way for what is newer. Where that is not there either, the network is too slow: each part costs a
   * request, so whole segments get through where parts do not.
   */
  function onSeeking(): void {
    const wasTooFar = Math.abs(latencyBefore - jumpFromSeconds()) < jumpWithinSeconds
    if (wasTooFar && bufferedAhead(video) === 0) vainJumps.record()
    latencyBefore = Number.NaN
    pace()
  }

  function pace(): void {
    const latencySeconds = latency()
    if (!video.seeking) latencyBefore = isFollowing() && !video.paused ? (latencySeconds ?? Number.NaN) : Number.NaN
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
    hls.lowLatencyMode = !isBySegment()
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
      isBySegment: isBySegment(),
    })
  }

  function isBySegment(): boolean {
    return vainJumps.recent() > 0
  }

  function jumpFromSeconds(): number {
    return isBySegment() ? maxSegmentLatencySeconds : maxLatencySeconds
  }

  return {
    // At 0 hls.js has not sought yet: what the viewer is about to see is not the oldest part of the playlist.
    latencySeconds: () => (video.currentTime === 0 ? null : (latency() ?? (hls.latency || null))),
    target,
    jumpFromSeconds,
    close() {
      abort.abort()
      video.playbackRate = 1
    },
  }
}

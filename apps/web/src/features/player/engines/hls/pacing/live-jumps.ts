type Video = Pick<HTMLVideoElement, 'paused' | 'addEventListener'>

export interface LiveJumps {
  /** The viewer follows the live edge from now on, or does not, or may be further behind it than before. */
  update(): void
  /** Jumps to the live edge from too far behind it. */
  jumpIfDue(): void
  close(): void
}

/**
 * hls.js jumps to the live edge whenever the picture is too far behind it, also while it stands still (stream-controller.ts,
 * `synchronizeToLiveEdge`, 1.7.4). A viewer who has paused keeps the picture, and goes on with the present; one who watches an earlier
 * part keeps the distance.
 */
export function limitLiveJumps({
  hls,
  video,
  isFollowing,
  maxLatencySeconds,
  seekToLive,
}: {
  hls: { config: { liveMaxLatencyDuration?: number }; latency: number }
  video: Video
  isFollowing: () => boolean
  maxLatencySeconds: () => number
  seekToLive: () => void
}): LiveJumps {
  const abort = new AbortController()
  const { signal } = abort
  const mayJump = () => isFollowing() && !video.paused

  function update(): void {
    hls.config.liveMaxLatencyDuration = mayJump() ? maxLatencySeconds() : Number.POSITIVE_INFINITY
  }

  function jumpIfDue(): void {
    if (mayJump() && hls.latency > maxLatencySeconds()) seekToLive()
  }

  function onPlay(): void {
    update()
    jumpIfDue()
  }

  video.addEventListener('pause', update, { signal })
  video.addEventListener('play', onPlay, { signal })
  update()
  return { update, jumpIfDue, close: () => abort.abort() }
}

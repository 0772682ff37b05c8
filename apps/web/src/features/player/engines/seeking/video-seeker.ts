type Video = Pick<HTMLVideoElement, 'currentTime' | 'seeking' | 'addEventListener' | 'removeEventListener'>

export interface VideoSeeker {
  /** Where the picture is, or will be once the last seek has ended. */
  position(): number
  seekTo(seconds: number): void
  /** The next change of the position is not a seek of the viewer. */
  cancel(): void
  close(): void
}

/** A seek that lands further than this from its target was overridden by hls.js. */
const toleranceSeconds = 3
/** How long an overridden seek is repeated. */
const repeatForMs = 3000
/** After this time a seek that waits for media gives way to a newer one. */
const patienceMs = 500

/**
 * Seeks where the viewer wants. While a seek runs, only the newest target is kept, so that dragging does not queue seeks.
 *
 * hls.js jumps to the live edge when an update of the playlist, three a second, arrives while a seek to media that is older than the
 * playlist still decodes (stream-controller.ts, `synchronizeToLiveEdge`, 1.7.4). Such a seek is repeated.
 */
export function createVideoSeeker(video: Video, now: () => number = () => performance.now()): VideoSeeker {
  let target: number | undefined
  let requested: number | undefined
  let requestedAtMs = 0
  let chosenAtMs = 0

  function request(seconds: number): void {
    requested = seconds
    requestedAtMs = now()
    video.currentTime = seconds
  }

  function onSeeked(): void {
    if (target === undefined) return
    const isOverridden = Math.abs(video.currentTime - target) > toleranceSeconds && now() - chosenAtMs < repeatForMs
    if (target !== requested || isOverridden) request(target)
    else target = undefined
  }

  video.addEventListener('seeked', onSeeked)
  return {
    position: () => target ?? video.currentTime,
    seekTo(seconds) {
      target = seconds
      chosenAtMs = now()
      if (!video.seeking || now() - requestedAtMs > patienceMs) request(seconds)
    },
    cancel() {
      target = undefined
    },
    close: () => video.removeEventListener('seeked', onSeeked),
  }
}

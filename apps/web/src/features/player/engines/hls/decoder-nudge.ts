type Video = Pick<HTMLVideoElement, 'buffered' | 'currentTime' | 'paused' | 'played' | 'readyState' | 'seeking'>

const haveFutureData = 3
/** A part of a segment: enough to resume with. */
const minBufferedSeconds = 0.3
/** A decoder that continues by itself does so within this time. */
const nudgeAfterMs = 150
/** A decoder skips a gap of up to this length before a buffered range. */
const maxGapSeconds = 0.1
const nudgeSeconds = 0.05

/**
 * Restarts a stalled decoder with a tiny seek, once per stall.
 *
 * After each underflow Chromium doubles the audio it wants buffered before it resumes, up to three seconds
 * (`IncreasePlaybackThreshold` in its media/filters/audio_renderer_algorithm.cc). Close to the live edge there is not that much,
 * and the picture would stay frozen for seconds after media arrives again. A seek resets the threshold.
 */
export function nudgeDecoder(video: Video): { mediaArrived(): void; close(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let nudgedTo: number | undefined

  /** Where playback can resume; undefined when no nudge is needed or possible. */
  function target(): number | undefined {
    const { buffered, currentTime, readyState } = video
    const hasBeenNudged = nudgedTo !== undefined && Math.abs(currentTime - nudgedTo) < nudgeSeconds / 2
    if (readyState >= haveFutureData || video.paused || video.seeking || hasBeenNudged) return undefined
    // Playback has not started: the first frame takes longer.
    if (video.played.length === 0) return undefined
    for (let range = 0; range < buffered.length; range++) {
      const start = buffered.start(range)
      const isHere = start - maxGapSeconds <= currentTime && currentTime < buffered.end(range)
      const from = Math.max(currentTime, start)
      if (isHere && buffered.end(range) - from >= minBufferedSeconds) return from + nudgeSeconds
    }
    return undefined
  }

  function nudge(): void {
    timer = undefined
    const time = target()
    if (time === undefined) return
    video.currentTime = time
    nudgedTo = video.currentTime
  }

  return {
    mediaArrived() {
      if (target() !== undefined) timer ??= setTimeout(nudge, nudgeAfterMs)
    },
    close: () => clearTimeout(timer),
  }
}

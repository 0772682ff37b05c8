type Video = Pick<HTMLVideoElement, 'buffered' | 'currentTime' | 'paused' | 'played' | 'readyState' | 'seeking'>

const haveFutureData = 3
/** A part of a segment, which is enough to begin with. */
const enoughSeconds = 0.3
/** A decoder that goes on by itself has done so by then. */
const patienceMs = 150
/** So far off a buffered stretch a decoder still finds it. */
const holeSeconds = 0.1
const nudgeSeconds = 0.05

/**
 * Chromium wants twice as much sound ahead after every time it ran dry, up to three seconds of it (`IncreasePlaybackThreshold` in
 * its media/filters/audio_renderer_algorithm.cc): close to the live edge there is not as much, and the picture would stand still
 * for seconds after the media is back. A seek makes it forget. One for each time that the picture stands still.
 */
export function nudgeDecoder(video: Video): { mediaArrived(): void; close(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let nudgedTo: number | undefined

  /** Where the picture can go on; undefined when nothing keeps it from that. */
  function target(): number | undefined {
    const { buffered, currentTime, readyState } = video
    const hasBeenNudged = nudgedTo !== undefined && Math.abs(currentTime - nudgedTo) < nudgeSeconds / 2
    if (readyState >= haveFutureData || video.paused || video.seeking || hasBeenNudged) return undefined
    // The first picture takes its time.
    if (video.played.length === 0) return undefined
    for (let range = 0; range < buffered.length; range++) {
      const start = buffered.start(range)
      const isHere = start - holeSeconds <= currentTime && currentTime < buffered.end(range)
      const from = Math.max(currentTime, start)
      if (isHere && buffered.end(range) - from >= enoughSeconds) return from + nudgeSeconds
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
      if (target() !== undefined) timer ??= setTimeout(nudge, patienceMs)
    },
    close: () => clearTimeout(timer),
  }
}

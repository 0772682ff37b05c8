type Video = Pick<HTMLVideoElement, 'buffered' | 'currentTime' | 'seeking' | 'addEventListener' | 'removeEventListener'>

/** Media that arrives is buffered within milliseconds; this much of it in vain is no coincidence. */
const minFruitlessDownloads = 4
const fruitlessAfterMs = 3000
/** A decoder that fails does so before this much has been played. */
const minPlayedSeconds = 2
/** Media events come at least every second while the video plays; a larger step is a jump. */
const maxStepSeconds = 1.5

/**
 * Watches whether the media that arrives becomes playable. When hls.js cannot read a segment, because it is damaged or was encrypted
 * with another key, it skips to the next one without an end, and its events even say that the segment was buffered. Only the buffer
 * itself shows the truth.
 */
export function watchMediaProgress(
  video: Video,
  { onPlayed, now = () => performance.now() }: { onPlayed: () => void; now?: () => number },
): {
  /**
   * The part or segment in the middle of which is `atSeconds` has arrived. Returns true when media has been arriving for seconds and
   * none of it was buffered.
   */
  recordDownload(atSeconds: number): boolean
  /** Playback starts anew, after a recovery. */
  restart(): void
  close(): void
} {
  let ranges = rangesOf(video)
  let fruitless = { downloads: 0, sinceMs: now() }
  let previousAtSeconds = Number.NaN
  let playedSeconds = 0
  let positionSeconds = video.currentTime

  function recordPlayed(): void {
    const step = video.currentTime - positionSeconds
    positionSeconds = video.currentTime
    if (video.seeking || step <= 0 || step > maxStepSeconds) return
    playedSeconds += step
    if (playedSeconds >= minPlayedSeconds) onPlayed()
  }

  function restart(): void {
    ranges = rangesOf(video)
    fruitless = { downloads: 0, sinceMs: now() }
    previousAtSeconds = Number.NaN
    playedSeconds = 0
    positionSeconds = video.currentTime
  }

  video.addEventListener('timeupdate', recordPlayed)

  return {
    recordDownload(atSeconds) {
      const before = ranges
      ranges = rangesOf(video)
      // Media of another quality may take the place of what is buffered: then the ranges stay as they are.
      const hasReplaced = isBuffered(video, previousAtSeconds)
      previousAtSeconds = atSeconds
      if (ranges !== before || hasReplaced) fruitless = { downloads: 0, sinceMs: now() }
      else if (fruitless.downloads === 0) fruitless = { downloads: 1, sinceMs: now() }
      else fruitless.downloads++
      return fruitless.downloads >= minFruitlessDownloads && now() - fruitless.sinceMs >= fruitlessAfterMs
    },
    restart,
    close: () => video.removeEventListener('timeupdate', recordPlayed),
  }
}

function isBuffered({ buffered }: Pick<Video, 'buffered'>, seconds: number): boolean {
  return Array.from({ length: buffered.length }).some(
    (_, index) => buffered.start(index) <= seconds && seconds <= buffered.end(index),
  )
}

/** The buffered ranges as text, to compare them. */
function rangesOf({ buffered }: Pick<Video, 'buffered'>): string {
  return Array.from(
    { length: buffered.length },
    (_, index) => `${buffered.start(index).toFixed(2)}-${buffered.end(index).toFixed(2)}`,
  ).join()
}

/** The times of the first and the last picture of a clip, milliseconds since 1970; and by the clock of the media, where that is known. */
export interface ClipTimes {
  startsAt: number
  endsAt: number
  startsAtMedia?: number | null
  endsAtMedia?: number | null
}

/** The first and the last moment of a clip, in seconds on the timeline of the element; undefined before they are known. */
export interface ClipPositions {
  start(): number | undefined
  end(): number | undefined
}

type Video = Pick<
  HTMLVideoElement,
  'currentTime' | 'paused' | 'pause' | 'addEventListener' | 'requestVideoFrameCallback' | 'cancelVideoFrameCallback'
>

/** Until the first two pictures have told. */
const usualIntervalSeconds = 1 / 30
const longestIntervalSeconds = 0.1
/** Playing from so close to the end begins again. */
const endedSeconds = 0.1
const exactSeconds = 0.0005

/** Whether the picture that begins at `first` is shown, and has just begun. A moment before it is still the picture before it. */
export function isAtPicture(seconds: number, first: number): boolean {
  return seconds >= first && seconds - first <= exactSeconds
}

/**
 * Ends playback at the last picture of a clip: the one that is shown at `end`. Playing again begins at the first one. What is played
 * has whole segments, with more before and after it.
 */
export function keepWithinClip(
  video: Video,
  { start, end }: ClipPositions,
  seek: (seconds: number) => void,
): () => void {
  const abort = new AbortController()
  const { signal } = abort
  let intervalSeconds = usualIntervalSeconds
  let lastSeconds: number | undefined
  let request = video.requestVideoFrameCallback(onPicture)

  function onPicture(_: number, { mediaTime }: { mediaTime: number }): void {
    request = video.requestVideoFrameCallback(onPicture)
    const passed = mediaTime - (lastSeconds ?? mediaTime)
    if (passed > 0) intervalSeconds = Math.min(passed, longestIntervalSeconds)
    lastSeconds = mediaTime
    endBefore(mediaTime + intervalSeconds)
  }

  /** The next picture is that of this time. */
  function endBefore(seconds: number): void {
    const last = end()
    if (video.paused || last === undefined || seconds <= last) return
    video.pause()
    // The pause may come one picture late.
    seek(last)
  }

  // A hidden page shows no pictures.
  video.addEventListener('timeupdate', () => endBefore(video.currentTime), { signal })
  video.addEventListener(
    'play',
    () => {
      const [first, last] = [start(), end()]
      if (first !== undefined && last !== undefined && video.currentTime > last - endedSeconds) seek(first)
    },
    { signal },
  )
  return () => {
    abort.abort()
    video.cancelVideoFrameCallback(request)
  }
}

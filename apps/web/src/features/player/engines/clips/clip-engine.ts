import { type RecordedEngine, startRecorded } from '../hls/recorded-engine.ts'
import { createVideoSeeker } from '../seeking/video-seeker.ts'
import { type ClipTimes, isAtPicture, keepWithinClip } from './clip-bounds.ts'

/** A clip whose first picture could not be found is shown nevertheless. */
const longestCoverMs = 5000
/** The time of a picture may be rounded. */
const roundingSeconds = 0.004
/** Where the clip's first picture is known by the clock alone, it may have begun so much earlier. */
const inexactSeconds = 0.1

/** Plays a clip: of the recording that its playlist has, what lies between two moments. */
export function startClip(
  options: Parameters<typeof startRecorded>[0],
  { startsAt, endsAt, startsAtMedia, endsAtMedia }: ClipTimes,
): RecordedEngine {
  const { video } = options
  const engine = startRecorded(options)
  const seeker = createVideoSeeker(video)
  const start = () => engine.positionOf(startsAt, startsAtMedia)
  const end = () => engine.positionOf(endsAt, endsAtMedia)
  const abort = new AbortController()
  // Until the first picture of the clip is there, the element may show some from before it. It is not hidden, but transparent, because hidden
  // elements may stop.
  video.style.opacity = '0'
  const coverTimer = setTimeout(show, longestCoverMs)
  const early = typeof startsAtMedia === 'number' ? roundingSeconds : inexactSeconds
  let first: number | undefined
  let shownSeconds: number | undefined
  let request = video.requestVideoFrameCallback(onPicture)

  /** An element may say that it has sought a moment before the picture changes. */
  function onPicture(_: number, { mediaTime }: { mediaTime: number }): void {
    request = video.requestVideoFrameCallback(onPicture)
    shownSeconds = mediaTime
    showIfBegun()
  }

  function showIfBegun(): void {
    if (first !== undefined && shownSeconds !== undefined && shownSeconds > first - early) show()
  }

  function show(): void {
    clearTimeout(coverTimer)
    video.cancelVideoFrameCallback(request)
    video.style.opacity = ''
  }

  /** The playlist says where to begin, but not exactly where hls.js has laid out the first segment, which it knows when it first seeks. */
  function begin(): void {
    const known = start()
    if (known === undefined || engine.mediaMsOf(known) === undefined) return
    abort.abort()
    first = known
    if (!isAtPicture(video.currentTime, first)) {
      shownSeconds = undefined
      video.currentTime = first
    }
    showIfBegun()
  }
  for (const type of ['seeking', 'loadeddata']) video.addEventListener(type, begin, { signal: abort.signal })

  const stop = keepWithinClip(video, { start, end }, seeker.seekTo)

  function seekTo(behindSeconds: number): void {
    const [first, last] = [start(), end()]
    if (first === undefined || last === undefined) return
    // Within the first picture: just before it a paused element shows the one that the clip does not have.
    seeker.seekTo(Math.min(last, Math.max(first + roundingSeconds, last - behindSeconds)))
  }

  return {
    ...engine,
    seekRange() {
      const [first, last] = [start(), end()]
      if (first === undefined || last === undefined) return null
      const behindSeconds = Math.min(last - first, Math.max(0, last - seeker.position()))
      return { lengthSeconds: last - first, behindSeconds }
    },
    seekTo,
    goToLive: () => seekTo(0),
    close() {
      abort.abort()
      show()
      stop()
      seeker.close()
      engine.close()
    },
  }
}

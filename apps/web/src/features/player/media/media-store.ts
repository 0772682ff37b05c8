import { limits } from '@waggle/contract/limits'
import { createStore, type Store, type WritableStore } from '../../../lib/store/store.ts'
import type { PlayerPreferences } from './preferences.ts'

export interface MediaState {
  isPaused: boolean
  isMuted: boolean
  /** 0 to 1. */
  volume: number
  /** Wants to play but has nothing to play. */
  isWaiting: boolean
  /** A picture has been shown. */
  hasStarted: boolean
  hasEnded: boolean
  isPictureInPicture: boolean
  /** The browser allowed the picture to start only without its sound. */
  isMutedByBrowser: boolean
  /** How often the picture has stood still since it began to move, and for how long in all. */
  stalls: number
  stalledMs: number
}

/** What is used of a video element. */
export type Video = Pick<
  HTMLVideoElement,
  | 'paused'
  | 'ended'
  | 'seeking'
  | 'muted'
  | 'volume'
  | 'readyState'
  | 'currentTime'
  | 'buffered'
  | 'play'
  | 'pause'
  | 'addEventListener'
  | 'removeEventListener'
>

export interface MediaStore extends Store<MediaState> {
  /** Plays, without sound if the browser insists. */
  autoplay(): Promise<void>
  togglePlay(): void
  setVolume(volume: number): void
  stepVolume(steps: number): void
  /** Unmuting restores the volume from before, or 0.5. */
  toggleMute(): void
  /** Moves within what is buffered. */
  seekBy(seconds: number): void
  /** 0 is the oldest that is buffered, 1 the newest. */
  seekToShare(share: number): void
  close(): void
}

type Remembered = Pick<PlayerPreferences, 'volume' | 'isMuted'>

const haveFutureData = 3
/** Somebody else has moved the picture when it lands this far from where it was sent. */
const seekToleranceSeconds = 3
const events = [
  'play',
  'playing',
  'pause',
  'waiting',
  'stalled',
  'canplay',
  'ended',
  'emptied',
  'seeked',
  'volumechange',
  'timeupdate',
  'enterpictureinpicture',
  'leavepictureinpicture',
] as const

/**
 * The state of a media element: it changes only when the element itself says that something has happened. It starts with the
 * remembered sound, and remembers what the viewer makes of it; not what the browser insists on.
 */
export function createMediaStore(
  video: Video,
  remembered?: WritableStore<Remembered>,
  now: () => number = () => performance.now(),
): MediaStore {
  if (remembered) {
    const { volume, isMuted } = remembered.getState()
    video.volume = volume
    video.muted = isMuted
  }
  let volumeBeforeMute = video.volume
  let stalledSinceMs: number | undefined
  let seekTarget: number | undefined
  const store = createStore<MediaState>({
    ...confirmed(),
    isWaiting: false,
    hasStarted: false,
    isPictureInPicture: false,
    isMutedByBrowser: false,
    stalls: 0,
    stalledMs: 0,
  })

  function confirmed() {
    return {
      isPaused: video.paused,
      hasEnded: video.ended,
      volume: video.volume,
      isMuted: video.muted || video.volume === 0,
    }
  }

  function onEvent({ type }: Event): void {
    const isMuted = video.muted || video.volume === 0
    if (!isMuted) volumeBeforeMute = video.volume
    const before = store.getState()
    const isWaiting = isWaitingAfter(type)
    if (type === 'seeked') reachTarget()
    store.setState({
      ...confirmed(),
      // A seek has to wait, too, and is no stall.
      ...countStall(isWaiting && before.hasStarted && !video.seeking),
      isWaiting,
      hasStarted: before.hasStarted || type === 'playing',
      isMutedByBrowser: before.isMutedByBrowser && isMuted,
      isPictureInPicture:
        type === 'enterpictureinpicture' || (type !== 'leavepictureinpicture' && before.isPictureInPicture),
    })
  }

  function isWaitingAfter(type: string): boolean {
    if (video.paused || video.ended) return false
    if (type === 'waiting') return true
    return store.getState().isWaiting && video.readyState < haveFutureData
  }

  function countStall(isStalled: boolean): Pick<MediaState, 'stalls' | 'stalledMs'> {
    const { stalls, stalledMs } = store.getState()
    if (isStalled === (stalledSinceMs !== undefined)) return { stalls, stalledMs }
    if (isStalled) {
      stalledSinceMs = now()
      return { stalls: stalls + 1, stalledMs }
    }
    const sinceMs = stalledSinceMs ?? now()
    stalledSinceMs = undefined
    return { stalls, stalledMs: stalledMs + now() - sinceMs }
  }

  function seekTo(position: number): void {
    const { buffered } = video
    if (buffered.length === 0) return
    const latest = buffered.end(buffered.length - 1) - 0.5
    seekTarget = Math.max(buffered.start(0), Math.min(latest, position))
    video.currentTime = seekTarget
  }

  /** hls.js goes to the live edge when it finds the picture outside the playlist before its data is ready: once more, then. */
  function reachTarget(): void {
    const target = seekTarget
    seekTarget = undefined
    if (target !== undefined && Math.abs(video.currentTime - target) > seekToleranceSeconds) video.currentTime = target
  }

  function remember(change: Partial<Remembered>): void {
    remembered?.setState(change)
  }

  function setVolume(volume: number): void {
    const stepsPerUnit = 1 / limits.volumeStep
    video.volume = Math.round(Math.min(1, Math.max(0, volume)) * stepsPerUnit) / stepsPerUnit
    video.muted = video.volume === 0
    remember({ isMuted: video.muted, ...(!video.muted && { volume: video.volume }) })
  }

  async function autoplay(): Promise<void> {
    try {
      await video.play()
    } catch (error) {
      // Any other failure, such as a newer load taking over, is not a matter of sound.
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return
      video.muted = true
      try {
        await video.play()
        store.setState({ isMutedByBrowser: true })
      } catch {
        // It stays paused, and the play button is what remains.
      }
    }
  }

  for (const event of events) video.addEventListener(event, onEvent)

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    autoplay,
    togglePlay() {
      if (video.paused) void video.play().catch(() => undefined)
      else video.pause()
    },
    setVolume,
    stepVolume: (steps) => setVolume((video.muted ? 0 : video.volume) + steps * limits.volumeStep),
    toggleMute() {
      if (!video.muted && video.volume > 0) {
        video.muted = true
        remember({ isMuted: true })
        return
      }
      if (video.volume === 0) video.volume = volumeBeforeMute || limits.volumeAfterUnmute
      video.muted = false
      remember({ isMuted: false, volume: video.volume })
    },
    seekBy: (seconds) => seekTo(video.currentTime + seconds),
    seekToShare(share) {
      const { buffered } = video
      if (buffered.length === 0) return
      const [oldest, newest] = [buffered.start(0), buffered.end(buffered.length - 1)]
      seekTo(oldest + share * (newest - oldest))
    },
    close() {
      for (const event of events) video.removeEventListener(event, onEvent)
    },
  }
}

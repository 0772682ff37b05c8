import { limits } from '@waggle/contract/limits'
import { createStore, type Store } from '../../lib/store.ts'

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
}

/** What is used of a video element. */
export type Video = Pick<
  HTMLVideoElement,
  | 'paused'
  | 'ended'
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
  close(): void
}

const haveFutureData = 3
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

/** The state of a media element: it changes only when the element itself says that something has happened. */
export function createMediaStore(video: Video): MediaStore {
  let volumeBeforeMute = video.volume
  const store = createStore<MediaState>({
    ...confirmed(),
    isWaiting: false,
    hasStarted: false,
    isPictureInPicture: false,
    isMutedByBrowser: false,
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
    store.setState({
      ...confirmed(),
      isWaiting: isWaitingAfter(type),
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

  function setVolume(volume: number): void {
    const stepsPerUnit = 1 / limits.volumeStep
    video.volume = Math.round(Math.min(1, Math.max(0, volume)) * stepsPerUnit) / stepsPerUnit
    video.muted = video.volume === 0
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
        return
      }
      if (video.volume === 0) video.volume = volumeBeforeMute || limits.volumeAfterUnmute
      video.muted = false
    },
    seekBy(seconds) {
      const { buffered } = video
      if (buffered.length === 0) return
      const earliest = buffered.start(0)
      const latest = buffered.end(buffered.length - 1) - 0.5
      video.currentTime = Math.max(earliest, Math.min(latest, video.currentTime + seconds))
    },
    close() {
      for (const event of events) video.removeEventListener(event, onEvent)
    },
  }
}

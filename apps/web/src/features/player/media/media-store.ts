import { limits } from '@waggle/contract/limits'
import { createStore, type Store, type WritableStore } from '../../../lib/store/store.ts'
import type { PlayerPreferences } from './preferences.ts'

export interface MediaState {
  isPaused: boolean
  isMuted: boolean
  /** 0 to 1. */
  volume: number
  /** Should play but has no media to play. */
  isWaiting: boolean
  /** Playback has started at least once. */
  hasStarted: boolean
  isPictureInPicture: boolean
  /** The browser allowed autoplay only without sound. */
  isMutedByBrowser: boolean
  /** Number of stalls since playback started. */
  stalls: number
  /** Total duration of those stalls. */
  stalledMs: number
}

type Video = Pick<
  HTMLVideoElement,
  | 'paused'
  | 'error'
  | 'ended'
  | 'seeking'
  | 'muted'
  | 'volume'
  | 'readyState'
  | 'play'
  | 'pause'
  | 'addEventListener'
  | 'removeEventListener'
>

export interface MediaStore extends Store<MediaState> {
  /** Plays, muted if the browser does not allow sound. */
  autoplay(): Promise<void>
  togglePlay(): void
  setVolume(volume: number): void
  stepVolume(steps: number): void
  /** Unmuting restores the volume from before, or 0.5. */
  toggleMute(): void
  /** The engine has nothing to show, or it goes on: the element does not know that when its source is a stream. */
  setStarved(isStarved: boolean): void
  /** While the source is exchanged, the state stays as it is. */
  setFrozen(isFrozen: boolean): void
  /** The browser does not let the sound play that goes past the element. */
  muteForBrowser(): void
  close(): void
}

type SoundPreferences = Pick<PlayerPreferences, 'volume' | 'isMuted'>

const haveFutureData = 3
const events = [
  'play',
  'playing',
  'pause',
  'waiting',
  'stalled',
  'canplay',
  'ended',
  'error',
  'emptied',
  'seeked',
  'volumechange',
  'timeupdate',
  'enterpictureinpicture',
  'leavepictureinpicture',
] as const

/**
 * The state of a media element. It changes only when the element reports a change. The element starts with the stored volume and
 * mute; changes by the viewer are stored, those by the browser's autoplay rules are not.
 */
export function createMediaStore(
  video: Video,
  sound?: WritableStore<SoundPreferences>,
  now: () => number = () => performance.now(),
): MediaStore {
  if (sound) {
    const { volume, isMuted } = sound.getState()
    video.volume = volume
    video.muted = isMuted
  }
  let volumeBeforeMute = video.volume
  let stalledSinceMs: number | undefined
  let isStarved = false
  let isFrozen = false
  const store = createStore<MediaState>({
    ...elementState(),
    isWaiting: false,
    hasStarted: !video.paused && video.readyState >= haveFutureData,
    isPictureInPicture: false,
    isMutedByBrowser: false,
    stalls: 0,
    stalledMs: 0,
  })

  function elementState() {
    return {
      // An error pauses the element until the player has recovered; the viewer has not paused.
      isPaused: video.paused && video.error === null,
      volume: video.volume,
      isMuted: video.muted || video.volume === 0,
    }
  }

  function onEvent({ type }: Pick<Event, 'type'>): void {
    if (isFrozen) return
    const isMuted = video.muted || video.volume === 0
    if (!isMuted) volumeBeforeMute = video.volume
    const before = store.getState()
    const isWaiting = isWaitingAfter(type)
    store.setState({
      ...elementState(),
      // Waiting for the end of a seek is not a stall.
      ...trackStall(isWaiting && before.hasStarted && !video.seeking),
      isWaiting,
      hasStarted: before.hasStarted || type === 'playing',
      isMutedByBrowser: before.isMutedByBrowser && isMuted,
      isPictureInPicture:
        type === 'enterpictureinpicture' || (type !== 'leavepictureinpicture' && before.isPictureInPicture),
    })
  }

  function isWaitingAfter(type: string): boolean {
    if (video.error !== null) return true
    if (video.paused || video.ended) return false
    if (isStarved) return true
    if (type === 'waiting') return true
    return store.getState().isWaiting && video.readyState < haveFutureData
  }

  function trackStall(isStalled: boolean): Pick<MediaState, 'stalls' | 'stalledMs'> {
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

  function setVolume(volume: number): void {
    const stepsPerUnit = 1 / limits.volumeStep
    video.volume = Math.round(Math.min(1, Math.max(0, volume)) * stepsPerUnit) / stepsPerUnit
    video.muted = video.volume === 0
    sound?.setState({ isMuted: video.muted, ...(!video.muted && { volume: video.volume }) })
  }

  async function autoplay(): Promise<void> {
    try {
      await video.play()
    } catch (error) {
      // Any other failure, such as a newer load, has nothing to do with sound.
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return
      video.muted = true
      try {
        await video.play()
        store.setState({ isMutedByBrowser: true })
      } catch {
        // The element stays paused and the viewer sees the play button.
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
        sound?.setState({ isMuted: true })
        return
      }
      if (video.volume === 0) video.volume = volumeBeforeMute || limits.volumeAfterUnmute
      video.muted = false
      sound?.setState({ isMuted: false, volume: video.volume })
    },
    setStarved(isNowStarved) {
      if (isStarved === isNowStarved) return
      isStarved = isNowStarved
      onEvent({ type: isStarved ? 'waiting' : 'canplay' })
    },
    setFrozen(isNowFrozen) {
      if (isFrozen === isNowFrozen) return
      isFrozen = isNowFrozen
      onEvent({ type: 'timeupdate' })
    },
    muteForBrowser() {
      if (video.muted || video.paused) return
      video.muted = true
      store.setState({ isMutedByBrowser: true })
    },
    close() {
      for (const event of events) video.removeEventListener(event, onEvent)
    },
  }
}

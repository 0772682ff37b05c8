import type { WritableStore } from '../../../lib/store/store.ts'
import type { RecordedEngine } from './hls/recorded-engine.ts'
import type { ModeSwitch } from './modes/mode-switch.ts'
import { createPictureBridge } from './modes/picture-bridge.ts'
import type { PlaybackEngine, PlaybackState } from './playback-state.ts'
import { listedLength, listedSeconds, type SeekRange } from './seeking/seek-range.ts'

/** What plays a live broadcast at its edge, in the mode that the viewer chose. */
interface LivePlayback extends Omit<ModeSwitch, 'start'> {
  /** At the live edge or, in low delay, so far before it. */
  start(behindSeconds?: number): void
}

/** Of a live broadcast, milliseconds since 1970. */
export interface BroadcastTimes {
  /** Null while that is not known. */
  startedMs: number | null
  /** From when on it is recorded, so that the viewer can go back; null while it is not. */
  recordedSinceMs: number | null
}

interface RewindOptions {
  video: HTMLVideoElement
  store: WritableStore<PlaybackState>
  signal: AbortSignal
  /** Begins to play at the live edge. */
  openLive: () => LivePlayback
  /** Plays what is recorded, from this moment on. Undefined where the browser cannot. */
  openRecording: (startAtMs: number, onEnd: () => void) => Promise<RecordedEngine | undefined>
  times: () => BroadcastTimes
  /** The time at the server. */
  now: () => number
}

export interface Rewind extends Pick<PlaybackEngine, 'seekRange' | 'seekTo' | 'goToLive'> {
  live(): LivePlayback
  /** What the element plays. */
  engine(): PlaybackEngine | undefined
  close(): void
}

/** A viewer who seeks this close to the live edge follows it again. */
const liveEdgeSeconds = 4
/** A shorter pause ends at the live edge where nothing is in memory, as in real time. */
const longPauseSeconds = 20
/** After an exchange of the source, the cover goes at the latest now. */
const longestExchangeMs = 8000

/**
 * Lets the viewer of a live broadcast go back further than what is in memory: the recording takes the place of what is live, and the live
 * edge, in the mode from before, that of the recording. A pause that outlasts what is in memory goes on from the recording. Real time has
 * nothing in memory: low delay takes its place from the wanted moment on.
 */
export function createRewind({ video, store, signal, openLive, openRecording, times, now }: RewindOptions): Rewind {
  const bridge = createPictureBridge(video)
  let live = openLive()
  let recorded: RecordedEngine | undefined
  /** The moment that a recording that is being opened will show. */
  let wantedMs: number | undefined
  /** How far back low delay, which is being started, will begin. */
  let earlierSeconds: number | undefined
  let pausedAt: { atMs: number; behindSeconds: number } | undefined
  let exchange = 0
  /** Before the exchange of the source. */
  let wasPlaying = true

  function behindSeconds(): number {
    if (wantedMs !== undefined) return (now() - wantedMs) / 1000
    const shownMs = recorded?.shownMs()
    if (shownMs !== undefined) return Math.max(0, (now() - shownMs) / 1000)
    if (earlierSeconds !== undefined) return earlierSeconds
    const inMemory = live.engine()?.seekRange()
    if (inMemory) return inMemory.behindSeconds
    // In real time the picture that is paused stays, and the broadcast goes on.
    if (pausedAt) return pausedAt.behindSeconds + (now() - pausedAt.atMs) / 1000
    return store.getState().latencySeconds ?? 0
  }

  function seekRange(): SeekRange | null {
    const inMemory = isRewound() ? null : liveRange()
    const sinceMs = times().recordedSinceMs
    if (sinceMs === null) return inMemory
    const recordedSeconds = (now() - sinceMs) / 1000
    const lengthSeconds = Math.max(inMemory?.lengthSeconds ?? 0, recordedSeconds)
    return { lengthSeconds, behindSeconds: Math.min(lengthSeconds, behindSeconds()) }
  }

  function liveRange(): SeekRange | null {
    if (!live.isPlayingRealTime() && earlierSeconds === undefined) return live.engine()?.seekRange() ?? null
    const { startedMs } = times()
    const lengthSeconds = startedMs === null ? 0 : listedLength((now() - startedMs) / 1000)
    return { lengthSeconds, behindSeconds: Math.min(lengthSeconds, behindSeconds()) }
  }

  function seekTo(behind: number): void {
    const sinceMs = times().recordedSinceMs
    if (!isRewound() && earlierSeconds !== undefined && behind >= liveEdgeSeconds) {
      earlierSeconds = Math.min(listedSeconds, behind)
    } else if (behind < liveEdgeSeconds && live.reason() === 'earlier') goToLive()
    else if (!isRewound() && live.isPlayingRealTime() && (sinceMs === null || behind <= listedSeconds)) goBack(behind)
    else seekInMemoryOrRecording(behind, sinceMs)
  }

  function seekInMemoryOrRecording(behind: number, sinceMs: number | null): void {
    const inMemory = isRewound() ? null : live.engine()?.seekRange()
    if (inMemory && (sinceMs === null || behind <= inMemory.lengthSeconds)) live.engine()?.seekTo(behind)
    else if (behind < liveEdgeSeconds) goToLive()
    else if (sinceMs !== null) showRecording(Math.max(sinceMs, now() - behind * 1000), isPlaying())
  }

  function goToLive(): void {
    if (!isRewound() && live.reason() !== 'earlier') {
      live.engine()?.goToLive()
      return
    }
    const opened = beginExchange()
    void bridge.show().then(async () => {
      if (!isCurrent(opened)) return
      recorded?.close()
      recorded = undefined
      await startLive(opened)
    })
  }

  async function startLive(opened: number): Promise<void> {
    wantedMs = undefined
    earlierSeconds = undefined
    store.setState({ isFollowingLive: true, status: 'loading' })
    // It still runs where the viewer changed their mind before the recording took its place.
    live.close()
    live = openLive()
    live.start()
    await endExchange(opened, true)
  }

  /** From real time to low delay, so far before the live edge. */
  function goBack(behind: number): void {
    if (behind < liveEdgeSeconds) return
    wasPlaying = isPlaying()
    const opened = beginExchange()
    earlierSeconds = Math.min(listedSeconds, behind)
    store.setState({ isFollowingLive: false, latencySeconds: null })
    void bridge.show().then(async () => {
      if (!isCurrent(opened)) return
      live.close()
      live = openLive()
      const begun = earlierSeconds ?? behind
      live.start(begun)
      await endExchange(opened, wasPlaying)
      if (!isCurrent(opened)) return
      const wanted = earlierSeconds ?? begun
      earlierSeconds = undefined
      if (wanted !== begun) seekTo(wanted)
    })
  }

  function showRecording(atMs: number, plays: boolean): void {
    if (recorded?.seekToMoment(atMs)) return
    wasPlaying = plays
    const opened = beginExchange()
    wantedMs = atMs
    earlierSeconds = undefined
    store.setState({ isFollowingLive: false, latencySeconds: null })
    void bridge.show().then(async () => {
      if (!isCurrent(opened)) return
      recorded?.close()
      recorded = undefined
      live.close()
      const started = await openRecording(wantedMs ?? atMs, () => continueAfter(started))
      if (!isCurrent(opened)) {
        started?.close()
        return
      }
      if (started === undefined) {
        await startLive(opened)
        return
      }
      recorded = started
      await endExchange(opened, plays)
      if (isCurrent(opened)) wantedMs = undefined
    })
  }

  /** The viewer has come to the end of what was recorded when it was loaded: there is more by now, or nothing but the live edge. */
  function continueAfter(ended: RecordedEngine | undefined): void {
    if (ended === undefined || ended !== recorded || signal.aborted) return
    const shownMs = ended.shownMs()
    if (shownMs === undefined || ended.ageMs() < liveEdgeSeconds * 2000) goToLive()
    else showRecordingAnew(shownMs)
  }

  function showRecordingAnew(atMs: number): void {
    recorded?.close()
    recorded = undefined
    showRecording(atMs, true)
  }

  /** The exchange of the source pauses the element. */
  function isPlaying(): boolean {
    return store.getState().isSwitching ? wasPlaying : !video.paused
  }

  function isRewound(): boolean {
    return recorded !== undefined || wantedMs !== undefined
  }

  function beginExchange(): number {
    store.setState({ isSwitching: true })
    return ++exchange
  }

  function isCurrent(opened: number): boolean {
    return opened === exchange && !signal.aborted
  }

  async function endExchange(opened: number, plays: boolean): Promise<void> {
    await newPicture(video, () => plays && isCurrent(opened))
    if (!isCurrent(opened)) return
    bridge.hide()
    store.setState({ isSwitching: false })
    // The viewer has paused meanwhile.
    if (video.paused) onPause()
  }

  function onPause(): void {
    if (!store.getState().isSwitching) pausedAt = { atMs: now(), behindSeconds: behindSeconds() }
  }

  function onPlay(): void {
    const paused = pausedAt
    pausedAt = undefined
    const sinceMs = times().recordedSinceMs
    if (!paused || isRewound() || sinceMs === null || store.getState().isSwitching) return
    const behind = paused.behindSeconds + (now() - paused.atMs) / 1000
    const inMemorySeconds = live.engine()?.seekRange()?.lengthSeconds ?? 0
    if (behind > Math.max(inMemorySeconds, longPauseSeconds)) {
      showRecording(Math.max(sinceMs, now() - behind * 1000), true)
    }
  }

  video.addEventListener('pause', onPause, { signal })
  video.addEventListener('play', onPlay, { signal })

  return {
    live: () => live,
    engine: () => recorded ?? live.engine(),
    seekRange,
    seekTo,
    goToLive,
    close() {
      exchange++
      bridge.hide()
      recorded?.close()
      live.close()
    },
  }
}

/**
 * Resolves when the element shows a picture of its new source, or after a while. Plays the source once the element knows it, however long
 * that takes: a request to play from before is lost.
 */
function newPicture(video: HTMLVideoElement, isPlaying: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestExchangeMs)
    video.addEventListener(
      'loadedmetadata',
      () => {
        video.requestVideoFrameCallback(() => {
          clearTimeout(timer)
          resolve()
        })
        if (isPlaying()) video.play().catch(() => undefined)
      },
      { once: true },
    )
  })
}

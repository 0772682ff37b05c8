import { whenIdle } from '../../../../lib/browser/when-idle.ts'
import type { WritableStore } from '../../../../lib/store/store.ts'
import type { RealTimeFailure } from '../../real-time/messages.ts'
import type { RealTimeEngine } from '../../real-time/real-time-engine.ts'
import type { PlaybackEngine, PlaybackState } from '../playback-state.ts'
import { type DelayMode, type ModeReason, RealTimeRetries } from './delay-mode.ts'
import { createPictureBridge, shownPicture } from './picture-bridge.ts'

export interface RealTimeEvents {
  onStarted: () => void
  onFailed: (failure: RealTimeFailure) => void
}

interface ModeSwitchOptions {
  video: HTMLVideoElement
  store: WritableStore<PlaybackState>
  /** Begins so far before the live edge, or at it. Undefined where it cannot be started: then the state says why. */
  startLowDelay: (behindSeconds?: number) => Promise<PlaybackEngine | undefined>
  /** Loads what low delay needs: the network may be gone when it has to take over. */
  preloadLowDelay: () => Promise<void>
  /** The engine receives at once, and waits with the rest until it is attached. Undefined where it cannot be loaded. */
  startRealTime: (events: RealTimeEvents) => Promise<RealTimeEngine | undefined>
  signal: AbortSignal
}

export interface ModeSwitch {
  /** What the element plays; undefined until there is something. */
  engine(): PlaybackEngine | undefined
  /** Why the mode is not the one that viewers get where everything works. */
  reason(): ModeReason | null
  /** Low delay begins so far before the live edge. */
  start(mode: DelayMode, reason?: ModeReason, behindSeconds?: number): void
  isPlayingRealTime(): boolean
  select(mode: DelayMode): void
  close(): void
}

/** After an exchange of the source, the cover goes at the latest now: what is below says then what is wrong. */
const longestSwitchMs = 8000
/** When it is no good moment to try real time again, the next may be. */
const laterMs = 10_000

/**
 * Plays in real time where that works and in low delay otherwise, and exchanges one for the other without a gap in the picture: the new
 * engine is started beside the old one, and a cover shows the old picture until the element shows the new one.
 */
export function createModeSwitch({
  video,
  store,
  startLowDelay,
  preloadLowDelay,
  startRealTime,
  signal,
}: ModeSwitchOptions): ModeSwitch {
  const bridge = createPictureBridge(video)
  const retries = new RealTimeRetries()
  let chosen: DelayMode = 'low-delay'
  let engine: PlaybackEngine | undefined
  /** The real-time engine that plays, or that is about to. */
  let realTime: RealTimeEngine | undefined
  let reason: ModeReason | null = null
  let attachedAtMs: number | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let isPreparing = false
  /** Exchanges of the source, one after the other. */
  let switching = Promise.resolve()

  const isPlayingRealTime = () => realTime !== undefined && engine === realTime

  async function prepareRealTime(): Promise<void> {
    if (isPreparing || realTime !== undefined || signal.aborted) return
    isPreparing = true
    clearTimeout(retryTimer)
    const started = await startRealTime({
      onStarted: () => enqueue(enterRealTime),
      onFailed: (failure) => {
        const failed = realTime
        if (failed) enqueue(() => leaveFailed(failed, failure))
      },
    }).catch(() => undefined)
    isPreparing = false
    if (signal.aborted || chosen !== 'real-time') {
      started?.close()
      return
    }
    if (started === undefined) {
      realTimeFailed('refused')
      if (engine === undefined) enqueue(enterLowDelay)
      return
    }
    realTime = started
    // The first picture need not wait for the element.
    if (engine === undefined && video.srcObject !== started.stream) video.srcObject = started.stream
  }

  async function enterRealTime(): Promise<void> {
    const entered = realTime
    if (entered === undefined || isPlayingRealTime()) return
    const previous = engine
    let wasPlaying = false
    if (previous) {
      store.setState({ isSwitching: true })
      await bridge.show(entered.stream)
      if (signal.aborted || realTime !== entered) return
      // The viewer may have paused meanwhile.
      wasPlaying = !video.paused
      previous.close()
      video.srcObject = entered.stream
    }
    engine = entered
    reason = null
    attachedAtMs = performance.now()
    entered.attach()
    if (wasPlaying) await shownPicture(video, longestSwitchMs)
    endSwitch()
    whenIdle(() => signal.aborted || void preloadLowDelay().catch(() => undefined))
  }

  /** The viewer wants the low delay: real time goes on until it is there. */
  async function leaveRealTime(): Promise<void> {
    const left = realTime
    if (left === undefined || chosen === 'real-time') return
    if (engine !== left) {
      left.close()
      realTime = undefined
      return
    }
    store.setState({ isSwitching: true })
    await bridge.show(left.stream)
    await enterLowDelay(left)
    left.close()
    if (realTime === left) realTime = undefined
  }

  async function leaveFailed(failed: RealTimeEngine, failure: RealTimeFailure): Promise<void> {
    if (realTime !== failed || signal.aborted) return
    realTime = undefined
    realTimeFailed(failure)
    // A quiet attempt beside the low delay has failed.
    if (engine !== undefined && engine !== failed) return
    if (engine === undefined) {
      await enterLowDelay()
      return
    }
    store.setState({ isSwitching: true })
    await bridge.show()
    await enterLowDelay(failed)
  }

  function realTimeFailed(failure: RealTimeFailure): void {
    reason = failure
    const playedMs = attachedAtMs === undefined ? 0 : performance.now() - attachedAtMs
    attachedAtMs = undefined
    const afterMs = retries.afterMs(failure, playedMs)
    if (afterMs !== undefined) retryTimer = setTimeout(tryAgain, afterMs)
  }

  /** A viewer who looks away, has paused or has gone back is not disturbed. */
  function tryAgain(): void {
    const { status, isFollowingLive } = store.getState()
    const isGoodMoment = status === 'ready' && isFollowingLive && !video.paused && !document.hidden
    if (isGoodMoment) void prepareRealTime()
    else retryTimer = setTimeout(tryAgain, laterMs)
  }

  /** `left` is what the element has played until now. */
  async function enterLowDelay(left?: RealTimeEngine, behindSeconds?: number): Promise<void> {
    const wasPlaying = !video.paused
    left?.detach()
    video.srcObject = null
    const started = await startLowDelay(behindSeconds)
    if (signal.aborted) {
      started?.close()
      return
    }
    engine = started
    if (started && left && wasPlaying) await shownPicture(video, longestSwitchMs)
    endSwitch()
  }

  function endSwitch(): void {
    bridge.hide()
    store.setState({ isSwitching: false })
  }

  function enqueue(task: () => Promise<void>): void {
    switching = switching.then(() => (signal.aborted ? undefined : task()))
  }

  return {
    engine: () => engine,
    reason: () => reason,
    isPlayingRealTime,
    start(mode, why, behindSeconds) {
      chosen = mode
      reason = why ?? null
      if (mode === 'real-time') void prepareRealTime()
      else enqueue(() => enterLowDelay(undefined, behindSeconds))
    },
    select(mode) {
      // Who chooses real time again wants another attempt.
      if (mode === chosen && (mode === 'low-delay' || isPlayingRealTime())) return
      chosen = mode
      store.setState({ chosenMode: mode })
      if (mode === 'real-time') {
        retries.reset()
        void prepareRealTime()
        return
      }
      clearTimeout(retryTimer)
      reason = 'chosen'
      enqueue(leaveRealTime)
    },
    close() {
      clearTimeout(retryTimer)
      bridge.hide()
      engine?.close()
      if (realTime !== engine) realTime?.close()
      video.srcObject = null
    },
  }
}

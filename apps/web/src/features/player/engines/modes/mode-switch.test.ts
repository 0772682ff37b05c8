import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from '../../../../lib/store/store.ts'
import type { RealTimeFailure } from '../../real-time/messages.ts'
import type { RealTimeEngine } from '../../real-time/real-time-engine.ts'
import type { PlaybackEngine, PlaybackState } from '../playback-state.ts'
import { createModeSwitch, type RealTimeEvents } from './mode-switch.ts'

/** More than the longest wait for another attempt. */
const longMs = 30 * 60_000

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A player whose engines are told by the test what happens to them. */
function startSwitch() {
  const store = createStore({ status: 'ready', isFollowingLive: true } as PlaybackState)
  const video = {
    paused: false,
    srcObject: null,
    videoWidth: 0,
    play: async () => undefined,
    requestVideoFrameCallback: (shown: () => void) => setTimeout(shown),
  } as unknown as HTMLVideoElement
  const stream = { getVideoTracks: () => [] } as unknown as MediaStream
  const lowDelay = { close: vi.fn() }
  const attempts: RealTimeEvents[] = []
  const startLowDelay = vi.fn(async () => lowDelay as unknown as PlaybackEngine)
  const preloadLowDelay = vi.fn(async () => undefined)
  const modes = createModeSwitch({
    video,
    store,
    startLowDelay,
    preloadLowDelay,
    async startRealTime(events) {
      attempts.push(events)
      const attach = () => store.setState({ isFollowingLive: true })
      return { stream, attach, detach: vi.fn(), close: vi.fn() } as unknown as RealTimeEngine
    },
    signal: new AbortController().signal,
  })
  const settle = () => vi.advanceTimersByTimeAsync(100)
  /** The last attempt at real time ends like this. */
  const end = async (failure?: RealTimeFailure) => {
    await settle()
    if (failure) attempts.at(-1)?.onFailed(failure)
    else attempts.at(-1)?.onStarted()
    await settle()
  }
  return { modes, store, video, stream, lowDelay, attempts, startLowDelay, preloadLowDelay, settle, end }
}

describe('[PLAYER-20] the modes', () => {
  it('low delay takes over, and real time is tried again beside it', async () => {
    const { modes, attempts, lowDelay, startLowDelay, end } = startSwitch()
    modes.start('real-time')
    await end('full')
    expect([modes.engine(), modes.reason()]).toEqual([lowDelay, 'full'])
    await vi.advanceTimersByTimeAsync(longMs)
    expect(attempts).toHaveLength(2)
    await end()
    expect(modes.reason()).toBeNull()
    expect(modes.engine()).not.toBe(lowDelay)
    expect(lowDelay.close).toHaveBeenCalledTimes(1)
    expect(startLowDelay).toHaveBeenCalledTimes(1)
  })

  it('a codec that the browser lacks is not tried again, unless the viewer asks', async () => {
    const { modes, attempts, end, settle } = startSwitch()
    modes.start('real-time')
    await end('codec')
    await vi.advanceTimersByTimeAsync(longMs)
    expect([attempts.length, modes.reason()]).toEqual([1, 'codec'])
    modes.select('real-time')
    await settle()
    expect(attempts).toHaveLength(2)
  })

  it.each<[string, (player: ReturnType<typeof startSwitch>) => void]>([
    ['has paused', ({ video }) => Object.assign(video, { paused: true })],
    ['has gone back', ({ store }) => store.setState({ isFollowingLive: false })],
    ['looks at another tab', () => vi.stubGlobal('document', { hidden: true })],
  ])('a viewer who %s is not disturbed', async (_, change) => {
    const player = startSwitch()
    player.modes.start('real-time')
    await player.end('refused')
    change(player)
    await vi.advanceTimersByTimeAsync(longMs)
    expect(player.attempts).toHaveLength(1)
  })

  it('a viewer who pauses while real time takes over stays paused', async () => {
    // What covers the picture until real time shows one, which takes a while.
    const cover = {
      play: async () => undefined,
      requestVideoFrameCallback: (shown: () => void) => setTimeout(shown, 200),
      remove: () => undefined,
    }
    vi.stubGlobal('document', { hidden: false, createElement: () => cover })
    vi.stubGlobal('HTMLVideoElement', class {})
    const { modes, stream, video, end, settle } = startSwitch()
    Object.assign(video, { after: () => undefined, play: vi.fn(async () => undefined) })
    modes.start('real-time')
    await end('full')
    stream.getVideoTracks = () => [{} as MediaStreamTrack]
    await vi.advanceTimersByTimeAsync(longMs)
    await end()
    Object.assign(video, { paused: true })
    await settle()
    await settle()
    expect(modes.reason()).toBeNull()
    expect(video.play).not.toHaveBeenCalled()
  })

  it('what low delay needs is loaded once real time plays', async () => {
    const { modes, preloadLowDelay, end } = startSwitch()
    modes.start('real-time')
    await vi.advanceTimersByTimeAsync(2000)
    expect(preloadLowDelay).not.toHaveBeenCalled()
    await end()
    await vi.advanceTimersByTimeAsync(2000)
    expect(preloadLowDelay).toHaveBeenCalledTimes(1)
  })
})

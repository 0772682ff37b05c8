import { expect, test, vi } from 'vitest'
import { limitLiveJumps } from './live-jumps.ts'
import { maxLatencySeconds } from './target-latency.ts'

function setUp() {
  const video = Object.assign(new EventTarget(), { paused: false })
  const hls = { config: { liveMaxLatencyDuration: maxLatencySeconds }, latency: 1 }
  const viewer = { isFollowing: true }
  const seekToLive = vi.fn()
  const jumps = limitLiveJumps({
    ...{ hls, video, seekToLive },
    isFollowing: () => viewer.isFollowing,
    maxLatencySeconds: () => maxLatencySeconds,
  })
  const set = (paused: boolean) => {
    video.paused = paused
    video.dispatchEvent(new Event(paused ? 'pause' : 'play'))
  }
  return { hls, viewer, jumps, seekToLive, pause: () => set(true), play: () => set(false) }
}

test('[PLAYER-18] a picture that the viewer has paused is not moved, and goes on with the present', () => {
  const { hls, jumps, seekToLive, pause, play } = setUp()
  pause()
  hls.latency = maxLatencySeconds + 1
  jumps.jumpIfDue()
  expect(hls.config.liveMaxLatencyDuration).toBe(Number.POSITIVE_INFINITY)
  expect(seekToLive).not.toHaveBeenCalled()
  play()
  expect(hls.config.liveMaxLatencyDuration).toBe(maxLatencySeconds)
  expect(seekToLive).toHaveBeenCalledTimes(1)
})

test('after a short pause, it goes on where it was', () => {
  const { seekToLive, pause, play } = setUp()
  pause()
  play()
  expect(seekToLive).not.toHaveBeenCalled()
})

test('[PLAYER-17] a viewer who watches an earlier part stays there', () => {
  const { hls, viewer, jumps, seekToLive, pause, play } = setUp()
  viewer.isFollowing = false
  jumps.update()
  hls.latency = 30
  pause()
  play()
  jumps.jumpIfDue()
  expect(hls.config.liveMaxLatencyDuration).toBe(Number.POSITIVE_INFINITY)
  expect(seekToLive).not.toHaveBeenCalled()
})

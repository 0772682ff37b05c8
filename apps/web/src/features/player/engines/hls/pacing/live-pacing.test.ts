import Hls from 'hls.js'
import { describe, expect, it } from 'vitest'
import { paceLive } from './live-pacing.ts'
import { leastLatencySeconds } from './target-latency.ts'

const partSeconds = 1 / 3
const { Events } = Hls

/** A stream whose parts are listed when they are complete, and buffered a while later; the picture is as far behind as the test says. */
function startPacing() {
  const clock = { ms: 10_000 }
  const listeners = new Map<string, (name: string, data: object) => void>()
  const hls = {
    on: (name: string, listener: never) => listeners.set(name, listener),
    latency: 0,
    lowLatencyMode: true,
    targetLatency: 0,
  }
  const emit = (name: string, data: object = {}) => listeners.get(name)?.(name, data)
  let endSeconds = 100
  const ranges = (start: () => number, end: () => number) => ({ length: 1, start, end }) as TimeRanges
  const video = Object.assign(new EventTarget(), {
    currentTime: 99,
    playbackRate: 1,
    readyState: 4,
    seeking: false,
    paused: false,
    buffered: ranges(
      () => 90,
      () => endSeconds,
    ),
    played: { length: 0 } as TimeRanges,
  })
  const viewer = { isFollowing: true }
  const pacing = paceLive({
    hls: hls as unknown as Pick<Hls, 'on' | 'latency' | 'lowLatencyMode' | 'targetLatency'>,
    Events,
    video,
    isFollowing: () => viewer.isFollowing,
    now: () => clock.ms,
  })

  /** Passes time in parts, each buffered so long after it was listed, with the picture at this distance to the live edge. */
  function pass(parts: number, { lateSeconds = 0.05, behindSeconds = leastLatencySeconds, endCC = 0 } = {}): void {
    for (let part = 0; part < parts; part += 1) {
      clock.ms += partSeconds * 1000
      const edge = endSeconds + partSeconds
      emit(Events.LEVEL_UPDATED, { details: { edge, endCC, advanced: true, live: true } })
      clock.ms += lateSeconds * 1000
      endSeconds = edge
      video.currentTime = edge + lateSeconds - behindSeconds
      emit(Events.FRAG_BUFFERED)
      clock.ms -= lateSeconds * 1000
    }
  }

  function stall(): void {
    Object.assign(video, { readyState: 2, played: { length: 1 } })
    video.dispatchEvent(new Event('waiting'))
    video.readyState = 4
  }
  /** hls.js moves the picture to its distance from the live edge, from so far behind it. */
  function jump(fromBehindSeconds: number, hasFound: boolean): void {
    pass(1, { behindSeconds: fromBehindSeconds })
    const edge = endSeconds
    if (!hasFound) endSeconds = edge - 3
    video.currentTime = edge - leastLatencySeconds
    Object.assign(video, { seeking: true, played: { length: 1 } })
    video.dispatchEvent(new Event('seeking'))
    video.seeking = false
    endSeconds = edge
  }
  return { pacing, hls, video, viewer, clock, pass, stall, jump, emit }
}

describe('[PLAYER-18] the pacing', () => {
  it('measures first, and then stays at the least distance while media arrives steadily', () => {
    const { pacing, video, pass } = startPacing()
    pass(3)
    expect(pacing.target().reason).toBe('measuring')
    pass(20)
    expect(pacing.target()).toEqual({ seconds: leastLatencySeconds, reason: 'steady' })
    expect(pacing.latencySeconds()).toBeCloseTo(leastLatencySeconds - 0.05)
    expect(video.playbackRate).toBe(1)
  })

  it('knows no distance before the picture is where it begins', () => {
    const { pacing, video, pass } = startPacing()
    pass(3)
    video.currentTime = 0
    expect(pacing.latencySeconds()).toBeNull()
  })

  it('plays faster from further behind, and slower from too close', () => {
    const { video, pass } = startPacing()
    pass(23)
    pass(1, { behindSeconds: leastLatencySeconds + 0.2 })
    expect(video.playbackRate).toBeCloseTo(1.1)
    pass(1, { behindSeconds: 3 })
    expect(video.playbackRate).toBe(1.3)
    pass(1, { behindSeconds: leastLatencySeconds - 0.3 })
    expect(video.playbackRate).toBe(0.95)
  })

  it('keeps away from the live edge where media arrives late, for as long as it may do so again', () => {
    const { pacing, pass } = startPacing()
    pass(20)
    for (let time = 0; time < 5; time += 1) {
      pass(1, { lateSeconds: 0.6 })
      pass(3)
    }
    const { seconds, reason } = pacing.target()
    expect(reason).toBe('uneven')
    expect(seconds).toBeGreaterThan(leastLatencySeconds + 0.1)
    pass(200)
    expect(pacing.target()).toEqual({ seconds: leastLatencySeconds, reason: 'steady' })
  })

  it('keeps away for three minutes after a stall, further after several, and tells hls.js', () => {
    const { pacing, hls, clock, pass, stall } = startPacing()
    pass(23)
    stall()
    expect(pacing.target()).toEqual({ seconds: leastLatencySeconds + 0.2, reason: 'stalled' })
    clock.ms += 2000
    stall()
    expect(pacing.target().seconds).toBeCloseTo(leastLatencySeconds + 0.4)
    pass(1)
    expect(hls.targetLatency).toBeCloseTo(leastLatencySeconds + 0.4)
    pass(3 * 185)
    expect(pacing.target().reason).toBe('steady')
  })

  it('loads whole segments, six seconds behind, once a jump has found nothing to play: parts do not get through', () => {
    const { pacing, hls, pass, jump } = startPacing()
    pass(23)
    jump(4.1, true)
    expect(hls.lowLatencyMode).toBe(true)
    jump(4.1, false)
    expect(pacing.target()).toEqual({ seconds: 6, reason: 'stalled' })
    expect([hls.lowLatencyMode, hls.targetLatency, pacing.jumpFromSeconds()]).toEqual([false, 6, 12])
    pass(3 * 299)
    expect(hls.lowLatencyMode).toBe(false)
    pass(5)
    expect([hls.lowLatencyMode, pacing.jumpFromSeconds()]).toEqual([true, 4])
  })

  it.each(['earlier', 'paused'])('takes no jump for one of hls.js where the viewer has %s', (what) => {
    const { hls, video, viewer, pass, jump } = startPacing()
    pass(23)
    if (what === 'earlier') viewer.isFollowing = false
    else video.paused = true
    jump(4.1, false)
    expect(hls.lowLatencyMode).toBe(true)
  })

  it('forgets what the encoder was to blame for, when it has returned', () => {
    const { pacing, pass, stall } = startPacing()
    pass(23)
    stall()
    pass(20, { endCC: 1 })
    expect(pacing.target()).toEqual({ seconds: leastLatencySeconds, reason: 'steady' })
  })

  it('leaves a viewer alone who watches an earlier part, and the element when it is closed', () => {
    const { pacing, video, viewer, pass, stall } = startPacing()
    pass(23)
    viewer.isFollowing = false
    pass(1, { behindSeconds: 30 })
    stall()
    expect(video.playbackRate).toBe(1)
    expect(pacing.target().reason).toBe('steady')
    viewer.isFollowing = true
    pass(1, { behindSeconds: 3 })
    expect(video.playbackRate).toBe(1.3)
    pacing.close()
    expect(video.playbackRate).toBe(1)
    video.dispatchEvent(new Event('timeupdate'))
    expect(video.playbackRate).toBe(1)
  })
})

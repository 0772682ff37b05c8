import { describe, expect, it } from 'vitest'
import { ArrivalOffsets } from './arrival-offsets.ts'
import { Playout } from './playout.ts'

const frameMs = 20
/** So few pictures are decoded before their time. */
const mostDecoded = 10

/** A broadcast whose frames arrive `delayMs` after their timestamps. Its time is run by the test. */
function startPlayout({ hasSound = true } = {}) {
  const video = new ArrivalOffsets()
  const playout = new Playout(video)
  const sound = new ArrivalOffsets()
  if (hasSound) playout.setSound(sound)
  let nowMs = 0
  const encoded: number[] = []
  const decoded: number[] = []
  function decode(): void {
    const positionMs = playout.clock.mediaAt(nowMs) ?? Number.NEGATIVE_INFINITY
    while (decoded[0] !== undefined && decoded[0] <= positionMs) decoded.shift()
    for (const timestampMs of encoded.splice(0, mostDecoded - decoded.length)) {
      decoded.push(timestampMs)
      playout.pictureReady(timestampMs)
    }
  }
  const pass = (untilMs: number, { picture = true, speech = true, delayMs = 50 } = {}) => {
    for (; nowMs < untilMs; nowMs += frameMs) {
      const timestampMs = nowMs - delayMs
      if (picture) {
        video.record(timestampMs, nowMs)
        playout.pictureArrived(timestampMs)
        encoded.push(timestampMs)
      }
      decode()
      if (speech && hasSound) {
        sound.record(timestampMs, nowMs)
        playout.soundReady(timestampMs + frameMs)
      }
      playout.update(nowMs)
    }
  }
  /** How far what is seen is behind the timestamps. */
  const behindMs = () => nowMs - (playout.clock.mediaAt(nowMs) ?? Number.NaN)
  return { playout, video, pass, behindMs }
}

describe('the playout', () => {
  it('stays 100 ms behind arrival on a good network, and what the outputs need', () => {
    const { pass, behindMs } = startPlayout()
    pass(5000)
    expect(behindMs()).toBeCloseTo(50 + 100 + 10, 0)
  })

  it('holds when nothing is left, goes on where it was, and comes back slowly', () => {
    const { playout, pass, behindMs } = startPlayout()
    pass(5000)
    pass(5400, { picture: false, speech: false })
    expect(playout.isHeld).toBe(true)
    const heldAtMs = playout.clock.mediaAt(5400)
    expect(playout.clock.mediaAt(5500)).toBe(heldAtMs)
    pass(5500)
    expect(playout.isHeld).toBe(false)
    expect(playout.clock.mediaAt(5500)).toBeGreaterThanOrEqual(heldAtMs ?? Number.NaN)
    const afterMs = behindMs()
    expect(afterMs).toBeGreaterThan(300)
    pass(9500)
    expect(playout.clock.rate).toBe(1.02)
    pass(30_000)
    expect(behindMs()).toBeLessThan(180)
  })

  it('[PLAYER-19] waits for the same delay once, and not again within the minute', () => {
    const { playout, pass } = startPlayout()
    pass(5000)
    pass(5400, { picture: false, speech: false })
    expect(playout.isHeld).toBe(true)
    // What was kept back arrives with what follows.
    pass(5420, { delayMs: 450 })
    pass(50_000)
    pass(50_400, { picture: false, speech: false })
    expect(playout.isHeld).toBe(false)
  })

  it('skips to the present after a long silence', () => {
    const { playout, pass, behindMs } = startPlayout()
    pass(5000)
    pass(8000, { picture: false, speech: false })
    playout.restart()
    pass(8200)
    expect(behindMs()).toBeCloseTo(160, 0)
  })

  it('does not wait for sound that has stopped while pictures go on, nor for pictures while there is sound', () => {
    const silent = startPlayout()
    silent.pass(5000)
    silent.pass(9000, { speech: false })
    expect(silent.playout.isHeld).toBe(false)
    silent.pass(20_000, { speech: false })
    expect(silent.playout.isHeld).toBe(false)
    expect(silent.behindMs()).toBeLessThan(1000)
    const dark = startPlayout()
    dark.pass(5000)
    dark.pass(9000, { picture: false })
    expect(dark.playout.isHeld).toBe(false)
  })

  it('does not wait as long as sound that is gone was late', () => {
    const { pass, behindMs } = startPlayout()
    pass(10_000, { delayMs: 5000 })
    expect(behindMs()).toBeGreaterThan(5000)
    pass(13_000, { speech: false })
    expect(behindMs()).toBeLessThan(300)
    pass(16_000)
    expect(behindMs()).toBeLessThan(300)
  })

  it('without sound, lets a picture stand for as long as usual', () => {
    const { playout, pass } = startPlayout({ hasSound: false })
    pass(5000)
    pass(5100, { picture: false })
    expect(playout.isHeld).toBe(false)
    pass(5300, { picture: false })
    expect(playout.isHeld).toBe(true)
  })

  it('waits for the first picture of the next track, also when the broadcast goes on without sound', () => {
    const { playout, pass } = startPlayout()
    pass(5000)
    pass(7000, { picture: false, speech: false })
    const heldAtMs = playout.clock.mediaAt(7000)
    playout.setSound(undefined)
    pass(8000, { picture: false, speech: false })
    expect(playout.isHeld).toBe(true)
    // Pictures from before this moment would be too old to be shown, and there may be only such.
    expect(playout.clock.mediaAt(8000)).toBe(heldAtMs)
  })
})

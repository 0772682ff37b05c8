import { describe, expect, it } from 'vitest'
import { isDelivering, judgeSilence, type SilenceFacts } from './silence.ts'

const mediaAtMs = 1_800_000_000_000

/** An encoder connected a minute before the last media, and everything is saved. */
const delivering: SilenceFacts = {
  nowMs: mediaAtMs,
  lastMediaAtMs: mediaAtMs,
  attachedAtMs: mediaAtMs - 60_000,
  unsavedMs: 0,
  isSuspect: false,
  phase: 'live',
  savedAtMs: mediaAtMs,
  isReady: true,
}

/** The verdict after a time without media. */
const judge = (silentMs: number, facts: Partial<SilenceFacts> = {}) =>
  judgeSilence({ ...delivering, nowMs: mediaAtMs + silentMs, savedAtMs: mediaAtMs + silentMs, ...facts })

const nothing = { isOver: false, isSuspect: false, save: undefined }
const saveAway = { ...nothing, save: 'away' }
const saveLive = { ...nothing, save: 'live' }

describe('isDelivering', () => {
  it('is false without an encoder', () => {
    expect(isDelivering({ nowMs: 5000, lastMediaAtMs: 5000, attachedAtMs: undefined })).toBe(false)
  })

  it('is true for 2 s after the last media', () => {
    expect(isDelivering({ nowMs: 6999, lastMediaAtMs: 5000, attachedAtMs: 1000 })).toBe(true)
    expect(isDelivering({ nowMs: 7000, lastMediaAtMs: 5000, attachedAtMs: 1000 })).toBe(false)
  })

  it('is true for 2 s after the encoder was attached', () => {
    expect(isDelivering({ nowMs: 6999, lastMediaAtMs: 1000, attachedAtMs: 5000 })).toBe(true)
    expect(isDelivering({ nowMs: 7000, lastMediaAtMs: 1000, attachedAtMs: 5000 })).toBe(false)
  })
})

describe('the end of a broadcast', () => {
  it('follows a minute after the last media when no encoder is connected', () => {
    const away = { attachedAtMs: undefined, phase: 'away' as const }
    expect(judge(59_999, away)).toEqual(nothing)
    expect(judge(60_000, away)).toEqual({ isOver: true })
  })

  it('takes a second check while an encoder is connected', () => {
    expect(judge(60_000, { phase: 'away' })).toEqual({ ...nothing, isSuspect: true })
    expect(judge(60_000, { phase: 'away', isSuspect: true })).toEqual({ isOver: true })
    expect(judge(59_999, { phase: 'away', isSuspect: true })).toEqual(nothing)
  })

  it('saves what the first of two checks finds', () => {
    expect(judge(60_000)).toEqual({ ...saveAway, isSuspect: true })
  })

  it('waits 10 s for the first media of an encoder that has returned', () => {
    const returned = { phase: 'away' as const, isSuspect: true, attachedAtMs: mediaAtMs + 55_000 }
    expect(judge(64_999, returned)).toEqual(nothing)
    expect(judge(65_000, returned)).toEqual({ isOver: true })
  })

  it('waits longer for what a previous process could not save', () => {
    const inherited = { phase: 'inherited' as const, attachedAtMs: undefined, unsavedMs: 11_000 }
    expect(judge(70_999, inherited)).toEqual(saveAway)
    expect(judge(71_000, inherited)).toEqual({ isOver: true })
  })

  it('also follows for a broadcast that never had anything to play', () => {
    expect(judge(60_000, { phase: 'waiting', attachedAtMs: undefined })).toEqual({ isOver: true })
  })
})

describe('what is saved', () => {
  it('is nothing while there is nothing to play', () => {
    expect(judge(0, { phase: 'waiting', isReady: false })).toEqual(nothing)
    expect(judge(30_000, { phase: 'waiting' })).toEqual(nothing)
  })

  it('is nothing about an inherited broadcast while another process may still save it', () => {
    const inherited = { phase: 'inherited' as const, attachedAtMs: undefined, unsavedMs: 11_000 }
    expect(judge(12_999, inherited)).toEqual(nothing)
    expect(judge(13_000, inherited)).toEqual(saveAway)
  })

  it('is that the encoder is away: when it is disconnected, silent for 2 s, or has sent nothing to play yet', () => {
    expect(judge(0, { attachedAtMs: undefined })).toEqual(saveAway)
    expect(judge(1999)).toEqual(nothing)
    expect(judge(2000)).toEqual(saveAway)
    expect(judge(0, { isReady: false })).toEqual(saveAway)
  })

  it('is that the encoder is away only once', () => {
    expect(judge(2000, { phase: 'away' })).toEqual(nothing)
    expect(judge(40_000, { phase: 'away', savedAtMs: mediaAtMs })).toEqual(nothing)
  })

  it('is that the encoder delivers: when it was away, and every 10 s', () => {
    expect(judge(0, { phase: 'away' })).toEqual(saveLive)
    expect(judge(0, { savedAtMs: mediaAtMs - 9999 })).toEqual(nothing)
    expect(judge(0, { savedAtMs: mediaAtMs - 10_000 })).toEqual(saveLive)
  })
})

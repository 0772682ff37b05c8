import { describe, expect, it } from 'vitest'
import { paceOf, wantedOffsetMs } from './pacing.ts'

describe('the wanted offset', () => {
  it('is 100 ms behind the fastest frames on a good network', () => {
    expect(wantedOffsetMs([{ fastestMs: -500, latestMs: -480, leadMs: 0 }])).toBe(-400)
  })

  it('leaves room for the latest frames where arrival jitters', () => {
    expect(wantedOffsetMs([{ fastestMs: 0, latestMs: 300, leadMs: 0 }])).toBe(340)
  })

  it('is that of the track that needs most', () => {
    const picture = { fastestMs: 0, latestMs: 20, leadMs: 10 }
    expect(wantedOffsetMs([picture, { fastestMs: 30, latestMs: 40, leadMs: 50 }])).toBe(180)
    expect(wantedOffsetMs([])).toBeUndefined()
  })

  it('has an end: what is worse is for the other mode', () => {
    expect(wantedOffsetMs([{ fastestMs: 0, latestMs: 60_000, leadMs: 0 }])).toBe(3000)
  })
})

describe('the pace', () => {
  it('stays at 1 for small differences, and corrects larger ones until they are gone', () => {
    expect(paceOf(30, 1)).toEqual({ do: 'play', rate: 1 })
    expect(paceOf(60, 1)).toEqual({ do: 'play', rate: 1.02 })
    expect(paceOf(20, 1.02)).toEqual({ do: 'play', rate: 1.02 })
    expect(paceOf(5, 1.02)).toEqual({ do: 'play', rate: 1 })
    expect(paceOf(-60, 1)).toEqual({ do: 'play', rate: 0.98 })
  })

  it('is faster from afar, and skips what nobody would wait for, but never back', () => {
    expect(paceOf(600, 1)).toEqual({ do: 'play', rate: 1.05 })
    expect(paceOf(1200, 1)).toEqual({ do: 'skip' })
    expect(paceOf(-1200, 1)).toEqual({ do: 'play', rate: 0.95 })
  })
})

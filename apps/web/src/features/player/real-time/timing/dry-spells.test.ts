import { describe, expect, it } from 'vitest'
import { DrySpells } from './dry-spells.ts'

describe('dry spells', () => {
  it('are counted within a minute', () => {
    const spells = new DrySpells()
    const runDry = (fromMs: number, untilMs: number) => {
      spells.begin(fromMs)
      spells.mediaArrived()
      expect(spells.lastsMs(untilMs)).toBe(untilMs - fromMs)
      return spells.end(untilMs)
    }
    expect(runDry(1000, 1300)).toBe(1)
    expect(runDry(50_000, 50_200)).toBe(2)
    expect(runDry(111_000, 111_200)).toBe(1)
    expect(spells.end(111_300)).toBe(0)
  })

  it('do not count when they are short, or when the server had nothing to send', () => {
    const spells = new DrySpells()
    spells.begin(1000)
    spells.mediaArrived()
    expect(spells.end(1050)).toBe(0)
    spells.begin(2000)
    spells.serverAnswered()
    spells.mediaArrived()
    expect(spells.end(9000)).toBe(0)
  })

  it('count once while one is being recovered from, and not longer', () => {
    const spells = new DrySpells()
    const counts = [1000, 1700, 2400, 3100, 3800].map((sinceMs) => {
      spells.begin(sinceMs)
      spells.mediaArrived()
      return spells.end(sinceMs + 300)
    })
    expect(counts).toEqual([1, 0, 0, 0, 2])
  })

  it('are the fault of the network when media comes before the answer', () => {
    const spells = new DrySpells()
    spells.serverAnswered()
    spells.begin(10_000)
    spells.mediaArrived()
    spells.serverAnswered()
    expect(spells.end(10_500)).toBe(1)
  })
})

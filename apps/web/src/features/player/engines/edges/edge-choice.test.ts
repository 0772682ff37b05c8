import { describe, expect, test } from 'vitest'
import { createEdgeChoice } from './edge-choice.ts'

const [a, b] = ['https://a.example', 'https://b.example']

function choiceOf(edges: string[]) {
  let nowMs = 0
  const numbers = [0.1, 0.9]
  const choice = createEdgeChoice(edges, { now: () => nowMs, random: () => numbers.shift() ?? 0.5 })
  return { choice, pass: (ms: number) => (nowMs += ms) }
}

describe('[PLAYER-21] the choice of an edge', () => {
  test('spreads viewers: each begins at a random edge', () => {
    const first = Array.from({ length: 200 }, () => createEdgeChoice([a, b], { now: () => 0 }).servers()[0])
    expect(new Set(first)).toEqual(new Set([a, b]))
  })

  test('moves from a failed edge to the one that answered, and stays there', () => {
    const { choice, pass } = choiceOf([a, b])
    expect(choice.servers()).toEqual([a, b])
    choice.failed(a, b)
    expect(choice.servers()).toEqual([b, ''])
    pass(24 * 60 * 60_000)
    expect(choice.servers()).toEqual([b, ''])
    expect(choice.returning()).toEqual([])
  })

  test('uses the site itself when no edge is left, and returns to one that answers: later each time', () => {
    const { choice, pass } = choiceOf([a])
    for (const forMs of [60_000, 120_000, 240_000]) {
      choice.failed(a, '')
      expect(choice.servers()).toEqual([''])
      pass(forMs - 1)
      expect(choice.returning()).toEqual([])
      pass(1)
      expect(choice.returning()).toEqual([a])
      expect(choice.servers()).toEqual([''])
      choice.returned(a)
      expect(choice.servers()).toEqual([a, ''])
    }
  })

  test('counts several requests that one failure has delayed as one', () => {
    const { choice, pass } = choiceOf([a])
    for (let time = 0; time < 5; time += 1) choice.failed(a, '')
    pass(60_000)
    expect(choice.returning()).toEqual([a])
  })

  test('asks two servers ever less often while that brings nothing', () => {
    const { choice, pass } = choiceOf([a])
    expect(choice.canHedge()).toBe(true)
    for (const waitMs of [5000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
      choice.hedgedInVain()
      pass(waitMs - 1)
      expect(choice.canHedge()).toBe(false)
      pass(1)
      expect(choice.canHedge()).toBe(true)
    }
  })
})

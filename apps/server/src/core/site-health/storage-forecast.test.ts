import { describe, expect, it } from 'vitest'
import { forecastStorage } from './storage-forecast.ts'

const dayMs = 24 * 60 * 60_000
const nowMs = Date.UTC(2026, 10, 21)

/** A recording of so many bytes that ended so many days ago. */
function recorded(daysAgo: number, bytes: number, { username = 'alice', keepDays = 60 } = {}) {
  const endedAtMs = nowMs - daysAgo * dayMs
  return { username, bytes, endedAtMs, expiresAtMs: endedAtMs + keepDays * dayMs }
}

function forecast(kept: ReturnType<typeof recorded>[], maxBytes: number, maxBytesPerChannel?: number) {
  const channels = [...new Set(kept.map(({ username }) => username))].map((username) => ({
    username,
    bytes: kept.reduce((sum, one) => (one.username === username ? sum + one.bytes : sum), 0),
  }))
  return forecastStorage(channels, kept, { maxBytes, maxBytesPerChannel }, nowMs)
}

describe('[HEALTH-6] says when the room for recordings is full', () => {
  const old = recorded(20, 0)

  it('at the rate of the last seven days, of which what is older is no part', () => {
    // 70 bytes in seven days, and 230 from before: 10 a day, 100 to go.
    expect(forecast([recorded(20, 230), recorded(6, 30), recorded(1, 40)], 400)).toEqual({
      daysUntilFull: 10,
      measuredDays: 7,
    })
  })

  it('at the rate of the days that there are, and not at all before the first is over', () => {
    expect(forecast([recorded(2, 30), recorded(0.5, 30)], 180)).toEqual({ daysUntilFull: 4, measuredDays: 2 })
    expect(forecast([recorded(0.9, 30), recorded(0.5, 30)], 180)).toBeNull()
    expect(forecast([], 180)).toBeNull()
  })

  it('not where nothing was added, or it is full already', () => {
    expect(forecast([recorded(20, 230)], 400)).toBeNull()
    expect(forecast([old, recorded(1, 70)], 70)).toBeNull()
  })

  it('not where as much is deleted for its age, of what there is and of what is still to come', () => {
    const daily = Array.from({ length: 14 }, (_, day) => recorded(day + 0.5, 10, { keepDays: 14 }))
    expect(forecast(daily, 170)).toBeNull()
    // Ten a day, each kept for five days: 50 at most, and what is there goes.
    expect(forecast([old, recorded(1, 70, { keepDays: 5 })], 121)).toBeNull()
    expect(forecast([old, recorded(1, 70, { keepDays: 15 })], 121)).toEqual({ daysUntilFull: 6, measuredDays: 7 })
  })

  it('without what a channel may not keep', () => {
    const both = [old, recorded(1, 70), recorded(1, 70, { username: 'bob' })]
    expect(forecast(both, 260)).toEqual({ daysUntilFull: 6, measuredDays: 7 })
    expect(forecast(both, 260, 100)).toBeNull()
  })
})

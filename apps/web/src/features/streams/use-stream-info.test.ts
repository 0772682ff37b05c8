import { afterEach, expect, test, vi } from 'vitest'
import { maxJitter, offlineStreamInfo, refetchIntervalMs } from './use-stream-info.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['visible', 0, true],
  ['visible', 500, true],
  ['visible', 501, false],
  ['hidden', 0, false],
])(
  '[HOME-6] a %s page of a live stream with %i viewers asks at least every 5 s: %s',
  (visibilityState, viewers, isOften) => {
    vi.stubGlobal('document', { visibilityState })
    const live = { ...offlineStreamInfo('alice'), isLive: true, viewers }
    for (const jitter of [1, maxJitter]) {
      const intervalMs = Number(refetchIntervalMs(live, false, jitter))
      expect(intervalMs).toBeGreaterThan(1000)
      expect(intervalMs <= 5000, `${intervalMs} ms`).toBe(isOften)
    }
  },
)

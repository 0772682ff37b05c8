import { expect, test } from 'vitest'
import { KeyInterval } from './key-interval.ts'

function intervalAfter(...frames: [dtsMs: number, key: boolean][]): KeyInterval {
  const interval = new KeyInterval()
  for (const [dtsMs, key] of frames) {
    interval.push({ track: 'video', dtsMs, ptsMs: dtsMs, key, data: new Uint8Array(1) })
  }
  return interval
}
const video = (fromMs: number, untilMs: number, everyMs: number) =>
  Array.from({ length: (untilMs - fromMs) / 1000 }, (_, second): [number, boolean] => {
    return [fromMs + second * 1000, (second * 1000) % everyMs === 0]
  })

test('reports the longest of the last four intervals', () => {
  const keys = [0, 2000, 4000].map((ms): [number, boolean] => [ms, true])
  expect(intervalAfter(...keys).longestMs).toBe(2000)
  expect(intervalAfter(...video(0, 12_000, 5000), ...video(12_000, 21_000, 1000)).longestMs).toBe(1000)
  expect(intervalAfter(...video(0, 12_000, 5000), ...video(12_000, 15_000, 1000)).longestMs).toBe(5000)
})

test('is unknown before the second key frame, unless that is 4 seconds late', () => {
  expect(intervalAfter().longestMs).toBeUndefined()
  expect(intervalAfter([0, true], [1000, false], [3000, false]).longestMs).toBeUndefined()
  expect(intervalAfter(...video(0, 12_000, 99_000)).longestMs).toBe(11_000)
})

test('ignores audio and jumps of the clock', () => {
  const interval = intervalAfter(...video(0, 5000, 2000), ...video(3_600_000, 3_605_000, 2000))
  interval.push({ track: 'audio', dtsMs: 0, ptsMs: 0, key: true, data: new Uint8Array(1) })
  expect(interval.longestMs).toBe(2000)
  interval.clear()
  expect(interval.longestMs).toBeUndefined()
})

import type { Sample } from '@waggle/media/sample'
import { expect, test } from 'vitest'
import { RecentMedia } from './recent-media.ts'

const frame = (dtsMs: number, gopMs: number, bytes = 1000): Sample => ({
  ...{ track: 'video', dtsMs, ptsMs: dtsMs, key: dtsMs % gopMs === 0, data: new Uint8Array(bytes) },
})

test('returns the samples from the last key frame that is not after a time', () => {
  const recent = new RecentMedia()
  for (let ms = 0; ms <= 20_000; ms += 100) recent.add(frame(ms, 2000))
  expect(recent.since(17_950)[0]?.dtsMs).toBe(16_000)
  expect(recent.since(18_000)[0]?.dtsMs).toBe(18_000)
  expect(recent.since(18_000).at(-1)?.dtsMs).toBe(20_000)
})

test('keeps at least six seconds, and at most one GOP more', () => {
  const recent = new RecentMedia()
  for (let ms = 0; ms <= 60_000; ms += 100) recent.add(frame(ms, 2000))
  expect(recent.since(undefined)[0]?.dtsMs).toBe(54_000)
  expect(recent.since(50_000)).toEqual([])
})

test('begins with a key frame, also when other samples arrive first', () => {
  const recent = new RecentMedia()
  recent.add({ ...frame(0, 2000), track: 'audio' })
  for (let ms = 500; ms < 3000; ms += 100) recent.add(frame(ms, 2000))
  expect(recent.since(undefined)[0]?.dtsMs).toBe(2000)
})

test('holds a bounded number of bytes of a GOP that never ends', () => {
  const recent = new RecentMedia()
  for (let ms = 0; ms < 400_000; ms += 100) {
    recent.add(frame(ms, 1_000_000, 100_000))
    const held = recent.since(undefined).reduce((sum, { data }) => sum + data.length, 0)
    expect(held).toBeLessThanOrEqual(24 * 1024 * 1024)
  }
})

import type { Sample, VideoConfig } from '@waggle/media/sample'
import { expect, test } from 'vitest'
import { keptPictures, Thumbnailer } from './thumbnailer.ts'

test('keeps the pictures of the last minute, newest first', async () => {
  let nowMs = 0
  const thumbnailer = new Thumbnailer({
    maker: { hasFreeSlot: true, make: async (_video, key) => ({ small: key.data, large: key.data }) },
    log: { warn: () => {} } as never,
    now: () => nowMs,
    onPicture: () => {},
  })
  thumbnailer.config({ track: 'video' } as VideoConfig)
  for (let second = 0; second < 100; second += 2) {
    nowMs = second * 1000
    const key: Sample = { track: 'video', dtsMs: nowMs, ptsMs: nowMs, key: true, data: Uint8Array.of(second) }
    thumbnailer.sample(key)
    await Promise.resolve()
  }
  const seconds = thumbnailer.pictures.map(([second]) => second)
  expect(seconds).toEqual([96, 88, 80, 72, 64, 56])
  expect(seconds).toHaveLength(keptPictures)
  expect(thumbnailer.largePicture).toEqual(Uint8Array.of(96))
})

import { expect, test } from 'vitest'
import { commonCanvas, overlayScale } from './overlay-scale.ts'

const lettersPx = 15

test('[DASH-11] letters are tied to the size of the window, within bounds', () => {
  expect(overlayScale(commonCanvas) * lettersPx).toBeCloseTo(0.024 * 1080)
  expect(overlayScale({ width: 1280, height: 720 }) * lettersPx).toBeCloseTo(0.024 * 720)
  // A column of chat: not the letters of its height.
  expect(overlayScale({ width: 400, height: 1080 }) * lettersPx).toBeCloseTo(18)
  expect(overlayScale({ width: 320, height: 180 })).toBe(1)
  expect(overlayScale({ width: 30_000, height: 20_000 })).toBe(4)
})

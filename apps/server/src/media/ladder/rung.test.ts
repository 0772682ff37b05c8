import { expect, test } from 'vitest'
import { planRungs } from './rung.ts'

const sizes = (width: number, height: number, codec: 'avc' | 'hevc' | 'av1' = 'avc', heights?: number[]) =>
  planRungs({ codec, width, height }, heights).map((rung) => `${rung.width}x${rung.height}`)

test('rungs are strictly below the source, with its aspect ratio and even widths', () => {
  expect(sizes(1920, 1080)).toEqual(['854x480', '640x360', '1280x720'])
  expect(sizes(2560, 1440)).toEqual(['854x480', '640x360', '1280x720', '1920x1080'])
  expect(sizes(1280, 720)).toEqual(['854x480', '640x360'])
  expect(sizes(640, 480)).toEqual(['480x360'])
  expect(sizes(640, 360)).toEqual([])
  expect(sizes(720, 720)).toEqual(['480x480', '360x360'])
  for (const size of sizes(1366, 768)) expect(Number(size.split('x')[0]) % 2).toBe(0)
})

test('the shorter side counts, so a portrait picture has the rungs of the same picture in landscape', () => {
  expect(sizes(720, 1280)).toEqual(['480x854', '360x640'])
  expect(sizes(1080, 1920)).toEqual(['480x854', '360x640', '720x1280'])
  expect(sizes(360, 640)).toEqual([])
  expect(planRungs({ codec: 'avc', width: 720, height: 1280 }).map(({ name, maxKbps }) => [name, maxKbps])).toEqual(
    planRungs({ codec: 'avc', width: 1280, height: 720 }).map(({ name, maxKbps }) => [name, maxKbps]),
  )
})

test('a source that browsers cannot play is also offered at its own size', () => {
  expect(sizes(1280, 720, 'hevc')).toEqual(['854x480', '640x360', '1280x720'])
  expect(sizes(1280, 720, 'av1')).toContain('1280x720')
})

test('a list of rungs is respected, and still never exceeds the source', () => {
  expect(sizes(1280, 720, 'avc', [1080, 360])).toEqual(['640x360'])
})

test('sizes that only an attacker sends produce no rungs', () => {
  expect(sizes(65_535, 65_535)).toEqual([])
  expect(sizes(2, 60_000)).toEqual([])
  expect(sizes(500, 16_000)).toEqual([])
})

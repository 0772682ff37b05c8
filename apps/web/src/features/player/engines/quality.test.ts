import { expect, test } from 'vitest'
import { automaticQuality, hasLowerQuality, qualitiesOf } from './quality.ts'

test('[PLAYER-4] levels are named by size, or by bitrate when the size is unknown, and sorted best first with their own index', () => {
  const levels = [{ height: 360, bitrate: 800_000 }, { bitrate: 1_234_567 }, { height: 1080, bitrate: 6_000_000 }]
  expect(qualitiesOf(levels)).toEqual([
    { index: 2, height: 1080, bitrate: 6_000_000, name: '1080p' },
    { index: 0, height: 360, bitrate: 800_000, name: '360p' },
    { index: 1, height: 0, bitrate: 1_234_567, name: '1235k' },
  ])
})

test('[PLAYER-4] a portrait level is named by its width, the shorter side', () => {
  const levels = [
    { width: 360, height: 640, bitrate: 800_000 },
    { width: 720, height: 1280, bitrate: 3_000_000 },
  ]
  expect(qualitiesOf(levels).map(({ name }) => name)).toEqual(['720p', '360p'])
})

test('a lower quality exists only below the one that plays', () => {
  const ladder = qualitiesOf([
    { height: 720, bitrate: 3_000_000 },
    { height: 360, bitrate: 800_000 },
  ])
  const source = qualitiesOf([{ height: 720, bitrate: 3_000_000 }])
  expect([hasLowerQuality(ladder, 0), hasLowerQuality(ladder, 1)]).toEqual([true, false])
  expect([hasLowerQuality(source, 0), hasLowerQuality(source, automaticQuality)]).toEqual([false, false])
  expect([hasLowerQuality(ladder, automaticQuality), hasLowerQuality([], automaticQuality)]).toEqual([true, false])
})

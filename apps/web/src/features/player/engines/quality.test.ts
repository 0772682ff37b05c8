import { expect, test } from 'vitest'
import { automaticQuality, hasLowerQuality, qualitiesOf } from './quality.ts'

test('[PLAYER-4] levels are named by height, or by bitrate when the height is unknown, and sorted best first with their own index', () => {
  const levels = [{ height: 360, bitrate: 800_000 }, { bitrate: 1_234_567 }, { height: 1080, bitrate: 6_000_000 }]
  expect(qualitiesOf(levels)).toEqual([
    { index: 2, height: 1080, bitrate: 6_000_000, name: '1080p' },
    { index: 0, height: 360, bitrate: 800_000, name: '360p' },
    { index: 1, height: 0, bitrate: 1_234_567, name: '1235k' },
  ])
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

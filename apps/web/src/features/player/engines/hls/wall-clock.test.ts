import { expect, test } from 'vitest'
import { momentAt, positionAt, startingAt } from './wall-clock.ts'

/** Six seconds, an interruption of a minute, and two seconds more. */
const segments = [
  { start: 0, duration: 2, programDateTime: 1000 },
  { start: 2, duration: 2, programDateTime: 3000 },
  { start: 4, duration: 2, programDateTime: 5000 },
  { start: 6, duration: 2, programDateTime: 67_000 },
]

test.each([
  [0, 0],
  [1000, 0],
  [4500, 3.5],
  [7000, 6],
  [40_000, 6],
  [68_000, 7],
  [900_000, 8],
])('the moment %i is at %d s', (moment, position) => {
  expect(positionAt(segments, moment)).toBeCloseTo(position)
})

test.each([
  [0, 1000],
  [3.5, 4500],
  [5.9, 6900],
  [6, 67_000],
  [9, 69_000],
])('at %d s is the moment %i', (position, moment) => {
  expect(momentAt(segments, position)).toBeCloseTo(moment)
})

test('nothing is known of no segments', () => {
  expect([positionAt([], 5), momentAt([], 5)]).toEqual([0, undefined])
})

test('a playlist begins at a moment, also after an interruption', () => {
  const playlist = [
    '#EXTM3U',
    '#EXT-X-TARGETDURATION:2',
    '#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:01.000Z',
    '#EXTINF:2.0,',
    '1.m4s',
    '#EXTINF:2.0,',
    '2.m4s',
    '#EXT-X-DISCONTINUITY',
    '#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:01:07.000Z',
    '#EXTINF:2.0,',
    '3.m4s',
    '',
  ].join('\n')
  const startOf = (atMs: number) => /^#EXT-X-START:TIME-OFFSET=(.*)$/m.exec(startingAt(playlist, atMs))?.[1]
  expect([1000, 4500, 40_000, 68_000].map((atMs) => Number(startOf(atMs)))).toEqual([0, 3.5, 4, 5])
  expect(startingAt('#EXTM3U\n#EXT-X-ENDLIST\n', 5)).not.toContain('EXT-X-START')
})

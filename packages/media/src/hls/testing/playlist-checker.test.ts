import { expect, test } from 'vitest'
import { PlaylistChecker } from './playlist-checker.ts'

const first = `#EXTM3U
#EXT-X-VERSION:9
#EXT-X-TARGETDURATION:2
#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.014,CAN-SKIP-UNTIL=12.0
#EXT-X-PART-INF:PART-TARGET=0.338
#EXT-X-MEDIA-SEQUENCE:7
#EXT-X-DISCONTINUITY-SEQUENCE:0
#EXT-X-MAP:URI="init-1.mp4"
#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x01
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
#EXT-X-PART:DURATION=0.33300,URI="part-7-0.m4s",INDEPENDENT=YES
#EXT-X-PART:DURATION=0.33300,URI="part-7-1.m4s"
#EXTINF:0.66600,
seg-7.m4s
#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x02
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.666Z
#EXT-X-PART:DURATION=0.33300,URI="part-8-0.m4s",INDEPENDENT=YES
#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part-8-1.m4s"
`
const next = first
  .replace('#EXT-X-PRELOAD', '#EXT-X-PART:DURATION=0.333,URI="part-8-1.m4s"\n#EXT-X-PRELOAD')
  .replace('T:TYPE=PART,URI="part-8-1', 'T:TYPE=PART,URI="part-8-2')

function violations(...playlists: string[]): string[] {
  const checker = new PlaylistChecker()
  for (const playlist of playlists) checker.check(playlist)
  return checker.violations
}

test('finds nothing in two valid playlists', () => {
  expect(violations(first, next)).toEqual([])
})

test.for([
  ['constants', 'PART-TARGET=0.338', 'PART-TARGET=0.340', 'constants changed'],
  ['hold back', 'PART-HOLD-BACK=1.014', 'PART-HOLD-BACK=0.9', 'PART-HOLD-BACK is below'],
  ['skip boundary', 'CAN-SKIP-UNTIL=12.0', 'CAN-SKIP-UNTIL=11.0', 'CAN-SKIP-UNTIL is below'],
  ['sequence', 'SEQUENCE:7', 'SEQUENCE:6', 'media sequence went back'],
  ['longer than the target', '#EXTINF:0.66600', '#EXTINF:2.60000', 'longer than the target duration'],
  ['parts and segment', '#EXTINF:0.66600', '#EXTINF:0.76600', 'its parts last'],
  ['part too long', 'DURATION=0.33300,URI="part-8-0', 'DURATION=0.33900,URI="part-8-0', 'longer than the part target'],
  ['part too short', 'DURATION=0.333,URI="part-8-1', 'DURATION=0.200,URI="part-8-1', 'too short for hls.js'],
  [
    'part below 85 %',
    'DURATION=0.33300,URI="part-8-0.m4s",INDEPENDENT=YES',
    'DURATION=0.28000,URI="part-8-0.m4s"',
    '85 %',
  ],
  ['another part', 'part-7-1.m4s', 'part-7-9.m4s', 'a part changed'],
  ['another key', 'IV=0x01', 'IV=0x03', 'key or map changed'],
  ['a key and IV used twice', 'IV=0x02', 'IV=0x01', 'same key and IV as the previous segment'],
  ['a line', 'part-8-2.m4s"\n', 'part-8-2.m4s"', 'has no line break'],
  ['the hint', '"part-8-1.m4s"', '"part-8-7.m4s"', 'hinted part-8-1.m4s'],
  ['no map', '#EXT-X-MAP:URI="init-1.mp4"\n', '', 'no map'],
  ['no hint', /#EXT-X-PRELOAD.*\n/, '', 'no preload hint'],
  ['a missing end', /#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x02[\s\S]*/, '#EXT-X-ENDLIST\n', 'became shorter'],
] as const)('finds: %s', ([, from, to, violation]) => {
  expect(violations(first, next.replace(from, to)).join()).toContain(violation)
})

test('finds a map after a key tag', () => {
  const moved = first.replace(/(#EXT-X-MAP.*\n)(#EXT-X-KEY.*\n)/, '$2$1')
  expect(() => violations(moved)).toThrow('EXT-X-MAP under an EXT-X-KEY')
})

import { expect, test } from 'vitest'
import { lineViolations } from './playlist-lines.ts'

const good = `#EXTM3U
#EXT-X-VERSION:9
#EXT-X-TARGETDURATION:2
#EXT-X-MEDIA-SEQUENCE:7
#EXT-X-MAP:URI="init-1.mp4"
#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x01
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
#EXT-X-PART:DURATION=0.33300,URI="part-7-0.m4s",INDEPENDENT=YES
#EXTINF:0.33300,
seg-7.m4s
#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part-8-0.m4s"
`

test('finds nothing in a valid playlist', () => {
  expect(lineViolations(good)).toEqual([])
})

test.for([
  ['a byte order mark', '#EXTM3U', '\ufeff#EXTM3U', 'byte order mark'],
  ['no end of line', 'part-8-0.m4s"\n', 'part-8-0.m4s"', 'has no line break'],
  ['a blank line', '#EXTINF', '\n#EXTINF', 'blank'],
  ['a carriage return', 'seg-7.m4s', 'seg-7.m4s\r', 'blank'],
  ['a tag that does not exist', '#EXT-X-MAP', '#EXT-X-MAPS', 'unknown tag #EXT-X-MAPS'],
  ['a tag twice', '#EXT-X-VERSION:9', '#EXT-X-VERSION:9\n#EXT-X-VERSION:9', '#EXT-X-VERSION 2 times'],
  ['a key tag after a part', '#EXTINF', '#EXT-X-KEY:METHOD=NONE\n#EXTINF', '#EXT-X-KEY after a part'],
  ['a segment without a duration', /#EXTINF.*\n/, '', 'without EXTINF'],
  ['a tag after the duration', 'seg-7', '#EXT-X-GAP\nseg-7', 'between EXTINF'],
  ['an address twice', 'seg-7.m4s', 'part-7-0.m4s', 'a second time'],
  ['a hint at an existing part', 'part-8-0', 'part-7-0', 'which exists'],
  ['a low version', 'VERSION:9', 'VERSION:5', 'version 5'],
  ['a version too low to skip', 'VERSION:9', 'VERSION:8\n#EXT-X-SKIP:SKIPPED-SEGMENTS=1', 'version 8'],
] as const)('finds %s', ([, from, to, violation]) => {
  expect(lineViolations(good.replace(from, to)).join()).toContain(violation)
})

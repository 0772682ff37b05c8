import { expect, test } from 'vitest'
import type { HlsStream } from '../hls-stream.ts'
import { type Encoding, encode, feed, type MediaItem } from '../testing/encoder.ts'
import { fragmentsOf } from '../testing/fragments.ts'
import { getText, open, Viewer } from '../testing/viewer.ts'

/** The segments of a rendition: sequence number, discontinuity number, wall clock. */
async function segmentsOf(stream: HlsStream, name: string) {
  const text = await getText(stream, `${name}/media.m3u8`)
  const first = Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1])
  let discontinuity = Number(/DISCONTINUITY-SEQUENCE:(\d+)/.exec(text)?.[1] ?? 0)
  return text
    .split('#EXT-X-PROGRAM-DATE-TIME:')
    .slice(0, -1)
    .map((before, index) => {
      if (before.slice(before.lastIndexOf('\nseg-')).includes('#EXT-X-DISCONTINUITY\n')) discontinuity += 1
      return {
        sequence: first + index,
        discontinuity,
        date: text.split('#EXT-X-PROGRAM-DATE-TIME:')[index + 1]?.slice(0, 24),
      }
    })
}

/** Feeds two renditions. The media of the small picture arrives `lateMs` after that of the large one. */
async function feedBoth(
  stream: HlsStream,
  large: readonly MediaItem[],
  small: readonly MediaItem[],
  options: { lateMs?: number; isLost?: (dtsMs: number) => boolean } = {},
) {
  const { lateMs = 40, isLost = () => false } = options
  const source = stream.addRendition('large')
  const follower = stream.addRendition('small')
  let nowMs = 0
  const waiting = [...small]
  for (const item of large) {
    feed(source, [item])
    if ('sample' in item) nowMs = Math.max(nowMs, item.sample.dtsMs)
    while (waiting[0] !== undefined && (!('sample' in waiting[0]) || waiting[0].sample.dtsMs <= nowMs - lateMs)) {
      const next = waiting.shift()
      if (next && !('sample' in next && next.sample.track === 'video' && isLost(next.sample.dtsMs)))
        feed(follower, [next])
    }
  }
}

const longGop = { gopFrames: 900, extra: ['-force_key_frames', '0,2,4'] }

const pairs: [string, Encoding, Encoding][] = [
  ['every 2 s, half the frame rate', { rate: '60', gopFrames: 120 }, { rate: '30', gopFrames: 60 }],
  ['every second, two to a segment', { rate: '30', gopFrames: 30 }, { rate: '30', gopFrames: 30 }],
  ['every 0.8 s', { rate: '25', gopFrames: 20 }, { rate: '25', gopFrames: 20 }],
  ['at 0, 2 and 4 s, then none', longGop, longGop],
]

const delays = [40, 250, 900]

test.for(pairs)('key frames %s: both renditions have the same segments', async ([, a, b]) => {
  const [large, small] = await Promise.all([
    encode({ ...a, bFrames: 0, seconds: 14 }),
    encode({ ...b, bFrames: 0, seconds: 14, size: '80x46' }),
  ])
  for (const lateMs of delays) {
    const { stream } = openEmpty()
    await feedBoth(stream, large, small, { lateMs })
    const [first, second] = [await segmentsOf(stream, 'large'), await segmentsOf(stream, 'small')]
    expect(second.length).toBeGreaterThan(2)
    expect(first.length - second.length).toBeLessThanOrEqual(2)
    for (const segment of second) expect(first).toContainEqual(segment)
  }
})

test('a rendition added in the middle of a segment starts with the next one', async () => {
  const large = await encode({ gopFrames: 30, bFrames: 0, seconds: 12 })
  const { stream } = openEmpty()
  await feedBoth(stream, large, large, { isLost: (dtsMs) => dtsMs < 3000 })
  const second = await segmentsOf(stream, 'small')
  expect(second.length).toBeGreaterThan(2)
  const first = await segmentsOf(stream, 'large')
  for (const segment of second) expect(first).toContainEqual(segment)
})

test.for([
  [4500, 9500],
  [4500, 7100],
  [3950, 6020],
  [4500, 6500],
])(
  'after losing media from %i to %i ms, a rendition continues with the numbers and times of the leader',
  async ([from, until]) => {
    const large = await encode({ gopFrames: 60, bFrames: 0, seconds: 16 })
    const { stream } = openEmpty()
    await feedBoth(stream, large, large, { isLost: (dtsMs) => dtsMs > (from ?? 0) && dtsMs < (until ?? 0) })
    const [first, second] = [await segmentsOf(stream, 'large'), await segmentsOf(stream, 'small')]
    expect(second.length).toBeGreaterThan(0)
    for (const segment of second) expect(first).toContainEqual(segment)
  },
)

test('an encoder that reconnects makes one discontinuity in both', async () => {
  const media = await encode({ gopFrames: 60, bFrames: 0, seconds: 7 })
  const { stream } = openEmpty()
  const source = stream.addRendition('large')
  const follower = stream.addRendition('small')
  for (const shiftMs of [0, 500]) {
    for (const item of media) feed(source, [item], shiftMs)
    for (const item of media) feed(follower, [item], shiftMs)
    stream.interrupt()
  }
  const first = await segmentsOf(stream, 'large')
  expect(first.at(-1)?.discontinuity).toBe((first[0]?.discontinuity ?? 0) + 1)
  expect(await segmentsOf(stream, 'small')).toEqual(first)
})

test('the playlists of both are always valid', async () => {
  const large = await encode({ rate: '30', gopFrames: 30, bFrames: 0, seconds: 10 })
  const { stream, source } = open()
  const follower = stream.addRendition('small')
  const viewer = new Viewer(stream, 'small')
  viewer.isStrict = false
  feed(source, large.slice(0, 150))
  let position = 150
  for (const item of large) {
    feed(source, large.slice(position, position + 1))
    position += 1
    feed(follower, [item])
    if (
      (
        await stream.handle({
          path: 'small/media.m3u8',
          query: new URLSearchParams(),
          signal: () => AbortSignal.abort(),
        })
      ).status === 200
    )
      await viewer.poll()
  }
  expect(viewer.checker.violations).toEqual([])
  const starts = [...viewer.parts.values()].flatMap((part) => fragmentsOf(part).filter(({ trackId }) => trackId === 1))
  for (const [index, { startTime }] of starts.entries()) {
    const before = starts[index - 1]
    const end = before?.samples.reduce((sum, { duration }) => sum + duration, before.startTime)
    if (end !== undefined) expect(startTime).toBe(end)
  }
})

test('a held request for a rendition that is removed is answered with 404', async () => {
  const media = await encode({ bFrames: 0 })
  const { stream, source } = open()
  const follower = stream.addRendition('small')
  feed(source, media)
  feed(follower, media)
  const text = await getText(stream, 'small/media.m3u8')
  const last = Number(/.*part-(\d+)-/s.exec(text)?.[1])
  const held = stream.handle({ path: 'small/media.m3u8', query: new URLSearchParams(`_HLS_msn=${last + 1}`) })
  stream.removeRendition('small')
  expect((await held).status).toBe(404)
  expect(await getText(stream, 'master.m3u8')).not.toContain('small')
})

test('a rendition that was removed and added again uses no address twice, because caches keep what they stored', async () => {
  const media = await encode({ bFrames: 0 })
  const { stream, source } = open()
  const addresses = async () =>
    [...(await getText(stream, 'small/media.m3u8')).matchAll(/(?:init|seg|part)-[-\d]+/g)].map(([address]) => address)
  feed(source, media)
  feed(stream.addRendition('small'), media)
  const before = new Set(await addresses())
  stream.removeRendition('small')
  const again = stream.addRendition('small')
  feed(source, media, 8000)
  // Its encoder starts with recent media again, which does not result in the same bytes.
  feed(again, media)
  feed(again, media, 8000)
  const after = await addresses()
  expect(after).toContain('init-2')
  expect(after.filter((address) => before.has(address))).toEqual([])
  expect((await segmentsOf(stream, 'small')).length).toBeGreaterThanOrEqual(2)
})

function openEmpty(): { stream: HlsStream } {
  const { stream } = open()
  stream.removeRendition('source')
  return { stream }
}

test('another picture size of the leader makes one discontinuity in both, although the other size is unchanged', async () => {
  const [large, larger, small] = await Promise.all([
    encode({ bFrames: 0, seconds: 7 }),
    encode({ bFrames: 0, seconds: 7, size: '320x180' }),
    encode({ bFrames: 0, seconds: 7, size: '80x46' }),
  ])
  const { stream } = openEmpty()
  const source = stream.addRendition('large')
  const follower = stream.addRendition('small')
  // Seven seconds end in the middle of a GOP; the second film starts with a key frame anyway.
  for (const [film, shiftMs] of [
    [large, 0],
    [larger, 7000],
  ] as const) {
    feed(source, film, shiftMs)
    feed(follower, shiftMs === 0 ? small : small.filter((item) => 'sample' in item), shiftMs)
  }
  const first = await segmentsOf(stream, 'large')
  expect(first.at(-1)?.discontinuity).toBe(1)
  expect(await segmentsOf(stream, 'small')).toEqual(first)
})

import { expect, test } from 'vitest'
import { encode, type MediaItem, samplesOf, shiftSample } from '../testing/encoder.ts'
import { decode, getText, open, type Packet, Viewer } from '../testing/viewer.ts'

const picture = await encode({ seconds: 8 })
const configs = picture.filter((item) => 'config' in item)
const without = (media: MediaItem[], track: string) =>
  media.filter((item) => ('config' in item ? item.config : item.sample).track !== track)
const between = (media: MediaItem[], fromMs: number, toMs: number) =>
  media.filter((item) => 'sample' in item && item.sample.dtsMs >= fromMs && item.sample.dtsMs < toMs)
const shifted = (media: MediaItem[], ms: number): MediaItem[] =>
  media.map((item) => ('sample' in item ? { sample: shiftSample(item.sample, ms) } : item))
const times = (packets: Packet[], stream: number) => packets.filter((packet) => packet.stream === stream)

async function watchAll(media: MediaItem[], isStrict = true) {
  const { stream, source } = open({ windowSegments: 100 })
  const viewer = new Viewer(stream)
  viewer.isStrict = isStrict
  await viewer.watch(source, media)
  return { stream, source, viewer }
}

async function finish({ stream, viewer }: Awaited<ReturnType<typeof watchAll>>) {
  stream.end()
  await viewer.poll()
  expect(viewer.checker.violations).toEqual([])
  expect(viewer.deltas.violations).toEqual([])
  return viewer.playlist?.segments ?? []
}

test('audio only: parts are equal and consist of whole frames', async () => {
  for (const audioRateHz of [44_100, 48_000]) {
    const watched = await watchAll(await encode({ video: false, seconds: 9, audioRateHz }))
    const segments = await finish(watched)
    expect(segments[0]?.durationS).toBeCloseTo(2, 1)
    for (const durations of [...watched.viewer.partDurations.values()].slice(0, -1)) {
      expect(Math.min(...durations) / Math.max(...durations)).toBeGreaterThanOrEqual(0.85)
      expect(durations).toHaveLength(6)
    }
    const packets = await decode(watched.viewer.file())
    expect(packets.length).toBeGreaterThan((8.7 * audioRateHz) / 1024)
    packets.forEach((packet, index) => {
      expect(packet.pts).toBeCloseTo((index * 1024) / audioRateHz, 4)
    })
    expect(await getText(watched.stream, 'master.m3u8')).toContain('CODECS="mp4a.40.2"\n')
  }
})

test('video only', async () => {
  const watched = await watchAll(without(picture, 'audio'))
  const segments = await finish(watched)
  expect(segments.map(({ durationS }) => Math.round(durationS * 100) / 100)).toEqual([2, 2, 2, 2])
  expect(times(await decode(watched.viewer.file()), 0).length).toBe(240)
})

test('video with an announced audio track that never arrives', async () => {
  const watched = await watchAll([...configs, ...without(between(picture, 0, 6000), 'audio')])
  await finish(watched)
  expect(new Set((await decode(watched.viewer.file())).map(({ stream }) => stream))).toEqual(new Set([0]))
})

test('audio that arrives late starts with a new initialisation segment at a key frame', async () => {
  const early = without(between(picture, 0, 3000), 'audio')
  const watched = await watchAll([...configs, ...early, ...between(picture, 3000, 8000)])
  const segments = await finish(watched)
  expect(segments.map(({ map }) => map)).toEqual(['init-1.mp4', 'init-1.mp4', 'init-2.mp4', 'init-2.mp4'])
  expect(segments.map(({ discontinuity }) => discontinuity)).toEqual([0, 0, 1, 1])
  const later = await decode(watched.viewer.file('init-2.mp4'))
  expect(times(later, 0)[0]?.key).toBe(true)
  expect(times(later, 1).length).toBeGreaterThan(180)
})

test('another picture size gets a new initialisation segment', async () => {
  const wide = await encode({ seconds: 6, size: '320x180' })
  const watched = await watchAll([...picture, ...shifted(wide, 8000)])
  const segments = await finish(watched)
  expect(new Set(segments.map(({ map }) => map))).toEqual(new Set(['init-1.mp4', 'init-2.mp4']))
  expect(watched.stream.info()).toMatchObject({ width: 320, height: 180, frameRate: 30 })
  expect(times(await decode(watched.viewer.file('init-2.mp4')), 0).length).toBeGreaterThanOrEqual(174)
})

test('a repeated configuration changes nothing', async () => {
  const again = [...between(picture, 0, 3000), ...configs, ...between(picture, 3000, 8000)]
  const segments = await finish(await watchAll([...configs, ...again]))
  expect(segments.every(({ discontinuity }) => discontinuity === 0)).toBe(true)
})

test('an encoder that reconnects continues where the timeline ended', async () => {
  const watched = await watchAll([...configs, ...between(picture, 0, 4500)], false)
  watched.stream.interrupt()
  await watched.viewer.poll()
  const before = watched.viewer.playlist
  expect(before?.segments.at(-1)?.uri).toBeDefined()
  expect(before?.hint).toBeDefined()
  // The new encoder has another clock and another GOP length.
  await watched.viewer.watch(watched.source, shifted(await encode({ seconds: 5, rate: '25', gopFrames: 50 }), 123_456))
  const segments = await finish(watched)
  expect(segments.at(-1)).toMatchObject({ discontinuity: 1, map: 'init-2.mp4' })
  const old = times(await decode(watched.viewer.file()), 0)
  const end = old.reduce((latest, packet) => Math.max(latest, packet.dts + packet.duration), 0)
  const resumed = times(await decode(watched.viewer.file('init-2.mp4')), 0)
  expect(resumed[0]?.dts).toBeCloseTo(end, 3)
  expect(resumed.length).toBeGreaterThanOrEqual(120)
})

test.for([
  ['forward', 3_600_000],
  ['backward', -3900],
])('a clock that jumps %s makes a discontinuity without a gap', async ([, jumpMs]) => {
  const jump = Number(jumpMs)
  const watched = await watchAll([
    ...configs,
    ...between(picture, 0, 4000),
    ...shifted(between(picture, 4000, 8000), jump),
  ])
  const segments = await finish(watched)
  expect(segments.at(-1)?.discontinuity).toBe(1)
  const old = times(await decode(watched.viewer.file()), 0)
  const last = old.at(-1)
  const next = times(await decode(watched.viewer.file('init-2.mp4')), 0)[0]
  expect(next?.dts).toBeCloseTo((last?.dts ?? 0) + (last?.duration ?? 0), 3)
})

test('audio continues when the video stops, and the video may resume', async () => {
  const frozen = [...between(picture, 0, 3000), ...without(between(picture, 3000, 6000), 'video')]
  const watched = await watchAll([...configs, ...frozen], false)
  const length = () =>
    watched.viewer.playlist?.segments.reduce((sum, segment) => {
      return sum + (segment.uri ? segment.durationS : segment.parts.reduce((total, part) => total + part.durationS, 0))
    }, 0)
  expect(length()).toBeGreaterThan(4.5)
  await watched.viewer.watch(watched.source, between(picture, 6000, 8000))
  await finish(watched)
  const packets = await decode(watched.viewer.file())
  const sound = times(packets, 1)
  sound.forEach((packet, index) => {
    if (index > 0) expect(packet.pts - (sound[index - 1]?.pts ?? 0)).toBeCloseTo(1024 / 48_000, 4)
  })
  expect(times(packets, 0).at(-1)?.dts).toBeGreaterThan(7.6)
})

test('video continues when the audio stops', async () => {
  const watched = await watchAll([
    ...configs,
    ...between(picture, 0, 3000),
    ...without(between(picture, 3000, 8000), 'audio'),
  ])
  expect(watched.viewer.playlist?.segments.length).toBe(4)
  await finish(watched)
})

test('missing frames leave no gap and do not shift later frames', async () => {
  const lossy = picture.filter(
    (item) =>
      !('sample' in item) ||
      item.sample.track === 'audio' ||
      item.sample.key ||
      Math.floor(item.sample.dtsMs / 33) % 17 > 2,
  )
  const watched = await watchAll(lossy)
  await finish(watched)
  const sent = samplesOf(lossy).filter((sample) => sample.track === 'video')
  const video = times(await decode(watched.viewer.file(), false), 0)
  const shift = (video[0]?.pts ?? 0) - (sent[0]?.ptsMs ?? 0) / 1000
  const late = video.filter((packet, index) => Math.abs(packet.pts - shift - (sent[index]?.ptsMs ?? 0) / 1000) > 0.003)
  // Only a frame that follows a gap at the start of a part is shown early.
  expect(late.length).toBeLessThan(video.length / 10)
  expect(video.at(-1)?.pts).toBeCloseTo((sent[video.length - 1]?.ptsMs ?? 0) / 1000 + shift, 2)
})

test('a pause in both tracks is cut out', async () => {
  const paused = [...configs, ...between(picture, 0, 4000), ...between(picture, 6000, 8000)]
  const watched = await watchAll(paused)
  const segments = await finish(watched)
  expect(segments.every(({ discontinuity }) => discontinuity === 0)).toBe(true)
  const video = times(await decode(watched.viewer.file()), 0)
  const steps = video.slice(1).map((packet, index) => packet.dts - (video[index]?.dts ?? 0))
  expect(Math.max(...steps)).toBeLessThan(0.6)
})

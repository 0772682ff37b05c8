import { expect, test } from 'vitest'
import { encode, type Medium, moved, samplesOf } from '../testing/encoder.ts'
import { decode, getText, open, type Packet, Viewer } from '../testing/viewer.ts'

const picture = await encode({ seconds: 8 })
const configs = picture.filter((medium) => 'config' in medium)
const without = (media: Medium[], track: string) =>
  media.filter((medium) => ('config' in medium ? medium.config : medium.sample).track !== track)
const between = (media: Medium[], fromMs: number, toMs: number) =>
  media.filter((medium) => 'sample' in medium && medium.sample.dtsMs >= fromMs && medium.sample.dtsMs < toMs)
const shifted = (media: Medium[], ms: number): Medium[] =>
  media.map((medium) => ('sample' in medium ? { sample: moved(medium.sample, ms) } : medium))
const times = (packets: Packet[], stream: number) => packets.filter((packet) => packet.stream === stream)

async function watching(media: Medium[], hasUsualSegments = true) {
  const { stream, source } = open({ windowSegments: 100 })
  const viewer = new Viewer(stream)
  viewer.hasUsualSegments = hasUsualSegments
  await viewer.watch(source, media)
  return { stream, source, viewer }
}

async function finish({ stream, viewer }: Awaited<ReturnType<typeof watching>>) {
  stream.end()
  await viewer.look()
  expect(viewer.checker.violations).toEqual([])
  expect(viewer.deltas.violations).toEqual([])
  return viewer.playlist?.segments ?? []
}

test('sound only: equal parts of whole frames', async () => {
  for (const audioRateHz of [44_100, 48_000]) {
    const watched = await watching(await encode({ video: false, seconds: 9, audioRateHz }))
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

test('picture only', async () => {
  const watched = await watching(without(picture, 'audio'))
  const segments = await finish(watched)
  expect(segments.map(({ durationS }) => Math.round(durationS * 100) / 100)).toEqual([2, 2, 2, 2])
  expect(times(await decode(watched.viewer.file()), 0).length).toBe(240)
})

test('a picture whose sound is announced and never comes', async () => {
  const watched = await watching([...configs, ...without(between(picture, 0, 6000), 'audio')])
  await finish(watched)
  expect(new Set((await decode(watched.viewer.file())).map(({ stream }) => stream))).toEqual(new Set([0]))
})

test('late sound begins with a new initialisation segment at a key frame', async () => {
  const early = without(between(picture, 0, 3000), 'audio')
  const watched = await watching([...configs, ...early, ...between(picture, 3000, 8000)])
  const segments = await finish(watched)
  expect(segments.map(({ map }) => map)).toEqual(['init-1.mp4', 'init-1.mp4', 'init-2.mp4', 'init-2.mp4'])
  expect(segments.map(({ discontinuity }) => discontinuity)).toEqual([0, 0, 1, 1])
  const later = await decode(watched.viewer.file('init-2.mp4'))
  expect(times(later, 0)[0]?.key).toBe(true)
  expect(times(later, 1).length).toBeGreaterThan(180)
})

test('another picture size goes on under a new initialisation segment', async () => {
  const wide = await encode({ seconds: 6, size: '320x180' })
  const watched = await watching([...picture, ...shifted(wide, 8000)])
  const segments = await finish(watched)
  expect(new Set(segments.map(({ map }) => map))).toEqual(new Set(['init-1.mp4', 'init-2.mp4']))
  expect(watched.stream.info()).toMatchObject({ width: 320, height: 180, frameRate: 30 })
  expect(times(await decode(watched.viewer.file('init-2.mp4')), 0).length).toBeGreaterThanOrEqual(174)
})

test('the same configuration again changes nothing', async () => {
  const again = [...between(picture, 0, 3000), ...configs, ...between(picture, 3000, 8000)]
  const segments = await finish(await watching([...configs, ...again]))
  expect(segments.every(({ discontinuity }) => discontinuity === 0)).toBe(true)
})

test('an encoder that comes back goes on where the timeline ended', async () => {
  const watched = await watching([...configs, ...between(picture, 0, 4500)], false)
  watched.stream.interrupt()
  await watched.viewer.look()
  const before = watched.viewer.playlist
  expect(before?.segments.at(-1)?.uri).toBeDefined()
  expect(before?.hint).toBeDefined()
  // Another clock, and another group length.
  await watched.viewer.watch(watched.source, shifted(await encode({ seconds: 5, rate: '25', group: 50 }), 123_456))
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
])('a clock that jumps %s is a discontinuity without a hole', async ([, jumpMs]) => {
  const jump = Number(jumpMs)
  const watched = await watching([
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

test('sound goes on when the picture stops, and the picture may come back', async () => {
  const frozen = [...between(picture, 0, 3000), ...without(between(picture, 3000, 6000), 'video')]
  const watched = await watching([...configs, ...frozen], false)
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

test('the picture goes on when the sound stops', async () => {
  const watched = await watching([
    ...configs,
    ...between(picture, 0, 3000),
    ...without(between(picture, 3000, 8000), 'audio'),
  ])
  expect(watched.viewer.playlist?.segments.length).toBe(4)
  await finish(watched)
})

test('missing frames leave no hole and move nothing after them', async () => {
  const lossy = picture.filter(
    (medium) =>
      !('sample' in medium) ||
      medium.sample.track === 'audio' ||
      medium.sample.key ||
      Math.floor(medium.sample.dtsMs / 33) % 17 > 2,
  )
  const watched = await watching(lossy)
  await finish(watched)
  const sent = samplesOf(lossy).filter((sample) => sample.track === 'video')
  const video = times(await decode(watched.viewer.file(), false), 0)
  const shift = (video[0]?.pts ?? 0) - (sent[0]?.ptsMs ?? 0) / 1000
  const late = video.filter((packet, index) => Math.abs(packet.pts - shift - (sent[index]?.ptsMs ?? 0) / 1000) > 0.003)
  // Only a frame after a hole at the start of a part is shown early.
  expect(late.length).toBeLessThan(video.length / 10)
  expect(video.at(-1)?.pts).toBeCloseTo((sent[video.length - 1]?.ptsMs ?? 0) / 1000 + shift, 2)
})

test('a pause of both tracks is cut out', async () => {
  const paused = [...configs, ...between(picture, 0, 4000), ...between(picture, 6000, 8000)]
  const watched = await watching(paused)
  const segments = await finish(watched)
  expect(segments.every(({ discontinuity }) => discontinuity === 0)).toBe(true)
  const video = times(await decode(watched.viewer.file()), 0)
  const steps = video.slice(1).map((packet, index) => packet.dts - (video[index]?.dts ?? 0))
  expect(Math.max(...steps)).toBeLessThan(0.6)
})

import { expect, test } from 'vitest'
import type { Sample, TrackConfig } from '../sample.ts'
import { fragmentsOf } from './testing/fragments.ts'
import { get, open, testKeys, Viewer } from './testing/viewer.ts'

const video: TrackConfig = {
  track: 'video',
  codec: 'avc',
  codecString: 'avc1.4d400d',
  width: 160,
  height: 90,
  description: Buffer.from('014d400dffe1', 'hex'),
}
const audio: TrackConfig = {
  track: 'audio',
  codec: 'aac',
  codecString: 'mp4a.40.2',
  sampleRateHz: 48_000,
  channels: 2,
  samplesPerFrame: 1024,
  description: Buffer.from('1190', 'hex'),
}

function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const extremeTimes = [Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 2 ** 32, -(2 ** 40), 2 ** 53, 0.5, 1e300]

/** A sender that breaks every rule: jumps, stalls, extreme values, changing configurations. */
function* hostileMedia(
  seed: number,
  count: number,
): Generator<{ sample: Sample } | { config: TrackConfig } | 'interrupt'> {
  const random = seededRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  let clockMs = 0
  yield { config: video }
  if (seed % 3 > 0) yield { config: audio }
  for (let index = 0; index < count; index += 1) {
    const dice = random()
    if (dice < 0.002) yield 'interrupt'
    else if (dice < 0.006)
      yield { config: pick([video, audio, { ...video, width: 320 }, { ...audio, description: Buffer.of(index) }]) }
    else if (dice < 0.009) clockMs += pick([-10_000, -2000, -500, 700, 2500, 5000, 1e9])
    else if (dice < 0.012) clockMs = pick([0, 2 ** 32 - 100, clockMs])
    const track = random() < 0.4 ? 'video' : 'audio'
    const dtsMs = random() < 0.002 ? pick(extremeTimes) : Math.round(clockMs)
    const ptsMs = random() < 0.002 ? pick(extremeTimes) : dtsMs + Math.round(random() * 100)
    if (track === 'video') clockMs += random() < 0.1 ? random() * 300 : 33
    const data = Buffer.alloc(Math.floor(random() * 200))
    yield { sample: { track, dtsMs, ptsMs, key: track === 'audio' || random() < 0.03, data } }
  }
}

test.for([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])('no input makes a playlist invalid (seed %i)', async (seed) => {
  const { stream, source } = open({ keys: testKeys, windowSegments: 30 })
  const viewer = new Viewer(stream)
  viewer.isStrict = false
  for (const event of hostileMedia(seed, 6000)) {
    if (event === 'interrupt') {
      stream.interrupt()
      source.config(video)
      if (seed % 2 > 0) source.config(audio)
    } else if ('config' in event) source.config(event.config)
    else source.sample(event.sample)
    await viewer.poll()
  }
  stream.end()
  await viewer.poll()
  expect(viewer.checker.violations).toEqual([])
  expect(viewer.deltas.violations).toEqual([])
  expect(viewer.segments.size).toBeGreaterThan(3)
  // Within a period every track is contiguous. A new period may overlap the previous one by its last audio frame.
  const ends = new Map<number, { time: number; init: string | undefined }>()
  for (const [uri, part] of viewer.parts) {
    const init = viewer.initOf.get(uri)
    for (const { trackId, startTime, samples } of fragmentsOf(part)) {
      const end = ends.get(trackId)
      const overlap = end === undefined || end.init === init || trackId === 1 ? 0 : 1024
      expect(startTime).toBeGreaterThanOrEqual((end?.time ?? 0) - overlap)
      const tenSeconds = 10 * (trackId === 1 ? 90_000 : 48_000)
      for (const { duration } of samples) expect(duration > 0 && duration < tenSeconds).toBe(true)
      ends.set(trackId, { init, time: samples.reduce((sum, { duration }) => sum + duration, startTime) })
    }
  }
})

test('a flood that never completes a part takes little memory', async () => {
  const { stream, source } = open()
  source.config(video)
  const before = process.memoryUsage().arrayBuffers
  for (let index = 0; index < 3000; index += 1) {
    source.sample({ track: 'video', dtsMs: 0, ptsMs: 0, key: true, data: new Uint8Array(400_000) })
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(400_000_000)
  expect(stream.isReady).toBe(false)
})

test('a flood in a running stream ends the period and takes little memory', async () => {
  const { stream, source } = open()
  source.config(video)
  for (let index = 0; index <= 90; index += 1) {
    source.sample({
      track: 'video',
      dtsMs: index * 33,
      ptsMs: index * 33,
      key: index % 30 === 0,
      data: new Uint8Array(100),
    })
  }
  expect(stream.isReady).toBe(true)
  const before = process.memoryUsage().arrayBuffers
  for (let index = 0; index < 3000; index += 1) {
    source.sample({ track: 'video', dtsMs: 3000, ptsMs: 3000, key: false, data: new Uint8Array(400_000) })
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(400_000_000)
})

test('a stream with a high bitrate has a shorter playlist', async () => {
  const { stream, source } = open({ maxWindowBytes: 4_000_000 })
  source.config(video)
  for (let index = 0; index < 900; index += 1) {
    source.sample({
      track: 'video',
      dtsMs: index * 33,
      ptsMs: index * 33,
      key: index % 60 === 0,
      data: new Uint8Array(10_000),
    })
  }
  const text = String((await get(stream, 'source/media.m3u8')).body)
  expect(text.match(/#EXTINF/g)?.length).toBeLessThan(8)
  expect(text.match(/#EXTINF/g)?.length).toBeGreaterThanOrEqual(3)
})

import { expect, test } from 'vitest'
import { type Encoding, encode, samplesOf } from './testing/encoder.ts'
import { decode, open, testKeys, Viewer } from './testing/viewer.ts'

async function watchAll(encoding: Encoding, options = {}) {
  const media = await encode(encoding)
  const { stream, source } = open({ windowSegments: 100, ...options })
  const viewer = new Viewer(stream)
  await viewer.watch(source, media)
  stream.end()
  await viewer.poll()
  return { media, stream, viewer }
}

const rates: [string, number, number][] = [
  // rate, frames between key frames, segment duration in seconds
  ['24', 48, 2],
  ['24000/1001', 48, 2.002],
  ['25', 50, 2],
  ['25', 25, 2],
  ['30000/1001', 60, 2.002],
  ['30', 30, 2],
  ['30', 60, 2],
  ['30', 120, 4],
  ['50', 100, 2],
  ['60', 120, 2],
]

test.for(rates)(
  '%s frames/s, key frame every %i: equal parts, every frame once, no gap',
  async ([rate, gopFrames, segmentS]) => {
    const { media, viewer } = await watchAll({ rate, gopFrames, seconds: 9 }, { keys: testKeys })
    expect(viewer.checker.violations).toEqual([])
    expect(viewer.deltas.violations).toEqual([])
    const segments = viewer.playlist?.segments ?? []
    expect(segments.length).toBeGreaterThanOrEqual(2)
    for (const segment of segments.slice(0, -1)) expect(segment.durationS).toBeCloseTo(segmentS, 2)
    for (const durations of [...viewer.partDurations.values()].slice(1, -1)) {
      expect(Math.min(...durations) / Math.max(...durations)).toBeGreaterThanOrEqual(0.85)
    }
    const packets = await decode(viewer.file())
    const video = packets.filter((packet) => packet.stream === 0)
    const audio = packets.filter((packet) => packet.stream === 1)
    const sent = samplesOf(media)
    const sentVideo = sent.filter((sample) => sample.track === 'video')
    // Up to 200 ms at the end are too short for a part and are left out.
    expect(video.length).toBeLessThanOrEqual(sentVideo.length)
    const [numerator = 0, denominator = 1] = rate.split('/').map(Number)
    const frame = denominator / numerator
    expect(video.length).toBeGreaterThanOrEqual(sentVideo.length - Math.floor(0.2 / frame))
    // Presentation times are those of the encoder, apart from the rounding to milliseconds.
    const shift = (video[0]?.pts ?? 0) - (sentVideo[0]?.ptsMs ?? 0) / 1000
    video.forEach((packet, index) => {
      expect(Math.abs(packet.pts - shift - (sentVideo[index]?.ptsMs ?? 0) / 1000)).toBeLessThan(0.003)
      if (index > 0) expect(packet.dts - (video[index - 1]?.dts ?? 0)).toBeCloseTo(frame, 2)
    })
    // Audio frames are contiguous and in sync with the video.
    for (const [index, packet] of audio.entries()) {
      if (index > 0) expect(packet.pts - (audio[index - 1]?.pts ?? 0)).toBeCloseTo(1024 / 48_000, 4)
    }
    const firstAudio = sent.find((sample) => sample.track === 'audio' && sample.dtsMs >= (sentVideo[0]?.dtsMs ?? 0))
    const senderOffset = ((firstAudio?.ptsMs ?? 0) - (sentVideo[0]?.ptsMs ?? 0)) / 1000
    expect((audio[0]?.pts ?? 0) - (video[0]?.pts ?? 0)).toBeCloseTo(senderOffset, 2)
  },
)

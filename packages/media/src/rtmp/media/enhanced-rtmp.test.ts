import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../hls/testing/encoder.ts'
import { decode, open as openStream, Viewer } from '../../hls/testing/viewer.ts'
import { encodeTracks, enhancedMessages } from '../testing/enhanced-messages.ts'
import type { Mp4Track } from '../testing/mp4-file.ts'
import { publishTo, type RecordingServer, startRecordingServer } from '../testing/recording-server.ts'

const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=322x182:rate=30']
const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000']
const opus = ['-c:a', 'libopus', '-ac', '2']
const common = ['-pix_fmt', 'yuv420p', '-g', '60', '-t', '6']
const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error:bframes=2:open-gop=0']

/** Up to 200 ms at the end are too short for a part: this many frames of video and of audio. */
const maxLeftOutFrames = [6, 11]

let server: RecordingServer
beforeAll(async () => {
  server = await startRecordingServer()
})
afterAll(() => server.close())

/** Publishes over a socket and packages the media. Returns the stream, and the viewer that has fetched all of it. */
async function broadcast(tracks: Mp4Track[]) {
  const sink = await publishTo(server, enhancedMessages(tracks))
  const { stream, source } = openStream({ windowSegments: 100 })
  const viewer = new Viewer(stream)
  await viewer.watch(source, sink.media)
  stream.end()
  await viewer.poll()
  expect(viewer.checker.violations).toEqual([])
  expect(viewer.deltas.violations).toEqual([])
  return { sink, viewer, stream }
}

async function probe(file: Uint8Array) {
  const json = await run('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', '-'], file)
  return (JSON.parse(json.toString()) as { streams: Record<string, string | number>[] }).streams
}

describe('Enhanced RTMP to fMP4, checked by ffmpeg', () => {
  it.each([
    {
      name: 'HEVC with B-frames and Opus',
      options: [...picture, ...tone, ...hevc, ...opus, ...common],
      // Main profile; the number is 30 times the level (H.265 section A.4).
      codecs: /^hvc1\.1\.6\.L60\.90,opus$/,
      streams: [{ codec_name: 'hevc', codec_tag_string: 'hvc1', profile: 'Main', level: 60 }, { codec_name: 'opus' }],
    },
    {
      name: 'HEVC of 10 bits',
      options: [...picture, ...hevc, ...common, '-pix_fmt', 'yuv420p10le'],
      codecs: /^hvc1\.2\.4\.L60\.90$/,
      streams: [{ codec_name: 'hevc', profile: 'Main 10', pix_fmt: 'yuv420p10le' }],
    },
    {
      name: 'AV1 and Opus',
      options: [...picture, ...tone, '-c:v', 'libsvtav1', '-preset', '12', ...opus, ...common],
      codecs: /^av01\.0\.00M\.08,opus$/,
      streams: [{ codec_name: 'av1', codec_tag_string: 'av01', profile: 'Main', level: 0 }, { codec_name: 'opus' }],
    },
    {
      name: 'AV1 with a colour description',
      options: [
        ...[...picture, '-c:v', 'libaom-av1', '-cpu-used', '8', '-usage', 'realtime', '-lag-in-frames', '0', ...common],
        ...['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'],
      ],
      codecs: /^av01\.0\.00M\.08\.0\.110\.09\.16\.09\.0$/,
      streams: [{ codec_name: 'av1', color_transfer: 'smpte2084' }],
    },
    {
      name: 'H.264 with a FourCC',
      options: [...picture, '-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', ...common],
      codecs: /^avc1\.[0-9a-f]{6}$/,
      streams: [{ codec_name: 'h264', codec_tag_string: 'avc1' }],
    },
  ])('$name', async ({ options, codecs, streams }) => {
    const tracks = encodeTracks(...options)
    const { sink, viewer, stream } = await broadcast(tracks)
    expect(sink.endings).toEqual(['The encoder stopped the stream.'])

    const file = viewer.file()
    expect(await probe(file)).toMatchObject(
      streams.map((s, index) => (index === 0 ? { ...s, width: 322, height: 182 } : s)),
    )
    const master = String((await stream.handle({ path: 'master.m3u8', query: new URLSearchParams() })).body)
    expect(/CODECS="([^"]*)"/.exec(master)?.[1]).toMatch(codecs)
    expect(master).toContain('RESOLUTION=322x182')
    expect(master).toContain('FRAME-RATE=30.000')

    // Every frame arrives, and segments start at the encoder's key frames.
    const packets = await decode(file)
    tracks.forEach((track, index) => {
      const arrived = packets.filter((packet) => packet.stream === index)
      expect(arrived.length).toBeGreaterThanOrEqual(track.samples.length - maxLeftOutFrames[index]!)
    })
    const video = packets.filter((packet) => packet.stream === 0)
    const keys = tracks[0]?.samples.map(({ isKey }) => isKey).slice(0, video.length)
    expect(video.map(({ key }) => key)).toEqual(keys)
    expect(viewer.playlist?.segments.length).toBe(video.filter(({ key }) => key).length)
    expect(sink.configs.map(({ description }) => Buffer.from(description))).toEqual(
      tracks.map(({ entry, configuration }) =>
        entry === 'hev1' || entry === 'hvc1' ? withCompleteSets(configuration) : configuration,
      ),
    )
  })
})

/** ffmpeg does not mark the parameter sets as complete, which `hvc1` requires. */
function withCompleteSets(record: Buffer): Buffer {
  const copy = Buffer.from(record)
  for (const type of [32, 33, 34]) {
    const at = copy.indexOf(Buffer.of(type, 0, 1), 22)
    if (at > 0) copy[at] = type | 0x80
  }
  return copy
}

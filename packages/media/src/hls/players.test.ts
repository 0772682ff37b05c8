import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createMediaDemuxer } from '../rtmp/media/media-demuxer.ts'
import { encodeTracks, enhancedMessages } from '../rtmp/testing/enhanced-messages.ts'
import { encode, feed, type MediaItem, run } from './testing/encoder.ts'
import { serve } from './testing/serve.ts'
import { decode, open, testKeys, Viewer } from './testing/viewer.ts'

const folder = await mkdtemp(join(tmpdir(), 'hls-'))
afterAll(() => rm(folder, { recursive: true }))

test('ffmpeg plays the encrypted stream over HTTP, across a discontinuity, to its end', async () => {
  const { stream, source } = open({ keys: testKeys })
  const served = await serve(stream)
  const media = await encode({ seconds: 6 })
  feed(source, media)
  stream.interrupt()
  feed(source, media)
  stream.end()
  const master = `${served.origin}/live/k3f9x2m7q1w8e5r4t6y0/master.m3u8?token=abc`
  const file = join(folder, 'out.mkv')
  await run('ffmpeg', ['-v', 'error', '-xerror', '-i', master, '-map', '0', '-c', 'copy', file])
  await served.close()
  const csv = await run('ffprobe', [
    '-v',
    'error',
    '-count_packets',
    '-show_entries',
    'stream=codec_name,nb_read_packets',
    '-of',
    'csv=p=0',
    file,
  ])
  const counts = csv
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  expect(counts).toEqual([
    ['h264', '360'],
    ['aac', expect.stringMatching(/^5[56]\d$/)],
  ])
  expect((await readFile(file)).length).toBeGreaterThan(100_000)
  expect(
    served.requests.filter((address) => address.includes('/key/')).every((address) => address.endsWith('?token=abc')),
  ).toBe(true)
})

test.for([
  ['hevc', 'libx265', ['-preset', 'ultrafast', '-x265-params', 'log-level=none:keyint=60:bframes=2']],
  ['av1', 'libaom-av1', ['-cpu-used', '8', '-usage', 'realtime', '-g', '60']],
] as const)('%s and Opus are packaged', async ([codec, encoder, settings]) => {
  const inputs = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=30', '-f', 'lavfi', '-i', 'sine=sample_rate=48000']
  const codecs = ['-c:v', encoder, ...settings, '-pix_fmt', 'yuv420p', '-c:a', 'libopus', '-ac', '2', '-t', '5']
  const media: MediaItem[] = []
  const demuxer = createMediaDemuxer({
    config: (config) => media.push({ config }),
    sample: (sample) => media.push({ sample }),
  })
  for (const message of enhancedMessages(encodeTracks(...inputs, ...codecs))) demuxer.receive(message)
  const { stream, source } = open()
  const viewer = new Viewer(stream)
  await viewer.watch(source, media)
  stream.end()
  await viewer.poll()
  expect(viewer.checker.violations).toEqual([])
  const packets = await decode(viewer.file())
  // Up to 200 ms at the end are left out.
  expect(packets.filter((packet) => packet.stream === 0).length).toBeGreaterThanOrEqual(150 - 6)
  const names = await run(
    'ffprobe',
    ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', '-'],
    viewer.file(),
  )
  expect(names.toString().trim().split('\n')).toEqual([codec, 'opus'])
})

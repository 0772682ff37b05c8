import { expect, test } from 'vitest'
import { encode, run, samplesOf } from '../hls/testing/encoder.ts'
import { createVideoStream } from './video-stream.ts'

test('ffprobe reads every sample with its times and key frames, after hours on the sender’s clock', async () => {
  const media = await encode({ audio: false, seconds: 3, gopFrames: 30, bFrames: 2 })
  const config = media.flatMap((item) => ('config' in item ? [item.config] : []))[0]
  if (config?.track !== 'video') throw new Error('no video')
  const hoursMs = 2 ** 33
  const samples = samplesOf(media).map((sample) => ({
    ...sample,
    dtsMs: sample.dtsMs + hoursMs,
    ptsMs: sample.ptsMs + hoursMs,
  }))
  const originMs = samples[0]?.dtsMs ?? 0
  const stream = createVideoStream(config, originMs)
  const file = Buffer.concat([stream.head, ...samples.flatMap((sample) => stream.fragment(sample))])
  const entries = 'packet=dts,pts,size,flags'
  const probe = await run('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'json', 'pipe:0'], file)
  const packets: { dts: number; pts: number; size: string; flags: string }[] = JSON.parse(probe.toString()).packets
  expect(packets.map(({ dts, pts, size, flags }) => [dts, pts, Number(size), flags.startsWith('K')])).toEqual(
    samples.map(({ dtsMs, ptsMs, data, key }) => [(dtsMs - originMs) * 90, (ptsMs - originMs) * 90, data.length, key]),
  )
})

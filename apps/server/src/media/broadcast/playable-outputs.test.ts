import type { HlsStream } from '@waggle/media/hls/hls-stream'
import type { MoqBroadcast } from '@waggle/media/moq/broadcast/moq-broadcast'
import type { MediaSink, Sample, TrackConfig } from '@waggle/media/sample'
import { expect, it } from 'vitest'
import { bothOutputs } from './playable-outputs.ts'

/** Records what it is asked for, and what its renditions are given. */
function createRecorder() {
  const calls: unknown[] = []
  return {
    calls,
    addRendition(name: string): MediaSink {
      calls.push(['add', name])
      return { config: (config) => calls.push(config), sample: (sample) => calls.push(sample) }
    },
    removeRendition: (name: string) => calls.push(['remove', name]),
  }
}

it('gives a rendition of the ladder to LL-HLS and to real time', () => {
  const [hls, realTime] = [createRecorder(), createRecorder()]
  const outputs = bothOutputs(hls as unknown as HlsStream, realTime as unknown as MoqBroadcast)
  const rendition = outputs.addRendition('480p')
  const config = { track: 'video' } as TrackConfig
  const sample = { track: 'video' } as Sample
  rendition.config(config)
  rendition.sample(sample)
  outputs.removeRendition('480p')
  const expected = [['add', '480p'], config, sample, ['remove', '480p']]
  expect(hls.calls).toEqual(expected)
  expect(realTime.calls).toEqual(expected)
})

it('is LL-HLS alone where real time is off', () => {
  const hls = createRecorder() as unknown as HlsStream
  expect(bothOutputs(hls, undefined)).toBe(hls)
})

import { parseAacConfiguration } from '../../codecs/aac.ts'
import { parseAvcConfiguration } from '../../codecs/avc.ts'
import { aacConfig, avcRecord } from '../../rtmp/testing/media-messages.ts'
import type { MediaSink, Sample } from '../../sample.ts'

export const videoConfig = parseAvcConfiguration(avcRecord).config
export const audioConfig = parseAacConfiguration(aacConfig)

/** 25 frames a second, so that times are whole milliseconds. */
export const frameMs = 40
export const gopFrames = 10

interface VideoOptions {
  bytes?: number
  /** How much later the frame is presented than decoded. */
  leadMs?: number
  key?: boolean
  /** Added to the time. */
  startMs?: number
}

/** The n-th video frame: a key frame every ten frames, unless `key` says otherwise. Its bytes tell it from all others. */
export function videoSample(index: number, options: VideoOptions = {}): Sample {
  const { bytes = 100, leadMs = 0, key = index % gopFrames === 0, startMs = 0 } = options
  const dtsMs = startMs + index * frameMs
  const data = new Uint8Array(bytes).fill(index % 251)
  new DataView(data.buffer).setUint32(0, index)
  return { track: 'video', dtsMs, ptsMs: dtsMs + leadMs, key, data }
}

/** The n-th audio frame of 1024 samples at 44.1 kHz, with the whole milliseconds that RTMP has. */
export function audioSample(index: number): Sample {
  const dtsMs = Math.round((index * 1024 * 1000) / 44_100)
  return { track: 'audio', dtsMs, ptsMs: dtsMs, key: true, data: Uint8Array.of(0xa0, index % 256, 3, 4) }
}

/** Sends video frames from `from` up to `until`, without audio. */
export function sendVideo(sink: MediaSink, from: number, until: number, options: VideoOptions = {}): void {
  for (let index = from; index < until; index += 1) sink.sample(videoSample(index, options))
}

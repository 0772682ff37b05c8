import type { Sample, VideoConfig } from '../sample.ts'
import { initSegment } from './init-segment.ts'
import { mediaPart } from './media-part.ts'
import { ticksPerMs } from './track.ts'

const initialFrameMs = 33
const longestFrameMs = 1000

/** The video of a live stream as one endless fragmented MP4, for a program that reads it from a pipe. */
export interface VideoStream {
  /** The initialisation segment, which comes first. */
  head: Uint8Array
  /** The next sample as a movie fragment. Its decode time must not be before the origin. */
  fragment(sample: Sample): Uint8Array[]
}

/** `originMs`, a time on the sender's clock, becomes 0, so that large times do not lose precision. */
export function createVideoStream(config: VideoConfig, originMs: number): VideoStream {
  let sequenceNumber = 0
  let lastDtsMs: number | undefined
  let frameMs = initialFrameMs
  return {
    head: initSegment([config]),
    fragment({ dtsMs, ptsMs, key, data }) {
      const elapsedMs = lastDtsMs === undefined ? 0 : dtsMs - lastDtsMs
      // The duration of this frame is not known yet, so it gets that of the previous one.
      if (elapsedMs > 0 && elapsedMs <= longestFrameMs) frameMs = elapsedMs
      lastDtsMs = dtsMs
      sequenceNumber += 1
      const sample = {
        duration: frameMs * ticksPerMs,
        compositionOffset: (ptsMs - dtsMs) * ticksPerMs,
        key,
        data,
      }
      return mediaPart(sequenceNumber, [
        { track: 'video', decodeTime: (dtsMs - originMs) * ticksPerMs, samples: [sample] },
      ])
    },
  }
}

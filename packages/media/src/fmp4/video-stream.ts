import type { Sample, VideoConfig } from '../sample.ts'
import { initSegment } from './init-segment.ts'
import { mediaPart } from './media-part.ts'
import { ticksPerMs } from './track.ts'

const usualFrameMs = 33
const longestFrameMs = 1000

/** The video of a stream as one endless fragmented MP4, for a program that reads it from a pipe while it happens. */
export interface VideoStream {
  head: Uint8Array
  /** The next sample as a fragment of its own. Its decode time must not be before the origin. */
  fragment(sample: Sample): Uint8Array[]
}

/** `originMs`, a time of the sender, becomes 0: any sender's clock fits, and precision is not lost. */
export function createVideoStream(config: VideoConfig, originMs: number): VideoStream {
  let sequenceNumber = 0
  let lastDtsMs: number | undefined
  let frameMs = usualFrameMs
  return {
    head: initSegment([config]),
    fragment({ dtsMs, ptsMs, key, data }) {
      const elapsedMs = lastDtsMs === undefined ? 0 : dtsMs - lastDtsMs
      // How long this one lasts is not known yet: as long as the one before.
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

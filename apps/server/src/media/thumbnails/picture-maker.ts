import { availableParallelism } from 'node:os'
import { createVideoStream } from '@waggle/media/fmp4/video-stream'
import type { Sample, VideoConfig } from '@waggle/media/sample'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'

const widthPixels = 640
const timeoutMs = 8000
const maxOutputBytes = 1024 * 1024

/** Decodes key frames to pictures, a few at a time for all broadcasts of the process. */
export interface PictureMaker {
  readonly hasFreeSlot: boolean
  /** A JPEG of the key frame, at most 640 pixels wide; undefined when it cannot be decoded in time. Never rejects. */
  make(video: VideoConfig, key: Sample): Promise<Uint8Array | undefined>
}

export function createPictureMaker(ffmpeg: Ffmpeg): PictureMaker {
  const slots = Math.max(1, Math.floor(availableParallelism() / 2))
  let used = 0
  return {
    get hasFreeSlot() {
      return used < slots
    },
    async make(video, key) {
      used += 1
      try {
        return await decode(ffmpeg, video, key)
      } finally {
        used -= 1
      }
    },
  }
}

const pictureArguments = [
  ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-probesize', '4096', '-analyzeduration', '0'],
  ...['-threads', '1', '-f', 'mp4', '-i', 'pipe:0', '-frames:v', '1'],
  ...['-vf', `scale='min(${widthPixels},iw)':-2`, '-q:v', '5', '-f', 'mjpeg', 'pipe:1'],
]

async function decode(ffmpeg: Ffmpeg, video: VideoConfig, key: Sample): Promise<Uint8Array | undefined> {
  const stream = createVideoStream(video, key.dtsMs)
  const input = Buffer.concat([stream.head, ...stream.fragment(key)])
  const result = await runFfmpeg(ffmpeg, pictureArguments, { timeoutMs, input, maxOutputBytes })
  return result && result.output.length > 0 ? result.output : undefined
}

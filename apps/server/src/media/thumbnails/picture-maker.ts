import { availableParallelism } from 'node:os'
import { createVideoStream } from '@waggle/media/fmp4/video-stream'
import type { Sample, VideoConfig } from '@waggle/media/sample'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'

const widthPixels = 640
/** For the stage of the home page, which is wider than any card. */
const largeWidthPixels = 1280
const timeoutMs = 8000
const maxOutputBytes = 1024 * 1024

/** A key frame as JPEGs. */
export interface Pictures {
  /** At most 640 pixels wide. */
  small: Uint8Array
  /** At most 1280 pixels wide. */
  large: Uint8Array
}

/** Decodes key frames to pictures, a few at a time for all broadcasts of the process. */
export interface PictureMaker {
  readonly hasFreeSlot: boolean
  /** Undefined when the key frame cannot be decoded in time. Never rejects. */
  make(video: VideoConfig, key: Sample): Promise<Pictures | undefined>
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
  ...['-threads', '1', '-filter_complex_threads', '1', '-f', 'mp4', '-i', 'pipe:0'],
  // The small picture is made of the large one: it need not read every pixel of the frame once more.
  '-filter_complex',
  `[0:v]scale='min(${largeWidthPixels},iw)':-2,split[large][same];[same]scale='min(${widthPixels},iw)':-2[small]`,
  ...['-map', '[small]', '-frames:v', '1', '-q:v', '5', '-f', 'mjpeg', 'pipe:1'],
  ...['-map', '[large]', '-frames:v', '1', '-q:v', '6', '-f', 'mjpeg', 'pipe:3'],
]

async function decode(ffmpeg: Ffmpeg, video: VideoConfig, key: Sample): Promise<Pictures | undefined> {
  const stream = createVideoStream(video, key.dtsMs)
  const input = Buffer.concat([stream.head, ...stream.fragment(key)])
  const result = await runFfmpeg(ffmpeg, pictureArguments, { timeoutMs, input, maxOutputBytes, hasSecondOutput: true })
  if (!result || result.output.length === 0 || result.secondOutput.length === 0) return undefined
  return { small: result.output, large: result.secondOutput }
}

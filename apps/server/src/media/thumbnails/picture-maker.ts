import { execFile } from 'node:child_process'
import { availableParallelism, setPriority } from 'node:os'
import { createVideoStream } from '@waggle/media/fmp4/video-stream'
import type { Sample, VideoConfig } from '@waggle/media/sample'

const widthPixels = 640
const timeoutMs = 8000
const maxBytes = 1024 * 1024
const niceness = 3

/** Decodes key frames to pictures, a few at a time for all broadcasts of the process. */
export interface PictureMaker {
  readonly hasFreeSlot: boolean
  /** A JPEG of the key frame, at most 640 pixels wide; undefined when it cannot be decoded in time. Never rejects. */
  make(video: VideoConfig, key: Sample): Promise<Uint8Array | undefined>
}

export function createPictureMaker(): PictureMaker {
  const slots = Math.max(1, Math.floor(availableParallelism() / 2))
  let used = 0
  return {
    get hasFreeSlot() {
      return used < slots
    },
    async make(video, key) {
      used += 1
      try {
        return await decode(video, key)
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

function decode(video: VideoConfig, key: Sample): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => {
    const options = { encoding: 'buffer', timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: maxBytes } as const
    const child = execFile('ffmpeg', pictureArguments, options, (error, out) =>
      resolve(error || out.length === 0 ? undefined : out),
    )
    try {
      if (child.pid !== undefined) setPriority(child.pid, niceness)
    } catch {
      // The process has already exited, and its callback has the reason.
    }
    const stream = createVideoStream(video, key.dtsMs)
    child.stdin?.on('error', () => {})
    child.stdin?.end(Buffer.concat([stream.head, ...stream.fragment(key)]))
  })
}

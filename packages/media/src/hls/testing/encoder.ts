import { spawn } from 'node:child_process'
import type { MediaSink, Sample, TrackConfig } from '../../sample.ts'

/** A configuration or a sample, in the order of the encoder's output. */
export type MediaItem = { config: TrackConfig } | { sample: Sample }

export interface Encoding {
  rate?: string
  seconds?: number
  /** Frames from key frame to key frame. */
  gopFrames?: number
  bFrames?: number
  size?: string
  video?: boolean
  audio?: boolean
  audioRateHz?: number
  /** More arguments for ffmpeg. */
  extra?: readonly string[]
}

/** Encodes a test picture and a tone with ffmpeg and parses the FLV file. */
export async function encode(encoding: Encoding): Promise<MediaItem[]> {
  const { rate = '30', seconds = 8, gopFrames = 60, bFrames = 2, size = '160x90', audioRateHz = 48_000 } = encoding
  const inputs: string[] = []
  if (encoding.video !== false) inputs.push('-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}`)
  if (encoding.audio !== false) inputs.push('-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=${audioRateHz}`)
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', String(gopFrames)]
  const reorder = ['-bf', String(bFrames), '-sc_threshold', '0', '-b:v', '300k']
  const audio = ['-c:a', 'aac', '-b:a', '64k', '-ac', '2']
  const output = ['-t', String(seconds), '-flvflags', 'no_duration_filesize', '-f', 'flv', '-']
  const extra = encoding.extra ?? []
  const flv = await run('ffmpeg', ['-v', 'error', ...inputs, ...video, ...reorder, ...audio, ...extra, ...output])
  return readFlv(flv, encoding)
}

/** Returns the standard output of a program. Rejects when it fails or writes to standard error. */
export function run(program: string, args: readonly string[], input?: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'pipe' })
    const out: Buffer[] = []
    let errorOutput = ''
    child.stdout.on('data', (bytes: Buffer) => out.push(bytes))
    child.stderr.on('data', (bytes: Buffer) => {
      errorOutput += bytes
    })
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0 && errorOutput === '') resolve(Buffer.concat(out))
      else reject(new Error(`${program} ended with ${code}: ${errorOutput.slice(0, 2000)}`))
    })
  })
}

/** Sends media to a sink with all times shifted by `shiftMs`. */
export function feed(sink: MediaSink, media: readonly MediaItem[], shiftMs = 0): void {
  for (const item of media) {
    if ('config' in item) sink.config(item.config)
    else sink.sample(shiftSample(item.sample, shiftMs))
  }
}

export function shiftSample(sample: Sample, shiftMs: number): Sample {
  return { ...sample, dtsMs: sample.dtsMs + shiftMs, ptsMs: sample.ptsMs + shiftMs }
}

export function samplesOf(media: readonly MediaItem[]): Sample[] {
  return media.flatMap((item) => ('sample' in item ? [item.sample] : []))
}

/** FLV tags (Adobe Flash Video File Format 10.1, annex E.4) of AVC and AAC. */
function readFlv(flv: Buffer, { size = '160x90', audioRateHz = 48_000 }: Encoding): MediaItem[] {
  const media: MediaItem[] = []
  const [width = 0, height = 0] = size.split('x').map(Number)
  let offset = 13
  while (offset + 11 <= flv.length) {
    const type = flv.readUInt8(offset)
    const length = flv.readUIntBE(offset + 1, 3)
    const dtsMs = flv.readUIntBE(offset + 4, 3) + flv.readUInt8(offset + 7) * 2 ** 24
    const body = flv.subarray(offset + 11, offset + 11 + length)
    offset += 15 + length
    if (type === 9) {
      const data = body.subarray(5)
      const codecString = `avc1.${data.subarray(1, 4).toString('hex')}`
      if (body[1] === 0)
        media.push({ config: { track: 'video', codec: 'avc', codecString, width, height, description: data } })
      if (body[1] !== 1) continue
      const ptsMs = dtsMs + body.readIntBE(2, 3)
      media.push({ sample: { track: 'video', dtsMs, ptsMs, key: (body[0] ?? 0) >> 4 === 1, data } })
    }
    if (type === 8) {
      const data = body.subarray(2)
      const shape = { codecString: 'mp4a.40.2', sampleRateHz: audioRateHz, channels: 2, samplesPerFrame: 1024 }
      if (body[1] === 0) media.push({ config: { track: 'audio', codec: 'aac', ...shape, description: data } })
      else media.push({ sample: { track: 'audio', dtsMs, ptsMs: dtsMs, key: true, data } })
    }
  }
  return media
}

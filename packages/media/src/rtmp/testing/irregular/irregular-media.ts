import { execFileSync } from 'node:child_process'
import { messageTypes, type RtmpMessage } from '../../chunks/message.ts'
import { flvTags } from '../flv-file.ts'

/** What to encode: by default a moving picture and a tone. */
interface TestEncoding {
  /** ffmpeg's video source, 'testsrc2' by default. */
  source?: string
  rate?: number
  size?: string
  seconds?: number
  /** Frames from key frame to key frame. */
  gopFrames?: number
  x264?: string
  pixels?: string
  video?: readonly string[] | false
  audio?: { rateHz?: number; channels?: number } | false
}

const encoded = new Map<string, RtmpMessage[]>()

/** The messages that ffmpeg would publish, including sequence headers. Each encoding is done once. */
export function encodeMessages(encoding: TestEncoding = {}): RtmpMessage[] {
  const name = JSON.stringify(encoding)
  const known = encoded.get(name)
  if (known) return known
  const { rate = 30, size = '160x90', seconds = 8, gopFrames = 60, x264, pixels = 'yuv420p', video = [] } = encoding
  const { source = 'testsrc2' } = encoding
  const { rateHz = 48_000, channels = 2 } = encoding.audio || {}
  const inputs: string[] = []
  if (video) inputs.push('-f', 'lavfi', '-i', `${source}=size=${size}:rate=${rate}`)
  if (encoding.audio !== false) inputs.push('-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=${rateHz}`)
  const picture = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-g', String(gopFrames), '-sc_threshold', '0']
  const options = [...picture, '-pix_fmt', pixels, ...(x264 ? ['-x264-params', x264] : []), ...(video || [])]
  const sound = ['-c:a', 'aac', '-b:a', '64k', '-ac', String(channels)]
  const output = ['-t', String(seconds), '-flvflags', 'no_duration_filesize', '-f', 'flv', 'pipe:1']
  const file = execFileSync('ffmpeg', ['-v', 'error', ...inputs, ...options, ...sound, ...output], {
    maxBuffer: 512 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const messages = flvTags(file)
    .filter(({ type }) => type === messageTypes.audio || type === messageTypes.video)
    .map(({ type, timestampMs, body }) => ({ type, streamId: 1, timestampMs, payload: body }))
  encoded.set(name, messages)
  return messages
}

export const isVideo = (message: RtmpMessage): boolean => message.type === messageTypes.video
export const isAudio = (message: RtmpMessage): boolean => message.type === messageTypes.audio
/** A sequence header of AVC or AAC. */
export const isHeader = ({ payload }: RtmpMessage): boolean => payload[1] === 0
const isKeyFrame = (message: RtmpMessage): boolean =>
  isVideo(message) && message.payload[0] === 0x17 && message.payload[1] === 1
export const isFrame = (message: RtmpMessage): boolean => message.payload[1] === 1

/** The messages of a range of times, and all headers. */
export function between(messages: readonly RtmpMessage[], fromMs: number, toMs: number): RtmpMessage[] {
  return messages.filter(
    (message) => isHeader(message) || (message.timestampMs >= fromMs && message.timestampMs < toMs),
  )
}

/** Replaces the timestamps, which RTMP carries in 32 bits. */
export function retime(
  messages: readonly RtmpMessage[],
  time: (ms: number, message: RtmpMessage, index: number) => number,
): RtmpMessage[] {
  return messages.map((message, index) => ({
    ...message,
    timestampMs: Math.round(time(message.timestampMs, message, index)) >>> 0,
  }))
}

export function shiftTimes(messages: readonly RtmpMessage[], byMs: number): RtmpMessage[] {
  return retime(messages, (ms) => ms + byMs)
}

/** Alters the bodies of frames, not of headers. */
export function alterFrames(
  messages: readonly RtmpMessage[],
  alter: (body: Buffer, index: number) => Buffer,
): RtmpMessage[] {
  return messages.map((message, index) =>
    isFrame(message) ? { ...message, payload: alter(Buffer.from(message.payload), index) } : message,
  )
}

/** Pseudo-random bytes from a seed (a linear congruential generator). */
export function noise(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length)
  let state = seed
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[index] = state >>> 24
  }
  return bytes
}

/** Replaces slice data by noise. Lengths and NAL unit types stay valid. */
export function noiseInNalUnits(body: Buffer, seed: number): Buffer {
  const nalUnitStart = 5
  for (let at = nalUnitStart; at + 5 < body.length; ) {
    const length = body.readUInt32BE(at)
    noise(length - 1, seed).copy(body, at + 5)
    at += 4 + length
  }
  return body
}

/** Adds a filler NAL unit (H.264 section 7.3.2.7) of `bytes` bytes to the first key frame. */
export function withFiller(messages: readonly RtmpMessage[], bytes: number): RtmpMessage[] {
  const filler = Buffer.alloc(4 + bytes, 0xff)
  filler.writeUInt32BE(bytes)
  filler[4] = 12
  filler[filler.length - 1] = 0x80
  const first = messages.findIndex(isKeyFrame)
  return messages.map((message, index) =>
    index === first ? { ...message, payload: Buffer.concat([message.payload, filler]) } : message,
  )
}

/** Repeats the headers before every key frame. */
export function repeatHeaders(messages: readonly RtmpMessage[]): RtmpMessage[] {
  const headers = messages.filter(isHeader)
  const again = (timestampMs: number) => headers.map((header) => ({ ...header, timestampMs }))
  return messages.flatMap((message) => (isKeyFrame(message) ? [...again(message.timestampMs), message] : [message]))
}

export function withCompositionTimes(
  messages: readonly RtmpMessage[],
  time: (compositionTimeMs: number) => number,
): RtmpMessage[] {
  return alterFrames(messages, (body) => {
    body.writeIntBE(time(body.readIntBE(2, 3)), 2, 3)
    return body
  })
}

/** Drops frames at a changing rate, so that 2 to 60 per second remain. */
export function dropFrames(messages: readonly RtmpMessage[]): RtmpMessage[] {
  const steps = [1, 1, 1, 2, 3, 5, 8, 15, 30, 4, 1, 1]
  return messages.filter((message) => {
    if (isAudio(message) || isHeader(message) || isKeyFrame(message)) return true
    const step = steps[Math.floor(message.timestampMs / 700) % steps.length] ?? 1
    return Math.round((message.timestampMs * 60) / 1000) % step === 0
  })
}

import { execFileSync } from 'node:child_process'
import { messageTypes, type RtmpMessage } from '../chunks/message.ts'
import { flvTags } from './flv-file.ts'

/** What to encode: a moving picture and a tone, unless told otherwise. */
export interface OddEncoding {
  /** ffmpeg's source of pictures: 'testsrc2' unless told. */
  source?: string
  rate?: number
  size?: string
  seconds?: number
  /** Frames from key frame to key frame. */
  group?: number
  x264?: string
  pixels?: string
  video?: readonly string[] | false
  audio?: { rateHz?: number; channels?: number } | false
}

const encoded = new Map<string, RtmpMessage[]>()

/** The messages that ffmpeg would publish, sequence headers included. Encoded once for each way. */
export function encodeMessages(encoding: OddEncoding = {}): RtmpMessage[] {
  const name = JSON.stringify(encoding)
  const known = encoded.get(name)
  if (known) return known
  const { rate = 30, size = '160x90', seconds = 8, group = 60, x264, pixels = 'yuv420p', video = [] } = encoding
  const { source = 'testsrc2' } = encoding
  const { rateHz = 48_000, channels = 2 } = encoding.audio || {}
  const inputs: string[] = []
  if (video) inputs.push('-f', 'lavfi', '-i', `${source}=size=${size}:rate=${rate}`)
  if (encoding.audio !== false) inputs.push('-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=${rateHz}`)
  const picture = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-g', String(group), '-sc_threshold', '0']
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
export const isKeyFrame = (message: RtmpMessage): boolean =>
  isVideo(message) && message.payload[0] === 0x17 && message.payload[1] === 1
export const isFrame = (message: RtmpMessage): boolean => message.payload[1] === 1

/** Only messages of these times, and all headers. */
export function between(messages: readonly RtmpMessage[], fromMs: number, toMs: number): RtmpMessage[] {
  return messages.filter(
    (message) => isHeader(message) || (message.timestampMs >= fromMs && message.timestampMs < toMs),
  )
}

/** Other times; RTMP carries them in 32 bits. */
export function retimed(
  messages: readonly RtmpMessage[],
  time: (ms: number, message: RtmpMessage, index: number) => number,
): RtmpMessage[] {
  return messages.map((message, index) => ({
    ...message,
    timestampMs: Math.round(time(message.timestampMs, message, index)) >>> 0,
  }))
}

export function moved(messages: readonly RtmpMessage[], byMs: number): RtmpMessage[] {
  return retimed(messages, (ms) => ms + byMs)
}

/** Changes the bodies of frames; headers stay. */
export function spoiled(
  messages: readonly RtmpMessage[],
  spoil: (body: Buffer, index: number) => Buffer,
): RtmpMessage[] {
  return messages.map((message, index) =>
    isFrame(message) ? { ...message, payload: spoil(Buffer.from(message.payload), index) } : message,
  )
}

/** Noise that is the same every time (a linear congruential generator). */
export function noise(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length)
  let state = seed
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[index] = state >>> 24
  }
  return bytes
}

/** Noise in place of slice data: lengths and NAL unit types stay true. */
export function noiseInNalUnits(body: Buffer, seed: number): Buffer {
  const nalUnitStart = 5
  for (let at = nalUnitStart; at + 5 < body.length; ) {
    const length = body.readUInt32BE(at)
    noise(length - 1, seed).copy(body, at + 5)
    at += 4 + length
  }
  return body
}

/** The first key frame has a filler NAL unit (H.264 section 7.3.2.7) of so many bytes. */
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

export function repeatHeaders(messages: readonly RtmpMessage[]): RtmpMessage[] {
  const headers = messages.filter(isHeader)
  const again = (timestampMs: number) => headers.map((header) => ({ ...header, timestampMs }))
  return messages.flatMap((message) => (isKeyFrame(message) ? [...again(message.timestampMs), message] : [message]))
}

export function withCompositionTimes(
  messages: readonly RtmpMessage[],
  time: (compositionTimeMs: number) => number,
): RtmpMessage[] {
  return spoiled(messages, (body) => {
    body.writeIntBE(time(body.readIntBE(2, 3)), 2, 3)
    return body
  })
}

/** Leaves pictures out, more and fewer by turns, so that 2 to 60 are left of each second. */
export function thinned(messages: readonly RtmpMessage[]): RtmpMessage[] {
  const steps = [1, 1, 1, 2, 3, 5, 8, 15, 30, 4, 1, 1]
  return messages.filter((message) => {
    if (isAudio(message) || isHeader(message) || isKeyFrame(message)) return true
    const step = steps[Math.floor(message.timestampMs / 700) % steps.length] ?? 1
    return Math.round((message.timestampMs * 60) / 1000) % step === 0
  })
}

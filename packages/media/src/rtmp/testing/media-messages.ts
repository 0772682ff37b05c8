import { messageTypes, type RtmpMessage } from '../chunks/message.ts'

/** AVCDecoderConfigurationRecord of x264, written by ffmpeg 5.1: Main profile, level 1.0, 64x48, 10 fps. */
export const avcRecord = Buffer.from(
  '014d400affe10017674d400aeca23d80880000030008000003' + '00a078912cb001000468ce0fc8',
  'hex',
)
/** HEVCDecoderConfigurationRecord of x265, written by ffmpeg 5.1: Main profile, level 1.0, 64x48. */
export const hevcRecord = Buffer.from(
  '0101600000009000000000001ef000fcfdf8f800000f03200001001840010c01ffff01600000030090000003000003001e9594092100010029' +
    '42010101600000030090000003000003001ea0208316595952930bc05a02000003000200000300141022000100064401c073c089',
  'hex',
)
/** AV1CodecConfigurationRecord of libaom, written by ffmpeg 5.1: Main profile, 64x48. */
export const av1Record = Buffer.from('81000c000a0a00000002aff79b5f2008', 'hex')
/** Identification header of libopus: stereo. */
export const opusHeader = Buffer.from('4f707573486561640102380180bb0000000000', 'hex')
/** AudioSpecificConfig of ffmpeg 5.1: AAC-LC, 44.1 kHz, mono, with backward-compatible signalling of no SBR. */
export const aacConfig = Buffer.from('120856e500', 'hex')

export function videoMessage(body: Uint8Array, timestampMs = 0): RtmpMessage {
  return { type: messageTypes.video, streamId: 1, timestampMs, payload: body }
}

export function audioMessage(body: Uint8Array, timestampMs = 0): RtmpMessage {
  return { type: messageTypes.audio, streamId: 1, timestampMs, payload: body }
}

export function avcHeader(record: Uint8Array = avcRecord): Buffer {
  return Buffer.concat([Buffer.of(0x17, 0, 0, 0, 0), record])
}

export function aacHeader(config: Uint8Array = aacConfig): Buffer {
  return Buffer.concat([Buffer.of(0xaf, 0), config])
}

/** A frame of one NAL unit of `bytes` bytes: an IDR slice or another one. */
export function avcFrame(isIdr: boolean, compositionTimeMs = 0, bytes = 20): Buffer {
  const head = Buffer.from([isIdr ? 0x17 : 0x27, 1, 0, 0, 0])
  head.writeIntBE(compositionTimeMs, 2, 3)
  const nalUnit = Buffer.alloc(bytes, 0x55)
  nalUnit[0] = isIdr ? 0x65 : 0x41
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return Buffer.concat([head, length, nalUnit])
}

export function aacFrame(bytes = 100): Buffer {
  return Buffer.concat([Buffer.of(0xaf, 1), Buffer.alloc(bytes, 0x21)])
}

import type { AudioConfig, VideoConfig } from '../sample.ts'
import {
  type AudioTag,
  broken,
  chooseAac,
  chooseH264,
  configTag,
  nothing,
  signed24,
  type TagWithoutMedia,
  unsupported,
  type VideoTag,
  videoFrameTag,
} from './media-tag.ts'

/** The supported codecs by their FourCC (Enhanced RTMP v2, "FourCC"). */
export const videoFourCcs = { avc1: 'avc', hvc1: 'hevc', av01: 'av1' } as const satisfies Record<
  string,
  VideoConfig['codec']
>
export const audioFourCcs = { mp4a: 'aac', Opus: 'opus' } as const satisfies Record<string, AudioConfig['codec']>

const videoCodecs = new Map<string, VideoConfig['codec']>(Object.entries(videoFourCcs))
const audioCodecs = new Map<string, AudioConfig['codec']>(Object.entries(audioFourCcs))

/** Names of unsupported codecs. */
const unsupportedNames: Partial<Record<string, string>> = {
  vp08: 'VP8',
  vp09: 'VP9',
  vvc1: 'H.266 (VVC)',
  fLaC: 'FLAC',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
  '.mp3': 'MP3',
}

const videoPackets = {
  sequenceStart: 0,
  codedFrames: 1,
  codedFramesX: 3,
  metadata: 4,
  multitrack: 6,
  modEx: 7,
} as const
const audioPackets = { sequenceStart: 0, codedFrames: 1, multitrack: 5, modEx: 7 } as const
const commandFrame = 5

/** ExVideoTagHeader (Enhanced RTMP v2, "Enhanced Video", which includes v1). Never throws. */
export function readEnhancedVideo(body: Uint8Array): VideoTag {
  const frameType = (body[0]! >> 4) & 7
  const header = readHeader(body, videoPackets.modEx)
  if (header === undefined) return broken
  const { packetType, offset } = header
  if (packetType === videoPackets.multitrack) {
    return unsupported('This encoder sends several videos at once (multitrack). Choose a single video in your encoder.')
  }
  // A command to the player has no codec.
  if (packetType === videoPackets.metadata || frameType === commandFrame) return nothing
  const codec = readCodec(body, offset, videoCodecs, '', chooseH264)
  if (typeof codec === 'object') return codec
  const dataOffset = offset + 4
  switch (packetType) {
    case videoPackets.sequenceStart:
      return configTag(codec, body.subarray(dataOffset))
    case videoPackets.codedFrames:
      // AV1 has no composition time: reordering is internal to the codec.
      if (codec === 'av1') return videoFrameTag(codec, frameType, 0, body.subarray(dataOffset))
      if (body.length < dataOffset + 3) return broken
      return videoFrameTag(codec, frameType, signed24(body, dataOffset), body.subarray(dataOffset + 3))
    case videoPackets.codedFramesX:
      return videoFrameTag(codec, frameType, 0, body.subarray(dataOffset))
    default:
      return nothing
  }
}

/** ExAudioTagHeader (Enhanced RTMP v2, "Enhanced Audio"). Never throws. */
export function readEnhancedAudio(body: Uint8Array): AudioTag {
  const header = readHeader(body, audioPackets.modEx)
  if (header === undefined) return broken
  const { packetType, offset } = header
  if (packetType === audioPackets.multitrack) {
    return unsupported('This encoder sends several sound tracks at once (multitrack). Choose a single one.')
  }
  const codec = readCodec(body, offset, audioCodecs, ' sound', chooseAac)
  if (typeof codec === 'object') return codec
  const data = body.subarray(offset + 4)
  if (packetType === audioPackets.sequenceStart) return configTag(codec, data)
  return packetType === audioPackets.codedFrames && data.length > 0 ? { kind: 'frame', codec, data } : nothing
}

/**
 * The packet type and where its header continues. Modifiers before it (ModEx) are ignored: the only defined one adds nanoseconds
 * to the timestamp, which is more precise than the milliseconds used here.
 */
function readHeader(body: Uint8Array, modEx: number): { packetType: number; offset: number } | undefined {
  let packetType = body[0]! & 0x0f
  let offset = 1
  while (packetType === modEx) {
    let size = (body[offset] ?? 0) + 1
    offset += 1
    if (size === 256) {
      size = ((body[offset] ?? 0) << 8) + (body[offset + 1] ?? 0) + 1
      offset += 2
    }
    offset += size
    const next = body[offset]
    if (next === undefined) return undefined
    packetType = next & 0x0f
    offset += 1
  }
  return { packetType, offset }
}

function readCodec<Codec extends string>(
  body: Uint8Array,
  offset: number,
  codecs: ReadonlyMap<string, Codec>,
  noun: string,
  advice: string,
): Codec | TagWithoutMedia {
  if (body.length < offset + 4) return broken
  const fourCc = String.fromCharCode(...body.subarray(offset, offset + 4))
  const name = unsupportedNames[fourCc] ?? (noun ? 'unknown' : 'an unknown codec')
  return codecs.get(fourCc) ?? unsupported(`This encoder sends ${name}${noun}. ${advice}`)
}

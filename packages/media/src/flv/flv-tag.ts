import { readEnhancedAudio, readEnhancedVideo } from './enhanced-tag.ts'
import {
  type AudioTag,
  broken,
  chooseAac,
  chooseH264,
  configTag,
  nothing,
  signed24,
  unsupported,
  type VideoTag,
  videoFrameTag,
} from './media-tag.ts'

const videoCodecNames: Partial<Record<number, string>> = {
  1: 'JPEG',
  2: 'Sorenson H.263',
  3: 'Screen Video',
  4: 'VP6',
  5: 'VP6',
  6: 'Screen Video',
  8: 'VP8',
  9: 'VP9',
  13: 'AV1',
}

/** Parses a video message (Adobe FLV 10.1 Annex E.4.3). Never throws. The result refers to the bytes of `body`. */
export function readVideoTag(body: Uint8Array): VideoTag {
  const first = body[0]
  if (first === undefined) return nothing
  if (first & 0x80) return readEnhancedVideo(body)
  const frameType = first >> 4
  const codec = first & 0x0f
  if (codec === 12) {
    return unsupported('This encoder sends H.265 in the old FLV form (codec id 12). Choose H.264 in your encoder.')
  }
  if (codec !== 7) {
    return unsupported(`This encoder sends ${videoCodecNames[codec] ?? `video codec ${codec}`}. ${chooseH264}`)
  }
  // Frame type 5 is a command to the player, not a picture.
  if (frameType === 5) return nothing
  if (body.length < 5) return broken
  switch (body[1]) {
    case 0:
      return configTag('avc', body.subarray(5))
    case 1:
      return videoFrameTag('avc', frameType, signed24(body, 2), body.subarray(5))
    case 2:
      return nothing
    default:
      return broken
  }
}

/** Parses an audio message (Adobe FLV 10.1 Annex E.4.2). Never throws. The result refers to the bytes of `body`. */
export function readAudioTag(body: Uint8Array): AudioTag {
  const first = body[0]
  if (first === undefined) return nothing
  const format = first >> 4
  if (format === 9) return readEnhancedAudio(body)
  if (format !== 10) return unsupported(`This encoder sends ${audioFormatName(format)} sound. ${chooseAac}`)
  if (body.length < 2) return broken
  if (body[1] === 0) return configTag('aac', body.subarray(2))
  if (body[1] !== 1) return broken
  return body.length > 2 ? { kind: 'frame', codec: 'aac', data: body.subarray(2) } : nothing
}

function audioFormatName(format: number): string {
  if (format === 2 || format === 14) return 'MP3'
  if (format === 11) return 'Speex'
  if (format === 4 || format === 5 || format === 6) return 'Nellymoser'
  if (format === 0 || format === 3) return 'uncompressed'
  return `format ${format}`
}

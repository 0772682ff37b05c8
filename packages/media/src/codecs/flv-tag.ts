/** What one RTMP audio or video message holds (Adobe FLV 10.1 Annex E.4.2 and E.4.3; Enhanced RTMP v1 for the marked header). */
export type VideoTag =
  | { kind: 'config'; data: Uint8Array }
  | { kind: 'frame'; isKey: boolean; compositionTimeMs: number; data: Uint8Array }
  | TagWithoutMedia

export type AudioTag = { kind: 'config'; data: Uint8Array } | { kind: 'frame'; data: Uint8Array } | TagWithoutMedia

type TagWithoutMedia =
  /** Says something that needs no action: end of sequence, metadata, an empty packet. */
  | { kind: 'nothing' }
  /** Cut short or out of the format. */
  | { kind: 'broken' }
  /** Media that cannot be taken; the reason is a sentence for the streamer. */
  | { kind: 'unsupported'; reason: string }

const nothing = { kind: 'nothing' } as const
const broken = { kind: 'broken' } as const

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

const fourCcNames: Partial<Record<string, string>> = {
  hvc1: 'H.265 (HEVC)',
  av01: 'AV1',
  vp08: 'VP8',
  vp09: 'VP9',
  vvc1: 'H.266 (VVC)',
  Opus: 'Opus',
  fLaC: 'FLAC',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
  '.mp3': 'MP3',
}

/** Never throws; `body` is the message as it arrived and the result points into it. */
export function readVideoTag(body: Uint8Array): VideoTag {
  const first = body[0]
  if (first === undefined) return nothing
  if (first & 0x80) return readEnhancedVideo(body, first)
  const frameType = first >> 4
  const codec = first & 0x0f
  if (codec === 12) {
    return unsupported('This encoder sends H.265 the old way (codec id 12). Choose H.264 in your encoder.')
  }
  if (codec !== 7) {
    return unsupported(`This encoder sends ${videoCodecNames[codec] ?? `video codec ${codec}`}. ${chooseH264}`)
  }
  // Frame type 5 is a command to the player, not a picture.
  if (frameType === 5) return nothing
  if (body.length < 5) return broken
  switch (body[1]) {
    case 0:
      return { kind: 'config', data: body.subarray(5) }
    case 1:
      return videoFrame(frameType, signed24(body, 2), body.subarray(5))
    case 2:
      return nothing
    default:
      return broken
  }
}

/** Never throws; `body` is the message as it arrived and the result points into it. */
export function readAudioTag(body: Uint8Array): AudioTag {
  const first = body[0]
  if (first === undefined) return nothing
  const format = first >> 4
  if (format === 9) return readEnhancedAudio(body, first)
  if (format !== 10) return unsupported(`This encoder sends ${audioFormatName(format)} sound. ${chooseAac}`)
  if (body.length < 2) return broken
  if (body[1] === 0) return { kind: 'config', data: body.subarray(2) }
  if (body[1] !== 1) return broken
  return body.length > 2 ? { kind: 'frame', data: body.subarray(2) } : nothing
}

const chooseH264 = 'Choose H.264 in your encoder.'
const chooseAac = 'Choose AAC in your encoder.'

function readEnhancedVideo(body: Uint8Array, first: number): VideoTag {
  const frameType = (first >> 4) & 7
  const packetType = first & 0x0f
  if (packetType === 6) {
    return unsupported('This encoder sends several videos at once (multitrack). Choose a single H.264 video.')
  }
  if (packetType === 7) return unsupported('This encoder sends extended packets (ModEx). Choose plain H.264.')
  if (body.length < 5) return broken
  const fourCc = readFourCc(body)
  if (fourCc !== 'avc1')
    return unsupported(`This encoder sends ${fourCcNames[fourCc] ?? 'an unknown codec'}. ${chooseH264}`)
  if (frameType === 5) return nothing
  switch (packetType) {
    case 0:
      return { kind: 'config', data: body.subarray(5) }
    case 1:
      return body.length < 8 ? broken : videoFrame(frameType, signed24(body, 5), body.subarray(8))
    case 3:
      return videoFrame(frameType, 0, body.subarray(5))
    case 2:
    case 4:
      return nothing
    default:
      return broken
  }
}

function readEnhancedAudio(body: Uint8Array, first: number): AudioTag {
  const packetType = first & 0x0f
  if (packetType === 5) return unsupported('This encoder sends several sound tracks at once. Choose a single one.')
  if (body.length < 5) return broken
  const fourCc = readFourCc(body)
  if (fourCc !== 'mp4a')
    return unsupported(`This encoder sends ${fourCcNames[fourCc] ?? 'unknown'} sound. ${chooseAac}`)
  const data = body.subarray(5)
  if (packetType === 0) return { kind: 'config', data }
  return packetType === 1 && data.length > 0 ? { kind: 'frame', data } : nothing
}

function videoFrame(frameType: number, compositionTimeMs: number, data: Uint8Array): VideoTag {
  if (data.length === 0) return nothing
  return { kind: 'frame', isKey: frameType === 1 || frameType === 4, compositionTimeMs, data }
}

function audioFormatName(format: number): string {
  if (format === 2 || format === 14) return 'MP3'
  if (format === 11) return 'Speex'
  if (format === 4 || format === 5 || format === 6) return 'Nellymoser'
  if (format === 0 || format === 3) return 'uncompressed'
  return `format ${format}`
}

function readFourCc(body: Uint8Array): string {
  return String.fromCharCode(body[1]!, body[2]!, body[3]!, body[4]!)
}

function signed24(bytes: Uint8Array, offset: number): number {
  return ((bytes[offset]! << 24) | (bytes[offset + 1]! << 16) | (bytes[offset + 2]! << 8)) >> 8
}

function unsupported(reason: string): { kind: 'unsupported'; reason: string } {
  return { kind: 'unsupported', reason }
}

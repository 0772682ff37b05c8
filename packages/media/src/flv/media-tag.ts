import type { AudioConfig, VideoConfig } from '../sample.ts'

/** Content of one RTMP video message. */
export type VideoTag =
  | { kind: 'config'; codec: VideoConfig['codec']; data: Uint8Array }
  | { kind: 'frame'; codec: VideoConfig['codec']; isKey: boolean; compositionTimeMs: number; data: Uint8Array }
  | TagWithoutMedia

/** Content of one RTMP audio message. */
export type AudioTag =
  | { kind: 'config'; codec: AudioConfig['codec']; data: Uint8Array }
  | { kind: 'frame'; codec: AudioConfig['codec']; data: Uint8Array }
  | TagWithoutMedia

export type TagWithoutMedia =
  /** Needs no action: end of sequence, metadata, an empty packet. */
  | { kind: 'nothing' }
  /** Ends early or violates the format. */
  | { kind: 'broken' }
  /** Unsupported media; the reason is a sentence for the streamer. */
  | { kind: 'unsupported'; reason: string }

export const nothing = { kind: 'nothing' } as const
export const broken = { kind: 'broken' } as const

export function unsupported(reason: string): TagWithoutMedia {
  return { kind: 'unsupported', reason }
}

export const chooseH264 = 'Choose H.264 in your encoder.'
export const chooseAac = 'Choose AAC in your encoder.'

/** A configuration. Some encoders first send an empty one, which is ignored. */
export function configTag<Codec>(
  codec: Codec,
  data: Uint8Array,
): { kind: 'config'; codec: Codec; data: Uint8Array } | { kind: 'nothing' } {
  return data.length > 0 ? { kind: 'config', codec, data } : nothing
}

/** A frame with an FLV frame type (FLV 10.1 Annex E.4.3.1). An empty one is ignored. */
export function videoFrameTag(
  codec: VideoConfig['codec'],
  frameType: number,
  compositionTimeMs: number,
  data: Uint8Array,
): VideoTag {
  if (data.length === 0) return nothing
  return { kind: 'frame', codec, isKey: frameType === 1 || frameType === 4, compositionTimeMs, data }
}

export function signed24(bytes: Uint8Array, offset: number): number {
  return ((bytes[offset]! << 24) | (bytes[offset + 1]! << 16) | (bytes[offset + 2]! << 8)) >> 8
}

import { encrypt, type SegmentEncryption } from './encryption.ts'

/** A partial segment, published. */
export interface Part {
  durationS: number
  /** Decoding can start with its first frame. */
  isIndependent: boolean
  plain: Uint8Array
  /** What is served. Undefined when it is too old to be asked for. */
  body: Uint8Array | undefined
}

export interface Segment {
  sequence: number
  /** How many discontinuities lie before its media, since the start of the stream. */
  discontinuity: number
  /** A discontinuity lies between it and the segment before. */
  isAfterDiscontinuity: boolean
  initNumber: number
  startTicks: number
  durationS: number
  programDateTimeMs: number
  encryption: SegmentEncryption | undefined
  parts: Part[]
  isClosed: boolean
  /** Media bytes before encryption. */
  size: number
  whole: Uint8Array | undefined
}

/** The whole segment as it is served: the concatenated parts, encrypted once more as one message. Made on first request. */
export function wholeSegment(segment: Segment): Uint8Array {
  const plain = segment.parts.map((part) => part.plain)
  segment.whole ??= segment.encryption === undefined ? Buffer.concat(plain) : encrypt(plain, segment.encryption)
  return segment.whole
}

/** Bytes of memory that a segment holds. */
export function heldBytes(segment: Segment): number {
  const parts = segment.parts.reduce((sum, part) => sum + (part.body === part.plain ? 0 : (part.body?.length ?? 0)), 0)
  return segment.size + parts + (segment.whole?.length ?? 0)
}

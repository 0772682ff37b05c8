import { decrypt, encrypt, type SegmentEncryption } from '../encryption.ts'

/** A partial segment, published. */
export interface Part {
  durationS: number
  /** Decoding can start with its first frame. */
  isIndependent: boolean
  /** What is served. */
  body: Uint8Array
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
  /** False when they are too old to be asked for one by one. */
  servesParts: boolean
  isClosed: boolean
  /** Media bytes before encryption. */
  size: number
  whole: Uint8Array | undefined
}

/**
 * The whole segment as it is served: the concatenated parts, encrypted once more as one message. Made on first request, from the
 * parts as they are served: held as plain bytes too, they would take as much memory again, and V8 would look for garbage as often
 * again, for an answer that most viewers never want.
 */
export function wholeSegment(segment: Segment): Uint8Array {
  const { parts, encryption } = segment
  segment.whole ??=
    encryption === undefined
      ? Buffer.concat(parts.map(({ body }) => body))
      : encrypt(
          parts.map(({ body }) => decrypt(body, encryption)),
          encryption,
        )
  return segment.whole
}

/** Bytes of memory that a segment holds. */
export function heldBytes(segment: Segment): number {
  return segment.parts.reduce((sum, { body }) => sum + body.length, segment.whole?.length ?? 0)
}

import { decrypt, encrypt, type SegmentEncryption } from '../encryption.ts'
import type { RecordedMessage } from './recorded-message.ts'

/** A published partial segment. */
export interface Part {
  durationS: number
  /** Decoding can start with its first frame. */
  isIndependent: boolean
  /** The bytes that are served, encrypted where the stream is. */
  body: Uint8Array
}

export interface Segment {
  sequence: number
  /** How many discontinuities there were before this segment since the start of the stream. */
  discontinuity: number
  /** True when there is a discontinuity between the previous segment and this one. */
  isAfterDiscontinuity: boolean
  initNumber: number
  startTicks: number
  durationS: number
  programDateTimeMs: number
  encryption: SegmentEncryption | undefined
  parts: Part[]
  /** False when the parts are too old to be served one by one. */
  servesParts: boolean
  isClosed: boolean
  /** Media bytes before encryption. */
  size: number
  whole: Uint8Array | undefined
  /** While it is open, if it is to be recorded. */
  recorded: RecordedMessage | undefined
}

export type SegmentStart = Pick<Segment, 'startTicks' | 'sequence' | 'discontinuity'>

/**
 * The whole segment as it is served: the concatenated parts, encrypted again as one message. It is made on the first request, by
 * decrypting the served parts. Keeping plain parts too would double the memory and the garbage collections, for a response that
 * most viewers never request.
 */
export function wholeSegment(segment: Segment): Uint8Array {
  segment.whole ??= joinParts(segment)
  return segment.whole
}

function joinParts({ parts, encryption }: Segment): Uint8Array {
  if (encryption === undefined) return Buffer.concat(parts.map(({ body }) => body))
  return encrypt(
    parts.map(({ body }) => decrypt(body, encryption)),
    encryption,
  )
}

/** Memory of a segment, in bytes. */
export function heldBytes(segment: Segment): number {
  return segment.parts.reduce((sum, { body }) => sum + body.length, segment.whole?.length ?? 0)
}

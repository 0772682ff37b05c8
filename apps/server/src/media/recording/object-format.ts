import { crc32 } from 'node:zlib'
import type {
  RecordedIndex,
  RecordedInit,
  RecordedPicture,
  RecordedSegment,
} from '../../db/recordings/recorded-objects.ts'

/**
 * An object is a sequence of records, so that it can be read up to where a crash cut it off: a head of 16 bytes (the letters WGR1, the
 * length of the facts, the length of the body and a checksum of both, each of 32 bits, most significant byte first), the facts as JSON,
 * and the body as players receive it. The offsets in the facts of a record are those of its body.
 */
export type RecordFacts =
  | { init: Omit<RecordedInit, Place> }
  | { segment: Omit<RecordedSegment, Place> }
  | { index: Omit<RecordedIndex, Place> }
  | { picture: Omit<RecordedPicture, Place> }

type Place = 'offset' | 'length'

const mark = Buffer.from('WGR1')
export const headBytes = 16
const maxFactsBytes = 4096
/** More than the packager holds of a segment. */
export const maxBodyBytes = 256 * 1024 * 1024

/** The bytes before the body, which may be in pieces. */
export function encodeHead(facts: RecordFacts, body: readonly Uint8Array[]): Buffer {
  const text = Buffer.from(JSON.stringify(facts))
  const head = Buffer.alloc(headBytes)
  mark.copy(head)
  head.writeUInt32BE(text.length, 4)
  head.writeUInt32BE(bytesOf(body), 8)
  head.writeUInt32BE(
    body.reduce((checksum, piece) => crc32(piece, checksum), crc32(text)),
    12,
  )
  return Buffer.concat([head, text])
}

export function bytesOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}

export interface RecordHead {
  factsLength: number
  bodyLength: number
  checksum: number
}

/** Undefined for bytes that no record begins with. */
export function decodeHead(head: Buffer): RecordHead | undefined {
  if (head.length < headBytes || !head.subarray(0, mark.length).equals(mark)) return undefined
  const [factsLength, bodyLength, checksum] = [head.readUInt32BE(4), head.readUInt32BE(8), head.readUInt32BE(12)]
  if (factsLength > maxFactsBytes || bodyLength > maxBodyBytes) return undefined
  return { factsLength, bodyLength, checksum }
}

/** Undefined when the bytes are not those that were written. */
export function decodeRecord(head: RecordHead, facts: Buffer, body: Buffer): RecordFacts | undefined {
  if (facts.length !== head.factsLength || body.length !== head.bodyLength) return undefined
  if (crc32(body, crc32(facts)) !== head.checksum) return undefined
  return JSON.parse(facts.toString()) as RecordFacts
}

import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'

/** The rotating keys of a stream. Neither function may throw. */
export interface HlsKeys {
  /** The key in use at `timeMs`, 16 bytes, and its number. */
  keyAt(timeMs: number): { number: number; key: Uint8Array }
  /** Where players fetch a key, such as `/api/hls/key/{streamId}/{number}`. */
  uri(number: number): string
}

/** Key and initialisation vector of one segment and of all its parts. */
export interface SegmentEncryption {
  keyNumber: number
  key: Uint8Array
  iv: Uint8Array
}

/**
 * The initialisation vector of a segment: 8 bytes for the rendition and 8 for the number of the segment, which never repeats. RFC 8216bis
 * section 5.2 uses the number alone. Numbers compress: in the playlist of a recording of four hours, random ones would take 130 kB.
 */
export function segmentIv(rendition: string, sequence: number): Uint8Array {
  const iv = Buffer.alloc(16)
  createHash('sha256').update(rendition).digest().copy(iv, 0, 0, 8)
  iv.writeBigUInt64BE(BigInt(sequence), 8)
  return iv
}

/**
 * Encrypts with AES-128-CBC and PKCS#7 padding (RFC 8216bis section 4.4.4.4). Every part and every whole segment is encrypted as
 * a separate message under the segment's IV, because players decrypt each part on its own with the key tag of its segment.
 */
export function encrypt(plain: readonly Uint8Array[], encryption: SegmentEncryption): Uint8Array {
  const cipher = createCipheriv('aes-128-cbc', encryption.key, encryption.iv)
  return Buffer.concat([...plain.map((bytes) => cipher.update(bytes)), cipher.final()])
}

/** Reverses `encrypt`. */
export function decrypt(message: Uint8Array, encryption: SegmentEncryption): Uint8Array {
  const decipher = createDecipheriv('aes-128-cbc', encryption.key, encryption.iv)
  return Buffer.concat([decipher.update(message), decipher.final()])
}

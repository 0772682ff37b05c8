/** One tag of an FLV stream (Adobe FLV 10.1 Annex E.4.1). */
export interface FlvTag {
  /** 8: audio, 9: video, 18: script data. */
  type: number
  /** Decode time, 31 bits. */
  timestampMs: number
  body: Uint8Array
}

const fileHeaderBytes = 9
const tagHeaderBytes = 11
const previousSizeBytes = 4
const defaultMaxTagBytes = 8 * 1024 * 1024

/**
 * Reads the tags of an FLV stream as its bytes arrive. `push` throws `RangeError` when the stream is not FLV or a tag is larger
 * than `maxTagBytes`; the reader cannot be used after that.
 */
export function createFlvReader(
  onTag: (tag: FlvTag) => void,
  maxTagBytes = defaultMaxTagBytes,
): { push(bytes: Uint8Array): void } {
  let pending: Buffer = Buffer.alloc(0)
  let hasHeader = false

  function readHeader(): boolean {
    if (pending.length < fileHeaderBytes + previousSizeBytes) return false
    if (pending.toString('latin1', 0, 3) !== 'FLV') throw new RangeError('not an FLV stream')
    const bodyOffset = pending.readUInt32BE(5)
    if (bodyOffset !== fileHeaderBytes) throw new RangeError('unknown FLV header length')
    pending = pending.subarray(fileHeaderBytes + previousSizeBytes)
    return true
  }

  function readTag(): boolean {
    if (pending.length < tagHeaderBytes) return false
    const length = pending.readUIntBE(1, 3)
    if (length > maxTagBytes) throw new RangeError('FLV tag too large')
    const end = tagHeaderBytes + length + previousSizeBytes
    if (pending.length < end) return false
    const type = pending.readUInt8(0) & 0x1f
    // The lower 24 bits, then the upper 8.
    const timestampMs = pending.readUIntBE(4, 3) + (pending.readUInt8(7) & 0x7f) * 2 ** 24
    // A copy, because a view would keep the whole received buffer in memory as long as the tag.
    const body = Uint8Array.prototype.slice.call(pending, tagHeaderBytes, tagHeaderBytes + length)
    pending = pending.subarray(end)
    onTag({ type, timestampMs, body })
    return true
  }

  return {
    push(bytes) {
      pending = pending.length === 0 ? Buffer.from(bytes) : Buffer.concat([pending, bytes])
      hasHeader ||= readHeader()
      while (hasHeader && readTag());
    },
  }
}

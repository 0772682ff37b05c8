/** Removes emulation prevention bytes: each 3 after two zero bytes (ITU-T H.264 section 7.4.1, H.265 section 7.4.2). */
export function withoutEmulationPrevention(bytes: Uint8Array): Uint8Array {
  const raw = new Uint8Array(bytes.length)
  let length = 0
  let zeros = 0
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    zeros = byte === 0 ? zeros + 1 : 0
    raw[length++] = byte
  }
  return raw.subarray(0, length)
}

/**
 * Visits the length-prefixed NAL units of one access unit (ISO/IEC 14496-15 section 5.2.3), except empty ones. Returns false
 * when the lengths do not add up; the NAL units before that point have been visited.
 */
export function visitNalUnits(
  data: Uint8Array,
  nalLengthBytes: number,
  visit: (start: number, end: number) => void,
): boolean {
  let position = 0
  while (position < data.length) {
    if (position + nalLengthBytes > data.length) return false
    let length = 0
    for (let index = 0; index < nalLengthBytes; index++) length = length * 256 + data[position + index]!
    position += nalLengthBytes
    if (position + length > data.length) return false
    if (length > 0) visit(position, position + length)
    position += length
  }
  return true
}

/** The largest value written or read as a number; the wire allows 62 bits. */
export const maxVarint = Number.MAX_SAFE_INTEGER

/** Bytes of a variable-length integer (RFC 9000 section 16). */
export function varintBytes(value: number): 1 | 2 | 4 | 8 {
  if (value < 2 ** 6) return 1
  if (value < 2 ** 14) return 2
  return value < 2 ** 30 ? 4 : 8
}

/** Writes a variable-length integer of at most 53 bits. Returns the offset after it. */
export function writeVarint(target: Uint8Array, offset: number, value: number): number {
  const bytes = varintBytes(value)
  let rest = value
  for (let index = offset + bytes - 1; index >= offset; index -= 1) {
    target[index] = rest % 256
    rest = Math.floor(rest / 256)
  }
  // The two highest bits say how many bytes there are: 1, 2, 4 or 8.
  const lengthBits = bytes === 1 ? 0 : bytes === 2 ? 0x40 : bytes === 4 ? 0x80 : 0xc0
  target[offset] = (target[offset] ?? 0) | lengthBits
  return offset + bytes
}

/** The values one after the other. */
export function encodeVarints(...values: number[]): Uint8Array {
  const bytes = new Uint8Array(values.reduce((sum, value) => sum + varintBytes(value), 0))
  let offset = 0
  for (const value of values) offset = writeVarint(bytes, offset, value)
  return bytes
}

/** Reads bits, most significant first. Throws `RangeError` past the end, so that no parser built on it can loop forever. */
export interface BitReader {
  /** Up to 32 bits as an unsigned number. */
  bits(count: number): number
  flag(): boolean
  /** ue(v), Exp-Golomb (ITU-T H.264 section 9.1). */
  unsigned(): number
  /** se(v), signed Exp-Golomb (ITU-T H.264 section 9.1.1). */
  signed(): number
  readonly bitsLeft: number
}

export function createBitReader(bytes: Uint8Array): BitReader {
  let position = 0
  const end = bytes.length * 8

  function bit(): number {
    if (position >= end) throw new RangeError('read past the end of the bits')
    const value = (bytes[position >> 3]! >> (7 - (position & 7))) & 1
    position += 1
    return value
  }

  function bits(count: number): number {
    let value = 0
    for (let index = 0; index < count; index++) value = value * 2 + bit()
    return value
  }

  function unsigned(): number {
    let zeros = 0
    while (bit() === 0) {
      zeros += 1
      if (zeros > 31) throw new RangeError('Exp-Golomb code longer than 32 bits')
    }
    return 2 ** zeros - 1 + bits(zeros)
  }

  return {
    bits,
    flag: () => bit() === 1,
    unsigned,
    signed() {
      const code = unsigned()
      return code % 2 === 1 ? (code + 1) / 2 : -code / 2 || 0
    },
    get bitsLeft() {
      return end - position
    },
  }
}

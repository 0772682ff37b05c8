/** Boxes of ISO base media files (ISO/IEC 14496-12 section 4.2). */

/** A box: 32-bit size, four-character type, content. */
export function box(type: string, ...content: readonly Uint8Array[]): Uint8Array {
  const size = content.reduce((sum, bytes) => sum + bytes.length, 8)
  const out = new Uint8Array(size)
  out.set(boxHeader(type, size))
  let offset = 8
  for (const bytes of content) {
    out.set(bytes, offset)
    offset += bytes.length
  }
  return out
}

/** A box whose content starts with a version and 24 bits of flags (section 4.2.2). */
export function fullBox(type: string, version: number, flags: number, ...content: readonly Uint8Array[]): Uint8Array {
  return box(type, u32(((version << 24) | flags) >>> 0), ...content)
}

/** The eight bytes before the content, for a box whose payload is not copied. `size` includes them. */
export function boxHeader(type: string, size: number): Uint8Array {
  return concat(u32(size), ascii(type))
}

export function u8(...values: readonly number[]): Uint8Array {
  return Uint8Array.from(values)
}

export function u16(...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 2))
  values.forEach((value, index) => {
    view.setUint16(index * 2, value)
  })
  return new Uint8Array(view.buffer)
}

/** 32-bit words; negative values are written as two's complement. */
export function u32(...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4))
  values.forEach((value, index) => {
    view.setInt32(index * 4, value)
  })
  return new Uint8Array(view.buffer)
}

/** A 64-bit unsigned integer; `value` is a safe integer. */
export function u64(value: number): Uint8Array {
  return u32(Math.floor(value / 2 ** 32), value % 2 ** 32)
}

export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

export function concat(...pieces: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(pieces.reduce((sum, bytes) => sum + bytes.length, 0))
  let offset = 0
  for (const bytes of pieces) {
    out.set(bytes, offset)
    offset += bytes.length
  }
  return out
}

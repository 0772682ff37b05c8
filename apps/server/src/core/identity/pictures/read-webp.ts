import type { PictureReader } from './picture.ts'

/** RFC 9649 section 2.7: of the extended form the colour profile and transparency stay; Exif and XMP are left out. */
const keptChunks = ['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L']
/** Flags of VP8X. */
const flags = { animation: 0x02, metadata: 0x04 | 0x08 }

export const readWebp: PictureReader = (bytes) => {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined
  const size = 8 + bytes.readUInt32LE(4)
  if (size > bytes.length) return 'damaged_picture'
  const kept: Buffer[] = []
  let picture: { width: number; height: number } | undefined
  let canvas: { width: number; height: number } | undefined
  for (let at = 12; at < size; ) {
    if (at + 8 > size) return 'damaged_picture'
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    if (at + 8 + length > size) return 'damaged_picture'
    // A copy, because a flag is changed. A chunk of odd length is followed by one byte.
    const chunk = Buffer.from(bytes.subarray(at, at + 8 + length + (length % 2)))
    const content = chunk.subarray(8, 8 + length)
    if (type === 'ANIM' || type === 'ANMF') return 'moving_picture'
    if (type === 'VP8X') {
      if (length < 10) return 'damaged_picture'
      const given = content[0] ?? 0
      if (given & flags.animation) return 'moving_picture'
      content[0] = given & ~flags.metadata
      canvas = { width: 1 + content.readUIntLE(4, 3), height: 1 + content.readUIntLE(7, 3) }
    }
    if (type === 'VP8 ' || type === 'VP8L') {
      if (picture) return 'damaged_picture'
      picture = type === 'VP8 ' ? lossySize(content) : losslessSize(content)
      if (!picture) return 'damaged_picture'
    }
    if (keptChunks.includes(type)) kept.push(chunk)
    at += 8 + length + (length % 2)
  }
  if (!picture) return 'damaged_picture'
  if (canvas && (canvas.width !== picture.width || canvas.height !== picture.height)) return 'damaged_picture'
  const content = Buffer.concat(kept)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + content.length, 4)
  return { ...picture, bytes: Buffer.concat([head, content]) }
}

/** The header of a VP8 key frame (RFC 6386 section 9.1). */
function lossySize(content: Buffer): { width: number; height: number } | undefined {
  const isKeyFrame = content.length >= 10 && ((content[0] ?? 1) & 1) === 0
  if (!isKeyFrame || content.toString('hex', 3, 6) !== '9d012a') return undefined
  return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff }
}

/** RFC 9649 section 3.4. */
function losslessSize(content: Buffer): { width: number; height: number } | undefined {
  if (content.length < 5 || content[0] !== 0x2f) return undefined
  const bits = content.readUInt32LE(1)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
}

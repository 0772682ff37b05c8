import { crc32, inflateSync } from 'node:zlib'
import type { PictureReader } from './picture.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/** PNG (Third Edition) section 11: what the pixels are and how they look. Texts, times, Exif and animations are left out. */
const keptChunks = [
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'cHRM',
  'gAMA',
  'sRGB',
  'iCCP',
  'cICP',
  'sBIT',
  'bKGD',
  'pHYs',
]
const animationChunk = 'acTL'
/** Length, type and checksum. */
const chunkFrameBytes = 12
/** Samples of a pixel, by the colour type of IHDR. */
const samplesOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

export const readPng: PictureReader = (bytes) => {
  if (!bytes.subarray(0, signature.length).equals(signature)) return undefined
  const kept: Buffer[] = [signature]
  const data: Buffer[] = []
  let header: Buffer | undefined
  for (let at = signature.length; at < bytes.length; ) {
    if (at + chunkFrameBytes > bytes.length) return 'damaged_picture'
    const length = bytes.readUInt32BE(at)
    const end = at + chunkFrameBytes + length
    if (end > bytes.length) return 'damaged_picture'
    const type = bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, end - 4)
    // The checksum is that of type and content (section 5.3).
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return 'damaged_picture'
    if (type === animationChunk) return 'moving_picture'
    if (header === undefined && (type !== 'IHDR' || length !== 13)) return 'damaged_picture'
    if (type === 'IHDR') header = content
    if (type === 'IDAT') data.push(content)
    if (keptChunks.includes(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND')
      return header && hasPixels(header, data) ? { ...sizeOf(header), bytes: Buffer.concat(kept) } : 'damaged_picture'
    at = end
  }
  return 'damaged_picture'
}

function sizeOf(header: Buffer): { width: number; height: number } {
  return { width: header.readUInt32BE(0), height: header.readUInt32BE(4) }
}

/** A picture of 1024 × 1024 pixels has half of it. One that has more is refused for its sides. */
const decodedMaxBytes = 16 * 1024 * 1024

/** Whether the data is as many rows of samples as the header says: interlaced ones have a few bytes more. */
function hasPixels(header: Buffer, data: readonly Buffer[]): boolean {
  const { width, height } = sizeOf(header)
  const bitsOfPixel = (samplesOf[header[9] ?? -1] ?? 0) * (header[8] ?? 0)
  const expected = height * (1 + Math.ceil((width * bitsOfPixel) / 8))
  if (bitsOfPixel === 0 || width === 0 || height === 0) return false
  if (expected > decodedMaxBytes) return true
  try {
    const { length } = inflateSync(Buffer.concat(data), { maxOutputLength: 2 * expected + 1024 })
    return header[12] === 0 ? length === expected : length >= expected
  } catch {
    return false
  }
}

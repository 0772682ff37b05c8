import type { PictureReader } from './picture.ts'

const marker = {
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  comment: 0xfe,
  adobe: 0xee,
  app0: 0xe0,
  profile: 0xe2,
  app15: 0xef,
}

/** ITU-T T.81 section B.2. */
export const readJpeg: PictureReader = (bytes) => {
  if (bytes[0] !== 0xff || bytes[1] !== marker.start || bytes[2] !== 0xff) return undefined
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let at = 2
  while (at + 4 <= bytes.length) {
    const code = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return 'damaged_picture'
    // A marker may be preceded by fill bytes.
    if (code === 0xff) {
      at += 1
      continue
    }
    if (code === marker.end || isStandalone(code)) return 'damaged_picture'
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || end < at + 4) return 'damaged_picture'
    if (isFrame(code)) {
      // More than one frame: a hierarchical picture, which no browser shows.
      if (size || end - at < 10) return 'damaged_picture'
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    if (isShown(code, bytes.subarray(at + 4, end))) kept.push(bytes.subarray(at, end))
    at = end
    if (code !== marker.scan) continue
    if (!size) return 'damaged_picture'
    const next = endOfScan(bytes, at)
    kept.push(bytes.subarray(at, next))
    at = next
    if (bytes[at + 1] === marker.end) {
      kept.push(bytes.subarray(at, at + 2))
      return { ...size, bytes: Buffer.concat(kept) }
    }
  }
  return 'damaged_picture'
}

/** The first marker after the compressed data, in which 0xff is followed by 0 or by a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const code = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && code !== 0 && code !== 0xff && !isStandalone(code)) return at
  }
  return bytes.length
}

/** Restart markers and TEM have no length. */
function isStandalone(code: number): boolean {
  return (code >= 0xd0 && code <= 0xd7) || code <= 0x01
}

/** SOF markers but for DHT, JPG and DAC. */
function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc
}

/** What says how the pixels look. Comments, Exif and other data of applications are left out. */
function isShown(code: number, content: Buffer): boolean {
  if (code === marker.comment) return false
  if (code < marker.app0 || code > marker.app15) return true
  const starts = (text: string) => content.toString('latin1', 0, text.length) === text
  if (code === marker.app0) return starts('JFIF\0')
  if (code === marker.profile) return starts('ICC_PROFILE\0')
  return code === marker.adobe && starts('Adobe')
}

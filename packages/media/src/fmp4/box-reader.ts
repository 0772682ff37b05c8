/** A box as it was read (ISO/IEC 14496-12 section 4.2). */
export interface Box {
  type: string
  /** Without the header. */
  content: Buffer
  /** Where the box begins in what was read. */
  start: number
}

/** The boxes that follow each other in `bytes`. @throws {Error} when a box is shorter than its header or longer than what is left. */
export function boxesOf(bytes: Uint8Array): Box[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const boxes: Box[] = []
  for (let start = 0; start < buffer.length; ) {
    const size = start + 8 <= buffer.length ? buffer.readUInt32BE(start) : 0
    if (size < 8 || start + size > buffer.length) throw new Error('a box of the movie is cut off')
    const type = buffer.toString('latin1', start + 4, start + 8)
    boxes.push({ type, content: buffer.subarray(start + 8, start + size), start })
    start += size
  }
  return boxes
}

/** The content of the first box of a type. @throws {Error} when there is none. */
export function contentOf(boxes: readonly Box[], type: string): Buffer {
  const found = boxes.find((box) => box.type === type)
  if (found === undefined) throw new Error(`the movie has no ${type} box`)
  return found.content
}

/** The boxes inside the first box of a type. @throws {Error} when there is none. */
export function boxesIn(boxes: readonly Box[], type: string): Box[] {
  return boxesOf(contentOf(boxes, type))
}

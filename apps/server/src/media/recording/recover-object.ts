import { open } from 'node:fs/promises'
import type { ObjectContents } from '../../db/recordings/recorded-objects.ts'
import { decodeHead, decodeRecord, headBytes } from './object-format.ts'

/**
 * Reads an object that a previous process may not have finished, cuts off what is not complete, and returns what it holds; no segments
 * when nothing is complete.
 */
export async function recoverObject(path: string): Promise<{ bytes: number; contents: ObjectContents }> {
  const contents: ObjectContents = { inits: [], segments: [] }
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const read = async (offset: number, length: number) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)))
      await file.read(bytes, 0, bytes.length, offset)
      return bytes
    }
    let position = 0
    for (;;) {
      const head = decodeHead(await read(position, headBytes))
      if (head === undefined) break
      const factsEnd = position + headBytes + head.factsLength
      const place = { offset: factsEnd, length: head.bodyLength }
      if (place.offset + place.length > size) break
      const facts = decodeRecord(
        head,
        await read(position + headBytes, head.factsLength),
        await read(place.offset, place.length),
      )
      if (facts === undefined) break
      if ('init' in facts) contents.inits.push({ ...facts.init, ...place })
      else if ('segment' in facts) contents.segments.push({ ...facts.segment, ...place })
      else if ('index' in facts) contents.index = { ...facts.index, ...place }
      else contents.picture = { ...facts.picture, ...place }
      position = place.offset + place.length
    }
    if (position < size) {
      await file.truncate(position)
      await file.sync()
    }
    return { bytes: position, contents }
  } finally {
    await file.close()
  }
}

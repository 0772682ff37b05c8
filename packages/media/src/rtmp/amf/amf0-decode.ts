import type { RtmpLimits } from '../limits.ts'
import { ProtocolError } from '../protocol-error.ts'
import { type AmfObject, type AmfValue, amfMarkers } from './amf0.ts'

/**
 * Decodes values until the bytes end (AMF 0 specification). Depth and number of values are limited, and declared counts are not
 * trusted. A switch to AMF3 (`avmplus-object`) ends the list, because no publisher needs the values after it. References become
 * undefined. Throws `ProtocolError`.
 */
export function decodeAmf0(payload: Uint8Array, limits: Pick<RtmpLimits, 'maxAmfDepth' | 'maxAmfValues'>): AmfValue[] {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
  let position = 0
  let valueCount = 0

  function take(count: number): number {
    if (position + count > bytes.length) throw new ProtocolError('AMF value ends early')
    const start = position
    position += count
    return start
  }

  function readText(lengthBytes: 2 | 4): string {
    const length = bytes.readUIntBE(take(lengthBytes), lengthBytes)
    const start = take(length)
    return bytes.toString('utf8', start, start + length)
  }

  function readProperties(depth: number): AmfObject {
    const object: AmfObject = new Map()
    for (;;) {
      const name = readText(2)
      if (name === '' && bytes[position] === amfMarkers.objectEnd) {
        position += 1
        return object
      }
      object.set(name, readValue(depth + 1))
    }
  }

  function readStrictArray(depth: number): AmfValue[] {
    const count = bytes.readUInt32BE(take(4))
    const values: AmfValue[] = []
    for (let index = 0; index < count; index++) values.push(readValue(depth + 1))
    return values
  }

  function readValue(depth: number): AmfValue {
    if (depth > limits.maxAmfDepth) throw new ProtocolError('AMF values are nested too deeply')
    valueCount += 1
    if (valueCount > limits.maxAmfValues) throw new ProtocolError('too many AMF values')
    switch (bytes[take(1)]) {
      case amfMarkers.number:
        return bytes.readDoubleBE(take(8))
      case amfMarkers.boolean:
        return bytes[take(1)] !== 0
      case amfMarkers.string:
        return readText(2)
      case amfMarkers.object:
        return readProperties(depth)
      case amfMarkers.null:
        return null
      case amfMarkers.undefined:
      case amfMarkers.unsupported:
        return undefined
      case amfMarkers.reference:
        take(2)
        return undefined
      case amfMarkers.ecmaArray:
        // Section 2.10: the count is only a hint; the end marker decides.
        take(4)
        return readProperties(depth)
      case amfMarkers.strictArray:
        return readStrictArray(depth)
      case amfMarkers.date: {
        const start = take(10)
        return bytes.readDoubleBE(start)
      }
      case amfMarkers.longString:
      case amfMarkers.xmlDocument:
        return readText(4)
      case amfMarkers.typedObject:
        readText(2)
        return readProperties(depth)
      default:
        throw new ProtocolError('unknown AMF type')
    }
  }

  const values: AmfValue[] = []
  while (position < bytes.length && bytes[position] !== amfMarkers.avmPlus) values.push(readValue(1))
  return values
}

import { type AmfObject, type AmfValue, amfMarkers } from './amf0.ts'

/** Encodes consecutive values (AMF 0 specification). Strings over 65,535 bytes become long strings. */
export function encodeAmf0(...values: AmfValue[]): Buffer {
  return Buffer.concat(values.map(encodeValue))
}

function encodeValue(value: AmfValue): Buffer {
  if (value === null) return Buffer.of(amfMarkers.null)
  if (value === undefined) return Buffer.of(amfMarkers.undefined)
  if (typeof value === 'boolean') return Buffer.of(amfMarkers.boolean, value ? 1 : 0)
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9)
    bytes.writeDoubleBE(value, 1)
    return bytes
  }
  if (typeof value === 'string') return encodeString(value)
  if (Array.isArray(value)) {
    const head = Buffer.alloc(5, amfMarkers.strictArray)
    head.writeUInt32BE(value.length, 1)
    return Buffer.concat([head, ...value.map(encodeValue)])
  }
  return encodeObject(value)
}

function encodeString(text: string): Buffer {
  const bytes = Buffer.from(text)
  const isLong = bytes.length > 0xffff
  const head = Buffer.alloc(isLong ? 5 : 3, isLong ? amfMarkers.longString : amfMarkers.string)
  head.writeUIntBE(bytes.length, 1, isLong ? 4 : 2)
  return Buffer.concat([head, bytes])
}

function encodeObject(object: AmfObject): Buffer {
  const parts: Buffer[] = [Buffer.of(amfMarkers.object)]
  for (const [name, value] of object) parts.push(encodeString(name).subarray(1), encodeValue(value))
  parts.push(Buffer.of(0, 0, amfMarkers.objectEnd))
  return Buffer.concat(parts)
}

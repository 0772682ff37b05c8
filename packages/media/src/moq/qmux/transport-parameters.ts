import { ByteReader } from '../wire/byte-reader.ts'
import { concat } from '../wire/concat.ts'
import { MoqError } from '../wire/moq-error.ts'
import { encodeVarints, varintBytes } from '../wire/varint.ts'
import { maxRecordBytes } from './frame-types.ts'

/** What an endpoint allows its peer to send (RFC 9000 section 18.2); 0 where it says nothing. */
export interface TransportParameters {
  maxIdleTimeoutMs: number
  initialMaxData: number
  /** For streams with two directions that the endpoint itself opened. */
  initialMaxStreamDataBidiLocal: number
  /** For streams with two directions that its peer opened. */
  initialMaxStreamDataBidiRemote: number
  initialMaxStreamDataUni: number
  initialMaxStreamsBidi: number
  initialMaxStreamsUni: number
}

const ids: Record<keyof TransportParameters, number> = {
  maxIdleTimeoutMs: 0x01,
  initialMaxData: 0x04,
  initialMaxStreamDataBidiLocal: 0x05,
  initialMaxStreamDataBidiRemote: 0x06,
  initialMaxStreamDataUni: 0x07,
  initialMaxStreamsBidi: 0x08,
  initialMaxStreamsUni: 0x09,
}
const names = new Map(Object.entries(ids).map(([name, id]) => [BigInt(id), name as keyof TransportParameters]))
/** A qmux parameter: the longest record that the endpoint reads. */
const maxRecordSizeId = 0x0571c59429cd0845n

/** The parameters as the body of a frame: id, length and value of each. */
export function encodeTransportParameters(parameters: TransportParameters): Uint8Array {
  const fields = Object.entries(ids).map(([name, id]) => {
    const value = parameters[name as keyof TransportParameters]
    return encodeVarints(id, varintBytes(value), value)
  })
  return concat(...fields)
}

/** Throws MoqError where they are malformed. Unknown ones are skipped, as RFC 9000 section 7.4.2 asks. */
export function decodeTransportParameters(bytes: Uint8Array): TransportParameters {
  const parameters = Object.fromEntries(Object.keys(ids).map((name) => [name, 0])) as unknown as TransportParameters
  const seen = new Set<bigint>()
  const reader = new ByteReader(bytes)
  while (reader.remaining > 0) {
    const id = reader.longVarint()
    const value = new ByteReader(reader.bytes(reader.varint()))
    const name = names.get(id)
    if (name === undefined && id !== maxRecordSizeId) continue
    if (seen.has(id)) throw new MoqError('a transport parameter is given twice')
    seen.add(id)
    const number = value.varint()
    value.end()
    if (name !== undefined) parameters[name] = number
    else if (number < maxRecordBytes) throw new MoqError('max_record_size is below its minimum')
  }
  return parameters
}

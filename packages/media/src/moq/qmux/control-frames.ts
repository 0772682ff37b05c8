import { concat } from '../wire/concat.ts'
import { encodeVarints, varintBytes, writeVarint } from '../wire/varint.ts'
import { frameTypes } from './frame-types.ts'
import { encodeTransportParameters, type TransportParameters } from './transport-parameters.ts'

/** STREAM with offset and length. */
const streamType = 0x0e
const lastOfStream = 0x01

export function transportParametersFrame(parameters: TransportParameters): Uint8Array {
  const body = encodeTransportParameters(parameters)
  return concat(longType(frameTypes.transportParameters), encodeVarints(body.length), body)
}

export function maxDataFrame(max: number): Uint8Array {
  return encodeVarints(Number(frameTypes.maxData), max)
}

export function maxStreamDataFrame(id: number, max: number): Uint8Array {
  return encodeVarints(Number(frameTypes.maxStreamData), id, max)
}

/** How many streams of a kind the peer may have opened in all. */
export function maxStreamsFrame(isBidi: boolean, max: number): Uint8Array {
  return encodeVarints(Number(isBidi ? frameTypes.maxStreamsBidi : frameTypes.maxStreamsUni), max)
}

export function resetStreamFrame(id: number, code: number, finalBytes: number): Uint8Array {
  return encodeVarints(Number(frameTypes.resetStream), id, code, finalBytes)
}

export function stopSendingFrame(id: number, code: number): Uint8Array {
  return encodeVarints(Number(frameTypes.stopSending), id, code)
}

export function pingRequestFrame(sequence: number): Uint8Array {
  return concat(longType(frameTypes.pingRequest), encodeVarints(sequence))
}

export function pingResponseFrame(sequence: number): Uint8Array {
  return concat(longType(frameTypes.pingResponse), encodeVarints(sequence))
}

/** The end of the connection that the server wants. */
export function applicationCloseFrame(code: number, reason: string): Uint8Array {
  const text = new TextEncoder().encode(reason)
  return concat(encodeVarints(Number(frameTypes.applicationClose), code, text.length), text)
}

/** The end of the connection because the peer violated the protocol. */
export function connectionCloseFrame(code: number, reason: string): Uint8Array {
  const text = new TextEncoder().encode(reason)
  return concat(encodeVarints(Number(frameTypes.connectionClose), code, 0, text.length), text)
}

/** Bytes of a STREAM frame before its data. */
export function streamHeadBytes(id: number, offset: number, dataBytes: number): number {
  return 1 + varintBytes(id) + varintBytes(offset) + varintBytes(dataBytes)
}

/** Writes the part of a STREAM frame before its data. Returns the offset after it. */
export function writeStreamHead(
  target: Uint8Array,
  at: number,
  stream: { id: number; offset: number; dataBytes: number; isLast: boolean },
): number {
  target[at] = stream.isLast ? streamType | lastOfStream : streamType
  let offset = writeVarint(target, at + 1, stream.id)
  offset = writeVarint(target, offset, stream.offset)
  return writeVarint(target, offset, stream.dataBytes)
}

/** A whole STREAM frame. */
export function streamFrame(id: number, offset: number, data: Uint8Array, isLast: boolean): Uint8Array {
  const frame = new Uint8Array(streamHeadBytes(id, offset, data.length) + data.length)
  frame.set(data, writeStreamHead(frame, 0, { id, offset, dataBytes: data.length, isLast }))
  return frame
}

/** A frame type of 62 bits. */
function longType(type: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, type | (3n << 62n))
  return bytes
}

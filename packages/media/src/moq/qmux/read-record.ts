import { ByteReader } from '../wire/byte-reader.ts'
import { MoqError } from '../wire/moq-error.ts'
import { frameTypes } from './frame-types.ts'
import { decodeTransportParameters, type TransportParameters } from './transport-parameters.ts'

/** A frame that matters to a sender of media. */
export type QmuxFrame =
  | { type: 'stream'; id: number; data: Uint8Array; isLast: boolean }
  | { type: 'resetStream'; id: number; code: number; finalBytes: number }
  | { type: 'stopSending'; id: number; code: number }
  | { type: 'maxData'; max: number }
  | { type: 'maxStreamData'; id: number; max: number }
  | { type: 'maxStreamsUni'; max: number }
  | { type: 'transportParameters'; parameters: TransportParameters }
  | { type: 'pingRequest'; sequence: number }
  | { type: 'pingResponse'; sequence: number }
  | { type: 'close' }
  | { type: 'ignored' }

const maxReasonBytes = 1024

/** Reads the frames of one record, which is one WebSocket message. Calls `onFrame` for each; throws MoqError at the first malformed one. */
export function readRecord(record: Uint8Array, onFrame: (frame: QmuxFrame) => void): void {
  const reader = new ByteReader(record)
  while (reader.remaining > 0) {
    const type = reader.longVarint()
    if (type !== frameTypes.padding) onFrame(readFrame(type, reader))
  }
}

function readFrame(type: bigint, reader: ByteReader): QmuxFrame {
  if (type >= frameTypes.firstStream && type <= frameTypes.lastStream) return readStreamFrame(Number(type), reader)
  switch (type) {
    case frameTypes.resetStream: {
      return { type: 'resetStream', id: reader.varint(), code: reader.varint(), finalBytes: reader.varint() }
    }
    case frameTypes.stopSending:
      return { type: 'stopSending', id: reader.varint(), code: reader.varint() }
    case frameTypes.maxData:
      return { type: 'maxData', max: reader.varint() }
    case frameTypes.maxStreamData:
      return { type: 'maxStreamData', id: reader.varint(), max: reader.varint() }
    case frameTypes.maxStreamsUni:
      return { type: 'maxStreamsUni', max: reader.varint() }
    case frameTypes.streamDataBlocked:
      reader.varint()
      reader.varint()
      return { type: 'ignored' }
    // This end opens no streams with two directions.
    case frameTypes.maxStreamsBidi:
    case frameTypes.dataBlocked:
    case frameTypes.streamsBlockedBidi:
    case frameTypes.streamsBlockedUni:
      reader.varint()
      return { type: 'ignored' }
    case frameTypes.connectionClose:
    case frameTypes.applicationClose:
      return readClose(type, reader)
    case frameTypes.transportParameters:
      return { type: 'transportParameters', parameters: decodeTransportParameters(reader.bytes(reader.varint())) }
    case frameTypes.pingRequest:
      return { type: 'pingRequest', sequence: reader.varint() }
    case frameTypes.pingResponse:
      return { type: 'pingResponse', sequence: reader.varint() }
    default:
      throw new MoqError('a frame has an unknown type')
  }
}

function readStreamFrame(type: number, reader: ByteReader): QmuxFrame {
  const id = reader.varint()
  // A WebSocket keeps the order, so the offset adds nothing.
  if ((type & 4) !== 0) reader.varint()
  const data = reader.bytes((type & 2) !== 0 ? reader.varint() : reader.remaining)
  return { type: 'stream', id, data, isLast: (type & 1) !== 0 }
}

/** RFC 9000 section 19.19: only CONNECTION_CLOSE names the frame that caused it. */
function readClose(type: bigint, reader: ByteReader): QmuxFrame {
  reader.varint()
  if (type === frameTypes.connectionClose) reader.varint()
  const reasonBytes = reader.varint()
  if (reasonBytes > maxReasonBytes) throw new MoqError('a reason is too long')
  reader.bytes(reasonBytes)
  return { type: 'close' }
}

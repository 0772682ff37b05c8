import { transportParametersFrame } from '../qmux/control-frames.ts'
import type { TransportParameters } from '../qmux/transport-parameters.ts'
import { encodeVarints } from '../wire/varint.ts'

/** What the client of @moq/qmux allows a server. */
export const clientParameters: TransportParameters = {
  maxIdleTimeoutMs: 30_000,
  initialMaxData: 1_048_576,
  initialMaxStreamDataBidiLocal: 262_144,
  initialMaxStreamDataBidiRemote: 262_144,
  initialMaxStreamDataUni: 262_144,
  initialMaxStreamsBidi: 100,
  initialMaxStreamsUni: 100,
}

export function hello(parameters: Partial<TransportParameters> = {}): Uint8Array {
  return transportParametersFrame({ ...clientParameters, ...parameters })
}

/** A STREAM frame with a length. Bidirectional streams of a client have the ids 0, 4, 8. */
export function streamFrame(id: number, data: Uint8Array, isLast = false): Uint8Array {
  return join(encodeVarints(isLast ? 0x0b : 0x0a, id, data.length), data)
}

/** A request on a stream: its type, and a message behind its size. */
export function request(type: number, ...fields: (number | string | Uint8Array)[]): Uint8Array {
  const body = join(...fields.map(field))
  return join(encodeVarints(type, body.length), body)
}

/** SUBSCRIBE with the default range. */
export function subscribeRequest(id: number, broadcast: string, track: string): Uint8Array {
  return request(2, id, broadcast, track, Uint8Array.of(60, 0), 0, 0, 0)
}

export function announceRequest(prefix = ''): Uint8Array {
  return request(1, prefix, 0)
}

export function trackRequest(broadcast: string, track: string): Uint8Array {
  return request(6, broadcast, track)
}

export function join(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}

/** Numbers as varints, texts behind their length, bytes as they are. */
function field(value: number | string | Uint8Array): Uint8Array {
  if (typeof value === 'number') return encodeVarints(value)
  if (typeof value !== 'string') return value
  const bytes = new TextEncoder().encode(value)
  return join(encodeVarints(bytes.length), bytes)
}

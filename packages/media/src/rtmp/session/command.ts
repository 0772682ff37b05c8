import type { AmfValue } from '../amf/amf0.ts'
import { amfObject } from '../amf/amf0.ts'
import { decodeAmf0 } from '../amf/amf0-decode.ts'
import { encodeAmf0 } from '../amf/amf0-encode.ts'
import { messageTypes, type RtmpMessage } from '../chunks/message.ts'
import type { RtmpLimits } from '../limits.ts'
import { ProtocolError } from '../protocol-error.ts'

/** A remote call (RTMP 1.0 section 7.2). */
export interface Command {
  name: string
  /** 0 when no response is expected. */
  transactionId: number
  /** The command object, then the arguments. */
  values: AmfValue[]
  streamId: number
}

/** Throws `ProtocolError` when the message is not a valid command. */
export function readCommand(message: RtmpMessage, limits: RtmpLimits): Command {
  if (message.payload.length > limits.maxCommandBytes) throw new ProtocolError('command too long')
  // Flash Media Live Encoder sends AMF3 commands as a 0 followed by AMF0. RTMP 1.0 section 7.1.1 says only "AMF3".
  const hasAmf3Marker = message.type === messageTypes.commandAmf3 && message.payload[0] === 0
  const [name, transactionId, ...values] = decodeAmf0(
    hasAmf3Marker ? message.payload.subarray(1) : message.payload,
    limits,
  )
  if (typeof name !== 'string') throw new ProtocolError('command without a name')
  return {
    name,
    transactionId: typeof transactionId === 'number' && Number.isFinite(transactionId) ? transactionId : 0,
    values,
    streamId: message.streamId,
  }
}

export function encodeCommand(
  streamId: number,
  name: string,
  transactionId: number,
  ...values: AmfValue[]
): RtmpMessage {
  const payload = encodeAmf0(name, transactionId, ...values)
  return { type: messageTypes.commandAmf0, streamId, timestampMs: 0, payload }
}

/** The status of a NetStream: "level", "code" and "description" (RTMP 1.0 section 7.2.2). */
export function encodeStatus(
  streamId: number,
  level: 'status' | 'error',
  code: string,
  description: string,
): RtmpMessage {
  return encodeCommand(streamId, 'onStatus', 0, null, amfObject({ level, code, description }))
}

/** The string at an index of a command's values, or undefined. */
export function stringAt(command: Command, index: number): string | undefined {
  const value = command.values[index]
  return typeof value === 'string' ? value : undefined
}

/** A string of the command object, or undefined. Encoders differ in the case of names ('tcUrl', 'tcurl'). */
export function stringProperty(command: Command, name: string): string | undefined {
  const object = command.values[0]
  if (!(object instanceof Map)) return undefined
  for (const [key, value] of object) if (key.toLowerCase() === name && typeof value === 'string') return value
  return undefined
}

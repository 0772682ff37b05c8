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
  /** 0 when no answer is wanted. */
  transactionId: number
  /** The command object, then the arguments. */
  values: AmfValue[]
  streamId: number
}

/** Throws `ProtocolError` when the message is no command. */
export function readCommand(message: RtmpMessage, limits: RtmpLimits): Command {
  if (message.payload.length > limits.maxCommandBytes) throw new ProtocolError('command too long')
  // An AMF3 command begins with a 0 and goes on in AMF0 (as Flash Media Live Encoder sends it; RTMP 1.0 section 7.1.1 says only "AMF3").
  const isMarked = message.type === messageTypes.commandAmf3 && message.payload[0] === 0
  const [name, transactionId, ...values] = decodeAmf0(isMarked ? message.payload.subarray(1) : message.payload, limits)
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

/** RTMP 1.0 section 7.2.2: "level", "code" and "description" of a NetStream's state. */
export function encodeStatus(
  streamId: number,
  level: 'status' | 'error',
  code: string,
  description: string,
): RtmpMessage {
  return encodeCommand(streamId, 'onStatus', 0, null, amfObject({ level, code, description }))
}

/** A text among a command's values, or undefined. */
export function textAt(command: Command, index: number): string | undefined {
  const value = command.values[index]
  return typeof value === 'string' ? value : undefined
}

/** A text in the command object, or undefined; encoders disagree on the case of names ('tcUrl', 'tcurl'). */
export function textOfObject(command: Command, name: string): string | undefined {
  const object = command.values[0]
  if (!(object instanceof Map)) return undefined
  for (const [key, value] of object) if (key.toLowerCase() === name && typeof value === 'string') return value
  return undefined
}

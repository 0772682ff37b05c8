import { decodeAmf0 } from '../amf/amf0-decode.ts'
import { messageTypes, type RtmpMessage } from '../chunks/message.ts'
import type { RtmpLimits } from '../limits.ts'

/**
 * What an encoder calls itself in the metadata of its stream (Adobe Flash Video File Format Specification 10.1, annex E.5): OBS and
 * ffmpeg say more there than when they connect. Undefined when the message says nothing of it, or nothing that can be read: it
 * asks for nothing, and so breaks nothing.
 */
export function readEncoderName(message: RtmpMessage, limits: RtmpLimits): string | undefined {
  if (message.payload.length > limits.maxCommandBytes) return undefined
  const isMarked = message.type === messageTypes.dataAmf3 && message.payload[0] === 0
  try {
    const values = decodeAmf0(isMarked ? message.payload.subarray(1) : message.payload, limits)
    // '@setDataFrame' is meant for servers that pass the rest on.
    const [name, metadata] = values[0] === '@setDataFrame' ? values.slice(1) : values
    const encoder = name === 'onMetaData' && metadata instanceof Map ? metadata.get('encoder') : undefined
    return typeof encoder === 'string' && encoder.trim() !== '' ? encoder : undefined
  } catch {
    return undefined
  }
}

import { decodeAmf0 } from '../amf/amf0-decode.ts'
import { messageTypes, type RtmpMessage } from '../chunks/message.ts'
import type { RtmpLimits } from '../limits.ts'

/**
 * The name of an encoder in the metadata of its stream (Adobe Flash Video File Format Specification 10.1, annex E.5): OBS and ffmpeg
 * give more detail there than in `connect`. Undefined when the message has no name or cannot be read: metadata is optional, so
 * errors in it are ignored.
 */
export function readEncoderName(message: RtmpMessage, limits: RtmpLimits): string | undefined {
  if (message.payload.length > limits.maxCommandBytes) return undefined
  const hasAmf3Marker = message.type === messageTypes.dataAmf3 && message.payload[0] === 0
  try {
    const values = decodeAmf0(hasAmf3Marker ? message.payload.subarray(1) : message.payload, limits)
    // '@setDataFrame' asks the server to forward the values after it.
    const [name, metadata] = values[0] === '@setDataFrame' ? values.slice(1) : values
    const encoder = name === 'onMetaData' && metadata instanceof Map ? metadata.get('encoder') : undefined
    return typeof encoder === 'string' && encoder.trim() !== '' ? encoder : undefined
  } catch {
    return undefined
  }
}

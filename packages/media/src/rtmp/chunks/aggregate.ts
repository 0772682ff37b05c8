import { messageTypes, type RtmpMessage } from './message.ts'

/** FLV tag header, and the size field after each tag (RTMP 1.0 section 7.1.6, FLV 10.1 Annex E.4.1). */
const headerBytes = 11
const backPointerBytes = 4

/**
 * The audio, video and data messages inside an aggregate message. Their payloads are views of its payload. An incomplete message
 * ends the list; nothing is thrown.
 */
export function* unpackAggregate(aggregate: RtmpMessage): Generator<RtmpMessage> {
  const bytes = Buffer.from(aggregate.payload.buffer, aggregate.payload.byteOffset, aggregate.payload.byteLength)
  let offsetMs: number | undefined
  let position = 0
  while (position + headerBytes <= bytes.length) {
    const type = bytes[position]!
    const length = bytes.readUIntBE(position + 1, 3)
    const tagMs = bytes.readUIntBE(position + 4, 3) + bytes[position + 7]! * 0x1000000
    const start = position + headerBytes
    if (start + length > bytes.length) return
    // Times are shifted so that the first message has the time of the aggregate.
    offsetMs ??= aggregate.timestampMs - tagMs
    if (type === messageTypes.audio || type === messageTypes.video || type === messageTypes.dataAmf0) {
      yield {
        type,
        streamId: aggregate.streamId,
        timestampMs: (tagMs + offsetMs) >>> 0,
        payload: bytes.subarray(start, start + length),
      }
    }
    position = start + length + backPointerBytes
  }
}

/** A complete RTMP message (RTMP 1.0 section 6.1). */
export interface RtmpMessage {
  type: number
  /** Message stream id: 0 for the connection, 1 for the published stream. */
  streamId: number
  /** Milliseconds as sent, which wrap at 32 bits. */
  timestampMs: number
  payload: Uint8Array
}

/** Message types (RTMP 1.0 sections 5.4 and 7.1). */
export const messageTypes = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowAcknowledgementSize: 5,
  setPeerBandwidth: 6,
  audio: 8,
  video: 9,
  dataAmf3: 15,
  commandAmf3: 17,
  dataAmf0: 18,
  commandAmf0: 20,
  aggregate: 22,
} as const

/** User control events (RTMP 1.0 section 7.1.7). */
export const userControlEvents = { streamBegin: 0, pingRequest: 6, pingResponse: 7 } as const

export function encodeUint32(type: number, value: number): RtmpMessage {
  const payload = Buffer.alloc(4)
  payload.writeUInt32BE(value >>> 0)
  return { type, streamId: 0, timestampMs: 0, payload }
}

/** Limit type 2, dynamic (RTMP 1.0 section 5.4.5). */
export function encodePeerBandwidth(windowBytes: number): RtmpMessage {
  const payload = Buffer.alloc(5, 2)
  payload.writeUInt32BE(windowBytes)
  return { type: messageTypes.setPeerBandwidth, streamId: 0, timestampMs: 0, payload }
}

export function encodeUserControl(event: number, value: number): RtmpMessage {
  const payload = Buffer.alloc(6)
  payload.writeUInt16BE(event)
  payload.writeUInt32BE(value >>> 0, 2)
  return { type: messageTypes.userControl, streamId: 0, timestampMs: 0, payload }
}

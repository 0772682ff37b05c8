import { randomFillSync } from 'node:crypto'
import type { Role } from './streams.ts'

/** A whole binary message. */
const finalBinary = 0x82
const maskBit = 0x80
const maskBytes = 4

/** Bytes of a WebSocket frame before a payload of this length (RFC 6455 section 5.2). */
export function frameHeadBytes(payloadBytes: number, role: Role): number {
  const lengthBytes = payloadBytes < 126 ? 2 : payloadBytes < 0x1_0000 ? 4 : 10
  return lengthBytes + (role === 'client' ? maskBytes : 0)
}

/** Writes the part of a WebSocket frame before its payload, with room for the mask of a client. Returns the offset after it. */
export function writeFrameHead(target: Uint8Array, at: number, payloadBytes: number, role: Role): number {
  const isMasked = role === 'client' ? maskBit : 0
  const end = at + frameHeadBytes(payloadBytes, role)
  target[at] = finalBinary
  if (payloadBytes < 126) {
    target[at + 1] = payloadBytes | isMasked
  } else if (payloadBytes < 0x1_0000) {
    target[at + 1] = 126 | isMasked
    target[at + 2] = payloadBytes >> 8
    target[at + 3] = payloadBytes & 0xff
  } else {
    target[at + 1] = 127 | isMasked
    new DataView(target.buffer, target.byteOffset).setBigUint64(at + 2, BigInt(payloadBytes))
  }
  return end
}

/** Masks the payload of a client's frame from this offset to the end, with the mask right before it (RFC 6455 section 5.3). */
export function maskPayload(frame: Uint8Array, payloadAt: number): void {
  const mask = randomFillSync(frame.subarray(payloadAt - maskBytes, payloadAt))
  for (let at = payloadAt; at < frame.length; at += 1) {
    frame[at] = (frame[at] ?? 0) ^ (mask[(at - payloadAt) % maskBytes] ?? 0)
  }
}

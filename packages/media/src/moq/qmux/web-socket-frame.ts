/** A whole binary message that is not masked, as a server sends it. */
const finalBinary = 0x82

/** Bytes of a WebSocket frame before a payload of this length (RFC 6455 section 5.2). */
export function frameHeadBytes(payloadBytes: number): 2 | 4 | 10 {
  if (payloadBytes < 126) return 2
  return payloadBytes < 0x1_0000 ? 4 : 10
}

/** Writes the part of a WebSocket frame before its payload. Returns the offset after it. */
export function writeFrameHead(target: Uint8Array, at: number, payloadBytes: number): number {
  target[at] = finalBinary
  if (payloadBytes < 126) {
    target[at + 1] = payloadBytes
    return at + 2
  }
  if (payloadBytes < 0x1_0000) {
    target[at + 1] = 126
    target[at + 2] = payloadBytes >> 8
    target[at + 3] = payloadBytes & 0xff
    return at + 4
  }
  target[at + 1] = 127
  new DataView(target.buffer, target.byteOffset).setBigUint64(at + 2, BigInt(payloadBytes))
  return at + 10
}

/** One complete, unmasked WebSocket text frame, as a server sends it (RFC 6455 section 5.2). */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const finText = 0x81
  let header: Buffer
  if (payload.length < 126) {
    header = Buffer.from([finText, payload.length])
  } else if (payload.length < 0x1_0000) {
    header = Buffer.from([finText, 126, payload.length >> 8, payload.length & 0xff])
  } else {
    header = Buffer.alloc(10)
    header.writeUInt16BE((finText << 8) | 127, 0)
    header.writeBigUInt64BE(BigInt(payload.length), 2)
  }
  return Buffer.concat([header, payload])
}

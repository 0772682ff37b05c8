import { randomBytes } from 'node:crypto'
import { ProtocolError } from '../protocol-error.ts'

export const handshakePacketBytes = 1536
const version = 3

/** The server's side of the simple handshake (RTMP 1.0 section 5.2). */
interface Handshake {
  /** Consumes the bytes of the handshake and returns the rest. Throws `ProtocolError`. */
  receive(bytes: Uint8Array): Uint8Array
  readonly isDone: boolean
}

export function createHandshake(send: (bytes: Uint8Array) => void): Handshake {
  const c0c1 = Buffer.alloc(1 + handshakePacketBytes)
  let received = 0
  const total = c0c1.length + handshakePacketBytes

  return {
    receive(bytes) {
      if (received === 0 && bytes.length > 0 && bytes[0] !== version) throw new ProtocolError('not RTMP version 3')
      const wanted = Math.min(bytes.length, total - received)
      if (received < c0c1.length) {
        c0c1.set(bytes.subarray(0, Math.min(wanted, c0c1.length - received)), received)
        if (received + wanted >= c0c1.length) send(response(c0c1.subarray(1)))
      }
      received += wanted
      return bytes.subarray(wanted)
    },
    get isDone() {
      return received === total
    },
  }
}

function response(c1: Uint8Array): Buffer {
  const bytes = Buffer.alloc(1 + 2 * handshakePacketBytes)
  bytes[0] = version
  // S1: a time of 0, four zero bytes (which mean that no digests are used), random data.
  randomBytes(handshakePacketBytes - 8).copy(bytes, 9)
  // S2 echoes the time and the random data of C1 (section 5.2.4); time2, when C1 was read, is 0 on our clock.
  bytes.set(c1, 1 + handshakePacketBytes)
  bytes.fill(0, 1 + handshakePacketBytes + 4, 1 + handshakePacketBytes + 8)
  return bytes
}

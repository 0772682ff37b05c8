import { Decoder, Encoder } from 'socket.io-parser'

/** Types 5 and 6 announce attachments (socket.io-protocol, 'Packet types'). */
const binaryType = /^[56]/

/** Socket.IO's default format without binary attachments. Chat does not use them, and collecting them would cost memory. */
class TextDecoder extends Decoder {
  override add(packet: unknown): void {
    if (typeof packet !== 'string' || binaryType.test(packet)) throw new Error('binary packets are refused')
    super.add(packet)
  }
}

export const textParser = { Encoder, Decoder: TextDecoder }

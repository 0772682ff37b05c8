import type { Transport } from '../qmux/transport.ts'
import type { Viewer } from '../viewer/viewer.ts'

/** The two ends of a WebSocket in memory. */
export interface SocketPair {
  /** What the server writes to. */
  transport: Transport
  /** The messages that the server has sent and nobody has taken. */
  messages: Uint8Array[]
  /** Called for every message; by default they are collected in `messages`. */
  onMessage: (message: Uint8Array) => void
  /** While true, nothing that the server writes leaves its socket. */
  isStalled: boolean
  /** The WebSocket close code that the server ended the connection with. */
  closeCode: number | undefined
  onClose: () => void
  /** Delivers what a stalled socket has kept. */
  drain(): void
}

/** Takes WebSocket frames apart, as a client does (RFC 6455 section 5.2). */
export function createSocketPair(): SocketPair {
  let queue: Uint8Array[] = []
  let queuedBytes = 0
  const pair: SocketPair = {
    messages: [],
    onMessage: (message) => pair.messages.push(message),
    isStalled: false,
    closeCode: undefined,
    onClose: () => undefined,
    transport: {
      write(chunks) {
        queue.push(...chunks)
        queuedBytes += chunks.reduce((sum, chunk) => sum + chunk.length, 0)
        if (!pair.isStalled) pair.drain()
      },
      get queuedBytes() {
        return queuedBytes
      },
      end(code) {
        pair.closeCode ??= code
        pair.onClose()
      },
    },
    drain() {
      const bytes = Buffer.concat(queue)
      queue = []
      queuedBytes = 0
      for (const message of messagesOf(bytes)) pair.onMessage(message)
    },
  }
  return pair
}

function messagesOf(bytes: Buffer): Uint8Array[] {
  const messages: Uint8Array[] = []
  for (let offset = 0; offset < bytes.length; ) {
    if (bytes[offset] !== 0x82) throw new Error('not a whole binary frame')
    const short = bytes[offset + 1] ?? 0
    const [length, headBytes] =
      short < 126
        ? [short, 2]
        : short === 126
          ? [bytes.readUInt16BE(offset + 2), 4]
          : [Number(bytes.readBigUInt64BE(offset + 2)), 10]
    const end = offset + headBytes + length
    if (end > bytes.length) throw new Error('a frame ends early')
    messages.push(new Uint8Array(bytes.subarray(offset + headBytes, end)))
    offset = end
  }
  return messages
}

/** What a viewer's connection became. */
export interface Joined {
  viewer: Viewer
  socket: SocketPair
  /** Why the connection has ended: `undefined` inside where nobody violated anything. */
  closed: { violation: string | undefined } | undefined
}

import type { Socket as TcpSocket } from 'node:net'
import type { ClientEvents, ServerEvents } from '@waggle/contract/chat/socket-events'
import type { Socket } from 'socket.io'
import type { EncodedEvents } from './encoded-events.ts'

export type ChatSocket = Socket<ClientEvents, ServerEvents>

/**
 * The members of Engine.IO's connection, and of the ws socket below it, that this file relies on. Most of them are private;
 * chat-socket.test.ts fails when an update changes them (docs/decisions/014-frames-into-the-private-socket.md).
 */
interface EngineConnection {
  readyState: string
  writeBuffer: unknown[]
  transport: {
    name: string
    writable: boolean
    socket?: { readyState: number; _socket?: TcpSocket | null }
  }
}

const webSocketOpen = 1

/**
 * Sends events to a socket. Where nothing is queued, the encoded frames go straight to the TCP socket: a broadcast through
 * Socket.IO creates packets, events and a queue for each receiver, which costs half as much again as the write itself.
 * Elsewhere Socket.IO sends the events, so their order is always kept.
 */
export function sendEvents(socket: ChatSocket, { frames, events }: EncodedEvents): void {
  const tcp = idleTcpSocket(socket)
  if (tcp) {
    tcp.write(frames)
    return
  }
  for (const { name, payload } of events) socket.emit(name, payload as never)
}

/** The TCP socket, if a frame written to it now cannot overtake another frame. */
function idleTcpSocket(socket: ChatSocket): TcpSocket | undefined {
  const { readyState, writeBuffer, transport } = socket.conn as unknown as EngineConnection
  if (readyState !== 'open' || writeBuffer.length > 0 || transport.name !== 'websocket' || !transport.writable) return
  const { socket: webSocket } = transport
  if (webSocket?.readyState !== webSocketOpen) return
  const tcp = webSocket._socket
  return tcp?.writable ? tcp : undefined
}

/** What a socket has not sent yet: bytes in the TCP socket's buffer, packets in Engine.IO's queue. */
export function backlogOf(socket: ChatSocket): {
  waitingBytes: number
  sentBytes: number
  packets: readonly unknown[]
} {
  const { writeBuffer, transport } = socket.conn as unknown as EngineConnection
  const tcp = transport.socket?._socket
  return {
    waitingBytes: tcp?.writableLength ?? 0,
    sentBytes: tcp ? tcp.bytesWritten - tcp.writableLength : 0,
    packets: writeBuffer,
  }
}

/** Destroys a connection whose client has stopped reading. A close frame would wait behind the backlog. */
export function terminate(socket: ChatSocket): void {
  const tcp = (socket.conn as unknown as EngineConnection).transport.socket?._socket
  if (tcp) tcp.destroy()
  else socket.disconnect(true)
}

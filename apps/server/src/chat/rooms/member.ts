import type { Socket as TcpSocket } from 'node:net'
import type { ChatRole } from '@waggle/contract/chat/entities'
import type { ClientEvents, ServerEvents } from '@waggle/contract/chat/socket-events'
import type { Socket } from 'socket.io'
import type { Outgoing } from './outgoing.ts'

export type ChatSocket = Socket<ClientEvents, ServerEvents>

/** A socket in a room. */
export interface Member {
  socket: ChatSocket
  /** Undefined: a reader who is not logged in. */
  username: string | undefined
  role: ChatRole
  /** Takes `messages` in place of single events. */
  coalesce: boolean
  /** Hears of new followers. */
  alerts: boolean
}

/** The part of a connection that frames are written past. */
interface Connection {
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
 * Sends events to a socket. A broadcast through Socket.IO makes packets, events and a queue for each receiver, which costs
 * half as much again as the write itself; where nothing is queued, the frame goes to the TCP socket at once, after everything
 * sent before.
 */
export function sendTo(socket: ChatSocket, out: Outgoing): void {
  const tcp = openTcpSocket(socket)
  if (tcp) {
    tcp.write(out.frames)
    return
  }
  for (const { name, payload } of out.events) socket.emit(name, payload as never)
}

/** The TCP socket when a frame may be written to it now without overtaking another. */
function openTcpSocket(socket: ChatSocket): TcpSocket | undefined {
  const { readyState, writeBuffer, transport } = socket.conn as unknown as Connection
  if (readyState !== 'open' || writeBuffer.length > 0 || transport.name !== 'websocket' || !transport.writable) return
  const { socket: webSocket } = transport
  if (webSocket?.readyState !== webSocketOpen) return
  const tcp = webSocket._socket
  return tcp?.writable ? tcp : undefined
}

/** What waits to leave for a socket: bytes for the network, packets in Engine.IO's queue. */
export function backlogOf(socket: ChatSocket): {
  waitingBytes: number
  sentBytes: number
  packets: readonly unknown[]
} {
  const { writeBuffer, transport } = socket.conn as unknown as Connection
  const tcp = transport.socket?._socket
  return {
    waitingBytes: tcp?.writableLength ?? 0,
    sentBytes: tcp ? tcp.bytesWritten - tcp.writableLength : 0,
    packets: writeBuffer,
  }
}

/** Ends a connection that no longer takes what it is sent: a polite close would wait behind the backlog. */
export function terminate(socket: ChatSocket): void {
  const tcp = (socket.conn as unknown as Connection).transport.socket?._socket
  if (tcp) tcp.destroy()
  else socket.disconnect(true)
}

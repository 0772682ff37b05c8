import type { Socket } from 'node:net'

/**
 * Node's own end of a connection. The type is private; egress-meter.test.ts fails when an update changes it
 * (docs/decisions/023-egress-is-counted-at-the-socket.md).
 */
interface SocketHandle {
  /** Given to the system, or waiting for it. */
  readonly bytesWritten: number
  /** The part that the system has not taken yet. */
  readonly writeQueueSize: number
}

export interface MeteredSocket extends Socket {
  _handle: SocketHandle | null
}

/** What was written to the socket: sent, or waiting to be. */
export function writtenBytes(socket: MeteredSocket): number {
  // Nothing waits, nearly always. The public property looks through what waits, and makes a copy of the list for that.
  return socket.writableLength === 0 && socket._handle ? socket._handle.bytesWritten : socket.bytesWritten
}

/** What would never be sent if the connection ended now. */
export function unsentBytes(socket: MeteredSocket): number {
  const { _handle: handle } = socket
  return handle ? socket.bytesWritten - handle.bytesWritten + handle.writeQueueSize : 0
}

/** Calls the listener before the connection is given up: afterwards nobody knows what was not sent. */
export function beforeDestroy(socket: MeteredSocket, listener: () => void): void {
  const destroy = socket._destroy
  socket._destroy = (error, callback) => {
    listener()
    destroy.call(socket, error, callback)
  }
}

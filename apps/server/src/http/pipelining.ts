import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const aheadMax = 4

/**
 * Bounds the calls that a connection makes before the first of them is answered (RFC 9112 section 9.3.2). No browser and no proxy
 * makes any; Node takes as many as stand in one read, some hundreds, and each keeps its memory until it is answered. Returns what
 * looks at each call first: it ends the connection of who goes too far, and returns true for calls that nobody waits for any more.
 */
export function boundPipelining(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const ahead = new WeakMap<Socket, number>()
  return ({ socket }, response) => {
    if (socket.destroyed) return true
    // Node gives the connection to the answer whose turn it is.
    if (response.socket) return false
    const count = (ahead.get(socket) ?? 0) + 1
    if (count > aheadMax) {
      socket.destroy()
      return true
    }
    ahead.set(socket, count)
    response.once('close', () => ahead.set(socket, (ahead.get(socket) ?? 1) - 1))
    return false
  }
}

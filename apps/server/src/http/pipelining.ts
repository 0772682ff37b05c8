import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const pipelinedMax = 4

/**
 * Limits pipelining: the requests that a connection sends before the first of them is answered (RFC 9112 section 9.3.2). Browsers and
 * proxies do not pipeline. Node accepts as many requests as one read holds, some hundreds, and each keeps its memory until it is
 * answered. Returns a handler to run before the framework. It closes a connection that pipelines too many requests, and returns true
 * for requests on a closed connection, which need no answer.
 */
export function limitPipelining(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const pipelined = new WeakMap<Socket, number>()
  return ({ socket }, response) => {
    if (socket.destroyed) return true
    // Node assigns the socket to the response that is next to be sent.
    if (response.socket) return false
    const count = (pipelined.get(socket) ?? 0) + 1
    if (count > pipelinedMax) {
      socket.destroy()
      return true
    }
    pipelined.set(socket, count)
    response.once('close', () => pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1))
    return false
  }
}

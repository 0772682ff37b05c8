import type { Socket } from 'node:net'
import type { Transport } from '@waggle/media/moq/qmux/transport'
import type { WebSocket } from 'ws'

/** How long a viewer may take to answer the end of the connection. One that has stopped reading gets it no sooner. */
const closeTimeoutMs = 1000

/**
 * Writes to the TCP socket below a WebSocket: frames are made once for all viewers. `ws` writes its own frames, such as answers to
 * pings, whole and at once to the same socket, so they do not mix.
 */
export function createViewerSocket(socket: Socket, webSocket: WebSocket): Transport {
  return {
    write(chunks) {
      if (!socket.writable || webSocket.readyState !== webSocket.OPEN) return
      const [first] = chunks
      if (chunks.length === 1 && first) {
        socket.write(first)
        return
      }
      socket.cork()
      for (const chunk of chunks) socket.write(chunk)
      socket.uncork()
    },
    get queuedBytes() {
      return socket.writableLength
    },
    end(code) {
      webSocket.close(code)
      setTimeout(() => webSocket.terminate(), closeTimeoutMs).unref()
    },
  }
}

import type { Socket } from 'node:net'
import { realTimeProtocol } from '@waggle/contract/playback/real-time'
import type { Transport } from '@waggle/media/moq/qmux/transport'
import { WebSocket } from 'ws'
import { createViewerSocket } from './viewer-socket.ts'

/** A connection to another server: whole messages are sent by the socket, or frames of WebSocket are written to its transport. */
export interface MoqSocket {
  transport: Transport
  send(message: Uint8Array): void
  end(code: number): void
}

/** What uses the connection. */
interface MoqUser {
  receive(message: Uint8Array): void
  /** The transport takes more bytes. */
  drained(): void
  disconnected(closeCode: number): void
}

const connectTimeoutMs = 3_000
/** More than a record of qmux. */
const maxMessageBytes = 65_536

/**
 * Connects to the MoQ socket of another server. `protocols` are offered beside that of real-time playback. Resolves when the connection is
 * open; rejects when it cannot be opened. `headers` are sent along.
 */
export function connectMoq(
  address: string,
  protocols: readonly string[],
  start: (socket: MoqSocket) => MoqUser,
  headers: Record<string, string> = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const webSocket = new WebSocket(address, [realTimeProtocol, ...protocols], {
      headers,
      handshakeTimeout: connectTimeoutMs,
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
    })
    let socket: Socket | undefined
    webSocket.once('upgrade', (response) => {
      socket = response.socket
    })
    webSocket.once('open', () => {
      if (socket === undefined || webSocket.protocol !== realTimeProtocol) {
        webSocket.terminate()
        reject(new Error(`the server does not speak ${realTimeProtocol}`))
        return
      }
      const transport = createViewerSocket(socket, webSocket)
      const send = (message: Uint8Array) => webSocket.readyState === webSocket.OPEN && webSocket.send(message)
      const user = start({ transport, send, end: (code) => transport.end(code) })
      webSocket.on('message', (data: Buffer) => user.receive(data))
      webSocket.on('close', (code) => user.disconnected(code))
      socket.on('drain', () => user.drained())
      resolve()
    })
    webSocket.on('error', (error) => {
      webSocket.terminate()
      reject(error)
    })
  })
}

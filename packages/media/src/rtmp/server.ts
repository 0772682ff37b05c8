import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { createAddressLimits, plainAddress } from './address-limits.ts'
import type { RtmpEvent } from './events.ts'
import { defaultRtmpLimits, type RtmpLimits } from './limits.ts'
import type { Authorize } from './media/publisher.ts'
import { readProxyHeader } from './proxy-header.ts'
import { RtmpConnection } from './session/connection.ts'

export interface RtmpServerOptions {
  /** Decides on a publisher before any of its media is read. May be slow, within `publishTimeoutMs`. */
  authorize: Authorize
  /** For logs; never holds a stream key. What it throws is ignored. */
  onEvent?(event: RtmpEvent): void
  limits?: Partial<RtmpLimits>
  /** Says of an address whether a proxy is there whose PROXY header is believed. */
  isProxy?(address: string): boolean
}

/** Certificate and key for the next connection: a renewed one needs no restart. */
export type ReadSecureContext = () => SecureContext

/** Takes streams in over RTMP (RTMP 1.0), on any number of addresses. One bad connection costs only itself. */
export interface RtmpServer {
  /**
   * Port 0 takes a free one. With `readSecureContext` it is RTMPS: RTMP inside TLS, whose handshake has to be done within
   * `handshakeTimeoutMs` as well. Rejects when the address cannot be had.
   */
  listen(port: number, host: string, readSecureContext?: ReadSecureContext): Promise<{ port: number }>
  /** Tells every publisher, ends every sink, and resolves when all connections are gone (within `closeTimeoutMs`). */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export function createRtmpServer(options: RtmpServerOptions): RtmpServer {
  const limits = { ...defaultRtmpLimits, ...options.limits }
  const addresses = createAddressLimits(limits, () => performance.now())
  const connections = new Set<RtmpConnection>()
  const listeners: Server[] = []
  let lastId = 0

  function onEvent(event: RtmpEvent): void {
    try {
      options.onEvent?.(event)
    } catch {
      // A log that fails must not take a stream with it.
    }
  }

  function onSocket(socket: Socket, readSecureContext: ReadSecureContext | undefined): void {
    const address = plainAddress(socket.remoteAddress ?? '')
    if (!options.isProxy?.(address)) {
      admit(socket, address, readSecureContext)
      return
    }
    readProxyHeader(socket, limits.handshakeTimeoutMs, (named) => {
      admit(socket, plainAddress(named ?? address), readSecureContext)
    })
  }

  function admit(socket: Socket, remoteAddress: string, readSecureContext: ReadSecureContext | undefined): void {
    const refusal =
      connections.size >= limits.maxConnections
        ? 'too-many-connections'
        : addresses.enter(remoteAddress)
          ? undefined
          : 'too-many-from-address'
    if (refusal) {
      socket.on('error', () => undefined)
      socket.destroy()
      onEvent({ type: 'turned-away', remoteAddress, reason: refusal })
      return
    }
    const connection = new RtmpConnection(readSecureContext ? secured(socket, readSecureContext()) : socket, {
      id: ++lastId,
      remoteAddress,
      limits,
      addresses,
      authorize: options.authorize,
      onEvent,
      onClosed: () => connections.delete(connection),
    })
    connections.add(connection)
  }

  async function close(): Promise<void> {
    const closed = listeners.splice(0).map((server) => new Promise<void>((resolve) => server.close(() => resolve())))
    for (const connection of connections)
      connection.close('The server is shutting down. Please start the stream again.')
    await Promise.all(closed)
  }

  return {
    listen(port, host, readSecureContext) {
      const server = createServer((socket) => onSocket(socket, readSecureContext))
      return new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          // An accept that fails (no file descriptors left) costs that connection only.
          server.on('error', () => undefined)
          listeners.push(server)
          resolve({ port: (server.address() as AddressInfo).port })
        })
      })
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The server's end of TLS on a socket. Its handshake happens as bytes come; what fails closes both. */
function secured(socket: Socket, secureContext: SecureContext): TLSSocket {
  socket.on('error', () => undefined)
  return new TLSSocket(socket, { isServer: true, secureContext })
}

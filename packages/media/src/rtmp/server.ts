import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { createAddressLimits, plainAddress } from './admission/address-limits.ts'
import { readProxyHeader } from './admission/proxy-header.ts'
import type { RtmpEvent } from './events.ts'
import { defaultRtmpLimits, type RtmpLimits } from './limits.ts'
import type { Authorize } from './media/publisher.ts'
import { RtmpConnection } from './session/connection.ts'

interface RtmpServerOptions {
  /** Accepts or refuses a publisher before any of its media is read, within `publishTimeoutMs`. */
  authorize: Authorize
  /** Receives events for logs; they never contain a stream key. Errors that it throws are ignored. */
  onEvent?(event: RtmpEvent): void
  limits?: Partial<RtmpLimits>
  /** True for the address of a trusted proxy, whose PROXY header is used. */
  isProxy?(address: string): boolean
  /** Milliseconds since 1970. `Date.now` unless given. */
  now?: () => number
  /** Milliseconds of a clock that never goes back, for rates and penalties. `performance.now` unless given. */
  monotonicNow?: () => number
}

/** Returns certificate and key for the next connection, so that a renewal needs no restart. */
type ReadSecureContext = () => SecureContext

/** Receives streams over RTMP 1.0 on any number of addresses. A faulty connection affects only itself. */
export interface RtmpServer {
  /**
   * Listens on an address; port 0 chooses a free port. With `readSecureContext` it is RTMPS, RTMP inside TLS, whose handshake also
   * has to end within `handshakeTimeoutMs`. Rejects when the address is not available.
   */
  listen(port: number, host: string, readSecureContext?: ReadSecureContext): Promise<{ port: number }>
  /** Sends every publisher the reason, ends every sink, and resolves when all connections are closed, within `closeTimeoutMs`. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export function createRtmpServer(options: RtmpServerOptions): RtmpServer {
  const limits = { ...defaultRtmpLimits, ...options.limits }
  const now = options.now ?? Date.now
  const monotonicNow = options.monotonicNow ?? (() => performance.now())
  const addresses = createAddressLimits(limits, monotonicNow)
  const connections = new Set<RtmpConnection>()
  const listeners: Server[] = []
  let lastId = 0

  function onEvent(event: RtmpEvent): void {
    try {
      options.onEvent?.(event)
    } catch {
      // An error of the logger must not end a stream.
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
    const isFull = connections.size >= limits.maxConnections
    const slot = isFull ? undefined : addresses.admit(remoteAddress)
    if (!slot) {
      socket.on('error', () => undefined)
      socket.destroy()
      onEvent({ type: 'turned-away', remoteAddress, reason: isFull ? 'too-many-connections' : 'too-many-from-address' })
      return
    }
    const connection = new RtmpConnection(readSecureContext ? startTls(socket, readSecureContext()) : socket, {
      id: ++lastId,
      remoteAddress,
      limits,
      addresses,
      slot,
      now,
      monotonicNow,
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
          // A failed accept, when file descriptors run out, affects only that connection.
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

/** Starts the server's side of TLS on a socket. An error closes both. */
function startTls(socket: Socket, secureContext: SecureContext): TLSSocket {
  socket.on('error', () => undefined)
  return new TLSSocket(socket, { isServer: true, secureContext })
}

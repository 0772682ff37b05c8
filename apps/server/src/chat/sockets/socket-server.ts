import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { chatLimits } from '@waggle/contract/chat/limits'
import type { ClientEvents, ServerEvents } from '@waggle/contract/chat/socket-events'
import type { FastifyInstance } from 'fastify'
import { Server } from 'socket.io'
import { clientAddress } from '../../http/client-address.ts'
import { bareResponse } from '../../http/headers/bare-response.ts'
import { securityHeaders } from '../../http/headers/security-headers.ts'
import { isOwnOrigin } from '../../http/own-origin.ts'
import { addressGroup } from '../../lib/network/address-group.ts'
import { trustProxies } from '../../lib/network/trusted-proxies.ts'
import type { ChatContext } from '../context.ts'
import type { ChatSocket } from './chat-socket.ts'
import { createKeyCounter } from './key-counter.ts'
import { guardSlowClients } from './slow-clients.ts'
import { textParser } from './text-parser.ts'

const path = '/socket.io'
/** How many packets a client may send in each period. Joins, leaves and pongs are a handful a minute. */
const packetsPerPeriod = 60
const packetPeriodMs = 10_000

/** Engine.IO's connection, which exists before Socket.IO's socket. */
interface EngineConnection {
  request: IncomingMessage | null
  on(event: 'packet' | 'close', listener: () => void): void
  close(discard?: boolean): void
  waggleAddress?: string
}

/**
 * Serves Socket.IO at `/socket.io` and limits what clients may open and send. Calls `onSocket` for each new socket, with the
 * client's address.
 */
export function openSocketServer(
  http: FastifyInstance,
  context: ChatContext,
  onSocket: (socket: ChatSocket, address: string) => void,
) {
  const isTrusted = trustProxies(context.config.trustedProxies)
  const connectionsPerAddress = createKeyCounter()
  const sockets = new Set<ChatSocket>()
  let isMoving = false
  const io = new Server<ClientEvents, ServerEvents>(http.server, {
    path,
    serveClient: false,
    transports: ['polling', 'websocket'],
    maxHttpBufferSize: chatLimits.socketPacketMaxBytes,
    // Compressing chat costs five times the CPU and 240 kB per socket.
    perMessageDeflate: false,
    httpCompression: false,
    connectTimeout: 10_000,
    parser: textParser,
    // For polling, where chat has another origin than the site's pages.
    cors: { origin: (origin, decide) => decide(null, origin === context.addresses().publicUrl) },
    allowRequest(request, decide) {
      decide(null, isAllowed(request))
    },
  })
  // Engine.IO would refuse an upgrade with 400, but the request is not malformed. Answer 403 first; Engine.IO then finds the
  // socket closed.
  http.server.prependListener('upgrade', (request: IncomingMessage, socket: Duplex) => {
    if (request.url?.startsWith(`${path}/`) && isHandshake(request) && !isAllowed(request)) {
      socket.end(bareResponse('403 Forbidden', securityHeaders(context.config.http.publicUrl)))
    }
  })

  io.engine.on('connection', (connection: EngineConnection) => {
    const address = connection.request ? addressOf(connection.request) : 'unknown'
    connection.waggleAddress = address
    connectionsPerAddress.add(address, 1)
    connection.on('close', () => connectionsPerAddress.add(address, -1))
    limitPackets(connection)
    // Otherwise the handshake request stays in memory until the socket closes.
    connection.request = null
  })
  io.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('disconnect', (reason) => {
      sockets.delete(socket)
      context.log.debug({ reason }, 'chat: a socket disconnected')
    })
    onSocket(socket, (socket.conn as unknown as EngineConnection).waggleAddress ?? 'unknown')
  })

  const slowClientGuard = guardSlowClients(sockets, {
    onClosed: (waitingBytes) => context.log.info({ waitingBytes }, 'chat: closed a socket that had stopped reading'),
    onError: (error) => context.log.error({ error }, 'chat: could not check for slow clients'),
  })

  /** What connections and joins are counted by (rule LIMIT-3). */
  function addressOf(request: IncomingMessage): string {
    return addressGroup(clientAddress(request, isTrusted))
  }

  function isAllowed(request: IncomingMessage): boolean {
    if (isMoving) return false
    return isOwnOrigin(context, request) && connectionsPerAddress.get(addressOf(request)) < chatLimits.socketsPerAddress
  }

  return {
    count: () => sockets.size,
    /** Closes every socket at a moment of its own within this time, so that they do not all connect elsewhere at once. */
    async move(withinMs: number) {
      isMoving = true
      const closings = [...sockets].map(async (socket) => {
        await setTimeout(Math.random() * withinMs)
        // Not disconnect(), after which a client does not connect again by itself.
        socket.conn.close()
      })
      await Promise.all(closings)
    },
    async close() {
      await slowClientGuard.close()
      io.disconnectSockets(true)
      // Not io.close(), which would also close the HTTP server. Its owner closes that.
      io.engine.close()
    },
  }
}

/** True if the request opens a new session; an upgrade from polling continues an existing one. */
function isHandshake(request: IncomingMessage): boolean {
  return !/[?&]sid=/.test(request.url ?? '')
}

function limitPackets(connection: EngineConnection, nowMs = () => performance.now()): void {
  let count = 0
  let periodStartMs = nowMs()
  connection.on('packet', () => {
    const timeMs = nowMs()
    if (timeMs - periodStartMs >= packetPeriodMs) {
      count = 0
      periodStartMs = timeMs
    }
    count += 1
    if (count > packetsPerPeriod) connection.close(true)
  })
}

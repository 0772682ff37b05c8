import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { chatLimits } from '@waggle/contract/chat/limits'
import type { ClientEvents, ServerEvents } from '@waggle/contract/chat/socket-events'
import type { FastifyInstance } from 'fastify'
import { Server } from 'socket.io'
import { clientAddress } from '../../http/client-address.ts'
import { trustProxies } from '../../lib/trusted-proxies.ts'
import type { ChatContext } from '../context.ts'
import { createCounts } from '../rooms/counts.ts'
import type { ChatSocket } from '../rooms/member.ts'
import { guardSlowClients } from './slow-clients.ts'
import { textParser } from './text-parser.ts'

const path = '/socket.io'
/** Packets a client may send: joining, leaving, and pongs are a handful a minute. */
const packetsPerPeriod = 60
const packetPeriodMs = 10_000

/** A connection before Socket.IO made a socket of it. */
interface RawConnection {
  request: IncomingMessage | null
  on(event: 'packet' | 'close', listener: () => void): void
  close(discard?: boolean): void
  waggleAddress?: string
}

/** The real-time end at `/socket.io`, with the bounds of what strangers may open and send. `onSocket` meets each new socket. */
export function openSocketServer(
  http: FastifyInstance,
  context: ChatContext,
  onSocket: (socket: ChatSocket, address: string) => void,
) {
  const isTrusted = trustProxies(context.config.trustedProxies)
  const perAddress = createCounts()
  const sockets = new Set<ChatSocket>()
  const io = new Server<ClientEvents, ServerEvents>(http.server, {
    path,
    serveClient: false,
    transports: ['polling', 'websocket'],
    maxHttpBufferSize: chatLimits.socketPacketMaxBytes,
    // Deflating chat costs five times the CPU and 240 kB a socket.
    perMessageDeflate: false,
    httpCompression: false,
    connectTimeout: 10_000,
    parser: textParser,
    allowRequest(request, answer) {
      answer(null, isWelcome(request))
    },
  })
  // Engine.IO refuses an upgrade with 400; it is not the request that is wrong. It then finds the socket closed.
  http.server.prependListener('upgrade', (request: IncomingMessage, socket: Duplex) => {
    if (request.url?.startsWith(`${path}/`) && isHandshake(request) && !isWelcome(request)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    }
  })

  io.engine.on('connection', (connection: RawConnection) => {
    const address = connection.request ? clientAddress(connection.request, isTrusted) : 'unknown'
    connection.waggleAddress = address
    perAddress.add(address, 1)
    connection.on('close', () => perAddress.add(address, -1))
    limitPackets(connection)
    // The request of the handshake would stay in memory as long as the socket.
    connection.request = null
  })
  io.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('disconnect', (reason) => {
      sockets.delete(socket)
      context.log.debug({ reason }, 'chat: a socket has gone')
    })
    onSocket(socket, (socket.conn as unknown as RawConnection).waggleAddress ?? 'unknown')
  })

  const guard = guardSlowClients(sockets, (waitingBytes) =>
    context.log.info({ waitingBytes }, 'chat: closed a socket that did not take what it was sent'),
  )

  function isWelcome(request: IncomingMessage): boolean {
    return isOwnOrigin(request) && perAddress.of(clientAddress(request, isTrusted)) < chatLimits.socketsPerAddress
  }

  /** A page of another site could connect with its visitors' addresses; programs, which send no origin, are welcome. */
  function isOwnOrigin(request: IncomingMessage): boolean {
    const { origin, host } = request.headers
    if (origin === undefined) return true
    if (origin === context.config.http.publicUrl) return true
    return URL.canParse(origin) && new URL(origin).host === host
  }

  return {
    count: () => sockets.size,
    async close() {
      guard.stop()
      io.disconnectSockets(true)
      // Not io.close(), which would close the HTTP server with it: that one is closed by who made it.
      io.engine.close()
    },
  }
}

/** Opens a session, where an upgrade from polling goes on with one. */
function isHandshake(request: IncomingMessage): boolean {
  return !/[?&]sid=/.test(request.url ?? '')
}

function limitPackets(connection: RawConnection): void {
  let count = 0
  let periodStartMs = performance.now()
  connection.on('packet', () => {
    const nowMs = performance.now()
    if (nowMs - periodStartMs >= packetPeriodMs) {
      count = 0
      periodStartMs = nowMs
    }
    count += 1
    if (count > packetsPerPeriod) connection.close(true)
  })
}

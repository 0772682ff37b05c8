import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { errors } from '@waggle/contract/errors'
import { keyNumberAt } from '@waggle/contract/playback/hls-keys'
import { realTimeCloseCodes, realTimeProtocol } from '@waggle/contract/playback/real-time'
import type { Viewer } from '@waggle/media/moq/viewer/viewer'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { clientAddress } from '../../http/client-address.ts'
import { bareResponse } from '../../http/headers/bare-response.ts'
import { securityHeaders } from '../../http/headers/security-headers.ts'
import { countViewer, isCounted } from '../../http/viewer-count.ts'
import { hasReached } from '../../lib/egress/guard-steps.ts'
import { addressGroup } from '../../lib/network/address-group.ts'
import { trustProxies } from '../../lib/network/trusted-proxies.ts'
import { startPeriodicTask } from '../../lib/periodic-task.ts'
import { viewerSeenUntilMs } from '../../lib/playback/hls-keys.ts'
import type { HlsToken } from '../../lib/playback/hls-token.ts'
import type { RealTimeProxy } from '../cluster/real-time-proxy.ts'
import type { MediaContext } from '../context.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { checkClaim, isRecentEnough, peerId, type RealTimeRefusal, requestedStream } from './admission.ts'
import { measureProcessLoad } from './process-load.ts'
import { seatCount } from './seat-count.ts'
import { Seats } from './seats.ts'
import { createViewerSocket } from './viewer-socket.ts'
import type { Watchable } from './watchable.ts'

/** What a viewer sends are requests of a few bytes; the protocol's own limit is stricter. */
const maxMessageBytes = 16_384
const checkIntervalMs = 1000
const closeTimeoutMs = 1000

interface Connection {
  viewer: Viewer
  token: HlsToken
  address: string
  /** The period in which the viewer was counted last. */
  countedKeyNumber: number
}

export interface RealTime {
  readonly viewerCount: number
  close(): Promise<void>
}

/**
 * Real-time playback at `/live/{streamId}/moq`: moq-lite over WebSocket, for bearers of a token for the stream. Every request is decided
 * at the upgrade, and every second it is checked who may stay. `proxy` has the streams of other processes.
 */
export function startRealTime(
  app: FastifyInstance,
  context: MediaContext,
  { ingest, proxy }: { ingest: Ingest; proxy: RealTimeProxy | undefined },
): RealTime {
  const isTrusted = trustProxies(context.config.trustedProxies)
  const headers = securityHeaders(context.config.http.publicUrl)
  const { realTime: setting } = context.config
  const { measureLoad = measureProcessLoad } = context
  const load = setting === 'auto' ? measureLoad() : undefined
  const seats = new Seats(typeof setting === 'number' ? setting : seatCount(idle, 0))
  const connections = new Set<Connection>()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: () => realTimeProtocol,
  })
  server.on('wsClientError', (_error, socket) => socket.end(bareResponse('400 Bad Request', headers)))

  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const streamId = requestedStream(request)
    if (streamId !== undefined) {
      upgrade(request, socket, head, streamId).catch((error) => {
        context.log.error({ error }, 'real time: could not answer a request')
        socket.destroy()
      })
    }
    // Without the chat role there is nobody else to answer.
    else if (!context.config.roles.includes('chat')) socket.end(bareResponse('404 Not Found', headers))
  })

  async function upgrade(request: IncomingMessage, socket: Socket, head: Buffer, streamId: string): Promise<void> {
    const claim = checkClaim(context, request, streamId)
    if (!claim.isValid) return refuse(socket, claim.refusal)
    const { token } = claim
    if (token.viewerId === peerId) context.egress.meter.exempt(socket)
    const found = findHere(streamId) ?? (await findElsewhere(socket, token))
    // A request may be withdrawn while another process is asked.
    if (socket.destroyed) return
    if (found === undefined) return refuse(socket, 'stream_not_found')
    if (found === 'unavailable') return open(request, socket, head, closeAsFull)
    if (!isRecentEnough(context, token, found)) return refuse(socket, 'hls_token_invalid')
    const address = clientAddress(request, isTrusted)
    const isFull = hasReached(context.egress.stepOf(streamId), 'no-real-time')
    if (token.viewerId !== peerId && (isFull || !takeSeat(socket, address))) {
      return open(request, socket, head, closeAsFull)
    }
    open(request, socket, head, (webSocket) => serve(webSocket, socket, found, { token, address }))
  }

  function open(request: IncomingMessage, socket: Socket, head: Buffer, onOpen: (webSocket: WebSocket) => void): void {
    server.handleUpgrade(request, socket, head, onOpen)
  }

  function takeSeat(socket: Socket, address: string): boolean {
    const group = addressGroup(address)
    if (!seats.take(group)) return false
    socket.once('close', () => seats.release(group))
    return true
  }

  function findHere(streamId: string): Watchable | undefined {
    const broadcast = ingest.find(streamId)
    return (
      broadcast?.realTime && { audience: broadcast.realTime.audience, tokensValidFromMs: broadcast.tokensValidFromMs }
    )
  }

  /** What another process asks for is here or nowhere: it has read which one holds the stream. */
  async function findElsewhere(socket: Socket, { streamId, viewerId }: HlsToken) {
    if (viewerId === peerId) return undefined
    const ignoreError = () => undefined
    socket.on('error', ignoreError)
    const found = await proxy?.find(streamId)
    socket.off('error', ignoreError)
    return found
  }

  /** Pages learn nothing of an upgrade that is refused but that it failed, so the socket is opened, and closed with the reason. */
  function closeAsFull(webSocket: WebSocket): void {
    webSocket.on('error', () => webSocket.terminate())
    webSocket.close(realTimeCloseCodes.full)
    setTimeout(() => webSocket.terminate(), closeTimeoutMs).unref()
  }

  function refuse(socket: Socket, refusal: RealTimeRefusal): void {
    if (refusal === 'foreign_origin') {
      socket.end(bareResponse('403 Forbidden', headers))
      return
    }
    const { status, message } = errors[refusal]
    const body = JSON.stringify({ code: refusal, error: message, message })
    socket.end(bareResponse(`${status} ${reasonOf(status)}`, { ...headers, 'cache-control': 'no-store' }, body))
  }

  function serve(
    webSocket: WebSocket,
    socket: Socket,
    { audience }: Watchable,
    who: { token: HlsToken; address: string },
  ): void {
    const transport = createViewerSocket(socket, webSocket)
    const onClosed = (violation: string | undefined) => {
      connections.delete(connection)
      if (violation !== undefined) context.log.debug({ violation }, 'real time: a viewer was disconnected')
    }
    const isPeer = who.token.viewerId === peerId
    const viewer = isPeer ? audience.joinAsPeer(transport, onClosed) : audience.join(transport, onClosed)
    const connection: Connection = { viewer, ...who, countedKeyNumber: Number.NaN }
    connections.add(connection)
    webSocket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) viewer.receive(data)
      else webSocket.close(unsupportedData)
    })
    webSocket.on('error', () => webSocket.terminate())
    webSocket.on('close', () => viewer.disconnected())
    socket.on('drain', () => viewer.send())
  }

  /** The newest viewers leave first when there are fewer seats than before. */
  function adjustSeats(): void {
    if (load === undefined) return
    seats.count = seatCount(load.read(), seats.taken)
    const surplus = Math.max(0, seats.taken - seats.count)
    const viewers = [...connections].filter(({ token }) => token.viewerId !== peerId)
    for (const { viewer } of surplus > 0 ? viewers.slice(-surplus) : []) {
      viewer.close(realTimeCloseCodes.full, 'the server is busy')
    }
  }

  async function check(): Promise<void> {
    adjustSeats()
    const nowMs = context.now()
    await Promise.all([...connections].map((connection) => checkOne(connection, nowMs)))
  }

  async function checkOne(connection: Connection, nowMs: number): Promise<void> {
    const { viewer, token, address } = connection
    if (token.viewerId === peerId) {
      viewer.check()
      return
    }
    if (token.expiresAtMs <= nowMs) {
      viewer.close(realTimeCloseCodes.tokenExpired, 'the token has expired')
      return
    }
    if (hasReached(context.egress.stepOf(token.streamId), 'lower-quality')) {
      viewer.close(realTimeCloseCodes.full, 'the budget is nearly used up')
      return
    }
    viewer.check()
    const keyNumber = keyNumberAt(nowMs)
    if (!viewer.isWatching || connection.countedKeyNumber === keyNumber || !isCounted(token.viewerId)) return
    connection.countedKeyNumber = keyNumber
    // As if it had fetched the current key.
    await countViewer(context, token, address, viewerSeenUntilMs(keyNumber))
  }

  const checks = startPeriodicTask(check, {
    pauseMs: checkIntervalMs,
    onError: (error) => context.log.warn({ error }, 'real time: could not check the viewers'),
  })

  return {
    get viewerCount() {
      return seats.taken
    },
    async close() {
      await checks.close()
      load?.close()
      for (const { viewer } of [...connections]) viewer.close(realTimeCloseCodes.moved, 'the server restarts')
    },
  }
}

/** Until it is measured. */
const idle = { busy: 0, delayMs: 0 }

/** RFC 6455 section 7.4.1: text where bytes are expected. */
const unsupportedData = 1003

const reasons: Record<number, string> = { 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' }

function reasonOf(status: number): string {
  return reasons[status] ?? 'Service Unavailable'
}

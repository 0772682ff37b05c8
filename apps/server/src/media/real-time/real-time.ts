import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { errors } from '@waggle/contract/errors'
import { realTimeCloseCodes, realTimeProtocol } from '@waggle/contract/playback/real-time'
import type { MoqBroadcast } from '@waggle/media/moq/broadcast/moq-broadcast'
import type { Viewer } from '@waggle/media/moq/viewer/viewer'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { clientAddress } from '../../http/client-address.ts'
import { bareResponse } from '../../http/headers/bare-response.ts'
import { securityHeaders } from '../../http/headers/security-headers.ts'
import { countViewer, uncountedId } from '../../http/viewer-count.ts'
import { keyNumberAt, viewerSeenUntilMs } from '../../lib/hls-keys.ts'
import type { HlsToken } from '../../lib/hls-token.ts'
import { addressGroup } from '../../lib/network/address-group.ts'
import { trustProxies } from '../../lib/network/trusted-proxies.ts'
import { startPeriodicTask } from '../../lib/periodic-task.ts'
import type { MediaContext } from '../context.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { admit, type RealTimeRefusal, requestedStream } from './admission.ts'
import { Seats, seatCount } from './seats.ts'
import { createViewerSocket } from './viewer-socket.ts'

/** What a viewer sends are requests of a few bytes; the protocol's own limit is stricter. */
const maxMessageBytes = 16_384
const checkIntervalMs = 1000
const fullRetryAfterS = 30

interface Connection {
  viewer: Viewer
  token: HlsToken
  address: string
  /** The period in which the viewer was counted last. */
  countedKeyNumber: number
}

/**
 * Real-time playback at `/live/{streamId}/moq`: moq-lite over WebSocket, for bearers of a token for the stream. Every request is decided
 * at the upgrade, and every second it is checked who may stay.
 */
export function startRealTime(app: FastifyInstance, context: MediaContext, ingest: Ingest): { close(): Promise<void> } {
  const isTrusted = trustProxies(context.config.trustedProxies)
  const headers = securityHeaders(context.config.http.publicUrl)
  const seats = new Seats(seatCount(context.config.realTime))
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
    if (streamId !== undefined) upgrade(request, socket, head, streamId)
    // Without the chat role there is nobody else to answer.
    else if (app.server.listenerCount('upgrade') === 1) socket.end(bareResponse('404 Not Found', headers))
  })

  function upgrade(request: IncomingMessage, socket: Socket, head: Buffer, streamId: string): void {
    const admission = admit(context, request, streamId, ingest.find)
    const address = clientAddress(request, isTrusted)
    const group = addressGroup(address)
    if (!admission.isAdmitted) refuse(socket, admission.refusal)
    else if (!seats.take(group)) refuse(socket, 'overloaded', { 'retry-after': String(fullRetryAfterS) })
    else {
      socket.once('close', () => seats.release(group))
      server.handleUpgrade(request, socket, head, (webSocket) => {
        serve(webSocket, socket, admission.realTime, { token: admission.token, address })
      })
    }
  }

  function refuse(socket: Socket, refusal: RealTimeRefusal, more: Record<string, string> = {}): void {
    if (refusal === 'foreign_origin') {
      socket.end(bareResponse('403 Forbidden', headers))
      return
    }
    const { status, message } = errors[refusal]
    const body = JSON.stringify({ code: refusal, error: message, message })
    socket.end(
      bareResponse(`${status} ${reasonOf(status)}`, { ...headers, 'cache-control': 'no-store', ...more }, body),
    )
  }

  function serve(
    webSocket: WebSocket,
    socket: Socket,
    broadcast: MoqBroadcast,
    who: { token: HlsToken; address: string },
  ): void {
    const viewer = broadcast.join(createViewerSocket(socket, webSocket), (violation) => {
      connections.delete(connection)
      if (violation !== undefined) context.log.debug({ violation }, 'real time: a viewer was disconnected')
    })
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

  async function check(): Promise<void> {
    const nowMs = context.now()
    await Promise.all([...connections].map((connection) => checkOne(connection, nowMs)))
  }

  async function checkOne(connection: Connection, nowMs: number): Promise<void> {
    const { viewer, token, address } = connection
    if (token.expiresAtMs <= nowMs) {
      viewer.close(realTimeCloseCodes.tokenExpired, 'the token has expired')
      return
    }
    viewer.check()
    const keyNumber = keyNumberAt(nowMs)
    if (!viewer.isWatching || connection.countedKeyNumber === keyNumber || token.viewerId === uncountedId) return
    connection.countedKeyNumber = keyNumber
    // As if it had fetched the current key.
    await countViewer(context, token, address, viewerSeenUntilMs(keyNumber))
  }

  const checks = startPeriodicTask(check, {
    pauseMs: checkIntervalMs,
    onError: (error) => context.log.warn({ error }, 'real time: could not check the viewers'),
  })

  return {
    async close() {
      await checks.close()
      for (const { viewer } of [...connections]) viewer.close(realTimeCloseCodes.moved, 'the server restarts')
    },
  }
}

/** RFC 6455 section 7.4.1: text where bytes are expected. */
const unsupportedData = 1003

const reasons: Record<number, string> = { 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' }

function reasonOf(status: number): string {
  return reasons[status] ?? 'Service Unavailable'
}

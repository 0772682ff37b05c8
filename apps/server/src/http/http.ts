import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { parse as parseQuery } from 'node:querystring'
import { type ErrorCode, errors } from '@waggle/contract/errors'
import { fill } from '@waggle/contract/sentences'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import { type Log, redactAddress, requestIds } from '../lib/log.ts'
import { trustProxies } from '../lib/network/trusted-proxies.ts'
import { randomId } from '../lib/random-id.ts'
import { allowedMethods } from './allowed-methods.ts'
import { setCacheControl } from './cache-control.ts'
import type { Egress } from './egress/egress.ts'
import { answerUnreadable } from './headers/bare-response.ts'
import { answerOtherOrigins } from './headers/cross-origin.ts'
import { responseWith, securityHeaders } from './headers/security-headers.ts'
import { type ConnectionLimits, OpenConnections } from './limits/open-connections.ts'
import { limitPipelining } from './pipelining.ts'
import { databaseRefusal, Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Told of the code of every refusal. */
    onRefusal(code: ErrorCode): void
  }
}

/** Real bodies are JSON of a few hundred bytes. */
const bodyMaxBytes = 64 * 1024
const requestIdLength = 12
const headersTimeoutMs = 10_000
const requestTimeoutMs = 30_000
const pluginTimeoutMs = 60_000
/** A client that reads nothing of its response for this long is disconnected. */
const noProgressTimeoutMs = 10_000

interface HttpOptions {
  trustedProxies?: readonly string[]
  publicUrl?: string
  /** Told of the code of every answer that is not what was asked for. */
  onRefusal?: (code: ErrorCode) => void
  egress?: Egress
  /** Other numbers than those of rule LIMIT-6, for a test. */
  connectionLimits?: ConnectionLimits
  /** Closes a private site, before the roles' own handlers. */
  guard?: (app: FastifyInstance) => void
}

/** An HTTP server without routes: limits, JSON bodies only, one format of errors. Roles add their routes and the not-found handler. */
export function createHttp(
  log: Log,
  {
    trustedProxies = [],
    publicUrl = '',
    onRefusal = () => undefined,
    egress,
    connectionLimits,
    guard,
  }: HttpOptions = {},
): FastifyInstance {
  const headers = securityHeaders(publicUrl)
  const app = Fastify({
    logger: false,
    // Node checks every 30 s by default which connections have exceeded their time.
    http: {
      ServerResponse: responseWith(headers, {
        ...(egress && {
          onWritten: (response, isEnd) => egress.written(response, isEnd),
          isPrivate: egress.mustSeeAll(),
        }),
      }),
      connectionsCheckingInterval: 5000,
    },
    clientErrorHandler: answerUnreadable(headers),
    bodyLimit: bodyMaxBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: 0,
    keepAliveTimeout: 75_000,
    trustProxy: trustProxies(trustedProxies),
    // Requests are finished; closeHttp() says for how long.
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true, querystringParser: readQuery },
    frameworkErrors: (error, _request, reply) => void sendRefusal(reply, toRefusal(error)),
    return503OnClosing: true,
    genReqId: () => randomId(requestIdLength),
    // A slow machine is no reason not to start: ten seconds, which is usual, may pass there before the routes are known.
    pluginTimeout: pluginTimeoutMs,
  })
  app.decorate('onRefusal', onRefusal)
  app.server.headersTimeout = headersTimeoutMs
  app.server.on('timeout', endTimedOut)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  acceptJsonOnly(app)
  // Log lines that a request causes carry its id (lib/log.ts).
  app.addHook('onRequest', (request, _reply, done) => requestIds.run(request.id, done))
  app.addHook('onRequest', answerOtherOrigins(publicUrl))
  // Starts with the response, because requests may be held for longer. Node restarts the timer on every write that makes progress,
  // and removes it when the response ends.
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.raw.setTimeout(noProgressTimeoutMs)
    // What caches keep is sent for requests with other ids.
    if (!String(reply.getHeader('cache-control')).includes('public')) reply.header('x-request-id', request.id)
    done()
  })

  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const refusal = toRefusal(error)
    if (refusal.status >= 500 && !(error instanceof Refusal)) {
      const { id: requestId, method, url } = request
      log.error({ error, requestId, method, address: redactAddress(url) }, 'request failed')
    }
    return sendRefusal(reply, refusal)
  })
  // Once all roles have added their handlers, so that this one runs before them.
  app.addHook('onReady', async () => {
    guard?.(app)
    handleBeforeFramework(app, limitPipelining())
    if (!egress) return
    const connections = new OpenConnections({
      isTrusted: trustProxies(trustedProxies),
      groupOf: (request) => egress.meter.groupOf(request),
      isOfSite: (request) => egress.isOfSite(request),
      ...(connectionLimits && { limits: connectionLimits }),
    })
    // The meter reads whose request it is first.
    connections.guardUpgrades(app.server)
    egress.meter.attach(app.server)
    connections.guardConnections(app.server)
    handleBeforeFramework(app, (request, response) => connections.handle(request, response))
    handleBeforeFramework(app, (request, response) => egress.handle(request, response))
  })
  return app
}

/** Passes every request to `handle` before the framework; `handle` returns true for a request that needs nothing more, at once or later. */
export function handleBeforeFramework(
  app: FastifyInstance,
  handle: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>,
): void {
  const listeners = app.server.listeners('request') as RequestListener[]
  app.server.removeAllListeners('request').on('request', (request, response) => {
    const isHandled = handle(request, response)
    const pass = () => {
      for (const listener of listeners) listener(request, response)
    }
    if (isHandled === false) pass()
    else if (isHandled instanceof Promise) {
      isHandled.then(
        (isDone) => isDone || pass(),
        () => response.destroy(),
      )
    }
  })
}

/**
 * Closes the connection when its client reads nothing of the response just written for 10 s, or has not read all of it after
 * `withinMs`: a client that reads a few bytes at a time would make the server keep the response forever. Node removes the first timer
 * when the response ends.
 */
export function destroyIfStalled(response: ServerResponse, withinMs: number): void {
  const { socket } = response
  if (!socket || socket.writableLength === 0) return
  socket.setTimeout(noProgressTimeoutMs)
  const deadline = setTimeout(() => socket.resetAndDestroy(), withinMs)
  response.once('close', () => clearTimeout(deadline))
}

/** What a client has stopped reading would wait in the system's memory for minutes more, unless the connection is reset. */
function endTimedOut(socket: Socket): void {
  if (socket.writableLength > 0) socket.resetAndDestroy()
  else socket.destroy()
}

/** How long requests may take to finish when the process ends. */
const finishTimeoutMs = 10_000

/** Takes no more connections, and ends once all requests are answered, or were cut off because they took too long. */
export async function closeHttp(app: FastifyInstance): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), finishTimeoutMs)
  await app.close().finally(() => clearTimeout(deadline))
}

/** The not-found handler of a process that serves no pages. */
export function answerNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler(refuseUnknownRoute)
}

/** Answers 404, or 405 where the path has an endpoint with another method (RFC 9110 section 15.5.6). */
export function refuseUnknownRoute({ method, url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = allowedMethods(url)
  if (allowed.length === 0 || allowed.includes(method)) return sendRefusal(reply, new Refusal('not_found'))
  return sendRefusal(reply.header('allow', allowed.join(', ')), new Refusal('method_not_allowed'))
}

function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  reply.server.onRefusal(refusal.code)
  // Whoever runs the site finds the reason in the log by this id.
  const message = fill(refusal.message, { requestId: reply.request.id })
  if (refusal.retryAfterSeconds) reply.header('retry-after', String(refusal.retryAfterSeconds))
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  return setCacheControl(reply, 'no-store')
    .status(refusal.status)
    .type('application/json')
    .serializer(JSON.stringify)
    .send({ code: refusal.code, error: message, message, problems: refusal.problems })
}

/** Drops fields without a value: `?limit=50&before=` means the same as `?limit=50`. */
function readQuery(text: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parseQuery(text)).filter(([, value]) => value !== ''))
}

function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Rule API-18: a call with the JSON content type may come without a body.
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
}

const codeOfFastifyError: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
}

function toRefusal(error: FastifyError | Refusal): Refusal {
  if (error instanceof Refusal) return error
  if (isDatabaseUnavailable(error)) return databaseRefusal()
  const code = codeOfFastifyError[error.code]
  if (code) return new Refusal(code)
  if (error.validation) {
    const field = error.validation[0]?.instancePath.split('/').filter(Boolean).at(-1)
    if (field === 'username') return new Refusal('invalid_username')
    if (field === 'streamId') return new Refusal('stream_not_found')
    return new Refusal('invalid_request', {
      message: field ? `The field '${field}' is missing or not valid` : errors.invalid_request.message,
    })
  }
  return new Refusal(error.statusCode && error.statusCode < 500 ? 'invalid_request' : 'internal')
}

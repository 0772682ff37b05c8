import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import { type ErrorCode, errors } from '@waggle/contract/errors'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { isPoolTimeout } from '../db/open.ts'
import { type Log, redactAddress } from '../lib/log.ts'
import { trustProxies } from '../lib/trusted-proxies.ts'
import { setCacheControl } from './cache-control.ts'
import { methodsAt } from './methods-at.ts'
import { boundPipelining } from './pipelining.ts'
import { Refusal } from './refusal.ts'

/** Bounds of a request; bodies are JSON of a few hundred bytes. */
const bodyMaxBytes = 64 * 1024
const headersTimeoutMs = 10_000
const requestTimeoutMs = 30_000
/** A client that takes nothing of its answer for this long has gone, or does not want it. */
const noProgressTimeoutMs = 10_000

/** An HTTP server without routes: limits, JSON only, one shape of error. Roles add what they serve, and what is not found. */
export function createHttp(log: Log, trustedProxies: readonly string[] = []): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: bodyMaxBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: 0,
    keepAliveTimeout: 75_000,
    trustProxy: trustProxies(trustedProxies),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true, querystringParser: readQuery },
    frameworkErrors: (error, _request, reply) => void sendRefusal(reply, toRefusal(error)),
    return503OnClosing: true,
  })
  app.server.headersTimeout = headersTimeoutMs
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  acceptJsonOnly(app)
  // From the answer on, for requests may be held longer. Node looks at what the system took of it, and ends the timer with the answer.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.raw.setTimeout(noProgressTimeoutMs)
    done()
  })

  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const refusal = toRefusal(error)
    if (refusal.status >= 500 && !(error instanceof Refusal)) {
      log.error({ error, method: request.method, address: redactAddress(request.url) }, 'request failed')
    }
    return sendRefusal(reply, refusal)
  })
  // When all are there who look ahead: before them.
  app.addHook('onReady', async () => handleBeforeFramework(app, boundPipelining()))
  return app
}

/** Lets `takes` look at every request before the framework does; it returns true when it answers one itself. */
export function handleBeforeFramework(
  app: FastifyInstance,
  takes: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const listeners = app.server.listeners('request') as RequestListener[]
  app.server.removeAllListeners('request').on('request', (request, response) => {
    if (takes(request, response)) return
    for (const listener of listeners) listener(request, response)
  })
}

/**
 * Closes the connection when its client takes nothing of an answer that was just written for 10 s, or has not taken all of it after
 * `withinMs`: who takes a little at a time would make us hold it for ever. Node ends the first timer with the answer.
 */
export function destroyIfStalled(response: ServerResponse, withinMs: number): void {
  const { socket } = response
  if (!socket || socket.writableLength === 0) return
  socket.setTimeout(noProgressTimeoutMs)
  const deadline = setTimeout(() => socket.destroy(), withinMs)
  response.once('close', () => clearTimeout(deadline))
}

/** What is not there, for a process that serves no pages. */
export function answerNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler(refuseMissing)
}

/** Says that there is nothing here, or nothing for this method (RFC 9110 section 15.5.6). */
export function refuseMissing({ method, url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = methodsAt(url)
  if (allowed.length === 0 || allowed.includes(method)) return sendRefusal(reply, new Refusal('not_found'))
  return sendRefusal(reply.header('allow', allowed.join(', ')), new Refusal('method_not_allowed'))
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfterSeconds) reply.header('retry-after', String(refusal.retryAfterSeconds))
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  return setCacheControl(reply, 'no-store')
    .status(refusal.status)
    .type('application/json')
    .serializer(JSON.stringify)
    .send({ code: refusal.code, error: refusal.message, message: refusal.message })
}

/** A field without a value, as in `?limit=50&before=`, is one that was left out. */
function readQuery(text: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parseQuery(text)).filter(([, value]) => value !== ''))
}

function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some calls send the JSON content type and no body (spec section 7, HLS token).
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
  if (isPoolTimeout(error)) return new Refusal('overloaded', { retryAfterSeconds: 2 })
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

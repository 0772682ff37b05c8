import type { IncomingMessage, ServerResponse } from 'node:http'
import { parsePath } from '@waggle/media/hls/playlist/request-path'
import type { HlsResponse } from '@waggle/media/hls/serve/hls-response'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { destroyIfStalled, handleBeforeFramework } from '../../http/http.ts'
import { Refusal } from '../../http/refusal.ts'
import { type OriginProxy, proxyHeader } from '../cluster/origin-proxy.ts'
import type { Ingest } from '../ingest/ingest.ts'

/** Listings name each picture by its time, so this only bounds how long a foreign one may be shown. */
const thumbnailMaxAgeS = 10
/** The newest picture, or one of those before it by how far it is back. */
const thumbnailPattern = /^thumbnail(?:-([1-9]))?\.jpg$/

/** Who needs longer for a segment keeps up with no stream; by then the window has forgotten what the answer still holds. */
const answeredWithinMs = 30_000

const prefix = '/live/'
const noDirectives = new URLSearchParams()

/**
 * LL-HLS out: `/live/{streamId}/…`. The answers are the packager's own, or those of the process that holds the stream; nothing of the
 * path touches a file system.
 */
export function playbackRoutes(app: FastifyInstance, ingest: Ingest, elsewhere: OriginProxy | undefined): void {
  /** True when the request is for media of a stream that is here, and will be answered. */
  function takes(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method } = request
    if (!url.startsWith(prefix) || (method !== 'GET' && method !== 'HEAD')) return false
    const slash = url.indexOf('/', prefix.length)
    const mark = url.indexOf('?')
    const path = url.slice(slash + 1, mark < 0 ? undefined : mark)
    const broadcast = slash < 0 ? undefined : ingest.find(url.slice(prefix.length, slash))
    if (!broadcast || path.endsWith('.jpg')) return false
    const query = mark < 0 ? noDirectives : new URLSearchParams(url.slice(mark))
    // Only who has to wait is watched for leaving: an exception made for every closed request took a tenth of its time.
    const answer = broadcast.hls.handle({ path, query, signal: () => goneSignal(response) })
    if (answer instanceof Promise) answer.then((late) => write(request, response, late))
    else write(request, response, answer)
    return true
  }

  // The framework has nothing to add to the packager's answers, and would cost as much as the rest of them.
  handleBeforeFramework(app, takes)
  app.get<{ Params: { streamId: string; '*': string } }>(
    `${prefix}:streamId/*`,
    { schema: { hide: true } },
    async (request, reply) => {
      // Players elsewhere may show our streams, and must be able to read a refusal too.
      reply.header('access-control-allow-origin', '*')
      if (takes(request.raw, reply.raw)) return reply.hijack()
      const { streamId, '*': path } = request.params
      const broadcast = ingest.find(streamId)
      const back = thumbnailPattern.exec(path)
      if (!broadcast && (back || parsePath(path))) {
        const mark = request.url.indexOf('?')
        const query = mark < 0 ? noDirectives : new URLSearchParams(request.url.slice(mark))
        const answer = await elsewhere?.ask(streamId, path, query, proxyHeader in request.headers)
        if (!answer) throw new Refusal('stream_not_found')
        write(request.raw, reply.raw, answer)
        return reply.hijack()
      }
      if (!broadcast || !back) throw new Refusal('stream_not_found')
      return sendThumbnail(reply, broadcast.thumbnails, Number(back[1] ?? 0))
    },
  )
}

function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  if (response.destroyed) gone.abort()
  return gone.signal
}

function write(request: IncomingMessage, response: ServerResponse, answer: HlsResponse): void {
  const { status, headers, body, withoutLength } = answer
  // HTTP/1.0 has no chunks: without its length, a body cut short would look whole.
  const isChunked = withoutLength && request.httpVersionMinor > 0
  const length = isChunked ? {} : { 'content-length': body.length }
  // Playlists are ASCII: one byte a character in every encoding, and this one needs no conversion.
  response.writeHead(status, { ...headers, ...length }).end(body, 'latin1')
  destroyIfStalled(response, answeredWithinMs)
}

/** A young broadcast has fewer pictures than are asked for: its oldest stands for those before it. */
function sendThumbnail(reply: FastifyReply, pictures: readonly Uint8Array[], back: number): FastifyReply {
  const thumbnail = pictures[back] ?? pictures.at(-1)
  if (thumbnail === undefined) throw new Refusal('stream_not_found')
  reply.header('cache-control', `public, max-age=${thumbnailMaxAgeS}`).header('x-content-type-options', 'nosniff')
  return reply.type('image/jpeg').send(Buffer.from(thumbnail))
}

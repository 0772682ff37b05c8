import type { IncomingMessage, ServerResponse } from 'node:http'
import { firstPictureName } from '@waggle/contract/playback/real-time'
import { parsePath } from '@waggle/media/hls/playlist/request-path'
import type { HlsResponse } from '@waggle/media/hls/serve/hls-response'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { setCacheControl } from '../../http/cache-control.ts'
import { proxyHeader } from '../../http/egress/own-process.ts'
import { destroyIfStalled, handleBeforeFramework } from '../../http/http.ts'
import { Refusal } from '../../http/refusal.ts'
import { hasReached } from '../../lib/egress/guard-steps.ts'
import type { Broadcast } from '../broadcast/broadcast.ts'
import type { OriginProxy } from '../cluster/origin-proxy.ts'
import type { MediaContext } from '../context.ts'
import type { Ingest } from '../ingest/ingest.ts'

/** Listings put the time of the picture in its address, so this only matters for pages elsewhere that link to it. */
const thumbnailMaxAgeS = 10
/** The newest picture, or the n-th before it. */
const thumbnailPattern = /^thumbnail(?:-([1-9]|large))?\.jpg$/

/** A client that needs longer for a segment cannot keep up with any stream; by then the segment has left the window. */
const responseDeadlineMs = 30_000

/** Nothing higher is offered when a budget is nearly used up, where there is something lower. */
const savingHeight = 480

const prefix = '/live/'
const noDirectives = new URLSearchParams()

/**
 * LL-HLS out: `/live/{streamId}/…`. Responses come from the packager, or from the process that holds the stream. The path never
 * reaches a file system.
 */
export function playbackRoutes(
  app: FastifyInstance,
  { egress }: Pick<MediaContext, 'egress'>,
  ingest: Ingest,
  originProxy: OriginProxy | undefined,
): void {
  /** True when the request is for media of a stream that this process holds; it is then answered. */
  function handleHere(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method } = request
    if (!url.startsWith(prefix) || (method !== 'GET' && method !== 'HEAD')) return false
    const slash = url.indexOf('/', prefix.length)
    const mark = url.indexOf('?')
    const path = url.slice(slash + 1, mark < 0 ? undefined : mark)
    const broadcast = slash < 0 ? undefined : ingest.find(url.slice(prefix.length, slash))
    if (!broadcast || path.endsWith('.jpg') || path === firstPictureName) return false
    const query = mark < 0 ? noDirectives : new URLSearchParams(url.slice(mark))
    // Only held requests get a signal: creating an abort error for every closed request took a tenth of its time.
    const maxHeight = hasReached(egress.stepOf(broadcast.id), 'lower-quality') ? savingHeight : undefined
    const answer = broadcast.hls.handle({ path, query, maxHeight, signal: () => closedSignal(response) })
    if (answer instanceof Promise) answer.then((late) => write(request, response, late))
    else write(request, response, answer)
    return true
  }

  // The framework adds nothing to the packager's responses, and would double their cost.
  handleBeforeFramework(app, handleHere)
  app.get<{ Params: { streamId: string; '*': string } }>(`${prefix}:streamId/*`, async (request, reply) => {
    // Players on other sites may show our streams, and must be able to read an error too.
    reply.header('access-control-allow-origin', '*')
    if (handleHere(request.raw, reply.raw)) return reply.hijack()
    const { streamId, '*': path } = request.params
    const broadcast = ingest.find(streamId)
    const thumbnail = thumbnailPattern.exec(path)
    if (!broadcast && (thumbnail || parsePath(path))) {
      const mark = request.url.indexOf('?')
      const query = mark < 0 ? noDirectives : new URLSearchParams(request.url.slice(mark))
      const answer = await originProxy?.request(streamId, path, query, proxyHeader in request.headers)
      if (!answer) throw new Refusal('stream_not_found')
      write(request.raw, reply.raw, answer)
      return reply.hijack()
    }
    if (!broadcast || !thumbnail) throw new Refusal('stream_not_found')
    return sendThumbnail(reply, pictureOf(broadcast, thumbnail[1]))
  })
}

function closedSignal(response: ServerResponse): AbortSignal {
  const closed = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) closed.abort()
  })
  if (response.destroyed) closed.abort()
  return closed.signal
}

function write(request: IncomingMessage, response: ServerResponse, answer: HlsResponse): void {
  const { status, headers, body, withoutLength } = answer
  // HTTP/1.0 has no chunked encoding: without a length, a truncated body would look complete.
  const isChunked = withoutLength && request.httpVersionMinor > 0
  const length = isChunked ? {} : { 'content-length': body.length }
  // Playlists are ASCII, and latin1 needs no conversion.
  response.writeHead(status, { ...headers, ...length }).end(body, 'latin1')
  destroyIfStalled(response, responseDeadlineMs)
}

/** A young broadcast has fewer pictures: the oldest one is sent in place of missing ones. */
function pictureOf({ thumbnails, largeThumbnail }: Broadcast, which: string | undefined): Uint8Array | undefined {
  return which === 'large' ? largeThumbnail : (thumbnails[Number(which ?? 0)] ?? thumbnails.at(-1))
}

function sendThumbnail(reply: FastifyReply, picture: Uint8Array | undefined): FastifyReply {
  if (picture === undefined) throw new Refusal('stream_not_found')
  setCacheControl(reply, `public, max-age=${thumbnailMaxAgeS}`).header('x-content-type-options', 'nosniff')
  return reply.type('image/jpeg').send(Buffer.from(picture))
}

import { streamIdPattern } from '@waggle/contract/names'
import type { HlsResponse } from '@waggle/media/hls/hls-response'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../lib/refusal.ts'
import type { Ingest } from './ingest.ts'

/** Listings name each picture by its time, so this only bounds how long a foreign one may be shown. */
const thumbnailMaxAgeS = 10
/** The newest picture, or one of those before it by how far it is back. */
const thumbnailPattern = /^thumbnail(?:-([1-9]))?\.jpg$/

/** LL-HLS out: `/live/{streamId}/…`. The answers are the packager's own; nothing of the path touches a file system. */
export function playbackRoutes(app: FastifyInstance, ingest: Ingest): void {
  app.get<{ Params: { streamId: string; '*': string } }>(
    '/live/:streamId/*',
    { schema: { hide: true } },
    async (request, reply) => {
      const { streamId, '*': path } = request.params
      const broadcast = streamIdPattern.test(streamId) ? ingest.find(streamId) : undefined
      // Players elsewhere may show our streams, and must be able to read a refusal too.
      reply.header('access-control-allow-origin', '*')
      if (!broadcast) throw new Refusal('stream_not_found')
      const back = thumbnailPattern.exec(path)
      if (back) return sendThumbnail(reply, broadcast.thumbnails, Number(back[1] ?? 0))
      const gone = new AbortController()
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) gone.abort()
      })
      const mark = request.url.indexOf('?')
      const query = new URLSearchParams(mark < 0 ? '' : request.url.slice(mark))
      return writeAnswer(reply, await broadcast.hls.handle({ path, query, signal: gone.signal }))
    },
  )
}

/** Past the framework, which has nothing to add to the packager's answers and costs as much as the rest of them. */
function writeAnswer(reply: FastifyReply, { status, headers, body, withoutLength }: HlsResponse): FastifyReply {
  reply.hijack()
  // HTTP/1.0 has no chunks: without its length, a body cut short would look whole.
  const isChunked = withoutLength && reply.request.raw.httpVersionMinor > 0
  // Playlists are ASCII: one byte a character in every encoding, and this one needs no conversion.
  const length = isChunked ? {} : { 'content-length': body.length }
  reply.raw.writeHead(status, { ...headers, ...length }).end(body, 'latin1')
  return reply
}

/** A young broadcast has fewer pictures than are asked for: its oldest stands for those before it. */
function sendThumbnail(reply: FastifyReply, pictures: readonly Uint8Array[], back: number): FastifyReply {
  const thumbnail = pictures[back] ?? pictures.at(-1)
  if (thumbnail === undefined) throw new Refusal('stream_not_found')
  reply.header('cache-control', `public, max-age=${thumbnailMaxAgeS}`).header('x-content-type-options', 'nosniff')
  return reply.type('image/jpeg').send(Buffer.from(thumbnail))
}

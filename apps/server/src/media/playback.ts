import { streamIdPattern } from '@waggle/contract/names'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../lib/refusal.ts'
import type { Broadcast } from './broadcast.ts'
import type { Ingest } from './ingest.ts'

/** Listings name each picture by its time, so this only bounds how long a foreign one may be shown. */
const thumbnailMaxAgeS = 10

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
      if (path === 'thumbnail.jpg') return sendThumbnail(reply, broadcast)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const mark = request.url.indexOf('?')
      const query = new URLSearchParams(mark < 0 ? '' : request.url.slice(mark))
      const response = await broadcast.hls.handle({ path, query, signal: gone.signal })
      const body =
        typeof response.body === 'string'
          ? response.body
          : Buffer.from(response.body.buffer, response.body.byteOffset, response.body.byteLength)
      return reply.status(response.status).headers(response.headers).send(body)
    },
  )
}

function sendThumbnail(reply: FastifyReply, broadcast: Broadcast): FastifyReply {
  const { thumbnail } = broadcast
  if (thumbnail === undefined) throw new Refusal('stream_not_found')
  reply.header('cache-control', `public, max-age=${thumbnailMaxAgeS}`).header('x-content-type-options', 'nosniff')
  return reply.type('image/jpeg').send(Buffer.from(thumbnail))
}

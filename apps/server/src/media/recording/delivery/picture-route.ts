import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findRecordedTime } from '../../../db/recordings/replays.ts'
import { Refusal } from '../../../http/refusal.ts'
import { ownerId } from '../../../http/viewer-count.ts'
import { checkHlsToken } from '../../../lib/playback/hls-token.ts'
import type { MediaContext } from '../../context.ts'
import type { RecordedBroadcasts } from './recorded-broadcasts.ts'

/** A recording can be deleted, or not be published any more: no cache that others share may keep its pictures. */
const maxAgeS = 300

type PictureRequest = FastifyRequest<{ Params: { streamId: string }; Querystring: { at?: string; token?: string } }>

/**
 * Pictures of what is recorded at `/recordings/{streamId}/picture.jpg?at=…`, for the bar in which viewers seek, and for lists. Of a replay
 * that is not published they need a token of its channel. 204 where nothing was taken, as without ffmpeg.
 */
export function pictureRoute(app: FastifyInstance, context: MediaContext, recordings: RecordedBroadcasts): void {
  app.get('/recordings/:streamId/picture.jpg', async (request: PictureRequest, reply) => {
    const { streamId } = request.params
    const { at, token } = request.query
    if (typeof at !== 'string' || !/^\d{1,15}$/.test(at)) throw new Refusal('invalid_request')
    const atMs = Number(at)
    const recorded = await findRecordedTime(context.db, streamId, { fromMs: atMs, untilMs: atMs })
    if (!recorded || recorded.isDeleted) throw new Refusal('stream_not_found')
    if (recorded.isOver && !recorded.isPublic && !isOfChannel(streamId, token)) throw new Refusal('stream_not_found')
    const picture = await recordings.picture(streamId, atMs)
    reply.header('cache-control', `private, max-age=${maxAgeS}`).header('x-content-type-options', 'nosniff')
    if (picture === undefined) return reply.code(204).send()
    return reply.type('image/jpeg').send(Buffer.from(picture))
  })

  function isOfChannel(streamId: string, token: string | undefined): boolean {
    const check = checkHlsToken(context.secrets.hlsToken, String(token ?? ''), context.now())
    return check.ok && check.token.streamId === streamId && check.token.viewerId === ownerId
  }
}

import { firstPictureName } from '@waggle/contract/playback/real-time'
import type { HlsResponse } from '@waggle/media/hls/serve/hls-response'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { proxyHeader } from '../../http/egress/own-process.ts'
import { Refusal } from '../../http/refusal.ts'
import { hasReached } from '../../lib/egress/guard-steps.ts'
import { isPicturePass } from '../../lib/playback/picture-pass.ts'
import type { Broadcast } from '../broadcast/broadcast.ts'
import type { OriginProxy } from '../cluster/origin-proxy.ts'
import type { MediaContext } from '../context.ts'
import type { Ingest } from '../ingest/ingest.ts'

type PictureRequest = FastifyRequest<{ Params: { streamId: string }; Querystring: { token?: string | string[] } }>

/**
 * The newest key frame of a broadcast at `/live/{streamId}/first-picture?token=…`, which the stream's page shows while its player is on its
 * way (rule PLAYER-25). 204 where there is none at the moment.
 */
export function firstPictureRoute(
  app: FastifyInstance,
  { secrets, egress, now }: Pick<MediaContext, 'secrets' | 'egress' | 'now'>,
  { ingest, originProxy }: { ingest: Ingest; originProxy: OriginProxy | undefined },
): void {
  app.get(`/live/:streamId/${firstPictureName}`, async (request: PictureRequest, reply) => {
    // The site's page may have another origin.
    reply.header('access-control-allow-origin', '*')
    const { streamId } = request.params
    const pass = String(request.query.token ?? '')
    if (!isPicturePass(secrets.firstPicture, streamId, pass, now())) throw new Refusal('hls_token_required')
    const broadcast = ingest.find(streamId)
    const isFromProxy = proxyHeader in request.headers
    const answer = broadcast
      ? pictureOf(broadcast)
      : await originProxy?.request(streamId, firstPictureName, new URLSearchParams({ token: pass }), isFromProxy)
    if (answer === undefined) throw new Refusal('stream_not_found')
    return reply.code(answer.status).headers(answer.headers).send(Buffer.from(answer.body))
  })

  function pictureOf({ id, realTime }: Broadcast): HlsResponse {
    const picture = hasReached(egress.stepOf(id), 'no-real-time') ? undefined : realTime?.firstPicture
    return { status: picture ? 200 : 204, headers: pictureHeaders, body: picture ?? '' }
  }
}

const pictureHeaders = {
  'content-type': 'application/octet-stream',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
}

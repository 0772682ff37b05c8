import { defaultListTitle } from '@waggle/contract/channels/defaults'
import type { ActiveStream } from '@waggle/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import {
  type BroadcastRow,
  findBroadcast,
  findLiveBroadcast,
  isAway,
  listLiveBroadcasts,
} from '../../db/broadcasts/broadcasts.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { viewersGroup } from '../../http/viewer-count.ts'
import type { CoreContext } from '../context.ts'
import { avatarUrl } from './avatar.ts'
import { masterPath, streamInfoOf, thumbnailPath, toStreamInfo } from './stream-info.ts'

export function streamRoutes(app: FastifyInstance, context: CoreContext): void {
  route(app, context, 'listStreams', async () => ({ streams: await activeStreams(context) }))

  route(app, context, 'getStream', async ({ params }) => {
    const broadcast = await findBroadcast(context.db, params.streamId)
    if (!broadcast) throw new Refusal('stream_not_found')
    return toStreamInfo(context, broadcast)
  })

  route(app, context, 'getStreamByUser', async ({ params }) => streamInfoOf(context, params.username))

  route(app, context, 'getStreamPath', async ({ params }) => {
    const broadcast = await findLiveBroadcast(context.db, params.username, context.now())
    if (!broadcast) throw new Refusal('stream_not_found')
    return { streamId: broadcast.id }
  })
}

/** All live streams, the most watched first. */
export async function activeStreams({ config, db, state, now }: CoreContext): Promise<ActiveStream[]> {
  const broadcasts = await listLiveBroadcasts(db, now())
  const viewers = await state.presence.count(broadcasts.map((broadcast) => viewersGroup(broadcast.id)))
  const streams = broadcasts.map((broadcast, index) => toActiveStream(config, broadcast, viewers[index] ?? 0, now()))
  return streams.sort((a, b) => b.viewers - a.viewers)
}

function toActiveStream(config: Config, broadcast: BroadcastRow, viewers: number, nowMs: number): ActiveStream {
  return {
    id: broadcast.id,
    username: broadcast.username,
    title: broadcast.title || defaultListTitle,
    avatar: avatarUrl(config, broadcast.username),
    thumbnail: thumbnailPath(broadcast),
    viewers,
    category: broadcast.category,
    isLive: true,
    isReconnecting: isAway(broadcast, nowMs),
    streamPath: masterPath(broadcast.id),
    startTime: broadcast.startedAtMs,
    description: broadcast.description || '',
    language: broadcast.language,
    tags: broadcast.tags,
  }
}

import { defaultListTitle, defaultTitle } from '@waggle/contract/channels/defaults'
import type { ActiveStream, RecentChannel } from '@waggle/contract/endpoints'
import { limits } from '@waggle/contract/limits'
import { compareStreams } from '@waggle/contract/streams/order'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import {
  type BroadcastRow,
  findBroadcast,
  findLastBroadcast,
  findLiveBroadcast,
  isAway,
  listLiveBroadcasts,
} from '../../db/broadcasts/broadcasts.ts'
import { listRecentlyLive } from '../../db/broadcasts/recently-live.ts'
import type { Db } from '../../db/open.ts'
import { findReplay } from '../../db/recordings/replays.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { viewersGroup } from '../../http/viewer-count.ts'
import { memoizeAsync } from '../../lib/memoize-async.ts'
import type { CoreContext } from '../context.ts'
import { picturePath } from '../replays/picture-path.ts'
import { avatarUrl } from './avatar.ts'
import { nextBroadcasts } from './schedule.ts'
import { masterPath, streamInfoOf, thumbnailPath, toStreamInfo } from './stream-info.ts'

export function streamRoutes(app: FastifyInstance, context: CoreContext): void {
  route(app, context, 'listStreams', async () => ({ streams: await activeStreams(context) }))

  const recent = memoizeAsync(() => recentChannels(context), { lifeMs: recentLifeMs, now: context.now })
  route(app, context, 'listRecentChannels', async () => ({ channels: await recent('') }))

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

/** The list changes only when a broadcast ends. */
const recentLifeMs = 5000

/** Channels that streamed lately and are not live, the latest first (rule HOME-5). */
async function recentChannels(context: CoreContext): Promise<RecentChannel[]> {
  const { config, db, measures, now } = context
  const channels = await listRecentlyLive(db, {
    nowMs: now(),
    sinceMs: now() - limits.recentChannelsMs,
    limit: limits.recentChannels,
  })
  const listed = channels.filter(({ username }) => !measures.find(username, 'lists'))
  const next = await nextBroadcasts(
    context,
    listed.map(({ username }) => username),
  )
  return Promise.all(
    listed.map(async ({ username, title, category, endedAtMs }) => ({
      username,
      avatar: avatarUrl(config, username),
      title: title || defaultTitle(username),
      category,
      endTime: endedAtMs,
      nextBroadcast: next.get(username) ?? null,
      picturePath: await pictureOfLastBroadcast(db, username),
    })),
  )
}

/** Null where the channel's last broadcast is not to be watched any more. */
async function pictureOfLastBroadcast(db: Db, username: string): Promise<string | null> {
  const broadcast = await findLastBroadcast(db, username)
  const replay = broadcast && (await findReplay(db, broadcast.id))
  return replay?.isPublic ? picturePath(replay) : null
}

/** All live streams, the most watched first. */
export async function activeStreams({ config, db, state, measures, now }: CoreContext): Promise<ActiveStream[]> {
  const all = await listLiveBroadcasts(db, now())
  const broadcasts = all.filter(({ username }) => !measures.find(username, 'lists'))
  const viewers = await state.presence.count(broadcasts.map((broadcast) => viewersGroup(broadcast.id)))
  const streams = broadcasts.map((broadcast, index) => toActiveStream(config, broadcast, viewers[index] ?? 0, now()))
  return streams.sort(compareStreams)
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
    isStopped: broadcast.isStopped,
    streamPath: masterPath(broadcast.id),
    startTime: broadcast.startedAtMs,
    description: broadcast.description || '',
    language: broadcast.language,
    tags: broadcast.tags,
  }
}

import type { ActiveStream, Channel, StreamInfo } from '@waggle/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import { findLatestPermlink, findPermlink } from '../db/announcements.ts'
import { type BroadcastRow, findBroadcast, findLiveBroadcast, isLive, listLiveBroadcasts } from '../db/broadcasts.ts'
import { Refusal } from '../lib/refusal.ts'
import { route } from '../lib/route.ts'
import { avatarOf } from './avatar.ts'
import { channelOf, defaultDescription, defaultTitle } from './channels.ts'
import type { CoreContext } from './context.ts'

/** Defaults of spec section 3. */
const defaultListTitle = 'Untitled Stream'
const defaultCategory = 'General'
/** Hive pays a post seven days after it was made. */
const votableMs = 7 * 24 * 60 * 60_000

export function streamRoutes(app: FastifyInstance, context: CoreContext): void {
  route(app, context, 'listStreams', async () => {
    const broadcasts = await listLiveBroadcasts(context.db, context.now())
    const viewers = await context.state.presence.count(broadcasts.map((broadcast) => viewersOf(broadcast.id)))
    const streams = broadcasts.map((broadcast, index) => toActiveStream(broadcast, viewers[index] ?? 0))
    return { streams: streams.sort((a, b) => b.viewers - a.viewers) }
  })

  route(app, context, 'getStream', async ({ params }) => {
    const broadcast = await findBroadcast(context.db, params.streamId)
    if (!broadcast) throw new Refusal('stream_not_found')
    return toStreamInfo(broadcast)
  })

  route(app, context, 'getStreamByUser', async ({ params }) => {
    const broadcast = await findLiveBroadcast(context.db, params.username, context.now())
    return broadcast ? toStreamInfo(broadcast) : offlineOf(params.username)
  })

  route(app, context, 'getStreamPath', async ({ params }) => {
    const broadcast = await findLiveBroadcast(context.db, params.username, context.now())
    if (!broadcast) throw new Refusal('stream_not_found')
    return { streamId: broadcast.id }
  })

  /** The post of the last broadcast can be voted for until it is paid out. */
  async function offlineOf(username: string): Promise<StreamInfo> {
    const permlink = await findLatestPermlink(context.db, username, context.now() - votableMs)
    return { ...offlineStream(await channelOf(context, username)), permlink }
  }

  function toActiveStream(broadcast: BroadcastRow, viewers: number): ActiveStream {
    return {
      id: broadcast.id,
      username: broadcast.username,
      title: broadcast.title || defaultListTitle,
      avatar: avatarOf(context.config, broadcast.username),
      thumbnail: thumbnailOf(broadcast),
      viewers,
      category: broadcast.category,
      isLive: true,
      isReconnecting: broadcast.awaySinceMs !== null,
      streamPath: masterPath(broadcast.id),
      startTime: broadcast.startedAtMs,
      description: broadcast.description || '',
      language: broadcast.language,
      tags: broadcast.tags,
    }
  }

  async function toStreamInfo(broadcast: BroadcastRow): Promise<StreamInfo> {
    const live = isLive(broadcast, context.now())
    const [viewers] = live ? await context.state.presence.count([viewersOf(broadcast.id)]) : [0]
    return {
      id: broadcast.id,
      streamId: broadcast.id,
      username: broadcast.username,
      title: broadcast.title || defaultTitle(broadcast.username),
      description: broadcast.description || defaultDescription,
      isLive: live,
      isReconnecting: live && broadcast.awaySinceMs !== null,
      viewers: viewers ?? 0,
      category: broadcast.category || defaultCategory,
      language: broadcast.language,
      tags: broadcast.tags,
      thumbnail: live ? thumbnailOf(broadcast) : null,
      startTime: broadcast.startedAtMs,
      streamPath: live ? masterPath(broadcast.id) : null,
      permlink: await findPermlink(context.db, broadcast.id),
    }
  }
}

/** The presence group of a stream's viewers. */
export function viewersOf(streamId: string): string {
  return `viewers:${streamId}`
}

function offlineStream(channel: Channel): StreamInfo {
  return {
    id: null,
    streamId: null,
    username: channel.username,
    title: channel.title,
    description: channel.description,
    isLive: false,
    isReconnecting: false,
    viewers: 0,
    category: channel.category ?? defaultCategory,
    language: channel.language,
    tags: channel.tags,
    thumbnail: null,
    startTime: null,
    streamPath: null,
    permlink: null,
  }
}

function masterPath(streamId: string): string {
  return `/live/${streamId}/master.m3u8`
}

/** A new picture has a new address, so that pages show it. */
function thumbnailOf({ id, thumbnailAtMs }: BroadcastRow): string | null {
  return thumbnailAtMs === null ? null : `/live/${id}/thumbnail.jpg?v=${thumbnailAtMs}`
}

import { defaultCategory, defaultDescription, defaultTitle } from '@waggle/contract/channels/defaults'
import type { StreamInfo } from '@waggle/contract/endpoints'
import { findLatestPermlink, findPermlink } from '../../db/announcements/announcements.ts'
import {
  type BroadcastRow,
  findLastBroadcast,
  findLiveBroadcast,
  isAway,
  isLive,
} from '../../db/broadcasts/broadcasts.ts'
import type { CoreContext } from '../context.ts'
import { channelOf } from './channels.ts'

/** Hive pays a post seven days after it was made. */
const votableMs = 7 * 24 * 60 * 60_000

type InfoContext = Pick<CoreContext, 'db' | 'state' | 'now'>

/** What a channel is doing (spec section 3, 'Stream info'), live or not. */
export async function streamInfoOf(context: InfoContext, username: string): Promise<StreamInfo> {
  const broadcast = await findLiveBroadcast(context.db, username, context.now())
  return broadcast ? toStreamInfo(context, broadcast) : offlineOf(context, username)
}

export async function toStreamInfo(context: InfoContext, broadcast: BroadcastRow): Promise<StreamInfo> {
  const live = isLive(broadcast, context.now())
  const [viewers] = live ? await context.state.presence.count([viewersOf(broadcast.id)]) : [0]
  return {
    id: broadcast.id,
    streamId: broadcast.id,
    username: broadcast.username,
    title: broadcast.title || defaultTitle(broadcast.username),
    description: broadcast.description || defaultDescription,
    isLive: live,
    isReconnecting: live && isAway(broadcast, context.now()),
    viewers: viewers ?? 0,
    category: broadcast.category || defaultCategory,
    language: broadcast.language,
    tags: broadcast.tags,
    thumbnail: live ? thumbnailOf(broadcast) : null,
    startTime: broadcast.startedAtMs,
    lastBroadcast: null,
    streamPath: live ? masterPath(broadcast.id) : null,
    permlink: await findPermlink(context.db, broadcast.id),
  }
}

/** The post of the last broadcast can be voted for until it is paid out. */
async function offlineOf(context: InfoContext, username: string): Promise<StreamInfo> {
  const [channel, permlink, last] = await Promise.all([
    channelOf(context, username),
    findLatestPermlink(context.db, username, context.now() - votableMs),
    findLastBroadcast(context.db, username),
  ])
  return {
    id: null,
    streamId: null,
    username,
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
    lastBroadcast: last ? { title: last.title, startTime: last.startedAtMs, endTime: last.endedAtMs } : null,
    streamPath: null,
    permlink,
  }
}

/** The presence group of a stream's viewers. */
export function viewersOf(streamId: string): string {
  return `viewers:${streamId}`
}

export function masterPath(streamId: string): string {
  return `/live/${streamId}/master.m3u8`
}

/** A new picture has a new address, so that pages show it. */
export function thumbnailOf({ id, thumbnailAtMs }: Pick<BroadcastRow, 'id' | 'thumbnailAtMs'>): string | null {
  return thumbnailAtMs === null ? null : `/live/${id}/thumbnail.jpg?v=${thumbnailAtMs}`
}

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
import { findRecordingStart } from '../../db/recordings/replays.ts'
import { viewersGroup } from '../../http/viewer-count.ts'
import { votableMs } from '../announcements/stream-posts.ts'
import type { CoreContext } from '../context.ts'
import { channelOf } from './channels.ts'
import { nextBroadcasts } from './schedule.ts'

type InfoContext = Pick<CoreContext, 'db' | 'state' | 'now' | 'config' | 'channelExists' | 'measures'>

/** The stream info of a channel, live or not (rules STREAM-2, STREAM-5). */
export async function streamInfoOf(context: InfoContext, username: string): Promise<StreamInfo> {
  const broadcast = await findLiveBroadcast(context.db, username, context.now())
  return broadcast ? toStreamInfo(context, broadcast) : offlineInfo(context, username)
}

export async function toStreamInfo(
  context: Omit<InfoContext, 'channelExists'>,
  broadcast: BroadcastRow,
): Promise<StreamInfo> {
  const live = isLive(broadcast, context.now())
  const [viewers] = live ? await context.state.presence.count([viewersGroup(broadcast.id)]) : [0]
  return {
    id: broadcast.id,
    streamId: broadcast.id,
    username: broadcast.username,
    channelExists: true,
    title: broadcast.title || defaultTitle(broadcast.username),
    description: broadcast.description || defaultDescription,
    isLive: live,
    isReconnecting: live && isAway(broadcast, context.now()),
    isStopped: live && broadcast.isStopped,
    viewers: viewers ?? 0,
    category: broadcast.category || defaultCategory,
    language: broadcast.language,
    tags: broadcast.tags,
    thumbnail: live ? thumbnailPath(broadcast) : null,
    startTime: broadcast.startedAtMs,
    lastBroadcast: null,
    nextBroadcast: null,
    suspension: null,
    streamPath: live ? masterPath(broadcast.id) : null,
    recordedSince: live ? await recordedSince(context, broadcast.id) : null,
    permlink: await findPermlink(context.db, broadcast.id),
  }
}

/** Includes the post of the last broadcast while it can still be voted for. */
async function offlineInfo(context: InfoContext, username: string): Promise<StreamInfo> {
  const [channelExists, channel, permlink, last, next] = await Promise.all([
    context.channelExists(username),
    channelOf(context, username),
    findLatestPermlink(context.db, username, context.now() - votableMs),
    findLastBroadcast(context.db, username),
    nextBroadcasts(context, [username]),
  ])
  const suspension = context.measures.find(username, 'broadcasting')
  return {
    id: null,
    streamId: null,
    username,
    channelExists,
    title: channel.title,
    description: channel.description,
    isLive: false,
    isReconnecting: false,
    isStopped: false,
    viewers: 0,
    category: channel.category ?? defaultCategory,
    language: channel.language,
    tags: channel.tags,
    thumbnail: null,
    startTime: null,
    recordedSince: null,
    lastBroadcast: last ? { title: last.title, startTime: last.startedAtMs, endTime: last.endedAtMs } : null,
    nextBroadcast: next.get(username) ?? null,
    suspension: suspension ? { reason: suspension.reason, until: suspension.untilMs } : null,
    streamPath: null,
    permlink,
  }
}

/** From when on viewers of a live broadcast can rewind it (rule REC-9). */
async function recordedSince(
  { db, now, config }: Pick<CoreContext, 'db' | 'now' | 'config'>,
  streamId: string,
): Promise<number | null> {
  if (config.recordings === 'off') return null
  const startedAtMs = await findRecordingStart(db, streamId)
  return startedAtMs === undefined ? null : Math.max(startedAtMs, now() - config.recordings.rewindHours * 3_600_000)
}

export function masterPath(streamId: string): string {
  return `/live/${streamId}/master.m3u8`
}

/** Each new thumbnail has a new address, so that pages show it. */
export function thumbnailPath({ id, thumbnailAtMs }: Pick<BroadcastRow, 'id' | 'thumbnailAtMs'>): string | null {
  return thumbnailAtMs === null ? null : `/live/${id}/thumbnail.jpg?v=${thumbnailAtMs}`
}

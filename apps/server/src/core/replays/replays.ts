import type { Body } from '@waggle/contract/endpoints'
import { limits } from '@waggle/contract/limits'
import { clipIdPattern } from '@waggle/contract/names'
import type { OwnReplay, RecordingSettings, Replay } from '@waggle/contract/replays/endpoints'
import { replayLimits } from '@waggle/contract/replays/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findPermlink } from '../../db/announcements/announcements.ts'
import { listSamples } from '../../db/broadcasts/broadcast-samples.ts'
import { findBroadcast, isLive } from '../../db/broadcasts/broadcasts.ts'
import { listMessagesOfPictures } from '../../db/chat/chat-messages.ts'
import { findClip } from '../../db/recordings/clips.ts'
import { insertCut, isCut, listCuts } from '../../db/recordings/cuts.ts'
import { type LeavingRecording, listLeavingRecordings } from '../../db/recordings/leaving-recordings.ts'
import { listRecordedObjects } from '../../db/recordings/recorded-objects.ts'
import { findRecordingSettings, saveRecordingSettings } from '../../db/recordings/recording-settings.ts'
import { deleteRecordingAndClips, saveRecordingChoices, sumRecordedBytes } from '../../db/recordings/recordings.ts'
import {
  findNeighbours,
  findReplay,
  listFollowedReplays,
  listOwnReplays,
  listReplays,
  type ReplayRow,
} from '../../db/recordings/replays.ts'
import type { Stretch } from '../../db/recordings/stretch.ts'
import { limitCallsByAddress } from '../../http/limits/limit-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { sessionOfCall } from '../../http/sessions/sessions.ts'
import { ownerId } from '../../http/viewer-count.ts'
import { issueHlsToken } from '../../lib/playback/hls-token.ts'
import { votableMs } from '../announcements/stream-posts.ts'
import type { CoreContext } from '../context.ts'
import { aboutBroadcast } from './about-broadcast.ts'
import { chaptersOf } from './chapters/chapters.ts'
import { chatActivity } from './chat-activity.ts'
import { pictureAt, picturePath } from './picture-path.ts'
import { searchTitles } from './search-titles.ts'

/** Long enough to resume a large file over a slow connection. */
const downloadLifeMs = 6 * 60 * 60_000
const downloadLimit = { name: 'download', points: 20, perSeconds: 60 }

/** So long a picture may be on its way from the encoder. */
const encoderDelayMs = 5000

const dayMs = 24 * 60 * 60_000
/** A channel is warned so long before its replays are deleted for their age, and once this share of the room is used. */
const warningDays = 2
const fullShare = 0.9

const orders = {
  newest: { by: 'startedAtMs' },
  oldest: { by: 'startedAtMs', isAscending: true },
  longest: { by: 'playsMs' },
  largest: { by: 'bytes' },
  watched: { by: 'views' },
} as const

/** Recorded broadcasts that are over, and what their channels choose for them (rules REC-5, REC-7). */
export function replayRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now } = context
  const bounds = context.config.recordings === 'off' ? undefined : context.config.recordings

  route(app, context, 'getReplay', async ({ params, request }) => {
    const replay = await requireVisible(params.streamId, request)
    const [{ previous, next }, mayDownload, hasChat, chapters, permlink, votablePermlink, about] = await Promise.all([
      findNeighbours(db, replay),
      mayBeDownloaded(replay, request),
      wasTalkedAbout(replay),
      chaptersOf(context, replay),
      findPermlink(db, replay.id),
      findPermlink(db, replay.id, now() - votableMs),
      aboutBroadcast(context, replay.id),
    ])
    return {
      ...toAnswer(replay),
      picturePath: shownPicturePath(replay),
      permlink: votablePermlink,
      paidPermlink: votablePermlink === null ? permlink : null,
      about,
      mayDownload,
      hasChat,
      chapters,
      previous: previous ? toNeighbour(previous) : null,
      next: next ? toNeighbour(next) : null,
    }
  })

  route(app, context, 'listReplays', async ({ params, query }) => {
    const { limit, before } = query
    const rows = await listReplays(db, params.username, { limit: limit + 1, beforeMs: before })
    return { replays: rows.slice(0, limit).map(toAnswer), hasMore: rows.length > limit }
  })

  route(app, context, 'listFollowedReplays', async ({ session }) => {
    const rows = await listFollowedReplays(db, session.username, replayLimits.followedReplaysMax)
    return { replays: rows.map(toAnswer) }
  })

  route(app, context, 'listOwnReplays', async ({ query, session }) => {
    const { username } = session
    const { limit, after, words, show } = query
    const order = orders[query.order]
    const found = words ? await searchTitles(db, username, words) : undefined
    const leaving = show === 'leaving' ? (await listLeaving(username)).map(({ broadcastId }) => broadcastId) : undefined
    const rows = await listOwnReplays(db, username, {
      ...{ limit: limit + 1, after: after === undefined ? undefined : readPlace(after), ...order },
      isPublic: show === 'public' ? true : show === 'private' ? false : undefined,
      isPinned: show === 'pinned' ? true : undefined,
      ids: found && leaving ? found.filter((id) => leaving.includes(id)) : (found ?? leaving),
    })
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    const settings = await findRecordingSettings(db, username)
    return {
      replays: page.map((row) => toOwnAnswer(row, settings)),
      next: last ? `${last[order.by]}-${last.startedAtMs}` : null,
    }
  })

  route(app, context, 'updateReplay', async ({ params, body, session }) => {
    const { id, startedAtMs, endedAtMs } = await requireOwn(params.streamId, session.username)
    if (body.isPublic && context.measures.hasEnded(id)) throw new Refusal('broadcast_ended')
    const { title, pictureAt, ...choices } = body
    if (typeof pictureAt === 'number' && (pictureAt < startedAtMs || pictureAt > endedAtMs)) {
      throw new Refusal('invalid_request')
    }
    const chosenTitle = title !== undefined && { title: title || null }
    await saveRecordingChoices(db, id, { ...choices, ...chosenTitle, pictureAtMs: pictureAt })
    const settings = await findRecordingSettings(db, session.username)
    return toOwnAnswer(await requireOwn(id, session.username), settings)
  })

  route(app, context, 'deleteReplay', async ({ params, session }) => {
    const { id } = await requireOwn(params.streamId, session.username)
    await deleteRecordingAndClips(db, id, now())
    return { success: true as const }
  })

  route(app, context, 'cutReplay', async ({ params, body, session }) => {
    const { streamId: id } = params
    const broadcast = await findBroadcast(db, id)
    const isGoingOn = broadcast?.username === session.username && isLive(broadcast, now())
    if (!isGoingOn) await requireOwn(id, session.username)
    const stretch = stretchOfCut(body, isGoingOn ? now() : undefined)
    if (stretch.untilMs <= stretch.fromMs) throw new Refusal('cut_empty')
    if (!isGoingOn) await requireRest(id, stretch)
    await insertCut(db, { broadcastId: id, ...stretch })
    // Without it, processes find out after a moment.
    await context.state.publish('recording-cut', {}).catch(() => undefined)
    return { success: true as const }
  })

  route(app, context, 'getChatActivity', async ({ params, request }) => {
    const { streamId } = params
    const broadcast = await findBroadcast(db, streamId)
    if (!broadcast || !isLive(broadcast, now())) await requireVisible(streamId, request)
    return chatActivity(await listSamples(db, streamId))
  })

  route(app, context, 'createDownload', async ({ params, request }) => {
    await limitCallsByAddress(context, downloadLimit, request)
    const replay = await requireDownloadable(params.streamId, request)
    if (!(await mayBeDownloaded(replay, request))) throw new Refusal('download_refused')
    const expiresAt = now() + downloadLifeMs
    const viewerId = (await isOwn(replay, request)) ? ownerId : undefined
    const token = issueHlsToken(context.secrets.download, replay.id, expiresAt, viewerId)
    return { path: `/recordings/${replay.id}/source/download.mp4?token=${token}`, expiresAt }
  })

  route(app, context, 'getRecordingSettings', async ({ session }) => {
    const { username } = session
    const [settings, usedBytes, leaving] = await Promise.all([
      findRecordingSettings(db, username),
      sumRecordedBytes(db, username),
      listLeaving(username),
    ])
    const byAge = leaving.filter(({ reason }) => reason === 'age').length
    const maxBytes = bounds?.maxBytesPerChannel ?? null
    return {
      ...settings,
      usedBytes,
      maxBytes,
      maxDays: bounds?.keepDays ?? 0,
      leaving: { byAge, bySize: leaving.length - byAge },
    }
  })

  route(app, context, 'updateRecordingSettings', async ({ body, session }) =>
    saveRecordingSettings(db, session.username, body),
  )

  /** What is deleted soon, so that its channel can download it. */
  async function listLeaving(username: string): Promise<LeavingRecording[]> {
    if (bounds === undefined) return []
    const { keepDays, maxBytes, maxBytesPerChannel } = bounds
    const soon = {
      keepDays,
      maxBytes: maxBytes && maxBytes * fullShare,
      maxBytesPerChannel: maxBytesPerChannel && maxBytesPerChannel * fullShare,
    }
    return listLeavingRecordings(db, soon, { nowMs: now() + warningDays * dayMs, username })
  }

  async function wasTalkedAbout({ username, startedAtMs, endedAtMs }: ReplayRow): Promise<boolean> {
    const time = { fromMs: startedAtMs, untilMs: endedAtMs + 1, limit: 1 }
    return (await listMessagesOfPictures(db, username, time)).messages.length > 0
  }

  /** One that is not published is not found by others than its channel. */
  async function requireVisible(streamId: string, request: FastifyRequest): Promise<ReplayRow> {
    const replay = await findReplay(db, streamId)
    if (replay && (replay.isPublic || (await isOwn(replay, request)))) return replay
    throw new Refusal('stream_not_found')
  }

  /** A replay or a clip. */
  async function requireDownloadable(id: string, request: FastifyRequest): Promise<{ id: string; username: string }> {
    if (!clipIdPattern.test(id)) return requireVisible(id, request)
    const clip = await findClip(db, id)
    const own = clip && { id, username: clip.channel }
    if (own && (clip.isPublic || (await isOwn(own, request)))) return own
    throw new Refusal('clip_not_found')
  }

  async function mayBeDownloaded(replay: { username: string }, request: FastifyRequest): Promise<boolean> {
    return (await findRecordingSettings(db, replay.username)).isDownloadable || isOwn(replay, request)
  }

  async function isOwn({ username }: { username: string }, request: FastifyRequest): Promise<boolean> {
    return (await sessionOfCall(context, request))?.username === username
  }

  /** A replay without anything is one to delete. */
  async function requireRest(id: string, stretch: Stretch): Promise<void> {
    const cuts = [...(await listCuts(db, id)), stretch]
    const objects = await listRecordedObjects(db, id)
    const isLeft = objects.some(({ contents }) => contents.segments.some((segment) => !isCut(segment, cuts)))
    if (!isLeft) throw new Refusal('cut_everything')
  }

  /** Another channel's replay is not found, as one that does not exist. */
  async function requireOwn(streamId: string, username: string): Promise<ReplayRow> {
    const replay = await findReplay(db, streamId)
    if (replay?.username !== username) throw new Refusal('stream_not_found')
    return replay
  }

  function toOwnAnswer(row: ReplayRow, settings: RecordingSettings): OwnReplay {
    const { isPublic, isPinned, bytes, endedAtMs } = row
    const siteDays = bounds?.keepDays ?? 0
    const keepDays = isPinned ? siteDays : Math.min(siteDays, settings.keepDays ?? siteDays)
    return {
      ...toAnswer(row),
      picturePath: shownPicturePath(row),
      pictureAt: pictureAt(row),
      isPublic,
      isPinned,
      bytes,
      keptUntil: endedAtMs + keepDays * dayMs,
    }
  }

  /** While it is not published, it is shown to its channel alone. */
  function shownPicturePath(row: ReplayRow): string | null {
    const path = picturePath(row)
    return row.isPublic ? path : path && `${path}&token=${ownToken(row.id)}`
  }

  /** Opens what only the channel may see. */
  function ownToken(id: string): string {
    const expiresAt = now() + (context.hlsTokenLifeMs ?? limits.hlsTokenLifeMs)
    return issueHlsToken(context.secrets.hlsToken, id, expiresAt, ownerId)
  }
}

/** `liveMs` is the time of a broadcast that goes on: what comes later stays. */
function stretchOfCut(body: Body<'cutReplay'>, liveMs: number | undefined): Stretch {
  const { from, until, lastSeconds } = body
  if (from !== undefined && until !== undefined) return { fromMs: from, untilMs: Math.min(until, liveMs ?? until) }
  if (lastSeconds === undefined) throw new Refusal('invalid_request')
  if (liveMs === undefined) throw new Refusal('cut_empty')
  return { fromMs: liveMs - lastSeconds * 1000, untilMs: liveMs + encoderDelayMs }
}

/** Where a page of the own recordings ended: what they are ordered by, and the start. */
function readPlace(after: string): { value: number; startedAtMs: number } {
  const [value = 0, startedAtMs = 0] = after.split('-').map(Number)
  return { value, startedAtMs }
}

function toNeighbour({ id, title }: ReplayRow): Pick<Replay, 'streamId' | 'title'> {
  return { streamId: id, title }
}

function toAnswer(row: ReplayRow): Replay {
  const { id, username, title, startedAtMs, endedAtMs, playsMs, views } = row
  return {
    streamId: id,
    username,
    title,
    startedAt: startedAtMs,
    endedAt: endedAtMs,
    // As the clock of the player, which does not count a second that has not passed.
    durationSeconds: Math.floor(playsMs / 1000),
    playlistPath: `/recordings/${id}/master.m3u8`,
    picturePath: picturePath(row),
    views,
  }
}

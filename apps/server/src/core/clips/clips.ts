import type { Clip } from '@waggle/contract/clips/endpoints'
import { limits } from '@waggle/contract/limits'
import type { FastifyInstance } from 'fastify'
import { findBroadcast, isLive } from '../../db/broadcasts/broadcasts.ts'
import {
  type ClipRow,
  deleteClip,
  findClip,
  findClipNeighbours,
  insertClip,
  listBestClips,
  listClips,
  listOwnClips,
} from '../../db/recordings/clips.ts'
import { isCut, listCuts } from '../../db/recordings/cuts.ts'
import { findRecordingSettings } from '../../db/recordings/recording-settings.ts'
import { findPosition, findRecordingStart, findReplay } from '../../db/recordings/replays.ts'
import { limitCalls, limitCallsByAddress } from '../../http/limits/limit-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { sessionOfCall } from '../../http/sessions/sessions.ts'
import { memoizeAsync } from '../../lib/memoize-async.ts'
import { randomId } from '../../lib/random-id.ts'
import type { CoreContext } from '../context.ts'
import { aboutBroadcast } from '../replays/about-broadcast.ts'
import { clipPicturePath } from './clip-page.ts'
import { clipRefusal, mayDeleteClip } from './clip-rules.ts'

/** Besides what one account may make in a minute (http/limits/account-limits.ts). */
const addressLimit = { name: 'clip-address', points: 60, perSeconds: 3600 }
const siteLimit = { name: 'clip-site', points: 2000, perSeconds: 3600 }

/** A picture may be from after the time of the last call, because clocks are read at different moments. */
const futureMs = 5000

/** Stretches of broadcasts that viewers mark and name (rules CLIP-1 to CLIP-4). */
export function clipRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now } = context

  route(app, context, 'createClip', async ({ body, session, request }) => {
    await limitCallsByAddress(context, addressLimit, request)
    await limitCalls(context, siteLimit, 'all')
    const { streamId, title, startsAt, endsAt } = body
    const lengthMs = endsAt - startsAt
    if (lengthMs < limits.clipMinMs || lengthMs > limits.clipMaxMs) throw new Refusal('clip_length')
    const source = await requireSource(streamId)
    if (startsAt < source.fromMs || endsAt > source.untilMs) throw new Refusal('clip_not_recorded')
    const cuts = await listCuts(db, streamId)
    if (isCut({ startedAtMs: startsAt, durationS: lengthMs / 1000 }, cuts)) throw new Refusal('clip_not_recorded')
    const refusal = await clipRefusal(context, source.channel, session.username)
    if (refusal) throw new Refusal(refusal)
    const id = `clip${randomId()}`
    await insertClip(db, {
      ...{ id, title, broadcastId: streamId, channel: source.channel, maker: session.username },
      ...{ startsMs: startsAt, endsMs: endsAt, createdAtMs: now() },
      ...{ startsMediaMs: body.startsAtMedia, endsMediaMs: body.endsAtMedia },
    })
    return toAnswer(await requireClip(id))
  })

  route(app, context, 'getClip', async ({ params, request }) => {
    const clip = await requireClip(params.clipId)
    const username = (await sessionOfCall(context, request))?.username
    if (!clip.isPublic && username !== clip.channel) throw new Refusal('clip_not_found')
    const { isDownloadable } = await findRecordingSettings(db, clip.channel)
    const [{ previous, next }, replay, about] = await Promise.all([
      findClipNeighbours(db, clip),
      clip.hasReplay ? findReplay(db, clip.broadcastId) : undefined,
      aboutBroadcast(context, clip.broadcastId),
    ])
    return {
      ...toAnswer(clip),
      streamId: clip.hasReplay ? clip.broadcastId : null,
      broadcastId: clip.broadcastId,
      source: replay
        ? { title: replay.title, positionSeconds: await findPosition(db, replay.id, clip.startsMs) }
        : null,
      about,
      previous: previous ? toNeighbour(previous) : null,
      next: next ? toNeighbour(next) : null,
      mayDelete: username !== undefined && (await mayDeleteClip(context, clip, username)),
      mayDownload: isDownloadable || username === clip.channel,
    }
  })

  route(app, context, 'listClips', async ({ params, query }) => {
    const { limit, order, before, viewsBefore } = query
    const page = { limit: limit + 1, order, beforeMs: before, viewsBefore }
    return toList(await listClips(db, params.username, page), limit)
  })

  const best = memoizeAsync(() => bestClips(context), { lifeMs: bestLifeMs, now })
  route(app, context, 'listBestClips', async () => {
    const { measures } = context
    const shown = (await best('')).filter(
      ({ channel, broadcastId }) => !measures.find(channel, 'lists') && !measures.hasEnded(broadcastId),
    )
    return { clips: shown.slice(0, limits.bestClips).map(toAnswer) }
  })

  route(app, context, 'listOwnClips', async ({ query, session }) => {
    const page = { limit: query.limit + 1, beforeMs: query.before }
    return toList(await listOwnClips(db, session.username, page), query.limit)
  })

  route(app, context, 'deleteClip', async ({ params, session }) => {
    const clip = await requireClip(params.clipId)
    if (!(await mayDeleteClip(context, clip, session.username))) throw new Refusal('chat_not_allowed')
    await deleteClip(db, clip.id)
    return { success: true as const }
  })

  async function requireClip(id: string): Promise<ClipRow> {
    const clip = await findClip(db, id)
    if (clip === undefined) throw new Refusal('clip_not_found')
    return clip
  }

  /** What a clip can be made of: a broadcast that is live, or a replay that everybody may watch. */
  async function requireSource(streamId: string): Promise<{ channel: string; fromMs: number; untilMs: number }> {
    const broadcast = await findBroadcast(db, streamId)
    if (broadcast && isLive(broadcast, now())) {
      const fromMs = await findRecordingStart(db, streamId)
      if (fromMs === undefined) throw new Refusal('clip_not_recorded')
      return { channel: broadcast.username, fromMs, untilMs: now() + futureMs }
    }
    const replay = await findReplay(db, streamId)
    if (!replay?.isPublic) throw new Refusal('stream_not_found')
    return { channel: replay.username, fromMs: replay.startedAtMs, untilMs: replay.endedAtMs }
  }
}

/** How long the list of the most watched clips is kept. It changes as clips are watched. */
const bestLifeMs = 30_000
/** More than are listed: those of channels that the site withholds are left out. */
const bestCandidates = 5 * limits.bestClips

async function bestClips({ db, now }: CoreContext): Promise<ClipRow[]> {
  return listBestClips(db, { sinceMs: now() - limits.bestClipsMs, limit: bestCandidates })
}

function toList(rows: ClipRow[], limit: number): { clips: Clip[]; hasMore: boolean } {
  return { clips: rows.slice(0, limit).map(toAnswer), hasMore: rows.length > limit }
}

function toNeighbour({ id, title }: ClipRow): Pick<Clip, 'clipId' | 'title' | 'picturePath'> {
  return { clipId: id, title, picturePath: clipPicturePath(id) }
}

function toAnswer(row: ClipRow): Clip {
  const { id, channel, maker, title, createdAtMs, startsMs, endsMs, startsMediaMs, endsMediaMs, views } = row
  return {
    clipId: id,
    username: channel,
    maker,
    title,
    createdAt: createdAtMs,
    startsAt: startsMs,
    endsAt: endsMs,
    startsAtMedia: startsMediaMs,
    endsAtMedia: endsMediaMs,
    playlistPath: `/recordings/${id}/master.m3u8`,
    picturePath: clipPicturePath(id),
    views,
  }
}

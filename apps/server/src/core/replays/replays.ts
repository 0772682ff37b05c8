import type { Replay } from '@waggle/contract/replays/endpoints'
import type { FastifyInstance } from 'fastify'
import {
  deleteRecording,
  findNeighbours,
  findReplay,
  listReplays,
  type ReplayRow,
} from '../../db/recordings/replays.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { CoreContext } from '../context.ts'

/** Recorded broadcasts that are over. */
export function replayRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now } = context

  route(app, context, 'getReplay', async ({ params }) => {
    const replay = await findReplay(db, params.streamId)
    if (!replay) throw new Refusal('stream_not_found')
    const { previous, next } = await findNeighbours(db, replay)
    return {
      ...toAnswer(replay),
      previous: previous ? toNeighbour(previous) : null,
      next: next ? toNeighbour(next) : null,
    }
  })

  route(app, context, 'listReplays', async ({ params, query }) => {
    const page = { limit: query.limit + 1, beforeMs: query.before }
    const replays = await listReplays(db, params.username, page)
    return { replays: replays.slice(0, query.limit).map(toAnswer), hasMore: replays.length > query.limit }
  })

  route(app, context, 'deleteReplay', async ({ params, session }) => {
    const replay = await findReplay(db, params.streamId)
    // Another channel's replay is not found, as one that does not exist.
    if (replay?.username !== session.username) throw new Refusal('stream_not_found')
    await deleteRecording(db, replay.id, now())
    return { success: true as const }
  })
}

function toNeighbour({ id, title }: ReplayRow): Pick<Replay, 'streamId' | 'title'> {
  return { streamId: id, title }
}

function toAnswer({ id, username, title, startedAtMs, endedAtMs, playsMs, views }: ReplayRow): Replay {
  return {
    streamId: id,
    username,
    title,
    startedAt: startedAtMs,
    endedAt: endedAtMs,
    durationSeconds: Math.round(playsMs / 1000),
    playlistPath: `/recordings/${id}/master.m3u8`,
    views,
  }
}

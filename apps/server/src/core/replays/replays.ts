import type { Replay } from '@waggle/contract/replays/endpoints'
import type { FastifyInstance } from 'fastify'
import { deleteRecording, findReplay, listReplays, type ReplayRow } from '../../db/recordings/replays.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { CoreContext } from '../context.ts'

/** Recorded broadcasts that are over. */
export function replayRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now } = context

  route(app, context, 'getReplay', async ({ params }) => {
    const replay = await findReplay(db, params.streamId)
    if (!replay) throw new Refusal('stream_not_found')
    return toAnswer(replay)
  })

  route(app, context, 'listReplays', async ({ params, query }) => {
    const replays = await listReplays(db, params.username, { limit: query.limit, beforeMs: query.before })
    return { replays: replays.map(toAnswer) }
  })

  route(app, context, 'deleteReplay', async ({ params, session }) => {
    const replay = await findReplay(db, params.streamId)
    // Another channel's replay is not found, as one that does not exist.
    if (replay?.username !== session.username) throw new Refusal('stream_not_found')
    await deleteRecording(db, replay.id, now())
    return { success: true as const }
  })
}

function toAnswer({ id, username, title, startedAtMs, endedAtMs, playsMs }: ReplayRow): Replay {
  return {
    streamId: id,
    username,
    title,
    startedAt: startedAtMs,
    endedAt: endedAtMs,
    durationSeconds: Math.round(playsMs / 1000),
    playlistPath: `/recordings/${id}/master.m3u8`,
  }
}

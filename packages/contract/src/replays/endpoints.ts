import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { epochMs, streamId, success, username } from '../fields.ts'

/** A recorded broadcast that is over (rule REC-5). */
const replay = z.object({
  streamId: z.string(),
  username: z.string(),
  title: z.string(),
  startedAt: epochMs.meta({ description: 'When the recording begins' }),
  endedAt: epochMs.meta({ description: 'When it ends' }),
  durationSeconds: z.int().meta({ description: 'How long it plays: interruptions of the broadcast are not in it' }),
  playlistPath: z
    .string()
    .meta({ description: 'The path of its master playlist', example: '/recordings/k3f9x2m7q1w8e5r4t6y0/master.m3u8' }),
  views: z.int().meta({ description: 'How often it was watched since the broadcast ended' }),
})

const neighbour = replay.pick({ streamId: true, title: true }).nullable()

/** Recorded broadcasts. Their keys are opened as those of live streams (rule REC-5). */
export const replayEndpoints = {
  getReplay: {
    summary: 'A recorded broadcast',
    auth: 'none',
    cache: 'no-cache',
    params: z.object({ streamId }),
    response: replay.extend({
      previous: neighbour.meta({ description: 'The broadcast before it, of the same channel' }),
      next: neighbour.meta({ description: 'The broadcast after it' }),
    }),
    errors: ['stream_not_found'],
  },
  listReplays: {
    summary: 'The recorded broadcasts of a channel, the latest first',
    auth: 'none',
    cache: 'no-cache',
    params: z.object({ username }),
    query: z.object({
      limit: z.coerce.number().int().min(1).max(50).default(20),
      before: z.coerce
        .number()
        .int()
        .min(0)
        .optional()
        .meta({ description: 'Only recordings that begin before this time' }),
    }),
    response: z.object({ replays: z.array(replay), hasMore: z.boolean() }),
    errors: ['invalid_username', 'invalid_request'],
  },
  deleteReplay: {
    summary: 'Delete a recording of the own channel for good. Its keys are refused at once',
    auth: 'session',
    params: z.object({ streamId }),
    response: success,
    errors: [...signedIn, 'stream_not_found'],
  },
} as const

export type Replay = z.output<typeof replay>

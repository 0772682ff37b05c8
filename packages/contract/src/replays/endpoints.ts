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
})

/** Recorded broadcasts. Their keys are opened as those of live streams (rule REC-5). */
export const replayEndpoints = {
  getReplay: {
    summary: 'A recorded broadcast',
    auth: 'none',
    cache: 'no-cache',
    params: z.object({ streamId }),
    response: replay,
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
        .meta({ description: 'Only broadcasts that began before this time' }),
    }),
    response: z.object({ replays: z.array(replay) }),
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

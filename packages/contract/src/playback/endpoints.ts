import { z } from 'zod'
import { epochMs, streamId, success } from '../fields.ts'

/** How a player plays: a fraction of a second behind, about one, or what is recorded. */
export const playbackModes = ['real-time', 'low-delay', 'recording'] as const
export type PlaybackMode = (typeof playbackModes)[number]

const reportMaxMs = 2 * 60 * 60_000

const hlsToken = z.object({ token: z.string(), expiresAt: epochMs })

/** The tokens and keys that a player needs (rules API-9 and API-10). */
export const playbackEndpoints = {
  createHlsToken: {
    summary:
      'A token that opens the keys of one stream for an hour. Requested with the session of the owner, or for a preview without sound, it does not count as a viewer',
    auth: 'none',
    cache: 'no-store',
    params: z.object({ streamId }),
    query: z.object({ preview: z.literal('true').optional() }),
    response: hlsToken,
    errors: ['stream_not_found', 'rate_limited', 'viewers_wait', 'members_only', 'traffic_spent', 'address_share_used'],
  },
  waitForPlace: {
    summary:
      'A place in the line of new viewers, while the budget has little left (rule EGRESS-9). Asked again every few seconds with the same ticket, it keeps the place; when its turn has come, the answer has a token',
    auth: 'none',
    cache: 'no-store',
    params: z.object({ streamId }),
    body: z.object({
      ticket: z
        .string()
        .regex(/^[A-Za-z0-9_-]{12,32}$/)
        .optional()
        .meta({ description: 'The ticket of the answer before; none at first' }),
    }),
    response: z.object({
      ticket: z.string(),
      place: z.int().meta({ description: 'The place in the line, from 1' }),
      waiting: z.int().meta({ description: 'How many wait' }),
      endsAt: epochMs.nullable().meta({ description: 'When the budget begins anew' }),
      admitted: hlsToken.nullable().meta({ description: 'A token, when it is the turn' }),
    }),
    errors: ['stream_not_found', 'rate_limited', 'members_only', 'traffic_spent', 'address_share_used'],
  },
  refreshHlsToken: {
    summary: 'A token that expires later, for the same viewer of the same stream',
    auth: 'none',
    cache: 'no-store',
    body: z.object({ token: z.string().max(200) }),
    response: hlsToken,
    errors: ['hls_token_invalid', 'hls_token_expired', 'stream_not_found', 'rate_limited'],
  },
  leaveStream: {
    summary: 'Report that the viewer of this token has stopped watching. A viewer who fetches another key counts again',
    auth: 'none',
    body: z.object({ token: z.string().max(200) }),
    response: success,
    errors: ['hls_token_invalid', 'hls_token_expired', 'rate_limited'],
  },
  reportPlayback: {
    summary:
      'How playback went for one viewer since the last report, for the site’s own figures: it names neither viewer nor stream',
    auth: 'none',
    cache: 'no-store',
    body: z.object({
      mode: z.enum(playbackModes),
      watchedMs: z.int().min(0).max(reportMaxMs).meta({ description: 'How long the picture ran' }),
      stalls: z.int().min(0).max(1000),
      stalledMs: z.int().min(0).max(reportMaxMs),
      delayMs: z
        .int()
        .min(0)
        .max(reportMaxMs)
        .nullable()
        .meta({ description: 'How far the picture is behind the moment of encoding now; null for a recording' }),
    }),
    response: z.object({
      everySeconds: z.int().meta({ description: 'How long to wait before the next report: longer on a busy site' }),
    }),
    errors: ['rate_limited'],
  },
  getHlsKey: {
    summary: "The 16 bytes that decrypt a stream's segments",
    auth: 'hls-token',
    cache: 'no-store',
    params: z.object({ streamId, keyNumber: z.string().regex(/^\d{1,12}$/) }),
    query: z.object({ token: z.string().max(200).optional() }),
    response: 'application/octet-stream',
    errors: [
      'hls_token_required',
      'hls_token_expired',
      'hls_token_invalid',
      'not_found',
      'members_only',
      'traffic_spent',
    ],
  },
} as const

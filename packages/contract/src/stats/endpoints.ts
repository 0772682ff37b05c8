import { z } from 'zod'
import { epochMs, username } from '../fields.ts'
import { limits } from '../limits.ts'
import { streamIdPattern } from '../names.ts'

const byUsername = z.object({ username })
const streamId = z.string().regex(streamIdPattern)
/** Only the channel's owner; everybody else is refused in the same words, whether there is such a channel or not. */
const ownerOnly = ['authentication_required', 'session_invalid', 'not_your_account', 'invalid_username'] as const

/** Spec section 3, 'Stream stats'. While nothing is live, those of the last broadcast. */
export const streamStats = z.object({
  currentViewers: z.int(),
  peakViewers: z.int(),
  totalWatchTime: z.int().meta({ description: 'Seconds that all viewers together have watched' }),
  newFollowers: z.int().meta({ description: 'Who began to follow during the broadcast, and still does' }),
  chatMessageRate: z.number().meta({ description: 'Messages a minute, over the last five minutes' }),
  uptime: epochMs.nullable().meta({ description: 'When the broadcast began; null while nothing is live' }),
  isLive: z.boolean(),
  streamId: z.string().nullable().meta({ description: 'The broadcast these figures are of' }),
})

export const followerPoint = z.object({
  date: z.string().meta({ description: 'A day (UTC)', example: '2026-11-21' }),
  followers: z.int().meta({ description: 'At the end of that day' }),
})

export const payout = z.object({
  amount: z.string().meta({ example: '1.234 HBD' }),
  isFinal: z.boolean().meta({ description: 'Paid; before that it is what the post would pay now' }),
})

/** A broadcast of the past, or the present one. */
export const pastBroadcast = z.object({
  streamId: z.string(),
  title: z.string(),
  startedAt: epochMs,
  endedAt: epochMs.nullable().meta({ description: 'Null while it is live' }),
  durationSeconds: z.int(),
  peakViewers: z.int(),
  averageViewers: z.number(),
  totalWatchTime: z.int().meta({ description: 'Seconds that all viewers together have watched' }),
  newFollowers: z.int(),
  messages: z.int(),
  permlink: z.string().nullable(),
  payout: payout.nullable().meta({ description: 'Of its post; null without one, and while the chain cannot be asked' }),
})

/** A stretch of a broadcast; the older, the longer. */
export const courseSample = z.object({
  at: epochMs,
  seconds: z.int().meta({ description: 'How long the stretch is' }),
  viewers: z.number().meta({ description: 'The mean' }),
  viewersMax: z.int(),
  kilobitsPerSecond: z.int().nullable().meta({ description: 'What came from the encoder; null where not known' }),
  messages: z.int(),
})

/** What can be wrong with what an encoder sends. The texts are the browser's. */
export const healthProblems = [
  'encoder_dropped',
  'video_missing',
  'audio_missing',
  'audio_silent',
  'audio_bitrate_low',
  'key_interval_long',
  'bitrate_low',
  'bitrate_high',
  'bitrate_collapsed',
  'frame_rate_low',
  'resolution_high',
  'codec_rare',
  'frames_missing',
  'connection_slow',
  'times_broken',
  'reconnected',
] as const

export const healthFinding = z.object({
  problem: z.enum(healthProblems),
  severity: z.enum(['warning', 'error']),
  value: z
    .number()
    .nullable()
    .meta({ description: 'What was measured, in the unit of the problem: seconds, kbit/s, frames' }),
  advised: z.number().nullable().meta({ description: 'What it should be, in the same unit' }),
})

export const streamHealth = z.object({
  state: z.enum(['offline', 'starting', 'live', 'dropped']),
  streamId: z.string().nullable(),
  secondsLeft: z.int().nullable().meta({ description: 'So long does a dropped broadcast wait for its encoder' }),
  encoder: z.string().nullable(),
  video: z
    .object({
      codec: z.string(),
      width: z.int(),
      height: z.int(),
      framesPerSecond: z.number().nullable(),
      kilobitsPerSecond: z.int().nullable(),
      keyIntervalSeconds: z.number().nullable(),
    })
    .nullable(),
  audio: z
    .object({
      codec: z.string(),
      sampleRateHz: z.int(),
      channels: z.int(),
      kilobitsPerSecond: z.int().nullable(),
      isSilent: z.boolean().nullable(),
    })
    .nullable(),
  jitterMs: z.int().nullable(),
  lateMs: z.int().nullable(),
  missingFrames: z.int().nullable().meta({ description: 'In the last minute' }),
  reconnects: z.int(),
  findings: z.array(healthFinding),
})

/** The calls of a streamer's statistics. Joined to the others in endpoints.ts, which checks their form. */
export const statsEndpoints = {
  getStreamStats: {
    summary: "Figures of the own channel's present or last broadcast",
    auth: 'session',
    cache: 'no-store',
    params: byUsername,
    response: streamStats,
    errors: ownerOnly,
  },
  getFollowerGrowth: {
    summary: 'How many followed the own channel on each of the last days, today included',
    auth: 'session',
    cache: 'no-store',
    params: byUsername,
    query: z.object({
      days: z.coerce.number().int().min(1).max(limits.followerGrowthDaysMax).default(limits.followerGrowthDays),
    }),
    response: z.array(followerPoint),
    errors: [...ownerOnly, 'invalid_request'],
  },
  getStreamHealth: {
    summary: 'What arrives from the own encoder, and what is wrong with it',
    auth: 'session',
    cache: 'no-store',
    params: byUsername,
    response: streamHealth,
    errors: ownerOnly,
  },
  listBroadcasts: {
    summary: "The own channel's broadcasts with their figures, the latest first",
    auth: 'session',
    cache: 'no-store',
    params: byUsername,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(limits.historyPageMax).default(limits.historyPageSize),
      before: z.coerce.number().int().min(0).optional().meta({ description: 'Only those that began before this' }),
    }),
    response: z.object({ broadcasts: z.array(pastBroadcast), hasMore: z.boolean() }),
    errors: [...ownerOnly, 'invalid_request', 'rate_limited'],
  },
  getBroadcastCourse: {
    summary: 'Viewers, bitrate and messages over the time of one of the own broadcasts',
    auth: 'session',
    cache: 'no-store',
    params: z.object({ username, streamId }),
    response: z.object({ broadcast: pastBroadcast, samples: z.array(courseSample) }),
    errors: [...ownerOnly, 'stream_not_found'],
  },
  exportBroadcasts: {
    summary: "The own channel's broadcasts with their figures, as CSV (RFC 4180)",
    auth: 'session',
    cache: 'no-store',
    params: byUsername,
    response: 'bytes',
    errors: [...ownerOnly, 'rate_limited'],
  },
} as const

export type StreamStats = z.output<typeof streamStats>
export type FollowerPoint = z.output<typeof followerPoint>
export type PastBroadcast = z.output<typeof pastBroadcast>
export type CourseSample = z.output<typeof courseSample>
export type StreamHealth = z.output<typeof streamHealth>
export type HealthFinding = z.output<typeof healthFinding>
export type HealthProblem = HealthFinding['problem']

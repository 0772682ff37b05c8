import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { epochMs, streamId, username } from '../fields.ts'
import { statsLimits } from './limits.ts'

const byUsername = z.object({ username })
/** The calls are for the owner of the channel. Everybody else is refused alike, whether the channel exists or not. */
const ownerOnly = [...signedIn, 'not_your_account', 'invalid_username'] as const

/** The figures of the present broadcast, or of the last one while the channel is offline (rule STATS-5). */
const streamStats = z.object({
  currentViewers: z.int(),
  uncountedViewers: z.int().meta({
    description: 'Viewers who are watching and not counted, because too many share their address',
  }),
  peakViewers: z.int(),
  totalWatchTime: z.int().meta({ description: 'Seconds that all viewers together have watched' }),
  newFollowers: z.int().meta({ description: 'Users who followed during the broadcast and still do' }),
  chatMessages: z.int().meta({ description: 'Messages of the whole broadcast' }),
  chatMessageRate: z.number().meta({ description: 'Messages a minute over the last five minutes' }),
  uptime: epochMs.nullable().meta({ description: 'When the broadcast began; null while the channel is offline' }),
  isLive: z.boolean(),
  streamId: z.string().nullable().meta({ description: 'The broadcast that the figures belong to' }),
})

const followerPoint = z.object({
  date: z.string().meta({ description: 'A day (UTC)', example: '2026-11-21' }),
  followers: z.int().meta({ description: 'The number of followers at the end of that day' }),
})

const payout = z.object({
  amount: z.string().meta({ example: '1.234 HBD' }),
  isFinal: z.boolean().meta({ description: 'True once it is paid; before, the amount is what the post would pay now' }),
})

/** A past broadcast, or the present one. */
const pastBroadcast = z.object({
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
  replayViews: z.int().meta({ description: 'How often its recording was watched since it ended' }),
  permlink: z.string().nullable(),
  payout: payout
    .nullable()
    .meta({ description: 'The payout of its post; null without a post, and while the chain cannot be reached' }),
})

const lastDays = z.object({
  days: z.coerce.number().int().min(1).max(statsLimits.statsDaysMax).default(statsLimits.followerGrowthDays),
})

/** What all broadcasts that began in a time make together. */
const channelTotals = z.object({
  broadcasts: z.int(),
  durationSeconds: z.int().meta({ description: 'How long the channel was live' }),
  averageViewers: z.number().meta({ description: 'The mean over the time that the channel was live' }),
  peakViewers: z.int(),
  totalWatchTime: z.int().meta({ description: 'Seconds that all viewers together have watched' }),
  replayViews: z.int().meta({ description: 'How often the recordings were watched since their broadcasts ended' }),
  messages: z.int(),
  newFollowers: z.int().meta({ description: 'Users who followed in this time and still do' }),
  tips: z.array(z.string()).meta({ description: 'One amount for each currency', example: ['5.000 HBD'] }),
})

/** The figures of a stretch of a broadcast. Older stretches are longer. */
const courseSample = z.object({
  at: epochMs,
  seconds: z.int().meta({ description: 'How long the stretch is' }),
  viewers: z.number().meta({ description: 'The mean number of viewers' }),
  viewersMax: z.int(),
  kilobitsPerSecond: z.int().nullable().meta({ description: 'The bitrate from the encoder; null where unknown' }),
  messages: z.int(),
})

/** What can be wrong with a stream that arrives. The browser has the texts. */
export const healthProblem = z.enum([
  'encoder_dropped',
  'encoder_stopped',
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
  'colour_format_rare',
  'frames_missing',
  'encoder_slow',
  'connection_slow',
  'times_broken',
  'reconnected',
  'recording_paused',
])

const healthFinding = z.object({
  problem: healthProblem,
  severity: z.enum(['warning', 'error']),
  value: z
    .number()
    .nullable()
    .meta({ description: 'The measured value in the unit of the problem: seconds, kbit/s, frames' }),
  advised: z.number().nullable().meta({ description: 'The advised value, in the same unit' }),
})

const streamHealth = z.object({
  state: z
    .enum(['offline', 'starting', 'live', 'dropped', 'stopped'])
    .meta({ description: 'While a broadcast waits for its encoder: stopped when that said that the stream is over' }),
  streamId: z.string().nullable(),
  secondsLeft: z.int().nullable().meta({ description: 'How long a broadcast that has no encoder still waits for it' }),
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
  recording: z
    .enum(['on', 'paused'])
    .nullable()
    .meta({ description: "Paused while the site's disk is full or too slow; null where the site does not record" }),
  findings: z.array(healthFinding),
})

/** Statistics, stream health and history of the user's own channel (rule API-13). */
export const statsEndpoints = {
  getStreamStats: {
    summary: 'The figures of the present or the last broadcast',
    auth: 'session',
    cache: 'no-store',
    params: byUsername,
    response: streamStats,
    errors: ownerOnly,
  },
  getFollowerGrowth: {
    summary: 'The number of followers on each of the last days, today included',
    auth: 'session',
    cache: 'no-store',
    params: byUsername,
    query: lastDays,
    response: z.array(followerPoint),
    errors: [...ownerOnly, 'invalid_request'],
  },
  getChannelTotals: {
    summary: 'The figures of the last days together, and of as many days before them',
    auth: 'session',
    cache: 'no-store',
    params: byUsername,
    query: lastDays,
    response: z.object({ now: channelTotals, before: channelTotals }),
    errors: [...ownerOnly, 'invalid_request', 'rate_limited'],
  },
  getStreamHealth: {
    summary: 'What arrives from the encoder, and what is wrong with it',
    auth: 'session',
    cache: 'no-store',
    params: byUsername,
    response: streamHealth,
    errors: ownerOnly,
  },
  listBroadcasts: {
    summary: 'The broadcasts with their figures, newest first',
    auth: 'session',
    cache: 'no-store',
    params: byUsername,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(statsLimits.historyPageMax).default(statsLimits.historyPageSize),
      before: z.coerce.number().int().min(0).optional().meta({ description: 'Only those that began before this time' }),
    }),
    response: z.object({ broadcasts: z.array(pastBroadcast), hasMore: z.boolean() }),
    errors: [...ownerOnly, 'invalid_request', 'rate_limited'],
  },
  getBroadcastCourse: {
    summary: 'Viewers, bitrate and messages over the time of one broadcast',
    auth: 'session',
    cache: 'no-store',
    params: z.object({ username, streamId }),
    response: z.object({ broadcast: pastBroadcast, samples: z.array(courseSample) }),
    errors: [...ownerOnly, 'stream_not_found'],
  },
  exportBroadcasts: {
    summary: 'The broadcasts with their figures, as CSV (RFC 4180)',
    auth: 'session',
    cache: 'no-store',
    params: byUsername,
    response: 'text/csv',
    errors: [...ownerOnly, 'rate_limited'],
  },
} as const

export type StreamStats = z.output<typeof streamStats>
export type FollowerPoint = z.output<typeof followerPoint>
export type ChannelTotals = z.output<typeof channelTotals>
export type PastBroadcast = z.output<typeof pastBroadcast>
export type CourseSample = z.output<typeof courseSample>
export type StreamHealth = z.output<typeof streamHealth>
export type HealthFinding = z.output<typeof healthFinding>
export type HealthProblem = HealthFinding['problem']

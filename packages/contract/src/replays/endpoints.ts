import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { channelLimits } from '../channels/limits.ts'
import { epochMs, oneLine, streamId, success, username } from '../fields.ts'
import { broadcastAbout } from '../streams/endpoints.ts'
import { chapter } from './chapter-endpoints.ts'
import { replayLimits } from './limits.ts'
import { recordingOrders, recordingShows } from './recording-choices.ts'

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
  picturePath: z
    .string()
    .nullable()
    .meta({ description: 'The path of a picture of it, about 640x360; null where none was taken' }),
  views: z.int().meta({ description: 'How often it was watched since the broadcast ended' }),
})

/** What its channel sees of it. */
const ownReplay = replay.extend({
  isPublic: z.boolean().meta({ description: 'Whether everybody may watch it, or its channel alone' }),
  isPinned: z.boolean().meta({ description: 'Kept when other recordings of the channel are deleted to make room' }),
  pictureAt: epochMs.meta({ description: 'The time of the picture that stands for it' }),
  bytes: z.int().meta({ description: 'The size of its media' }),
  keptUntil: epochMs.meta({ description: 'When it is deleted at the latest' }),
})

/** What a channel chooses for all of its recordings. */
const recordingSettings = z.object({
  isRecorded: z.boolean().meta({ description: 'Whether broadcasts that begin from now on are recorded' }),
  isPublishedAtOnce: z.boolean().meta({
    description: 'Whether everybody may watch a broadcast once it is over, or its channel alone until it is published',
  }),
  keepDays: z
    .int()
    .min(1)
    .max(replayLimits.keepDaysMax)
    .nullable()
    .meta({ description: 'For how many days replays are kept; null as long as the site keeps them' }),
  isDownloadable: z.boolean().meta({ description: 'Whether whoever may watch a replay may also download it' }),
  whoMayClip: z
    .enum(['everyone', 'followers', 'moderators', 'nobody'])
    .meta({ description: 'Who may make clips, besides the channel itself. Moderators may wherever followers may' }),
})

const neighbour = replay.pick({ streamId: true, title: true }).nullable()

const replayPage = z.object({
  limit: z.coerce.number().int().min(1).max(50).default(20),
  before: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Only recordings that begin before this time' }),
})

const ownReplayPage = z.object({
  limit: replayPage.shape.limit,
  after: z
    .string()
    .regex(/^\d{1,15}-\d{1,15}$/)
    .optional()
    .meta({ description: 'What `next` of the answer before said. Only what comes after that' }),
  words: oneLine(replayLimits.soughtMaxLength).optional().meta({
    description: 'Only recordings whose title has each of these words, in any case and without accents',
  }),
  show: z.enum(recordingShows).default('all').meta({
    description:
      'Only those that everybody may watch, that the channel alone may, that are pinned, or that are deleted soon (`leaving` of the settings)',
  }),
  order: z.enum(recordingOrders).default('newest').meta({ description: 'By start, length, size or views' }),
})

/** Recorded broadcasts. Their keys are opened as those of live streams (rule REC-5). */
export const replayEndpoints = {
  getReplay: {
    summary: 'A recorded broadcast. One that is not published is found by its channel alone',
    auth: 'none',
    cache: 'no-cache',
    params: z.object({ streamId }),
    response: replay.extend({
      previous: neighbour.meta({ description: 'The broadcast before it, of the same channel' }),
      next: neighbour.meta({ description: 'The broadcast after it' }),
      mayDownload: z.boolean().meta({ description: 'Whether the caller may download it' }),
      chapters: z.array(chapter).meta({ description: 'In the order of their times; none where there are none' }),
      hasChat: z.boolean().meta({ description: 'Whether anything that was said in its chat is still there' }),
      permlink: z
        .string()
        .nullable()
        .meta({ description: 'The post of its broadcast, by the channel; null where there is none to vote for' }),
      paidPermlink: z.string().nullable().meta({ description: 'The same post once Hive has paid it; null before' }),
      about: broadcastAbout,
    }),
    errors: ['stream_not_found'],
  },
  listReplays: {
    summary: 'The recorded broadcasts of a channel, the latest first',
    auth: 'none',
    cache: 'no-cache',
    params: z.object({ username }),
    query: replayPage,
    response: z.object({ replays: z.array(replay), hasMore: z.boolean() }),
    errors: ['invalid_username', 'invalid_request'],
  },
  listFollowedReplays: {
    summary: 'The latest recorded broadcasts of the channels that the caller follows',
    auth: 'session',
    cache: 'no-store',
    response: z.object({ replays: z.array(replay).max(replayLimits.followedReplaysMax) }),
    errors: signedIn,
  },
  listOwnReplays: {
    summary: "The recorded broadcasts of the caller's channel, also those that are not published",
    auth: 'session',
    cache: 'no-store',
    query: ownReplayPage,
    response: z.object({
      replays: z.array(ownReplay),
      next: z.string().nullable().meta({ description: 'Asks for those after these as `after`; null: there are none' }),
    }),
    errors: [...signedIn, 'invalid_request'],
  },
  updateReplay: {
    summary:
      'Publish, pin or rename a recording of the own channel, or choose its picture. An empty title is that of the broadcast',
    auth: 'session',
    params: z.object({ streamId }),
    body: z
      .object({
        title: oneLine(channelLimits.titleMaxLength),
        isPublic: z.boolean(),
        isPinned: z.boolean(),
        pictureAt: z
          .int()
          .nonnegative()
          .nullable()
          .meta({ description: 'A time of the recording, whose picture stands for it; null that of its middle' }),
      })
      .partial(),
    response: ownReplay,
    errors: ['broadcast_ended', ...signedIn, 'stream_not_found', 'invalid_request', 'rate_limited'],
  },
  getRecordingSettings: {
    summary: "What the caller's channel chooses for its recordings, and how much they take",
    auth: 'session',
    cache: 'no-store',
    response: recordingSettings.extend({
      usedBytes: z.int(),
      maxBytes: z.int().nullable().meta({ description: 'When a channel has more, its oldest recordings are deleted' }),
      maxDays: z.int().meta({ description: 'For how many days the site keeps replays' }),
      leaving: z
        .object({
          byAge: z.int().meta({ description: 'How many replays are deleted within two days because of their age' }),
          bySize: z.int().meta({
            description: 'How many are deleted next, while less than a tenth of the room for recordings is left',
          }),
        })
        .meta({ description: 'What is deleted soon' }),
    }),
    errors: signedIn,
  },
  updateRecordingSettings: {
    summary: "Change what the caller's channel chooses for its recordings",
    auth: 'session',
    body: recordingSettings.partial(),
    response: recordingSettings,
    errors: [...signedIn, 'invalid_request', 'rate_limited'],
  },
  getChatActivity: {
    summary: 'How much was written in the chat over the time of a broadcast that is live or recorded',
    auth: 'none',
    cache: 'no-cache',
    params: z.object({ streamId }),
    response: z.object({
      startedAt: epochMs,
      secondsEach: z.int().meta({ description: 'How long each stretch is' }),
      messages: z
        .array(z.int())
        .max(replayLimits.activityStretchesMax)
        .meta({ description: 'The messages of each stretch, from the start on' }),
    }),
    errors: ['stream_not_found'],
  },
  createDownload: {
    summary: 'The address from which a recording or a clip can be downloaded as one MP4 file, for six hours',
    auth: 'none',
    params: z.object({ streamId }),
    response: z.object({ path: z.string(), expiresAt: epochMs }),
    errors: ['stream_not_found', 'clip_not_found', 'download_refused', 'rate_limited'],
  },
  cutReplay: {
    summary:
      'Remove a stretch of a recording of the own channel for good, with every clip that shows anything of it. It cannot be played from now on. Of a broadcast that goes on, what is recorded until now',
    auth: 'session',
    params: z.object({ streamId }),
    body: z.object({
      from: epochMs.optional().meta({
        description: 'By the time of the pictures. What is recorded before the beginning does no harm',
      }),
      until: epochMs.optional(),
      lastSeconds: z.int().min(1).max(replayLimits.cutLastSecondsMax).optional().meta({
        description:
          'In place of both, of a broadcast that goes on: its end, with the pictures that are on their way from the encoder',
      }),
    }),
    response: success,
    errors: [...signedIn, 'stream_not_found', 'cut_empty', 'cut_everything', 'invalid_request', 'rate_limited'],
  },
  deleteReplay: {
    summary: 'Delete a recording of the own channel for good. Its keys are refused at once',
    auth: 'session',
    params: z.object({ streamId }),
    response: success,
    errors: [...signedIn, 'stream_not_found', 'rate_limited'],
  },
} as const

export type Replay = z.output<typeof replay>
export type OwnReplay = z.output<typeof ownReplay>
export type RecordingSettings = z.output<typeof recordingSettings>

import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { clipId, epochMs, oneLine, streamId, success, username } from '../fields.ts'
import { broadcastAbout } from '../streams/endpoints.ts'
import { clipLimits as limits } from './limits.ts'

const mediaMs = z.int().nullable().meta({
  description:
    'The same as a presentation time of the media, in milliseconds: exact to the picture, where the player that made the clip knew it',
})

/** A stretch of a broadcast that somebody marked and named (rule CLIP-1). */
const clip = z.object({
  clipId: z.string(),
  username: z.string().meta({ description: 'The channel' }),
  maker: z.string(),
  title: z.string(),
  createdAt: epochMs,
  startsAt: epochMs.meta({ description: 'The time of its first picture' }),
  endsAt: epochMs.meta({ description: 'A time at which its last picture was shown' }),
  startsAtMedia: mediaMs,
  endsAtMedia: mediaMs,
  playlistPath: z.string().meta({
    description: 'The path of its master playlist. It has whole segments: players show what lies between the two times',
    example: '/recordings/clipk3f9x2m7q1w8e5r4t6y0/master.m3u8',
  }),
  picturePath: z.string().meta({ description: 'The path of its preview picture' }),
  views: z.int(),
})

const neighbour = clip.pick({ clipId: true, title: true, picturePath: true }).nullable()

const page = z.object({
  limit: z.coerce.number().int().min(1).max(50).default(20),
  before: z.coerce.number().int().min(0).optional().meta({ description: 'Only clips that were made before this time' }),
})

const orders = ['newest', 'views'] as const

const list = z.object({ clips: z.array(clip), hasMore: z.boolean() })

export const clipEndpoints = {
  createClip: {
    summary: 'Make a clip of a live broadcast that is recorded, or of a replay that everybody may watch',
    auth: 'session',
    body: z.object({
      streamId,
      title: oneLine(limits.clipTitleMaxLength).refine((title) => title !== ''),
      startsAt: epochMs,
      endsAt: epochMs,
      startsAtMedia: mediaMs.default(null),
      endsAtMedia: mediaMs.default(null),
    }),
    response: clip,
    errors: [
      ...signedIn,
      'invalid_request',
      'stream_not_found',
      'clip_length',
      'clip_not_recorded',
      'clip_refused',
      'clip_followers_only',
      'clip_banned',
      'clip_too_many',
      'clip_channel_full',
      'rate_limited',
    ],
  },
  getClip: {
    summary: 'A clip. Those of a replay that is not published are found by its channel alone',
    auth: 'none',
    cache: 'no-cache',
    params: z.object({ clipId }),
    response: clip.extend({
      streamId: z.string().nullable().meta({ description: 'The replay that it is of, where that can be watched' }),
      broadcastId: z
        .string()
        .meta({ description: 'The stream id of the broadcast that it is of, whether or not that can be watched' }),
      source: z
        .object({
          title: z.string(),
          positionSeconds: z.number().meta({ description: 'Where in the replay the clip begins' }),
        })
        .nullable()
        .meta({ description: 'The replay that it is of, where that can be watched' }),
      about: broadcastAbout,
      previous: neighbour.meta({
        description: 'The clip of the same channel that was made after it: the list has the latest first',
      }),
      next: neighbour.meta({ description: 'The one that was made before it' }),
      mayDelete: z.boolean().meta({ description: 'Whether the caller may delete it' }),
      mayDownload: z.boolean().meta({ description: 'Whether the caller may download it' }),
    }),
    errors: ['clip_not_found'],
  },
  listClips: {
    summary: 'The clips of a channel, the latest or the most watched first',
    auth: 'none',
    cache: 'no-cache',
    params: z.object({ username }),
    query: page.extend({
      order: z
        .enum(orders)
        .default('newest')
        .meta({ description: "Which come first: the 'newest', or the most watched, by their 'views'" }),
      before: page.shape.before.meta({
        description: "When the last clip of the page before was made. In the order 'views' it needs `viewsBefore`",
      }),
      viewsBefore: z.coerce
        .number()
        .int()
        .min(0)
        .max(Number.MAX_SAFE_INTEGER)
        .optional()
        .meta({ description: "In the order 'views': how often the last clip of the page before was watched" }),
    }),
    response: list,
    errors: ['invalid_username', 'invalid_request'],
  },
  listBestClips: {
    summary: `The ${limits.bestClips} clips of the last 7 days that were watched most often, over all channels`,
    auth: 'none',
    cache: 'no-cache',
    response: z.object({ clips: z.array(clip) }),
    errors: [],
  },
  listOwnClips: {
    summary: "The clips of the caller's channel and those that the caller made, the latest first",
    auth: 'session',
    cache: 'no-store',
    query: page,
    response: list,
    errors: [...signedIn, 'invalid_request'],
  },
  deleteClip: {
    summary:
      'Delete a clip for good, as its maker, the owner of its channel or a moderator. Its keys are refused at once',
    auth: 'session',
    params: z.object({ clipId }),
    response: success,
    errors: [...signedIn, 'clip_not_found', 'chat_not_allowed', 'rate_limited'],
  },
} as const

export type Clip = z.output<typeof clip>
export type ClipOrder = (typeof orders)[number]

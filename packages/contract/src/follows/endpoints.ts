import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { epochMs, success, username } from '../fields.ts'
import { followLimits } from './limits.ts'

/** A channel or a follower in a list (rule FOLLOW-12). */
const followEntry = z.object({
  username: z.string(),
  lastSeen: epochMs.nullable().meta({ description: "When the account last broadcast; null is shown as 'Recently'" }),
  followedAt: epochMs,
  nextBroadcast: epochMs.nullable().meta({ description: 'When the account says that it will be live next' }),
})

const recommendation = z.object({
  username: z.string(),
  followerCount: z.int(),
  isLive: z.boolean(),
  isStopped: z.boolean().meta({ description: 'The streamer has stopped the stream, and may be back within a minute' }),
})

const byUsername = z.object({ username })
const changed = success.extend({
  message: z.string(),
  isFollowing: z.boolean(),
  followerCount: z.int().meta({ description: 'The number of followers of the channel after the call' }),
})
const count = (fallback: number, max: number) => z.coerce.number().int().min(1).max(max).default(fallback)

/** Follows, followers and recommendations (rules API-11 and API-12). */
export const followEndpoints = {
  listFollowing: {
    summary: 'The channels that the caller follows, newest first',
    auth: 'session',
    cache: 'no-store',
    response: z.object({ following: z.array(followEntry) }),
    errors: signedIn,
  },
  listFollowers: {
    summary: 'The followers of a channel, newest first',
    auth: 'none',
    params: byUsername,
    query: z.object({
      limit: count(followLimits.followersDefault, followLimits.followersMax),
      before: z.coerce
        .number()
        .int()
        .min(0)
        .optional()
        .meta({ description: 'Only those who followed before this time' }),
    }),
    response: z.object({ followers: z.array(followEntry) }),
    errors: ['invalid_username', 'invalid_request'],
  },
  getFollow: {
    summary: 'Since when an account follows a channel',
    auth: 'none',
    params: byUsername.extend({ follower: username }),
    response: z.object({ followedAt: epochMs.nullable().meta({ description: 'Null where it does not follow' }) }),
    errors: ['invalid_username'],
  },
  getFollowStatus: {
    summary: 'Whether the caller follows this channel',
    auth: 'session',
    cache: 'no-store',
    params: byUsername,
    response: z.object({ isFollowing: z.boolean() }),
    errors: [...signedIn, 'invalid_username'],
  },
  follow: {
    summary: 'Follow a channel. Repeating the call changes nothing',
    auth: 'session',
    body: byUsername,
    response: changed,
    errors: [
      ...signedIn,
      'invalid_username',
      'follow_self',
      'follow_no_account',
      'follow_too_many',
      'rate_limited',
      'hive_unavailable',
    ],
  },
  unfollow: {
    summary: 'Unfollow a channel. Repeating the call changes nothing',
    auth: 'session',
    body: byUsername,
    response: changed,
    errors: [...signedIn, 'invalid_username', 'rate_limited'],
  },
  getFollowStats: {
    summary: 'How many followers a channel has, and how many channels it follows',
    auth: 'none',
    params: byUsername,
    response: z.object({ followerCount: z.int(), followingCount: z.int() }),
    errors: ['invalid_username'],
  },
  listRecommendations: {
    summary:
      'Channels to follow: those that users with the same follows follow, then the most followed. A session is optional',
    auth: 'none',
    cache: 'no-store',
    query: z.object({ limit: count(followLimits.recommendationsDefault, followLimits.recommendationsMax) }),
    response: z.object({ recommendations: z.array(recommendation) }),
    errors: ['invalid_request', 'rate_limited'],
  },
} as const

export type FollowEntry = z.output<typeof followEntry>

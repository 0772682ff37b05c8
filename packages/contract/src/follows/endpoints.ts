import { z } from 'zod'
import { epochMs, username } from '../fields.ts'
import { limits } from '../limits.ts'

/** A channel or a follower in a list (spec section 3, 'Follow list entry'). */
export const followEntry = z.object({
  username: z.string(),
  lastSeen: epochMs.nullable().meta({ description: "When the account last broadcast; null is shown as 'Recently'" }),
  followedAt: epochMs,
})

export const recommendation = z.object({
  username: z.string(),
  followerCount: z.int(),
  isLive: z.boolean(),
})

const byUsername = z.object({ username })
const signedIn = ['authentication_required', 'session_invalid'] as const
const changed = z.object({
  success: z.literal(true),
  message: z.string(),
  isFollowing: z.boolean(),
  followerCount: z.int().meta({ description: "The channel's, after the call" }),
})
const count = (fallback: number, max: number) => z.coerce.number().int().min(1).max(max).default(fallback)

/** The calls of follows (spec section 7). Joined to the others in endpoints.ts, which checks their form. */
export const followEndpoints = {
  listFollowing: {
    summary: 'The channels the caller follows, the latest first',
    auth: 'session',
    cache: 'no-store',
    response: z.object({ following: z.array(followEntry) }),
    errors: signedIn,
  },
  listFollowers: {
    summary: 'Who follows a channel, the latest first',
    auth: 'none',
    params: byUsername,
    query: z.object({
      limit: count(limits.followersDefault, limits.followersMax),
      before: z.coerce.number().int().min(0).optional().meta({ description: 'Only those who followed before this' }),
    }),
    response: z.object({ followers: z.array(followEntry) }),
    errors: ['invalid_username', 'invalid_request'],
  },
  getFollowStatus: {
    summary: 'Does the caller follow this channel?',
    auth: 'session',
    cache: 'no-store',
    params: byUsername,
    response: z.object({ isFollowing: z.boolean() }),
    errors: [...signedIn, 'invalid_username'],
  },
  follow: {
    summary: 'Follow a channel; following it again changes nothing',
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
    summary: 'No longer follow a channel; safe to repeat',
    auth: 'session',
    body: byUsername,
    response: changed,
    errors: [...signedIn, 'invalid_username', 'rate_limited'],
  },
  getFollowStats: {
    summary: 'How many follow a channel, and how many it follows',
    auth: 'none',
    params: byUsername,
    response: z.object({ followerCount: z.int(), followingCount: z.int() }),
    errors: ['invalid_username'],
  },
  listRecommendations: {
    summary:
      'Channels to follow: what others with the same taste follow, then the most followed. A session is optional',
    auth: 'none',
    cache: 'no-store',
    query: z.object({ limit: count(limits.recommendationsDefault, limits.recommendationsMax) }),
    response: z.object({ recommendations: z.array(recommendation) }),
    errors: ['invalid_request', 'rate_limited'],
  },
} as const

export type FollowEntry = z.output<typeof followEntry>

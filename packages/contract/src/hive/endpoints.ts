import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { epochMs, username } from '../fields.ts'
import { communityPattern, tagPattern } from '../names.ts'
import { type AnnouncementProblem, announcementProblems } from './announcement-problems.ts'
import { hiveLimits } from './limits.ts'

/** hived: validate_permlink, 1 to 255 characters. */
const permlink = z.string().regex(/^[a-z0-9-]{1,255}$/)
const percent = z.int().min(0).max(100)

const postingAuthority = z.object({
  username: z.string(),
  posterAccount: z.string(),
  isGranted: z
    .boolean()
    .meta({ description: 'The authority of the poster account suffices to post in the name of the account' }),
  isListed: z.boolean().meta({ description: 'The poster account is in the list, possibly with too little weight' }),
  weightThreshold: z.int().meta({ description: 'The weight that a grant needs' }),
})

/** Payouts are amounts such as '1.234 HBD'. */
const streamPost = z.object({
  author: z.string(),
  permlink: z.string(),
  votes: z.int(),
  pendingPayout: z.string(),
  paidOut: z.string().nullable().meta({ description: 'The amount paid; null before the payout' }),
  payoutInMs: z.int().nullable().meta({ description: 'Time until the payout; null after it' }),
  acceptsRewards: z.boolean(),
  vote: z
    .number()
    .nullable()
    .meta({ description: 'The weight of the vote of `voter` in percent; null without a vote' }),
})

const voteWorth = z.object({
  fullVoteHbd: z.number().min(0).meta({ description: 'What a vote of 100 percent adds to a post, in HBD' }),
  manaPercent: z.number().min(0).max(100).meta({ description: 'How much of the voting mana is left' }),
})

const announcementSettings = z.object({
  isEnabled: z.boolean(),
  community: z
    .string()
    .regex(communityPattern)
    .nullable()
    .meta({ description: 'The community in which the post is made' }),
  tags: z.array(z.string().regex(tagPattern)).max(hiveLimits.announcementTagsMax),
  declinesRewards: z.boolean(),
  beneficiaryPercent: percent.meta({ description: "The poster account's share of the author's reward" }),
})

const problem = z.enum(Object.keys(announcementProblems) as [AnnouncementProblem])

/** The announcement of the latest broadcast. */
const announcement = z.object({
  streamId: z.string(),
  permlink: z.string(),
  state: z.enum(['waiting', 'published', 'finished', 'abandoned']),
  problem: problem.nullable(),
  message: z.string().nullable().meta({ description: 'The problem as a sentence' }),
  isLeftToStreamer: z
    .boolean()
    .meta({ description: 'The streamer requested the draft, to publish it with the wallet' }),
  createdAt: epochMs,
})

/** A tip that was found on the chain (rule TIP-2). */
const tip = z.object({
  id: z.string(),
  streamId: z.string(),
  sender: z.string(),
  amount: z.string().meta({ example: '1.000 HBD' }),
  message: z.string(),
  sentAt: epochMs,
})

const announcements = z.object({
  settings: announcementSettings,
  posterAccount: z.string(),
  latest: announcement.nullable(),
})

/** Posting authority, posts, announcements and tips: what the site reads from and writes to the chain. */
export const hiveEndpoints = {
  getPostingAuthority: {
    summary: 'Whether the poster account may post in the name of an account',
    auth: 'none',
    cache: 'no-store',
    params: z.object({ username }),
    response: postingAuthority,
    errors: ['invalid_username', 'account_not_found', 'hive_unavailable', 'rate_limited'],
  },
  getStreamPost: {
    summary: "Votes and payout of a stream's post",
    auth: 'none',
    cache: 'no-store',
    params: z.object({ username, permlink }),
    query: z.object({ voter: username.optional() }),
    response: streamPost,
    errors: ['invalid_username', 'post_not_found', 'hive_unavailable', 'rate_limited'],
  },
  getVoteWorth: {
    summary: "What the caller's vote is worth now",
    auth: 'session',
    cache: 'no-store',
    response: voteWorth,
    errors: ['hive_unavailable', 'rate_limited', ...signedIn],
  },
  getAnnouncements: {
    summary: "The caller's announcement settings and the latest announcement",
    auth: 'session',
    cache: 'no-store',
    response: announcements,
    errors: signedIn,
  },
  updateAnnouncements: {
    summary: 'Change the announcement settings',
    auth: 'session',
    body: announcementSettings,
    response: announcements,
    errors: ['invalid_request', ...signedIn],
  },
  draftAnnouncement: {
    summary: 'The post of the present broadcast, for the streamer to publish with the wallet',
    auth: 'session',
    cache: 'no-store',
    response: z.object({
      title: z.string(),
      body: z.string(),
      parentPermlink: z.string(),
      jsonMetadata: z.string(),
      permlink: z.string(),
      commentOptions: z.string().meta({ description: 'JSON of comment_options, or empty' }),
    }),
    errors: [...signedIn, 'not_live', 'already_announced'],
  },
  withdrawAnnouncementDraft: {
    summary: 'Report that the draft will not be published. The broadcast is then announced as the settings say',
    auth: 'session',
    cache: 'no-store',
    response: announcements,
    errors: signedIn,
  },
  listTips: {
    summary: 'The tips that the caller received for broadcasts, newest first',
    auth: 'session',
    cache: 'no-store',
    response: z.object({
      tips: z.array(tip),
      totals: z.array(z.string()).meta({ description: 'The sum of all tips, one amount for each currency' }),
      thisMonth: z.array(z.string()).meta({ description: 'The same for this month, which begins at midnight UTC' }),
      thisYear: z.array(z.string()),
    }),
    errors: signedIn,
  },
} as const

export type PostingAuthority = z.output<typeof postingAuthority>
export type StreamPost = z.output<typeof streamPost>
export type VoteWorth = z.output<typeof voteWorth>
export type AnnouncementSettings = z.output<typeof announcementSettings>
export type AnnouncementDraft = z.output<(typeof hiveEndpoints)['draftAnnouncement']['response']>
export type Tip = z.output<typeof tip>
export type ChannelTip = Tip & { channel: string }
export type Announcements = z.output<typeof announcements>

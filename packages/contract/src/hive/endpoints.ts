import { z } from 'zod'
import { epochMs, username } from '../fields.ts'
import { limits } from '../limits.ts'
import { communityPattern, tagPattern } from '../names.ts'
import { type AnnouncementProblem, announcementProblems } from './announcement-problems.ts'

/** hived: validate_permlink, 1 to 255 characters. */
const permlink = z.string().regex(/^[a-z0-9-]{1,255}$/)
const percent = z.int().min(0).max(100)

export const postingAuthority = z.object({
  username: z.string(),
  posterAccount: z.string(),
  isGranted: z.boolean().meta({ description: 'The poster account alone may post in the name of the account' }),
  isListed: z.boolean().meta({ description: 'The poster account is named, perhaps with too little weight' }),
  weightThreshold: z.int().meta({ description: 'The weight a grant needs' }),
})

/** Payouts are amounts such as '1.234 HBD'. */
export const streamPost = z.object({
  author: z.string(),
  permlink: z.string(),
  votes: z.int(),
  pendingPayout: z.string(),
  paidOut: z.string().nullable().meta({ description: 'What it has paid; null before the payout' }),
  payoutInMs: z.int().nullable().meta({ description: 'Time until the payout; null after it' }),
  acceptsRewards: z.boolean(),
  vote: z.number().nullable().meta({ description: "The given voter's weight in percent; null without a vote" }),
})

export const announcementSettings = z.object({
  isEnabled: z.boolean(),
  community: z.string().regex(communityPattern).nullable().meta({ description: 'The community the post is made in' }),
  tags: z.array(z.string().regex(tagPattern)).max(limits.announcementTagsMax),
  declinesRewards: z.boolean(),
  beneficiaryPercent: percent.meta({ description: "The poster account's part of the author's reward" }),
})

const problem = z.enum(Object.keys(announcementProblems) as [AnnouncementProblem])

/** What became of the latest broadcast's announcement. */
export const announcement = z.object({
  streamId: z.string(),
  permlink: z.string(),
  state: z.enum(['waiting', 'published', 'finished', 'abandoned']),
  problem: problem.nullable(),
  message: z.string().nullable().meta({ description: 'The problem in words' }),
  isLeftToStreamer: z
    .boolean()
    .meta({ description: 'The streamer asked for the draft, to publish it with the wallet' }),
  createdAt: epochMs,
})

/** A transfer that was found on the chain. */
export const tip = z.object({
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

const signedIn = ['authentication_required', 'session_invalid'] as const

/** The calls about the chain. Joined to the others in endpoints.ts, which checks their form. */
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
  getAnnouncements: {
    summary: "The caller's announcement settings and what became of the latest announcement",
    auth: 'session',
    cache: 'no-store',
    response: announcements,
    errors: signedIn,
  },
  updateAnnouncements: {
    summary: 'Change whether and how broadcasts are announced',
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
    summary: 'Say that the draft will not be published: the broadcast is announced as its channel has it set',
    auth: 'session',
    cache: 'no-store',
    response: announcements,
    errors: signedIn,
  },
  listTips: {
    summary: 'The tips that the caller was sent for broadcasts, the newest first',
    auth: 'session',
    cache: 'no-store',
    response: z.object({
      tips: z.array(tip),
      totals: z.array(z.string()).meta({ description: 'All that was ever tipped, one amount a currency' }),
    }),
    errors: signedIn,
  },
} as const

export type PostingAuthority = z.output<typeof postingAuthority>
export type StreamPost = z.output<typeof streamPost>
export type AnnouncementSettings = z.output<typeof announcementSettings>
export type AnnouncementDraft = z.output<(typeof hiveEndpoints)['draftAnnouncement']['response']>
export type Tip = z.output<typeof tip>
export type ChannelTip = Tip & { channel: string }
export type Announcements = z.output<typeof announcements>

import { z } from 'zod'
import { epochMs, username } from '../fields.ts'
import { chatLimits } from './limits.ts'

export const chatRoles = ['owner', 'moderator', 'user'] as const
export type ChatRole = (typeof chatRoles)[number]

/** Ids sort by time within a channel, as texts, in the order of commitment. */
export const chatMessageId = z.string().regex(/^[0-9a-z]{11}$/)
export const chatLogEntryId = z.string().regex(/^[0-9a-z]{19}$/)

/** A message (spec section 3, 'Chat message'). The dashboard reads the id as `_id`. */
export const chatMessage = z.object({
  id: z.string(),
  _id: z.string(),
  channel: z.string(),
  username: z.string(),
  message: z.string(),
  timestamp: epochMs,
  role: z.enum(chatRoles).meta({ description: "The writer's part in the channel when it was written" }),
  isModerator: z.boolean().meta({ description: 'True for the owner too: the name is styled differently' }),
  kind: z
    .enum(['message', 'action', 'announcement', 'tip'])
    .meta({ description: "'action' was written with /me; a 'tip' was found on the chain, with or without words" }),
  tip: z.string().optional().meta({ description: "What a tip sent, such as '1.000 HBD'; of kind 'tip' only" }),
  replyTo: z.object({ id: z.string(), username: z.string(), message: z.string() }).nullable(),
})

/** The rules a channel sets; what a caller leaves out stays as it is. */
export const chatRules = z.object({
  slowMode: z.boolean(),
  slowModeInterval: z.int().min(1).max(chatLimits.slowModeMaxSeconds).meta({ description: 'Seconds' }),
  followersOnly: z.boolean(),
  followersOnlyMinutes: z
    .int()
    .min(0)
    .max(chatLimits.followersOnlyMaxMinutes)
    .meta({ description: 'For how long a writer must have followed' }),
  emoteOnly: z.boolean(),
  linksAllowed: z.boolean(),
  minAccountAgeDays: z.int().min(0).max(chatLimits.accountAgeMaxDays),
  minReputation: z.int().min(chatLimits.reputationMin).max(chatLimits.reputationMax).nullable(),
})

const moderatorsMayChangeRules = z
  .boolean()
  .meta({ description: 'Whether moderators may change these rules and clear the chat; for the owner only to set' })

const blockedWords = z
  .array(z.string().trim().toLowerCase().min(1).max(chatLimits.blockedWordMaxLength))
  .max(chatLimits.blockedWordsMax)

/** What everybody may know of a channel's chat (spec section 3, 'Chat config' and 'Moderation settings'). */
export const chatConfig = chatRules.extend({
  channel: z.string(),
  moderators: z.array(z.string()),
  moderatorsMayChangeRules,
  slowModeDelay: z.int().meta({ description: 'The same as slowModeInterval, under the name the dashboard uses' }),
  pinned: chatMessage.nullable(),
  blockedWords: z.array(z.string()).optional().meta({ description: 'Told to the owner and moderators only' }),
})

/** `slowModeDelay` and `slowModeInterval` are one setting. */
export const chatConfigUpdate = chatRules
  .extend({
    slowModeDelay: chatRules.shape.slowModeInterval,
    moderatorsMayChangeRules,
    moderators: z
      .array(username)
      .max(chatLimits.moderatorsMax)
      .meta({ description: 'All there are to be; for the owner only. They have calls of their own too' }),
    blockedWords,
  })
  .partial()

/** How one user stands in one channel. */
export const chatStanding = z.object({
  channel: z.string(),
  username: z.string(),
  role: z.enum(chatRoles),
  restriction: z
    .object({
      kind: z.enum(['ban', 'timeout']),
      expiresAt: epochMs.nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
})

export const chatBan = z.object({
  username: z.string(),
  kind: z.enum(['ban', 'timeout']),
  reason: z.string().nullable(),
  bannedBy: z.string(),
  createdAt: epochMs,
  expiresAt: epochMs.nullable().meta({ description: 'null: until lifted' }),
})

export const chatActions = [
  'delete',
  'ban',
  'timeout',
  'unban',
  'clear',
  'settings',
  'add-moderator',
  'remove-moderator',
  'pin',
  'unpin',
  'announce',
] as const
export type ChatAction = (typeof chatActions)[number]

/** Who did what, to whom, why and when. */
export const chatLogEntry = z.object({
  id: z.string(),
  actor: z.string(),
  action: z.enum(chatActions),
  target: z.string().nullable().meta({ description: 'A user, or the id of a message' }),
  reason: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  createdAt: epochMs,
  revertedAt: epochMs.nullable(),
  revertedBy: z.string().nullable(),
  isRevertible: z.boolean(),
})

export const chatPresence = z.object({
  channel: z.string(),
  viewers: z.int().meta({ description: 'Everyone in the room; an account with several windows counts once' }),
  users: z.array(z.string()).meta({ description: 'Those who are logged in, by name, the first 200' }),
})

export type ChatMessage = z.output<typeof chatMessage>
export type ChatRules = z.output<typeof chatRules>
export type ChatConfig = z.output<typeof chatConfig>
export type ChatConfigUpdate = z.output<typeof chatConfigUpdate>
export type ChatStanding = z.output<typeof chatStanding>
export type ChatBan = z.output<typeof chatBan>
export type ChatLogEntry = z.output<typeof chatLogEntry>
export type ChatPresence = z.output<typeof chatPresence>

import { z } from 'zod'
import { epochMs, username } from '../fields.ts'
import { chatLimits } from './limits.ts'

const chatRoles = ['owner', 'moderator', 'user'] as const
export type ChatRole = (typeof chatRoles)[number]

/** Within a channel, ids sort as texts in the order in which the messages were stored. */
export const chatMessageId = z.string().regex(/^[0-9a-z]{11}$/)
export const chatLogEntryId = z.string().regex(/^[0-9a-z]{19}$/)

/** A message (rule CHAT-11). The dashboard reads the id as `_id`. */
export const chatMessage = z.object({
  id: z.string(),
  _id: z.string(),
  channel: z.string(),
  username: z.string(),
  message: z.string(),
  timestamp: epochMs,
  role: z.enum(chatRoles).meta({ description: "The writer's role in the channel at the time of writing" }),
  isModerator: z.boolean().meta({ description: 'True for the owner too: the name is styled differently' }),
  kind: z.enum(['message', 'action', 'announcement', 'tip']).meta({
    description: "An 'action' was written with /me; a 'tip' was found on the chain, with or without a message",
  }),
  tip: z.string().optional().meta({ description: "The amount of a tip, such as '1.000 HBD'; only in the kind 'tip'" }),
  replyTo: z.object({ id: z.string(), username: z.string(), message: z.string() }).nullable(),
})

/** A message as those who moderate the chat see it. */
export const writtenMessage = chatMessage.extend({
  deletedAt: epochMs.nullable().meta({ description: 'When a moderator deleted it; null: it is in the chat' }),
})

/** The rules that a channel sets for its chat. */
const chatRules = z.object({
  slowMode: z.boolean(),
  slowModeInterval: z.int().min(1).max(chatLimits.slowModeMaxSeconds).meta({ description: 'Seconds' }),
  followersOnly: z.boolean(),
  followersOnlyMinutes: z
    .int()
    .min(0)
    .max(chatLimits.followersOnlyMaxMinutes)
    .meta({ description: 'How long a writer must have followed the channel' }),
  emoteOnly: z.boolean(),
  linksAllowed: z.boolean(),
  minAccountAgeDays: z.int().min(0).max(chatLimits.accountAgeMaxDays),
  minReputation: z.int().min(chatLimits.reputationMin).max(chatLimits.reputationMax).nullable(),
})

const moderatorsMayChangeRules = z
  .boolean()
  .meta({ description: 'Whether moderators may change these rules and clear the chat; only the owner sets it' })

const blockedWords = z
  .array(z.string().trim().toLowerCase().min(1).max(chatLimits.blockedWordMaxLength))
  .max(chatLimits.blockedWordsMax)

/** The chat config of a channel, which everybody may read (rule CHAT-12). */
export const chatConfig = chatRules.extend({
  channel: z.string(),
  moderators: z.array(z.string()),
  moderatorsMayChangeRules,
  slowModeDelay: z.int().meta({ description: 'The same as slowModeInterval, under the name the dashboard uses' }),
  pinned: chatMessage.nullable(),
  blockedWords: z.array(z.string()).optional().meta({ description: 'Only for the owner and moderators' }),
})

/** An absent field stays unchanged. `slowModeDelay` and `slowModeInterval` are one setting. */
export const chatConfigUpdate = chatRules
  .extend({
    slowModeDelay: chatRules.shape.slowModeInterval,
    moderatorsMayChangeRules,
    moderators: z
      .array(username)
      .max(chatLimits.moderatorsMax)
      .meta({ description: 'The complete list; only for the owner. Single moderators have calls of their own' }),
    blockedWords,
  })
  .partial()

/** The role of one user in one channel, and a ban or timeout. */
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
  expiresAt: epochMs.nullable().meta({ description: 'Null: until lifted' }),
})

const chatActions = [
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

/** An entry in the log of moderation. */
export const chatLogEntry = z.object({
  id: z.string(),
  actor: z.string(),
  action: z.enum(chatActions),
  target: z.string().nullable().meta({ description: 'A username, or the id of a message' }),
  reason: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  createdAt: epochMs,
  revertedAt: epochMs.nullable(),
  revertedBy: z.string().nullable(),
  isRevertible: z.boolean(),
})

export const chatPresence = z.object({
  channel: z.string(),
  viewers: z.int().meta({ description: 'Everybody in the room; an account with several windows counts once' }),
  users: z.array(z.string()).meta({ description: 'The first 200 names of those who are logged in' }),
  moderators: z.array(z.string()).meta({ description: 'Those of them who moderate this chat' }),
})

export type ChatMessage = z.output<typeof chatMessage>
export type WrittenMessage = z.output<typeof writtenMessage>
export type ChatRules = z.output<typeof chatRules>
export type ChatConfig = z.output<typeof chatConfig>
export type ChatConfigUpdate = z.output<typeof chatConfigUpdate>
export type ChatStanding = z.output<typeof chatStanding>
export type ChatBan = z.output<typeof chatBan>
export type ChatLogEntry = z.output<typeof chatLogEntry>
export type ChatPresence = z.output<typeof chatPresence>

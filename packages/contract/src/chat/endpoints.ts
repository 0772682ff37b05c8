import { z } from 'zod'
import { username } from '../fields.ts'
import { limits } from '../limits.ts'
import {
  chatBan,
  chatConfig,
  chatConfigUpdate,
  chatLogEntry,
  chatLogEntryId,
  chatMessage,
  chatMessageId,
  chatPresence,
  chatStanding,
} from './entities.ts'
import { chatLimits } from './limits.ts'

const byChannel = z.object({ channel: username })
const byChannelAndUser = byChannel.extend({ username })
const messageText = z
  .string()
  .max(16 * 1024)
  .meta({ description: `At most ${limits.chatMessageMaxLength} characters once trimmed` })
const reason = z.string().trim().max(chatLimits.reasonMaxLength).nullish()
const seconds = (max: number) =>
  z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,12}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(1).max(max))
const done = z.object({ success: z.literal(true) })

const signedIn = ['authentication_required', 'session_invalid', 'invalid_username'] as const
const moderating = [...signedIn, 'chat_not_allowed'] as const
const ruling = [...moderating, 'chat_owner_only'] as const
const againstUser = [...moderating, 'chat_owner_protected', 'chat_moderator_protected', 'chat_self'] as const

const ban = z.object({
  username,
  reason,
  duration: seconds(chatLimits.banMaxSeconds).nullish().meta({ description: 'Seconds; without it until lifted' }),
})

const bansAnswer = z.object({
  bans: z.array(chatBan),
  banned: z.array(chatBan).meta({ description: 'The same list' }),
})

/** The calls of chat (spec section 7). Joined to the others in endpoints.ts, which checks their form. */
export const chatEndpoints = {
  listChatMessages: {
    summary: 'Messages of a channel, oldest first: the newest page, or the page before or after a message',
    auth: 'none',
    cache: 'no-store',
    params: byChannel,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(chatLimits.pageMax).default(limits.chatPageSize),
      before: chatMessageId.optional().meta({ description: 'Only messages older than this id' }),
      after: chatMessageId
        .optional()
        .meta({ description: 'Only messages newer than this id, the oldest of them first' }),
    }),
    response: z.object({
      messages: z.array(chatMessage),
      hasMore: z.boolean().meta({ description: 'There are more in the direction asked for' }),
    }),
    errors: ['invalid_request', 'invalid_username'],
  },
  listChatDeletions: {
    summary: 'Which messages were taken away since a message was sent: what a client that was away did not hear of',
    auth: 'none',
    cache: 'no-store',
    params: byChannel,
    query: z.object({
      since: chatMessageId.meta({ description: 'The newest message up to which the client heard of everything' }),
    }),
    response: z.object({
      ids: z.array(chatMessageId),
      hasMore: z.boolean().meta({ description: 'Too many to be told: what the client has from before is of no use' }),
    }),
    errors: ['invalid_request', 'invalid_username'],
  },
  sendChatMessage: {
    summary: 'Say something; answered once it is stored. The header idempotency-key makes a retry safe',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    body: z.object({
      message: messageText,
      replyTo: chatMessageId.nullish(),
      idempotencyKey: z.string().min(1).max(chatLimits.idempotencyKeyMaxLength).optional(),
    }),
    response: z.object({ success: z.literal(true), data: chatMessage }),
    errors: [
      ...signedIn,
      'chat_message_empty',
      'chat_message_too_long',
      'chat_too_many_lines',
      'chat_banned',
      'chat_timed_out',
      'chat_rate_limited',
      'chat_slow_mode',
      'chat_followers_only',
      'chat_followed_too_short',
      'chat_emote_only',
      'chat_links_blocked',
      'chat_account_too_young',
      'chat_reputation_too_low',
      'chat_word_blocked',
      'overloaded',
    ],
  },
  deleteChatMessage: {
    summary: 'Take a message away; its writer may too',
    auth: 'session',
    cache: 'no-store',
    params: byChannel.extend({ messageId: chatMessageId }),
    response: done,
    errors: [...moderating, 'chat_message_not_found'],
  },
  getChatConfig: {
    summary: "A channel's rules, moderators and pinned message",
    auth: 'none',
    cache: 'no-store',
    params: byChannel,
    response: chatConfig,
    errors: ['invalid_username'],
  },
  updateChatConfig: {
    summary: "Change a channel's rules; for the owner, and for moderators where the owner lets them",
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    body: chatConfigUpdate,
    response: chatConfig,
    errors: ruling,
  },
  getChatStanding: {
    summary: 'How the caller stands in a channel: role, and ban or timeout',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    response: chatStanding,
    errors: signedIn,
  },
  getChatPresence: {
    summary: 'How many are in the room, and who of them is logged in',
    auth: 'none',
    cache: 'no-store',
    params: byChannel,
    response: chatPresence,
    errors: ['invalid_username'],
  },
  banFromChat: {
    summary: 'Ban a user from writing in a channel',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    body: ban,
    response: done,
    errors: againstUser,
  },
  unbanFromChat: {
    summary: 'Lift a ban or timeout',
    auth: 'session',
    cache: 'no-store',
    params: byChannelAndUser,
    response: done,
    errors: moderating,
  },
  unbanFromChatByName: {
    summary: 'Lift a ban or timeout',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    body: z.object({ username }),
    response: done,
    errors: moderating,
  },
  listChatBans: {
    summary: 'Who is banned or timed out at the moment',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    response: bansAnswer,
    errors: moderating,
  },
  listBannedFromChat: {
    summary: 'Who is banned or timed out at the moment, as a bare list',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    response: z.array(chatBan),
    errors: moderating,
  },
  timeOutInChat: {
    summary: 'Keep a user from writing for a while',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    body: z.object({
      username,
      reason,
      duration: seconds(chatLimits.timeoutMaxSeconds)
        .default(limits.timeoutDefaultSeconds)
        .meta({ description: 'Seconds' }),
    }),
    response: z.object({ success: z.literal(true), expiresAt: chatBan.shape.expiresAt.unwrap() }),
    errors: [...againstUser, 'chat_already_banned'],
  },
  clearChat: {
    summary: 'Take all messages away; for the owner, and for moderators where the owner lets them',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    response: done,
    errors: ruling,
  },
  addChatModerator: {
    summary: 'Make a user a moderator; for the owner only',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    body: z.object({ username }),
    response: done,
    errors: [...ruling, 'chat_self', 'chat_too_many_moderators'],
  },
  removeChatModerator: {
    summary: "Take a moderator's part away; for the owner, and for oneself",
    auth: 'session',
    cache: 'no-store',
    params: byChannelAndUser,
    response: done,
    errors: moderating,
  },
  pinChatMessage: {
    summary: 'Show a message above all others; null takes it down',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    body: z.object({ messageId: chatMessageId.nullable() }),
    response: done,
    errors: [...moderating, 'chat_message_not_found'],
  },
  announceInChat: {
    summary: 'Say something that stands out; for the owner and moderators',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    body: z.object({ message: messageText }),
    response: z.object({ success: z.literal(true), data: chatMessage }),
    errors: [...moderating, 'chat_message_empty', 'chat_message_too_long', 'chat_rate_limited', 'overloaded'],
  },
  listChatLog: {
    summary: 'What the owner and moderators did, newest first',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(chatLimits.logPageMax).default(50),
      before: chatLogEntryId.optional(),
    }),
    response: z.object({ entries: z.array(chatLogEntry), hasMore: z.boolean() }),
    errors: moderating,
  },
  revertChatAction: {
    summary: 'Undo an entry of the log',
    auth: 'session',
    cache: 'no-store',
    params: byChannel.extend({ entryId: chatLogEntryId }),
    response: done,
    errors: [...ruling, 'chat_entry_not_found', 'chat_not_revertible'],
  },
} as const

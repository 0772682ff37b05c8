import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { epochMs, success, username } from '../fields.ts'
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
  writtenMessage,
} from './entities.ts'
import { chatLimits } from './limits.ts'
import { chatRuleLimits } from './rule-limits.ts'

const byChannel = z.object({ channel: username })
const byChannelAndUser = byChannel.extend({ username })
const messageText = z
  .string()
  .max(16 * 1024)
  .meta({ description: `At most ${chatRuleLimits.chatMessageMaxLength} characters once trimmed` })
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

const inChannel = [...signedIn, 'invalid_username'] as const
const moderating = [...inChannel, 'chat_not_allowed'] as const
const changingRules = [...moderating, 'chat_owner_only'] as const
const againstOneUser = [
  ...moderating,
  'chat_owner_protected',
  'chat_moderator_protected',
  'chat_self',
  'chat_too_many_bans',
] as const

const ban = z.object({
  username,
  reason,
  duration: seconds(chatLimits.banMaxSeconds).nullish().meta({ description: 'Seconds; absent: until lifted' }),
})

const bansAnswer = z.object({
  bans: z.array(chatBan),
  banned: z.array(chatBan).meta({ description: 'The same list' }),
})

/** The chat of a channel and its moderation (rules API-14 to API-17). */
export const chatEndpoints = {
  listChatMessages: {
    summary: 'Messages of a channel, oldest first: the newest page, or the page before or after a message',
    auth: 'none',
    cache: 'no-store',
    params: byChannel,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(chatLimits.pageMax).default(chatRuleLimits.chatPageSize),
      before: chatMessageId.optional().meta({ description: 'Only messages older than this id' }),
      after: chatMessageId.optional().meta({ description: 'Only messages newer than this id, the oldest first' }),
    }),
    response: z.object({
      messages: z.array(chatMessage),
      hasMore: z.boolean().meta({ description: 'There are more messages in the requested direction' }),
    }),
    errors: ['invalid_request', 'invalid_username'],
  },
  listChatMessagesOf: {
    summary:
      'What a user wrote in a channel, the latest first; for the owner and moderators. A message that a moderator deleted is among them while that can be reverted',
    auth: 'session',
    cache: 'no-store',
    params: byChannelAndUser,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(chatLimits.pageMax).default(chatRuleLimits.chatPageSize),
      before: chatMessageId.optional().meta({ description: 'Only messages older than this id' }),
    }),
    response: z.object({ messages: z.array(writtenMessage), hasMore: z.boolean() }),
    errors: [...moderating, 'invalid_request'],
  },
  listPictureMessages: {
    summary: 'Messages about a stretch of pictures of a channel, in the order of the pictures, as a replay shows them',
    auth: 'none',
    cache: 'no-store',
    params: byChannel,
    query: z.object({
      from: z.coerce
        .number()
        .int()
        .min(0)
        .max(chatLimits.pictureTimeMaxMs)
        .meta({ description: 'When the first picture was taken' }),
      until: z.coerce
        .number()
        .int()
        .min(0)
        .max(chatLimits.pictureTimeMaxMs)
        .meta({ description: 'Only messages about earlier pictures; at most two minutes later' }),
    }),
    response: z.object({
      messages: z.array(
        chatMessage.extend({
          pictureAt: epochMs.meta({ description: 'When the picture was taken that the writer saw' }),
        }),
      ),
      hasMore: z
        .boolean()
        .meta({ description: 'There are more messages than one answer holds; ask for a shorter stretch' }),
    }),
    errors: ['invalid_request', 'invalid_username'],
  },
  listChatDeletions: {
    summary: 'The messages deleted since a message was sent, for a client that was disconnected',
    auth: 'none',
    cache: 'no-store',
    params: byChannel,
    query: z.object({
      since: chatMessageId.meta({ description: 'The newest message up to which the client received every event' }),
    }),
    response: z.object({
      ids: z.array(chatMessageId),
      hasMore: z.boolean().meta({ description: 'Too many to list: the client must reload its messages' }),
    }),
    errors: ['invalid_request', 'invalid_username'],
  },
  sendChatMessage: {
    summary: 'Send a message; answered once it is stored. The header idempotency-key makes a retry safe',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    body: z.object({
      message: messageText,
      replyTo: chatMessageId.nullish(),
      idempotencyKey: z.string().min(1).max(chatLimits.idempotencyKeyMaxLength).optional(),
      pictureAt: epochMs
        .optional()
        .meta({ description: 'When the picture was taken that the writer sees: a replay shows the message there' }),
    }),
    response: success.extend({ data: chatMessage }),
    errors: [
      ...inChannel,
      'account_not_found',
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
    summary: 'Delete a message; its writer may as well',
    auth: 'session',
    cache: 'no-store',
    params: byChannel.extend({ messageId: chatMessageId }),
    response: success,
    errors: [...moderating, 'chat_message_not_found'],
  },
  getChatConfig: {
    summary: "The rules, moderators and pinned message of a channel's chat",
    auth: 'none',
    cache: 'no-store',
    params: byChannel,
    response: chatConfig,
    errors: ['invalid_username'],
  },
  updateChatConfig: {
    summary: "Change the rules of a channel's chat; for the owner, and for moderators where the owner allows it",
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    body: chatConfigUpdate,
    response: chatConfig,
    errors: changingRules,
  },
  getChatStanding: {
    summary: 'The role of the caller in a channel, and a ban or timeout',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    response: chatStanding,
    errors: inChannel,
  },
  getChatPresence: {
    summary: 'The number of viewers in the room, and the names of those who are logged in',
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
    response: success,
    errors: againstOneUser,
  },
  unbanFromChat: {
    summary: 'Lift a ban or timeout',
    auth: 'session',
    cache: 'no-store',
    params: byChannelAndUser,
    response: success,
    errors: moderating,
  },
  unbanFromChatByName: {
    summary: 'Lift a ban or timeout',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    body: z.object({ username }),
    response: success,
    errors: moderating,
  },
  listChatBans: {
    summary: 'The users who are banned or timed out',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    response: bansAnswer,
    errors: moderating,
  },
  listBannedFromChat: {
    summary: 'The users who are banned or timed out, as a bare list',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    response: z.array(chatBan),
    errors: moderating,
  },
  timeOutInChat: {
    summary: 'Time a user out: the user cannot write for a while',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    body: z.object({
      username,
      reason,
      duration: seconds(chatLimits.timeoutMaxSeconds)
        .default(chatRuleLimits.timeoutDefaultSeconds)
        .meta({ description: 'Seconds' }),
    }),
    response: success.extend({ expiresAt: chatBan.shape.expiresAt.unwrap() }),
    errors: [...againstOneUser, 'chat_already_banned'],
  },
  clearChat: {
    summary: 'Delete all messages; for the owner, and for moderators where the owner allows it',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    response: success,
    errors: changingRules,
  },
  addChatModerator: {
    summary: 'Make a user a moderator; for the owner only',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    body: z.object({ username }),
    response: success,
    errors: [...changingRules, 'chat_self', 'chat_too_many_moderators'],
  },
  removeChatModerator: {
    summary: 'Remove a moderator; for the owner, and for the moderator',
    auth: 'session',
    cache: 'no-store',
    params: byChannelAndUser,
    response: success,
    errors: moderating,
  },
  pinChatMessage: {
    summary: 'Pin a message above all others; null unpins it',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    body: z.object({ messageId: chatMessageId.nullable() }),
    response: success,
    errors: [...moderating, 'chat_message_not_found'],
  },
  announceInChat: {
    summary: 'Send a highlighted announcement; for the owner and moderators',
    auth: 'session',
    cache: 'no-store',
    params: byChannel,
    body: z.object({ message: messageText }),
    response: success.extend({ data: chatMessage }),
    errors: [...moderating, 'chat_message_empty', 'chat_message_too_long', 'chat_rate_limited', 'overloaded'],
  },
  listChatLog: {
    summary: 'The log of moderation, newest first',
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
    summary: 'Revert an action in the log; a deletion within 24 hours, a clear unless the chat was cleared again since',
    auth: 'session',
    cache: 'no-store',
    params: byChannel.extend({ entryId: chatLogEntryId }),
    response: success,
    errors: [...changingRules, 'chat_entry_not_found', 'chat_not_revertible'],
  },
} as const

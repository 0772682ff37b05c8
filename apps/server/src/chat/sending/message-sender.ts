import type { ChatMessage } from '@waggle/contract/chat/entities'
import { chatLimits } from '@waggle/contract/chat/limits'
import { errors } from '@waggle/contract/errors'
import { fill } from '@waggle/contract/sentences'
import { findMessage, findMessageByKey, lastMessageAtMs, longestPictureDelayMs } from '../../db/chat/chat-messages.ts'
import { findChatSettings } from '../../db/chat/chat-settings.ts'
import { findRestriction } from '../../db/chat/moderation.ts'
import { findFollow } from '../../db/follows/follows.ts'
import { settingInEffect } from '../../http/admission/setting-in-effect.ts'
import { refusalOf } from '../../http/operating/measure-refusal.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import type { ChatContext } from '../context.ts'
import { canModerate, roleOf } from '../moderation/permissions.ts'
import type { RoomRegistry } from '../rooms/room-registry.ts'
import { judge, type Verdict } from './judge.ts'
import { createKeyedQueue } from './keyed-queue.ts'
import type { MessageWriter } from './message-writer.ts'

interface MessageRequest {
  channel: string
  username: string
  typed: string
  replyToId?: string | null | undefined
  idempotencyKey?: string | undefined
  /** The time of the picture that the sender sees, as the client says. */
  pictureAtMs?: number | undefined
  /** The caller has checked that the sender may announce. */
  isAnnouncement?: boolean
}

const sendLimit: Limit = {
  name: 'chat-send',
  points: chatLimits.sendsPerWindow,
  perSeconds: chatLimits.sendWindowSeconds,
}
const moderatorSendLimit: Limit = {
  name: 'chat-send-moderator',
  points: chatLimits.moderatorSendsPerWindow,
  perSeconds: chatLimits.sendWindowSeconds,
}
const floodLimit: Limit = {
  name: 'chat-flood',
  points: chatLimits.floodRefusals - 1,
  perSeconds: chatLimits.sendWindowSeconds,
}

/**
 * Returns the function that sends a message: it gathers the facts, judges them, stores the message and publishes it. The
 * function resolves with the stored message, and throws a Refusal if the rules refuse it.
 */
export function createMessageSender(
  context: ChatContext,
  { rooms, writer }: { rooms: RoomRegistry; writer: MessageWriter },
) {
  const { db, state } = context
  // Messages of one sender are judged one after the other: in slow mode, two at a time would both count as the first.
  const enqueue = createKeyedQueue()

  async function sendMessage(request: MessageRequest): Promise<ChatMessage> {
    const { channel, username, idempotencyKey } = request
    if (idempotencyKey !== undefined) {
      const alreadySent = await findMessageByKey(db, channel, username, idempotencyKey)
      if (alreadySent) return alreadySent
    }
    const suspension = context.measures.find(username, 'chat')
    if (suspension) throw refusalOf('chat_suspended', suspension)
    const role = await roleOf(db, channel, username)
    const rateLimitedForSeconds = await countAttempt(request, canModerate(role))
    // After counting, so that made-up names cost the chain few questions.
    if (rateLimitedForSeconds === undefined && !(await context.channelExists(channel)))
      throw new Refusal('account_not_found')
    return enqueue(`${channel}/${username}`, async () => {
      const verdict = judge({ ...(await gatherFacts(request)), role, rateLimitedForSeconds })
      if (!verdict.allowed) throw toRefusal(verdict)
      const { message, isNew } = await writer.write({
        channel,
        username,
        message: verdict.text,
        kind: request.isAnnouncement ? 'announcement' : verdict.kind,
        role,
        replyTo: await findParent(channel, request.replyToId),
        idempotencyKey: idempotencyKey ?? null,
        pictureAtMs: plausible(request.pictureAtMs),
      })
      if (isNew) rooms.publish({ kind: 'message', message })
      return message
    })
  }

  /** Nobody sees what is to come. Whoever sees an old picture writes among those who see the live one. */
  function plausible(pictureAtMs: number | undefined): number | undefined {
    const delayMs = context.now() - (pictureAtMs ?? Number.NaN)
    return delayMs >= 0 && delayMs <= longestPictureDelayMs ? pictureAtMs : undefined
  }

  /**
   * Counts the attempt, whether it will be refused or not. Returns how long a sender over the rate limit has to wait. Closes the
   * sockets of a sender who keeps sending nevertheless.
   */
  async function countAttempt(
    { channel, username }: MessageRequest,
    isModerator: boolean,
  ): Promise<number | undefined> {
    const attempt = isModerator
      ? await state.consume(moderatorSendLimit, `${channel}/${username}`)
      : await state.consume(sendLimit, username)
    if (attempt.allowed) return undefined
    const flood = await state.consume(floodLimit, username)
    if (!flood.allowed) rooms.publish({ kind: 'close-sockets', username })
    return attempt.retryAfterSeconds
  }

  /** Queries only what the channel's rules need. */
  async function gatherFacts({ channel, username, typed }: MessageRequest) {
    const nowMs = context.now()
    const { rules, blockedWords } = await findChatSettings(db, channel)
    const siteMinAgeDays = settingInEffect(context.settings, 'chatters').minAccountAgeDays
    const needsAccount = rules.minAccountAgeDays > 0 || rules.minReputation !== null || siteMinAgeDays > 0
    return {
      typed,
      nowMs,
      rules,
      blockedWords,
      restriction: await findRestriction(db, channel, username, nowMs),
      lastMessageAtMs: rules.slowMode ? await lastMessageAtMs(db, channel, username) : undefined,
      followedAtMs: rules.followersOnly ? await findFollow(db, username, channel) : undefined,
      siteMinAgeDays,
      account: needsAccount ? await context.chainAccounts.find(username) : undefined,
    }
  }

  /** Null if the message that is replied to no longer exists: the reply is then stored as an ordinary message. */
  async function findParent(channel: string, id: string | null | undefined): Promise<ChatMessage['replyTo']> {
    const parent = id ? await findMessage(db, channel, id) : undefined
    return parent ? { id: parent.id, username: parent.username, message: parent.message } : null
  }

  return sendMessage
}

export type SendMessage = ReturnType<typeof createMessageSender>

function toRefusal(verdict: Extract<Verdict, { allowed: false }>): Refusal {
  return new Refusal(verdict.code, {
    message: fill(errors[verdict.code].message, verdict.values),
    ...(verdict.retryAfterSeconds !== undefined && { retryAfterSeconds: verdict.retryAfterSeconds }),
  })
}

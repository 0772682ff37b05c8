import type { ChatMessage } from '@waggle/contract/chat/entities'
import { chatLimits } from '@waggle/contract/chat/limits'
import { errors } from '@waggle/contract/errors'
import { fill } from '@waggle/contract/sentences'
import { findMessage, findMessageByKey, lastMessageAtMs } from '../../db/chat/chat-messages.ts'
import { findChatSettings } from '../../db/chat/chat-settings.ts'
import { findRestriction } from '../../db/chat/moderation.ts'
import { findFollow } from '../../db/follows/follows.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import type { ChatContext } from '../context.ts'
import { roleOf } from '../moderation/permissions.ts'
import type { Hub } from '../rooms/hub.ts'
import type { ChainAccounts } from './chain-account.ts'
import { judge, type Verdict } from './judge.ts'
import { keyedQueue } from './keyed-queue.ts'
import type { MessageWriter } from './message-writer.ts'

/** What somebody wants to say. */
export interface Saying {
  channel: string
  username: string
  typed: string
  replyToId?: string | null | undefined
  idempotencyKey?: string | undefined
  /** Set for an announcement, which only moderators make: the caller has checked that. */
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

/** A message's way: facts, rules, commit, answer, broadcast. Throws the refusal the rules came to. */
export function createSender(
  context: ChatContext,
  { hub, writer, accounts }: { hub: Hub; writer: MessageWriter; accounts: ChainAccounts },
) {
  const { db, state } = context
  // One writer's messages go one after the other: two at once would both be the first in slow mode.
  const oneByOne = keyedQueue()

  async function say(saying: Saying): Promise<ChatMessage> {
    const { channel, username, idempotencyKey } = saying
    if (idempotencyKey !== undefined) {
      const sentBefore = await findMessageByKey(db, channel, username, idempotencyKey)
      if (sentBefore) return sentBefore
    }
    const role = await roleOf(db, channel, username)
    const tooFastForSeconds = await countAttempt(saying, role !== 'user')
    return oneByOne(`${channel}/${username}`, async () => {
      const verdict = judge({ ...(await gatherFacts(saying)), role, tooFastForSeconds })
      if (!verdict.allowed) throw toRefusal(verdict)
      const { message, isNew } = await writer.write({
        channel,
        username,
        message: verdict.text,
        kind: saying.isAnnouncement ? 'announcement' : verdict.kind,
        role,
        replyTo: await findReplied(channel, saying.replyToId),
        idempotencyKey: idempotencyKey ?? null,
      })
      if (isNew) hub.publish({ kind: 'message', message })
      return message
    })
  }

  /** Counts every attempt, refused ones too; whoever goes on regardless loses the sockets. */
  async function countAttempt({ channel, username }: Saying, isModerator: boolean): Promise<number | undefined> {
    const attempt = isModerator
      ? await state.consume(moderatorSendLimit, `${channel}/${username}`)
      : await state.consume(sendLimit, username)
    if (attempt.allowed) return undefined
    const flood = await state.consume(floodLimit, username)
    if (!flood.allowed) hub.publish({ kind: 'close-sockets', username })
    return attempt.retryAfterSeconds
  }

  /** Asks only for what the channel's rules look at. */
  async function gatherFacts({ channel, username, typed }: Saying) {
    const nowMs = context.now()
    const { rules, blockedWords } = await findChatSettings(db, channel)
    const asksForAccount = rules.minAccountAgeDays > 0 || rules.minReputation !== null
    return {
      typed,
      nowMs,
      rules,
      blockedWords,
      restriction: await findRestriction(db, channel, username, nowMs),
      lastMessageAtMs: rules.slowMode ? await lastMessageAtMs(db, channel, username) : undefined,
      followedAtMs: rules.followersOnly ? await findFollow(db, username, channel) : undefined,
      account: asksForAccount && username !== channel ? await accounts.find(username) : undefined,
    }
  }

  /** A reply to what is not there any more is a message like any other. */
  async function findReplied(channel: string, id: string | null | undefined): Promise<ChatMessage['replyTo']> {
    const parent = id ? await findMessage(db, channel, id) : undefined
    return parent ? { id: parent.id, username: parent.username, message: parent.message } : null
  }

  return say
}

export type Say = ReturnType<typeof createSender>

function toRefusal(verdict: Extract<Verdict, { allowed: false }>): Refusal {
  return new Refusal(verdict.code, {
    message: fill(errors[verdict.code].message, verdict.values),
    ...(verdict.retryAfterSeconds !== undefined && { retryAfterSeconds: verdict.retryAfterSeconds }),
  })
}

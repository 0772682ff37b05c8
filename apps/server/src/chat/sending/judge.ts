import type { ChatMessage, ChatRole, ChatRules } from '@waggle/contract/chat/entities'
import { chatLimits } from '@waggle/contract/chat/limits'
import type { ErrorCode } from '@waggle/contract/errors'
import { limits } from '@waggle/contract/limits'
import type { Restriction } from '../../db/chat/moderation.ts'
import { cleanText, findBlockedWord, hasLink, isOnlyEmotes, lengthOf, readCommand } from './message-text.ts'

/** Everything the rules depend on. Times are milliseconds since 1970. */
export interface Facts {
  /** The text as the sender typed it. */
  typed: string
  nowMs: number
  role: ChatRole
  restriction?: Restriction | undefined
  /** Set if the sender is over the rate limit: how long until the next attempt is allowed. */
  rateLimitedForSeconds?: number | undefined
  rules: ChatRules
  blockedWords: readonly string[]
  lastMessageAtMs?: number | undefined
  followedAtMs?: number | undefined
  /** Undefined if the chain did not answer: the rules about accounts then allow the message. */
  account?: { createdAtMs: number; reputation: number } | undefined
  /** What the site asks of everybody (rule ADMIT-6). */
  siteMinAgeDays?: number
}

export type Verdict =
  | { allowed: true; text: string; kind: ChatMessage['kind'] }
  | { allowed: false; code: ErrorCode; values: Record<string, string | number>; retryAfterSeconds?: number }

const dayMs = 24 * 60 * 60_000

/**
 * Decides whether a message may be sent. The checks run in the order in which the sender can fix what they find: first the form
 * of the text, then the sender's own restrictions, then the channel's rules, which do not apply to its owner and moderators.
 * Slow mode comes last, because it only needs waiting.
 */
export function judge(facts: Facts): Verdict {
  const { nowMs, rules, role } = facts
  const { kind, text } = readCommand(cleanText(facts.typed))
  if (text === '') return refuse('chat_message_empty')
  const length = lengthOf(text)
  if (length > limits.chatMessageMaxLength) {
    return refuse('chat_message_too_long', { max: limits.chatMessageMaxLength, length })
  }
  if (text.split('\n').length > chatLimits.messageMaxLines) {
    return refuse('chat_too_many_lines', { max: chatLimits.messageMaxLines })
  }
  if (facts.restriction && role !== 'owner') return refuseRestricted(facts.restriction, nowMs)
  if (facts.rateLimitedForSeconds !== undefined)
    return refuseForSeconds(facts.rateLimitedForSeconds, 'chat_rate_limited')

  const siteRefusal = facts.account && judgeAge(facts.account, facts.siteMinAgeDays ?? 0, nowMs)
  if (siteRefusal) return siteRefusal
  const allowed: Verdict = { allowed: true, text, kind }
  if (role !== 'user') return allowed

  const followRefusal = rules.followersOnly && judgeFollow(facts)
  if (followRefusal) return followRefusal
  const accountRefusal = facts.account && judgeAccount(facts.account, rules, nowMs)
  if (accountRefusal) return accountRefusal
  if (rules.emoteOnly && !isOnlyEmotes(text)) return refuse('chat_emote_only')
  if (!rules.linksAllowed && hasLink(text)) return refuse('chat_links_blocked')
  if (findBlockedWord(text, facts.blockedWords) !== undefined) return refuse('chat_word_blocked')
  if (rules.slowMode && facts.lastMessageAtMs !== undefined) {
    const waitMs = facts.lastMessageAtMs + rules.slowModeInterval * 1000 - nowMs
    if (waitMs > 0) return refuseForSeconds(Math.ceil(waitMs / 1000), 'chat_slow_mode')
  }
  return allowed
}

function refuseRestricted(restriction: Restriction, nowMs: number): Verdict {
  const reason = restriction.reason ? `. Reason: ${restriction.reason}` : ''
  if (restriction.expiresAtMs === null) return refuse('chat_banned', { until: '', reason })
  const seconds = Math.max(1, Math.ceil((restriction.expiresAtMs - nowMs) / 1000))
  if (restriction.kind === 'timeout') return refuseForSeconds(seconds, 'chat_timed_out', { reason })
  return refuseForSeconds(seconds, 'chat_banned', { until: ` for another ${inWords(seconds)}`, reason })
}

function judgeFollow({ rules, followedAtMs, nowMs }: Facts): Verdict | undefined {
  if (followedAtMs === undefined) return refuse('chat_followers_only')
  const waitMs = followedAtMs + rules.followersOnlyMinutes * 60_000 - nowMs
  if (waitMs <= 0) return undefined
  const values = { minutes: rules.followersOnlyMinutes, rest: Math.ceil(waitMs / 60_000) }
  return { ...refuse('chat_followed_too_short', values), retryAfterSeconds: Math.ceil(waitMs / 1000) }
}

function judgeAge({ createdAtMs }: NonNullable<Facts['account']>, days: number, nowMs: number): Refused | undefined {
  const waitMs = createdAtMs + days * dayMs - nowMs
  if (days === 0 || waitMs <= 0) return undefined
  return refuse('chat_account_too_young', { age: inDays(days), left: inDays(Math.ceil(waitMs / dayMs)) })
}

function judgeAccount(account: NonNullable<Facts['account']>, rules: ChatRules, nowMs: number): Verdict | undefined {
  const ageRefusal = judgeAge(account, rules.minAccountAgeDays, nowMs)
  if (ageRefusal) return ageRefusal
  if (rules.minReputation !== null && account.reputation < rules.minReputation) {
    return refuse('chat_reputation_too_low', { needed: rules.minReputation, yours: Math.floor(account.reputation) })
  }
  return undefined
}

type Refused = Extract<Verdict, { allowed: false }>

function refuse(code: ErrorCode, values: Refused['values'] = {}): Refused {
  return { allowed: false, code, values }
}

function refuseForSeconds(seconds: number, code: ErrorCode, values: Refused['values'] = {}): Refused {
  return { allowed: false, code, values: { seconds, ...values }, retryAfterSeconds: seconds }
}

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 2 * 3600) return `${Math.ceil(seconds / 60)} min`
  if (seconds < 2 * 86_400) return `${Math.ceil(seconds / 3600)} h`
  return inDays(Math.ceil(seconds / 86_400))
}

function inDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}

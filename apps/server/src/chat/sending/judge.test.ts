import type { ChatRules } from '@waggle/contract/chat/entities'
import { type ErrorCode, errors } from '@waggle/contract/errors'
import { fill } from '@waggle/contract/sentences'
import { describe, expect, it } from 'vitest'
import { type Facts, judge } from './judge.ts'

const nowMs = Date.UTC(2026, 10, 21)
const dayMs = 86_400_000

const open: ChatRules = {
  slowMode: false,
  slowModeInterval: 10,
  followersOnly: false,
  followersOnlyMinutes: 0,
  emoteOnly: false,
  linksAllowed: true,
  minAccountAgeDays: 0,
  minReputation: null,
}
const plain: Facts = { typed: 'hello', nowMs, role: 'user', rules: open, blockedWords: [] }
const strict: ChatRules = {
  slowMode: true,
  slowModeInterval: 3600,
  followersOnly: true,
  followersOnlyMinutes: 60,
  emoteOnly: true,
  linksAllowed: false,
  minAccountAgeDays: 100,
  minReputation: 60,
}
const restriction = { username: 'carol', reason: 'spam', createdBy: 'bob', createdAtMs: nowMs - 1000 }
const ban = { ...restriction, kind: 'ban' as const, expiresAtMs: null }
const rule = (change: Partial<ChatRules>): Partial<Facts> => ({ rules: { ...open, ...change } })
const account = (createdAtMs: number, reputation: number): Partial<Facts> => ({ account: { createdAtMs, reputation } })

type Case = [name: string, facts: Partial<Facts>, refusal?: ErrorCode | undefined, sentence?: RegExp]
const cases: Case[] = [
  ['plain words', {}],
  ['an empty message', { typed: ' \n\t ' }, 'chat_message_empty'],
  ['/me without a text, which is an ordinary message', { typed: '/me  ' }],
  ['500 characters', { typed: 'ü'.repeat(500) }],
  ['501 characters', { typed: 'x'.repeat(501) }, 'chat_message_too_long', /at most 500 characters; yours has 501$/],
  ['500 characters between spaces', { typed: ` ${'x'.repeat(500)} ` }],
  ['six lines', { typed: '1\n2\n3\n4\n5\n6' }, 'chat_too_many_lines'],

  ['a banned user', { restriction: ban }, 'chat_banned', /banned from this chat\. Reason: spam$/],
  ['a banned moderator', { restriction: ban, role: 'moderator' }, 'chat_banned'],
  ['the owner, although there is a ban in the database', { restriction: ban, role: 'owner' }],
  [
    'a user banned for a week',
    { restriction: { ...ban, reason: null, expiresAtMs: nowMs + 7 * dayMs } },
    'chat_banned',
    /chat for another 7 days$/,
  ],
  [
    'a user timed out for another 90 s',
    { restriction: { ...ban, kind: 'timeout', reason: null, expiresAtMs: nowMs + 90_000 } },
    'chat_timed_out',
    /again in 90 s$/,
  ],

  ['too many attempts', { rateLimitedForSeconds: 12 }, 'chat_rate_limited', /Wait 12 s$/],
  ['too many attempts by a moderator', { rateLimitedForSeconds: 3, role: 'moderator' }, 'chat_rate_limited'],
  ['a banned user who is too fast', { rateLimitedForSeconds: 12, restriction: ban }, 'chat_banned'],

  ['a first message in slow mode', rule({ slowMode: true })],
  [
    'a second message 3.2 s later',
    { ...rule({ slowMode: true }), lastMessageAtMs: nowMs - 3200 },
    'chat_slow_mode',
    /again in 7 s$/,
  ],
  ['a second message 10 s later', { ...rule({ slowMode: true }), lastMessageAtMs: nowMs - 10_000 }],
  ['a second message without slow mode', { lastMessageAtMs: nowMs }],

  [
    'a user who does not follow, in followers-only',
    rule({ followersOnly: true }),
    'chat_followers_only',
    /Follow the channel/,
  ],
  ['a follower', { ...rule({ followersOnly: true }), followedAtMs: nowMs }],
  [
    'a follower for 4 of 10 minutes',
    { ...rule({ followersOnly: true, followersOnlyMinutes: 10 }), followedAtMs: nowMs - 4 * 60_000 },
    'chat_followed_too_short',
    /10 min can write here\. You can in 6 min$/,
  ],
  [
    'a follower for 10 minutes',
    { ...rule({ followersOnly: true, followersOnlyMinutes: 10 }), followedAtMs: nowMs - 600_000 },
  ],

  ['words in emote-only', rule({ emoteOnly: true }), 'chat_emote_only'],
  ['emoji in emote-only', { ...rule({ emoteOnly: true }), typed: '🎉 👩‍👩‍👧 ❤️ 🇩🇪 :kappa_1:' }],
  ['a digit in emote-only', { ...rule({ emoteOnly: true }), typed: '🎉 1' }, 'chat_emote_only'],
  [
    'a link where links are not allowed',
    { ...rule({ linksAllowed: false }), typed: 'see https://x.example' },
    'chat_links_blocked',
  ],
  ['a link where links are allowed', { typed: 'see https://x.example' }],
  ['a blocked word', { blockedWords: ['foo'], typed: 'a Foo.' }, 'chat_word_blocked'],
  ['a word that contains a blocked word', { blockedWords: ['foo'], typed: 'food' }],
  [
    'a blocked phrase in full-width letters',
    { blockedWords: ['buy now'], typed: 'ＢＵＹ ＮＯＷ!' },
    'chat_word_blocked',
  ],

  [
    'an account that is 99 of 100 days old',
    { ...rule({ minAccountAgeDays: 100 }), ...account(nowMs - 99 * dayMs, 25) },
    'chat_account_too_young',
    /100 days old to write here\. Come back in 1 day$/,
  ],
  ['an account that is 100 days old', { ...rule({ minAccountAgeDays: 100 }), ...account(nowMs - 100 * dayMs, 25) }],
  [
    'a reputation of 29.9 where the minimum is 30',
    { ...rule({ minReputation: 30 }), ...account(0, 29.9) },
    'chat_reputation_too_low',
    /of 30 to write here; yours is 29$/,
  ],
  ['a reputation of 30 where the minimum is 30', { ...rule({ minReputation: 30 }), ...account(0, 30) }],
  ['an account that the chain does not answer for', rule({ minAccountAgeDays: 100, minReputation: 30 })],

  [
    'a moderator, with all rules on',
    { rules: strict, role: 'moderator', blockedWords: ['hello'], lastMessageAtMs: nowMs },
  ],
  ['the owner, with all rules on', { rules: strict, role: 'owner', blockedWords: ['hello'], lastMessageAtMs: nowMs }],
]

describe('the rules', () => {
  it.each(cases)('%s', (_name, facts, refusal, expectedSentence) => {
    const verdict = judge({ ...plain, ...facts })
    expect(verdict.allowed ? undefined : verdict.code).toBe(refusal)
    if (verdict.allowed) return
    const sentence = fill(errors[verdict.code].message, verdict.values)
    expect(sentence).not.toMatch(/[{}]/)
    if (expectedSentence) expect(sentence).toMatch(expectedSentence)
  })

  it('include the time to wait in every refusal that ends by itself', () => {
    const temporary = [
      { rateLimitedForSeconds: 12 },
      { ...rule({ slowMode: true }), lastMessageAtMs: nowMs - 1000 },
      { restriction: { ...ban, kind: 'timeout' as const, expiresAtMs: nowMs + 1 } },
      { ...rule({ followersOnly: true, followersOnlyMinutes: 1 }), followedAtMs: nowMs },
    ]
    const seconds = temporary.map((facts) => {
      const verdict = judge({ ...plain, ...facts })
      return verdict.allowed ? 0 : verdict.retryAfterSeconds
    })
    expect(seconds).toEqual([12, 9, 1, 60])
  })
})

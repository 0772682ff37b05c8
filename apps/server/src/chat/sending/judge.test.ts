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

type Case = [name: string, facts: Partial<Facts>, refusal?: ErrorCode | undefined, says?: RegExp]
const cases: Case[] = [
  ['plain words', {}],
  ['nothing', { typed: ' \n\t ' }, 'chat_message_empty'],
  ['/me and nothing, which is said as it stands', { typed: '/me  ' }],
  ['500 characters', { typed: 'ü'.repeat(500) }],
  ['501 characters', { typed: 'x'.repeat(501) }, 'chat_message_too_long', /at most 500 characters; yours has 501$/],
  ['500 characters between spaces', { typed: ` ${'x'.repeat(500)} ` }],
  ['six lines', { typed: '1\n2\n3\n4\n5\n6' }, 'chat_too_many_lines'],

  ['somebody banned', { restriction: ban }, 'chat_banned', /banned from this chat\. Reason: spam$/],
  ['a banned moderator', { restriction: ban, role: 'moderator' }, 'chat_banned'],
  ['the owner, whatever a row says', { restriction: ban, role: 'owner' }],
  [
    'somebody banned for a week',
    { restriction: { ...ban, reason: null, expiresAtMs: nowMs + 7 * dayMs } },
    'chat_banned',
    /chat for another 7 days$/,
  ],
  [
    'somebody timed out for 90 s more',
    { restriction: { ...ban, kind: 'timeout', reason: null, expiresAtMs: nowMs + 90_000 } },
    'chat_timed_out',
    /again in 90 s$/,
  ],

  ['too many attempts', { tooFastForSeconds: 12 }, 'chat_rate_limited', /Wait 12 s$/],
  ['too many attempts of a moderator', { tooFastForSeconds: 3, role: 'moderator' }, 'chat_rate_limited'],
  ['a banned user who is too fast', { tooFastForSeconds: 12, restriction: ban }, 'chat_banned'],

  ['a first message in slow mode', rule({ slowMode: true })],
  [
    'a second message 3.2 s later',
    { ...rule({ slowMode: true }), lastMessageAtMs: nowMs - 3200 },
    'chat_slow_mode',
    /again in 7 s$/,
  ],
  ['a second message 10 s later', { ...rule({ slowMode: true }), lastMessageAtMs: nowMs - 10_000 }],
  ['a second message without slow mode', { lastMessageAtMs: nowMs }],

  ['a stranger among followers', rule({ followersOnly: true }), 'chat_followers_only', /Follow the channel/],
  ['a follower', { ...rule({ followersOnly: true }), followedAtMs: nowMs }],
  [
    'a follower of 4 of 10 minutes',
    { ...rule({ followersOnly: true, followersOnlyMinutes: 10 }), followedAtMs: nowMs - 4 * 60_000 },
    'chat_followed_too_short',
    /10 min can write here\. You can in 6 min$/,
  ],
  [
    'a follower of 10 minutes',
    { ...rule({ followersOnly: true, followersOnlyMinutes: 10 }), followedAtMs: nowMs - 600_000 },
  ],

  ['words in emote-only', rule({ emoteOnly: true }), 'chat_emote_only'],
  ['emoji in emote-only', { ...rule({ emoteOnly: true }), typed: '🎉 👩‍👩‍👧 ❤️ 🇩🇪 :kappa_1:' }],
  ['a digit in emote-only', { ...rule({ emoteOnly: true }), typed: '🎉 1' }, 'chat_emote_only'],
  [
    'a link where none may be',
    { ...rule({ linksAllowed: false }), typed: 'see https://x.example' },
    'chat_links_blocked',
  ],
  ['a link where links may be', { typed: 'see https://x.example' }],
  ['a blocked word', { blockedWords: ['foo'], typed: 'a Foo.' }, 'chat_word_blocked'],
  ['a word with a blocked one in it', { blockedWords: ['foo'], typed: 'food' }],
  ['a blocked phrase in wide letters', { blockedWords: ['buy now'], typed: 'ＢＵＹ ＮＯＷ!' }, 'chat_word_blocked'],

  [
    'an account of 99 of 100 days',
    { ...rule({ minAccountAgeDays: 100 }), ...account(nowMs - 99 * dayMs, 25) },
    'chat_account_too_young',
    /100 days old to write here\. Come back in 1 days$/,
  ],
  ['an account of 100 days', { ...rule({ minAccountAgeDays: 100 }), ...account(nowMs - 100 * dayMs, 25) }],
  [
    'a reputation of 29.9 where 30 is needed',
    { ...rule({ minReputation: 30 }), ...account(0, 29.9) },
    'chat_reputation_too_low',
    /of 30 to write here; yours is 29$/,
  ],
  ['a reputation of 30 where 30 is needed', { ...rule({ minReputation: 30 }), ...account(0, 30) }],
  ['an account the chain does not tell of', rule({ minAccountAgeDays: 100, minReputation: 30 })],

  [
    'a moderator under all rules',
    { rules: strict, role: 'moderator', blockedWords: ['hello'], lastMessageAtMs: nowMs },
  ],
  ['the owner under all rules', { rules: strict, role: 'owner', blockedWords: ['hello'], lastMessageAtMs: nowMs }],
]

describe('the rules', () => {
  it.each(cases)('%s', (_name, facts, refusal, says) => {
    const verdict = judge({ ...plain, ...facts })
    expect(verdict.allowed ? undefined : verdict.code).toBe(refusal)
    if (verdict.allowed) return
    const sentence = fill(errors[verdict.code].message, verdict.values)
    expect(sentence).not.toMatch(/[{}]/)
    if (says) expect(sentence).toMatch(says)
  })

  it('say when to come back wherever waiting helps', () => {
    const waiting = [
      { tooFastForSeconds: 12 },
      { ...rule({ slowMode: true }), lastMessageAtMs: nowMs - 1000 },
      { restriction: { ...ban, kind: 'timeout' as const, expiresAtMs: nowMs + 1 } },
      { ...rule({ followersOnly: true, followersOnlyMinutes: 1 }), followedAtMs: nowMs },
    ]
    const seconds = waiting.map((facts) => {
      const verdict = judge({ ...plain, ...facts })
      return verdict.allowed ? 0 : verdict.retryAfterSeconds
    })
    expect(seconds).toEqual([12, 9, 1, 60])
  })
})

import type { StreamPost } from '@waggle/contract/hive/endpoints'
import type { WalletBroadcast } from '@waggle/hive/keychain'
import { expect, test } from 'vitest'
import { fakeServer, json, refusal, unreachable } from '../../testing/fake-server.ts'
import { castVote, type VoteWallet } from './cast-vote.ts'
import { timeLeft } from './time-left.ts'

const post: StreamPost = {
  author: 'alice',
  permlink: 'live-1',
  votes: 0,
  pendingPayout: '0.000 HBD',
  paidOut: null,
  payoutInMs: 1,
  acceptsRewards: true,
  vote: null,
}

function setUp({
  isFound = true,
  answer = { ok: true, transactionId: 'ab' } as WalletBroadcast,
  reply = () => json(post) as Response | Error,
} = {}) {
  const requests: object[] = []
  const wallet: VoteWallet = {
    waitUntilFound: async () => isFound,
    async vote({ signal: _, ...request }) {
      requests.push(request)
      return answer
    },
  }
  const { api, calls } = fakeServer(reply)
  const signal = new AbortController().signal
  const request = { api, wallet, user: 'bob', author: 'alice', permlink: 'live-1', weightPercent: 50, signal }
  return { request, requests, calls }
}

test('looks up the post for this voter, then votes with the wallet', async () => {
  const { request, requests, calls } = setUp()
  expect(await castVote(request)).toEqual({ ok: true })
  expect(calls.map(({ path }) => path)).toEqual(['/api/hive/posts/alice/live-1?voter=bob'])
  expect(requests).toEqual([{ username: 'bob', author: 'alice', permlink: 'live-1', weightPercent: 50 }])
})

test.each<[string, Parameters<typeof setUp>[0], object, string]>([
  ['nobody is logged in', {}, { user: null }, 'Please log in to upvote'],
  ['there is no wallet', { isFound: false }, {}, 'Hive Keychain not detected. Please install it to vote.'],
  ['the stream has no post', {}, { permlink: null }, 'Stream post not found'],
  [
    'the same vote stands already',
    { reply: () => json({ ...post, vote: 50 }) },
    {},
    'You have already voted for this post with 50%',
  ],
  [
    'the post is paid out',
    { reply: () => json({ ...post, paidOut: '1.000 HBD', payoutInMs: null }) },
    {},
    'This post has been paid out. Votes no longer count.',
  ],
])('[UPVOTE-1] [UPVOTE-6] the wallet is not opened when %s', async (_case, world, change, message) => {
  const { request, requests } = setUp(world)
  expect(await castVote({ ...request, ...change })).toEqual({ ok: false, message })
  expect(requests).toEqual([])
})

test("[UPVOTE-3] shows the wallet's message, or the fixed sentence without one", async () => {
  const cancelled = setUp({
    answer: { ok: false, reason: 'cancelled', key: 'posting', message: 'Request was canceled by the user.' },
  })
  expect(await castVote(cancelled.request)).toEqual({
    ok: false,
    message:
      'Request was canceled by the user. If you did not cancel, check that your wallet holds the posting key of @bob.',
  })
  const silent = setUp({ answer: { ok: false, reason: 'timeout', key: 'posting', message: undefined } })
  expect(await castVote(silent.request)).toEqual({ ok: false, message: 'Failed to upvote' })
})

test.each([
  ['the node does not know the post yet', () => refusal(404, 'post_not_found', 'Stream post not found')],
  ['the server is gone', () => unreachable],
])('leaves the decision to the wallet and the chain when %s', async (_case, reply) => {
  const { request, requests } = setUp({ reply })
  expect(await castVote(request)).toEqual({ ok: true })
  expect(requests).toHaveLength(1)
})

test('a vote with another weight replaces the earlier one', async () => {
  const { request, requests } = setUp({ reply: () => json({ ...post, vote: 100 }) })
  expect(await castVote(request)).toEqual({ ok: true })
  expect(requests).toHaveLength(1)
})

test('formats the time until the payout', () => {
  expect([7 * 86_400_000 - 1, 5 * 3_600_000 + 12 * 60_000, 180_000, 59_999, 0].map(timeLeft)).toEqual([
    '6d 23h',
    '5h 12m',
    '3m',
    'less than a minute',
    'less than a minute',
  ])
})

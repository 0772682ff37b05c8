import { assertChain } from '../chain/chain-error.ts'
import type { PostState } from '../chain/state.ts'
import { currentMana, spendMana } from '../economy/manabar.ts'
import { readAccountName, readInteger, readPermlink } from './fields.ts'
import type { OperationRule } from './operation-rule.ts'

/** A full vote spends a fiftieth of the mana, which allows ten votes a day for five days (hived: vote_power_reserve_rate). */
const votesInManabar = 50
/** hived: HIVE_VOTE_DUST_THRESHOLD */
const dustThreshold = 50_000_000
/** hived: HIVE_MAX_VOTE_CHANGES */
const maxVoteChanges = 5
/** During the last twelve hours before the payout, votes count less and less (hived: HIVE_UPVOTE_LOCKOUT_HF17). */
const lockoutMs = 12 * 60 * 60_000

export const voteRule: OperationRule<'vote'> = {
  read: (fields) => ({
    voter: readAccountName(fields, 'voter'),
    author: readAccountName(fields, 'author'),
    permlink: readPermlink(fields, 'permlink'),
    weight: readInteger(fields, 'weight', -10_000, 10_000),
  }),

  required: ({ voter }) => ({ posting: [voter] }),

  apply({ voter: name, author, permlink, weight }, edit) {
    const { nowMs } = edit
    const voter = edit.account(name)
    const post = edit.post(author, permlink)
    assertChain(post, `Comment @${author}/${permlink} not found`)
    // After the payout a vote is valid but has no effect.
    if (post.payout) return
    assertChain(weight <= 0 || post.allowVotes, 'Votes are not allowed on the comment.')

    const previous = post.votes.find((vote) => vote.voter === name)
    assertChain(previous || weight !== 0, 'Vote weight cannot be 0.')
    assertChain(previous?.percent !== weight, 'You have already voted in a similar way.')
    assertChain(
      !previous || previous.changes < maxVoteChanges,
      'Voter has used the maximum number of vote changes on this comment.',
    )

    const mana = currentMana(voter.votingMana, voter.vests, nowMs)
    const used = Math.floor((mana * Math.abs(weight)) / 10_000 / votesInManabar)
    voter.votingMana = spendMana(voter.votingMana, voter.vests, nowMs, used)
    voter.lastVoteMs = nowMs
    const strength = Math.max(0, used - dustThreshold)
    const rshares = weight < 0 ? -strength : Math.floor(strength * lateFactor(post, nowMs))
    const vote = { voter: name, percent: weight, rshares, timeMs: nowMs, changes: previous ? previous.changes + 1 : 0 }
    post.votes = [...post.votes.filter((other) => other !== previous), vote]
  },
}

function lateFactor(post: PostState, nowMs: number): number {
  return Math.min(1, Math.max(0, (post.cashoutMs - nowMs) / lockoutMs))
}

import { hiveTime } from '../chain/block.ts'
import type { SandboxChain } from '../chain/chain.ts'
import { assertChain } from '../chain/chain-error.ts'
import type { PostState, Vote } from '../chain/state.ts'
import { postKey } from '../chain/state.ts'
import { formatAmount } from '../economy/amount.ts'
import { netRshares, pendingPayoutHbd } from '../economy/payout.ts'
import type { Methods } from './method.ts'
import { textParam } from './method.ts'

export const contentMethods: Methods = {
  'condenser_api.get_content': (chain, params) => {
    const post = findPost(chain, params)
    return { ...describePost(post), json_metadata: post.jsonMetadata, active_votes: post.votes.map(describeVote) }
  },
  'condenser_api.get_active_votes': (chain, params) => findPost(chain, params).votes.map(describeVote),
  'bridge.get_post': (chain, params) => {
    const post = findPost(chain, params)
    const pending = pendingPayoutHbd(post)
    const paid = post.payout ? post.payout.authorHbd + post.payout.curatorsHbd + post.payout.beneficiariesHbd : 0
    return {
      ...describePost(post),
      post_id: post.id,
      json_metadata: parseJson(post.jsonMetadata),
      updated: hiveTime(post.updatedMs),
      is_paidout: post.payout !== undefined,
      payout_at: hiveTime(post.cashoutMs),
      payout: (pending + paid) / 1000,
      author_payout_value: formatAmount(post.payout?.authorHbd ?? 0, 'HBD'),
      active_votes: post.votes.map(({ voter, rshares }) => ({ voter, rshares })),
      stats: { gray: false, hide: false, total_votes: post.votes.length, flag_weight: 0 },
      author_reputation: 25,
      blacklists: [],
    }
  },
}

function findPost(chain: SandboxChain, params: unknown): PostState {
  const author = textParam(params, 0, 'author')
  const permlink = textParam(params, 1, 'permlink')
  const post = chain.state.posts.get(postKey(author, permlink))
  assertChain(post, `Post ${author.slice(0, 64)}/${permlink.slice(0, 256)} does not exist`)
  return post
}

/** What get_content and get_post have in common. */
function describePost(post: PostState) {
  return {
    id: post.id,
    author: post.author,
    permlink: post.permlink,
    parent_author: post.parentAuthor,
    parent_permlink: post.parentPermlink,
    category: post.category,
    title: post.title,
    body: post.body,
    created: hiveTime(post.createdMs),
    last_update: hiveTime(post.updatedMs),
    depth: post.depth,
    children: post.children,
    net_rshares: netRshares(post),
    net_votes: post.votes.reduce((sum, { rshares }) => sum + Math.sign(rshares), 0),
    // hived's time_point_sec::maximum() marks a post that is paid out.
    cashout_time: post.payout ? '1969-12-31T23:59:59' : hiveTime(post.cashoutMs),
    pending_payout_value: formatAmount(pendingPayoutHbd(post), 'HBD'),
    total_payout_value: formatAmount(post.payout?.authorHbd ?? 0, 'HBD'),
    curator_payout_value: formatAmount(post.payout?.curatorsHbd ?? 0, 'HBD'),
    beneficiary_payout_value: formatAmount(post.payout?.beneficiariesHbd ?? 0, 'HBD'),
    max_accepted_payout: formatAmount(post.maxAcceptedHbd, 'HBD'),
    percent_hbd: post.percentHbd,
    allow_votes: post.allowVotes,
    allow_curation_rewards: post.allowCurationRewards,
    beneficiaries: post.beneficiaries,
    replies: [],
    url: `/${post.category}/@${post.author}/${post.permlink}`,
  }
}

function describeVote(vote: Vote) {
  return { voter: vote.voter, percent: vote.percent, rshares: vote.rshares, time: hiveTime(vote.timeMs), reputation: 0 }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

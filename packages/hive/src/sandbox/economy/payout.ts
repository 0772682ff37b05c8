import type { ChainState, PostState } from '../chain/state.ts'

/**
 * The post reward fund: thousandths of HIVE, and the rshares among which they are divided. A full vote of a sandbox account is
 * worth about half an HBD.
 */
export const rewardFund = { hive: 800_000_000, recentClaims: 64_000_000_000_000_000 }
/** Half of a post's payout goes to its voters (hived: HIVE_100_PERCENT / 2 since hard fork 21). */
const curatorsShare = 0.5
/** Millionths of VESTS for a thousandth of HIVE: in the sandbox, one HIVE equals one HBD and 2,000 VESTS. */
export const vestsPerMilliHive = 2_000_000

/** What the votes are worth now, in thousandths of HBD. Zero for a post that has been paid out. */
export function pendingPayoutHbd(post: PostState): number {
  if (post.payout) return 0
  const rshares = Math.max(0, netRshares(post))
  return Math.min(post.maxAcceptedHbd, Math.floor((rshares / rewardFund.recentClaims) * rewardFund.hive))
}

export function netRshares(post: PostState): number {
  return post.votes.reduce((sum, vote) => sum + vote.rshares, 0)
}

/** Pays out every post whose cashout time has come. */
export function payOut(state: ChainState, headMs: number): void {
  for (const post of state.posts.values()) if (!post.payout && post.cashoutMs <= headMs) payPost(state, post)
}

function payPost(state: ChainState, post: PostState): void {
  const totalHbd = pendingPayoutHbd(post)
  const forCurators = Math.floor(totalHbd * curatorsShare)
  const forAuthor = totalHbd - forCurators
  const supporters = post.votes.filter((vote) => vote.rshares > 0)
  const support = supporters.reduce((sum, vote) => sum + vote.rshares, 0)
  let curatorsHbd = 0
  for (const vote of post.allowCurationRewards ? supporters : []) {
    const share = Math.floor((forCurators * vote.rshares) / support)
    curatorsHbd += share
    const curator = state.accounts.get(vote.voter)
    if (curator) curator.rewardVests += share * vestsPerMilliHive
  }
  let beneficiariesHbd = 0
  for (const { account, weight } of post.beneficiaries) {
    const share = Math.floor((forAuthor * weight) / 10_000)
    beneficiariesHbd += share
    reward(state, account, share, post.percentHbd)
  }
  reward(state, post.author, forAuthor - beneficiariesHbd, post.percentHbd)
  post.payout = { authorHbd: forAuthor - beneficiariesHbd, curatorsHbd, beneficiariesHbd }
}

/** Rewards half of the amount in HBD, or less if the author chose so, and the rest as VESTS. */
function reward(state: ChainState, name: string, units: number, percentHbd: number): void {
  const account = state.accounts.get(name)
  if (!account) return
  const hbd = Math.floor((units * percentHbd) / 20_000)
  account.rewardHbd += hbd
  account.rewardVests += (units - hbd) * vestsPerMilliHive
}

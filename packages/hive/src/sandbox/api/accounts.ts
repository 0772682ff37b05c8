import { hiveTime } from '../chain/block.ts'
import type { SandboxChain } from '../chain/chain.ts'
import { assertChain } from '../chain/chain-error.ts'
import type { AccountState } from '../chain/state.ts'
import { formatAmount } from '../economy/amount.ts'
import { currentMana } from '../economy/manabar.ts'
import { vestsPerMilliHive } from '../economy/payout.ts'
import type { Methods } from './method.ts'
import { textListParam, textParam } from './method.ts'

export const accountMethods: Methods = {
  'condenser_api.get_accounts': (chain, params) => accountsOf(chain, params).map(describeAccount),
  'condenser_api.get_key_references': (chain, params) =>
    textListParam(params, 0, 'keys').map((key) => accountsWithKey(chain, key)),
  'account_by_key_api.get_key_references': (chain, params) => ({
    accounts: textListParam(params, 0, 'keys').map((key) => accountsWithKey(chain, key)),
  }),
  'rc_api.find_rc_accounts': (chain, params) => {
    const nowMs = chain.headBlock().timeMs
    return { rc_accounts: accountsOf(chain, params).map((account) => describeResourceCredits(account, nowMs)) }
  },
  'bridge.get_profile': (chain, params) => {
    const name = textParam(params, 0, 'account')
    const account = chain.state.accounts.get(name)
    assertChain(account, `Account '${name.slice(0, 64)}' does not exist`)
    return describeProfile(chain, account)
  },
}

function accountsOf(chain: SandboxChain, params: unknown): AccountState[] {
  return textListParam(params, 0, 'accounts').flatMap((name) => chain.state.accounts.get(name) ?? [])
}

function accountsWithKey(chain: SandboxChain, key: string): string[] {
  const accounts = [...chain.state.accounts.values()]
  const holds = ({ owner, active, posting }: AccountState) =>
    [owner, active, posting].some((authority) => authority.key_auths.some(([publicKey]) => publicKey === key))
  return accounts.filter(holds).map(({ name }) => name)
}

function describeAccount(account: AccountState) {
  return {
    name: account.name,
    owner: account.owner,
    active: account.active,
    posting: account.posting,
    memo_key: account.memoKey,
    json_metadata: account.jsonMetadata,
    posting_json_metadata: account.postingJsonMetadata,
    created: hiveTime(account.createdMs),
    last_account_update: hiveTime(account.lastAccountUpdateMs),
    last_root_post: hiveTime(account.lastRootPostMs),
    last_post: hiveTime(account.lastPostMs),
    last_vote_time: hiveTime(account.lastVoteMs),
    post_count: account.postCount,
    can_vote: true,
    reputation: 0,
    balance: formatAmount(account.hive, 'HIVE'),
    hbd_balance: formatAmount(account.hbd, 'HBD'),
    savings_balance: formatAmount(0, 'HIVE'),
    savings_hbd_balance: formatAmount(0, 'HBD'),
    vesting_shares: formatAmount(account.vests, 'VESTS'),
    delegated_vesting_shares: formatAmount(0, 'VESTS'),
    received_vesting_shares: formatAmount(0, 'VESTS'),
    vesting_withdraw_rate: formatAmount(0, 'VESTS'),
    reward_hive_balance: formatAmount(0, 'HIVE'),
    reward_hbd_balance: formatAmount(account.rewardHbd, 'HBD'),
    reward_vesting_balance: formatAmount(account.rewardVests, 'VESTS'),
    reward_vesting_hive: formatAmount(Math.floor(account.rewardVests / vestsPerMilliHive), 'HIVE'),
    voting_manabar: describeMana(account.votingMana),
  }
}

function describeMana(bar: AccountState['votingMana']) {
  return { current_mana: String(bar.mana), last_update_time: Math.floor(bar.updatedMs / 1000) }
}

function describeResourceCredits(account: AccountState, nowMs: number) {
  const mana = currentMana(account.resourceCredits, account.vests, nowMs)
  return {
    account: account.name,
    rc_manabar: { current_mana: String(mana), last_update_time: Math.floor(nowMs / 1000) },
    max_rc: String(account.vests),
  }
}

function describeProfile(chain: SandboxChain, account: AccountState) {
  const followers = [...chain.state.accounts.values()].filter(({ following }) => following.includes(account.name))
  return {
    name: account.name,
    created: hiveTime(account.createdMs),
    active: hiveTime(Math.max(account.createdMs, account.lastPostMs, account.lastVoteMs)),
    post_count: account.postCount,
    reputation: 25,
    blacklists: [],
    stats: { rank: 0, followers: followers.length, following: account.following.length },
    metadata: { profile: { name: '', about: '', website: '', location: '', profile_image: '', cover_image: '' } },
  }
}

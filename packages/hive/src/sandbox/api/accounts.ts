import { formatAmount } from '../amount.ts'
import { hiveTime } from '../block.ts'
import type { AccountState } from '../state.ts'
import type { Methods } from './method.ts'
import { textListParam } from './method.ts'

export const accountMethods: Methods = {
  'condenser_api.get_accounts': (chain, params) =>
    textListParam(params, 0, 'accounts').flatMap((name) => {
      const account = chain.state.accounts.get(name)
      return account ? [describeAccount(account)] : []
    }),
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
    last_root_post: hiveTime(account.lastRootPostMs),
    last_post: hiveTime(account.lastPostMs),
    last_vote_time: hiveTime(account.lastVoteMs),
    post_count: account.postCount,
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
    reward_hbd_balance: formatAmount(0, 'HBD'),
    reward_vesting_balance: formatAmount(0, 'VESTS'),
    reward_vesting_hive: formatAmount(0, 'HIVE'),
  }
}

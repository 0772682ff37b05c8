import { hiveTime } from '../chain/block.ts'
import type { SandboxChain } from '../chain/chain.ts'
import { formatAmount } from '../economy/amount.ts'
import type { Methods } from './method.ts'

/** The version of hived whose rules the sandbox follows. */
const version = '1.28.0'

export const networkMethods: Methods = {
  'condenser_api.get_dynamic_global_properties': describeChain,
  'condenser_api.get_version': describeVersion,
  'database_api.get_version': describeVersion,
  'condenser_api.get_config': describeConfig,
  'database_api.get_config': describeConfig,
  'condenser_api.get_hardfork_version': () => version,
}

function describeChain(chain: SandboxChain) {
  const head = chain.headBlock()
  const accounts = [...chain.state.accounts.values()]
  const sum = (key: 'hive' | 'hbd' | 'vests') => accounts.reduce((total, account) => total + account[key], 0)
  // In the sandbox, 2,000 VESTS correspond to one HIVE that is powered up.
  const vestingFund = Math.round(sum('vests') / 2_000_000)
  const supply = sum('hive') + vestingFund
  return {
    head_block_number: head.number,
    head_block_id: head.id,
    time: hiveTime(head.timeMs),
    last_irreversible_block_num: head.number - 1,
    current_supply: formatAmount(supply, 'HIVE'),
    virtual_supply: formatAmount(supply, 'HIVE'),
    current_hbd_supply: formatAmount(sum('hbd'), 'HBD'),
    total_vesting_fund_hive: formatAmount(vestingFund, 'HIVE'),
    total_vesting_shares: formatAmount(sum('vests'), 'VESTS'),
    hbd_interest_rate: 0,
    hbd_print_rate: 10_000,
    maximum_block_size: 65_536,
    vote_power_reserve_rate: 10,
  }
}

function describeVersion(chain: SandboxChain) {
  return { blockchain_version: version, chain_id: chain.chainId, node_type: 'sandbox' }
}

function describeConfig(chain: SandboxChain) {
  return {
    HIVE_CHAIN_ID: chain.chainId,
    HIVE_ADDRESS_PREFIX: 'STM',
    HIVE_BLOCKCHAIN_VERSION: version,
    HIVE_BLOCK_INTERVAL: 3,
    HIVE_CASHOUT_WINDOW_SECONDS: 604_800,
    HIVE_MAX_AUTHORITY_MEMBERSHIP: 40,
    HIVE_MAX_PERMLINK_LENGTH: 256,
    HIVE_MAX_SIG_CHECK_DEPTH: 2,
    HIVE_MAX_TIME_UNTIL_EXPIRATION: 86_400,
    HIVE_MAX_TRANSACTION_SIZE: 65_536,
    HIVE_MIN_ROOT_COMMENT_INTERVAL: 300_000_000,
    IS_TEST_NET: true,
  }
}

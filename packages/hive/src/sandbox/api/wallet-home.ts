import { formatAmount } from '../economy/amount.ts'
import { rewardFund } from '../economy/payout.ts'
import type { Methods } from './method.ts'
import { textParam } from './method.ts'

/** Methods that a wallet calls for its home screen. The lists are empty because the sandbox has no operation that fills them. */
export const walletHomeMethods: Methods = {
  'condenser_api.get_withdraw_routes': () => [],
  'condenser_api.get_open_orders': () => [],
  'condenser_api.get_conversion_requests': () => [],
  'condenser_api.get_collateralized_conversion_requests': () => [],
  'condenser_api.get_current_median_history_price': () => ({
    base: formatAmount(1000, 'HBD'),
    quote: formatAmount(1000, 'HIVE'),
  }),
  'condenser_api.get_reward_fund': (_chain, params) => ({
    name: textParam(params, 0, 'name'),
    reward_balance: formatAmount(rewardFund.hive, 'HIVE'),
    recent_claims: String(rewardFund.recentClaims),
  }),
}

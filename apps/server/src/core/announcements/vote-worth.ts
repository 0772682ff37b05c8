import { type HiveGateway, HiveUnavailable } from '@waggle/hive/gateway'
import type { FastifyInstance } from 'fastify'
import { limitCallsByAddress } from '../../http/limits/limit-calls.ts'
import { route } from '../../http/route.ts'
import { memoizeAsync } from '../../lib/memoize-async.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import type { CoreContext } from '../context.ts'
import { readHive } from '../read-hive.ts'
import { blockMs } from './stream-posts.ts'

const worthLimit: Limit = { name: 'vote-worth', points: 60, perSeconds: 60 }
/** Fund and price hardly change within minutes; the price is the median of three and a half days. */
const fundLifeMs = 5 * 60_000
/** hived: HIVE_VOTING_MANA_REGENERATION_SECONDS */
const regenerationSeconds = 5 * 86_400
/** A full vote spends a fiftieth of the mana (hived: vote_power_reserve_rate, ten votes a day). */
const votesInManabar = 50
/** hived: HIVE_VOTE_DUST_THRESHOLD */
const dustRshares = 50_000_000

/** What a full vote of the caller is worth now (rule UPVOTE-10), computed as hived counts votes. */
export function voteWorthRoutes(app: FastifyInstance, context: CoreContext): void {
  const findFund = memoizeAsync(() => readFund(context.hive), { lifeMs: fundLifeMs, now: context.now })
  const findAccount = memoizeAsync((name) => readVoter(context.hive, name), { lifeMs: blockMs, now: context.now })

  route(app, context, 'getVoteWorth', async ({ session, request }) => {
    await limitCallsByAddress(context, worthLimit, request)
    const [fund, voter] = await readHive(() => Promise.all([findFund(''), findAccount(session.username)]))
    const manaShare = manaShareOf(voter, context.now())
    const rshares = Math.max(0, (voter.maxMana * manaShare) / votesInManabar - dustRshares)
    return { fullVoteHbd: rshares * fund.hbdPerRshare, manaPercent: Math.round(manaShare * 1000) / 10 }
  })
}

interface Voter {
  /** One for each millionth of the VESTS that vote. */
  maxMana: number
  mana: number
  updatedSeconds: number
}

function manaShareOf({ maxMana, mana, updatedSeconds }: Voter, nowMs: number): number {
  if (maxMana <= 0) return 0
  const regenerated = Math.max(0, nowMs / 1000 - updatedSeconds) / regenerationSeconds
  return Math.max(0, Math.min(1, mana / maxMana + regenerated))
}

/** Throws `HiveUnavailable`, also when the answer cannot be read: that must not be kept. */
async function readVoter(hive: HiveGateway, name: string): Promise<Voter> {
  const accounts = await hive.call<unknown>('condenser_api.get_accounts', [[name]])
  const account = recordOf(Array.isArray(accounts) ? accounts[0] : undefined)
  const bar = recordOf(account.voting_manabar)
  const voter = {
    // Hive Power that is lent votes for the borrower, and what the next power-down takes votes no more.
    maxMana: Math.round(
      1e6 *
        (units(account.vesting_shares, 'VESTS') +
          units(account.received_vesting_shares, 'VESTS') -
          units(account.delegated_vesting_shares, 'VESTS') -
          units(account.vesting_withdraw_rate, 'VESTS')),
    ),
    mana: Number(bar.current_mana),
    updatedSeconds: Number(bar.last_update_time),
  }
  if (account.name === name && Object.values(voter).every(Number.isFinite)) return voter
  throw new HiveUnavailable('the account cannot be read')
}

/** Throws `HiveUnavailable`, also when the answers cannot be read. */
async function readFund(hive: HiveGateway): Promise<{ hbdPerRshare: number }> {
  const [fund, price] = await Promise.all([
    hive.call<unknown>('condenser_api.get_reward_fund', ['post']).then(recordOf),
    hive.call<unknown>('condenser_api.get_current_median_history_price', []).then(recordOf),
  ])
  const hbdPerHive = units(price.base, 'HBD') / units(price.quote, 'HIVE')
  const hbdPerRshare = (units(fund.reward_balance, 'HIVE') / Number(fund.recent_claims)) * hbdPerHive
  if (Number.isFinite(hbdPerRshare)) return { hbdPerRshare }
  throw new HiveUnavailable('the reward fund cannot be read')
}

/** The number of an amount such as '1.234 HIVE'; NaN for anything else. */
function units(value: unknown, asset: 'HIVE' | 'HBD' | 'VESTS'): number {
  const match = typeof value === 'string' ? /^(\d{1,15}\.\d{3,6}) (HIVE|HBD|VESTS)$/.exec(value) : null
  return match?.[2] === asset ? Number(match[1]) : Number.NaN
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

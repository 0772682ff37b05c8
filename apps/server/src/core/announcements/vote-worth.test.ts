import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { act, type ChainSite, startChainSite } from '../../testing/announcements/chain-site.ts'
import { startCoreRoutes } from '../../testing/core/core-routes.ts'
import { voteWorthRoutes } from './vote-worth.ts'

const path = '/api/hive/vote-worth'
let site: ChainSite
let core: Awaited<ReturnType<typeof startCoreRoutes>>
let token: string

beforeEach(async () => {
  site = await startChainSite()
  core = await startCoreRoutes(site, voteWorthRoutes)
  token = await core.session('bob')
  const post = { parent_author: '', parent_permlink: 'x', author: 'alice', title: 'T', body: 'B', json_metadata: '{}' }
  await act(site.chain, 'alice', 'posting', ['comment', { ...post, permlink: 'one' }])
})
afterEach(async () => {
  await core?.close()
  await site?.close()
})

const worth = async () => (await core.request('GET', path, { token })).json
const vote = (weight: number) =>
  act(site.chain, 'bob', 'posting', ['vote', { voter: 'bob', author: 'alice', permlink: 'one', weight }])
async function pendingMilliHbd() {
  const post = (await site.context.hive.call('condenser_api.get_content', ['alice', 'one'])) as Record<string, string>
  return Math.round(Number.parseFloat(post.pending_payout_value!) * 1000)
}

describe('[UPVOTE-10] what a vote is worth', () => {
  it('is what the chain then counts it for, also with mana that has been spent', async () => {
    expect(await worth()).toMatchObject({ manaPercent: 100 })
    for (const weight of [10_000, 9_999]) {
      const { fullVoteHbd } = await worth()
      await vote(weight)
      site.wait(3)
      expect(await pendingMilliHbd()).toBe(Math.floor(fullVoteHbd * 1000))
    }
    // Two full votes.
    expect(await worth()).toMatchObject({ manaPercent: 96 })
    site.wait(86_400)
    expect((await worth()).manaPercent).toBe(100)
  })

  it('counts Hive Power that is lent for the borrower, and none that is leaving', async () => {
    const { hive } = site.context
    const [bob] = await hive.call<Record<string, unknown>[]>('condenser_api.get_accounts', [['bob']])
    const own = (await worth()).fullVoteHbd
    const lent = {
      ...bob,
      received_vesting_shares: '3000000.000000 VESTS',
      delegated_vesting_shares: '500000.000000 VESTS',
      vesting_withdraw_rate: '500000.000000 VESTS',
      voting_manabar: { ...(bob!.voting_manabar as object), current_mana: '4000000000000' },
    }
    core.context.hive = {
      ...hive,
      call: async <T>(method: string, params: unknown) =>
        (method.endsWith('get_accounts') ? [lent] : await hive.call(method, params)) as T,
    }
    site.wait(3)
    // Twice the VESTS that bob has: the threshold below which a vote is dust counts once.
    const { fullVoteHbd } = await worth()
    expect(fullVoteHbd / own).toBeGreaterThan(2)
    expect(fullVoteHbd / own).toBeLessThan(2.01)
  })

  it.each([
    ['accounts', 'get_accounts', [{ name: 'bob' }]],
    ['no account', 'get_accounts', []],
    ['a fund', 'get_reward_fund', { reward_balance: '5', recent_claims: '0' }],
    ['a price', 'get_current_median_history_price', null],
  ])('is refused where a node answers with %s that cannot be read', async (_name, name, answer) => {
    const { hive } = site.context
    core.context.hive = {
      ...hive,
      call: async <T>(method: string, params: unknown) =>
        (method.endsWith(name) ? answer : await hive.call(method, params)) as T,
    }
    expect(await core.request('GET', path, { token })).toMatchObject({
      status: 503,
      json: { code: 'hive_unavailable' },
    })
    // It is asked again at once.
    core.context.hive = hive
    expect((await core.request('GET', path, { token })).status).toBe(200)
  })

  it('is told to the account itself, and read once per block', async () => {
    expect((await core.request('GET', path)).json.code).toBe('authentication_required')
    const reads = () => site.node.calls.filter((method) => method === 'condenser_api.get_accounts').length
    const before = reads()
    await Promise.all(Array.from({ length: 20 }, worth))
    expect(reads()).toBe(before + 1)
  })
})

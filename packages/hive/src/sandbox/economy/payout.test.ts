import { describe, expect, it } from 'vitest'
import { createTestChain, options, post, vote } from '../testing/test-chain.ts'

const week = 7 * 86_400

async function paidPost(...more: Parameters<typeof options>[1][]) {
  const chain = createTestChain()
  const extra = more.map((each) => options('one', each))
  await chain.send('alice', 'posting', post('alice', 'one'), ...extra)
  chain.wait(3)
  await chain.send('bob', 'posting', vote('bob', 'one'))
  await chain.send('carol', 'posting', vote('carol', 'one', 5_000))
  return chain
}

type Content = Record<string, unknown>
const content = async (chain: ReturnType<typeof createTestChain>) =>
  (await chain.call('condenser_api.get_content', ['alice', 'one'])) as Content
const account = (chain: ReturnType<typeof createTestChain>, name: string) => chain.chain.state.accounts.get(name)!
const hbd = (text: unknown) => Number.parseFloat(String(text))

describe('payout after seven days', () => {
  it('is divided between author and curators, once', async () => {
    const chain = await paidPost()
    const before = await content(chain)
    expect(before).toMatchObject({ net_votes: 2, total_payout_value: '0.000 HBD' })
    chain.wait(week - 9)
    expect(await content(chain)).toMatchObject({ pending_payout_value: before.pending_payout_value })
    chain.wait(9)
    const after = await content(chain)
    expect(after).toMatchObject({ pending_payout_value: '0.000 HBD', cashout_time: '1969-12-31T23:59:59' })
    const author = hbd(after.total_payout_value)
    const curators = hbd(after.curator_payout_value)
    expect(author + curators).toBeCloseTo(hbd(before.pending_payout_value), 2)
    expect(author).toBeCloseTo(curators, 2)

    // Half of the author's share in HBD, the rest as 2,000 VESTS for each HBD.
    const { rewardHbd, rewardVests } = account(chain, 'alice')
    expect(rewardHbd / 1000).toBeCloseTo(author / 2, 2)
    expect(rewardVests / 1e6 / 2000).toBeCloseTo(author / 2, 2)
    expect(account(chain, 'bob').rewardVests / account(chain, 'carol').rewardVests).toBeCloseTo(2, 1)
    chain.wait(week)
    await content(chain)
    expect(account(chain, 'alice')).toMatchObject({ rewardHbd, rewardVests })
  })

  it('makes later votes have no effect, and still allows edits', async () => {
    const chain = await paidPost()
    chain.wait(week)
    const votes = structuredClone(chain.chain.state.posts.get('alice/one')!.votes)
    await chain.send('dave', 'posting', vote('dave', 'one'))
    expect(chain.chain.state.posts.get('alice/one')!.votes).toEqual(votes)
    await chain.send('alice', 'posting', post('alice', 'one', { title: 'Later' }))
    expect(await content(chain)).toMatchObject({ title: 'Later' })
  })

  it("gives beneficiaries their part of the author's share", async () => {
    const chain = await paidPost({ extensions: [[0, { beneficiaries: [{ account: 'waggle', weight: 2_500 }] }]] })
    chain.wait(week)
    const after = await content(chain)
    expect(hbd(after.beneficiary_payout_value) / hbd(after.total_payout_value)).toBeCloseTo(1 / 3, 1)
    expect(account(chain, 'waggle').rewardHbd).toBeGreaterThan(0)
  })

  it('pays nothing if the author declined it', async () => {
    const chain = await paidPost({ max_accepted_payout: '0.000 HBD' })
    chain.wait(week)
    expect(await content(chain)).toMatchObject({ total_payout_value: '0.000 HBD', curator_payout_value: '0.000 HBD' })
    expect(account(chain, 'bob').rewardVests).toBe(0)
  })

  it('also happens when the clock is moved forward', async () => {
    const chain = await paidPost()
    chain.chain.advance(week * 1000)
    expect(hbd((await content(chain)).total_payout_value)).toBeGreaterThan(0)
  })
})

import { callRPC, config, PrivateKey, Transaction } from 'hive-tx'
import { afterEach, describe, expect, it } from 'vitest'
import { mainnetChainId, prepareTransaction, signTransaction } from '../../transaction.ts'
import { sandboxChainId } from '../accounts.ts'
import type { TestNode } from '../testing/test-node.ts'
import { startTestNode } from '../testing/test-node.ts'
import { createSandboxChain } from './chain.ts'

/** The published hive-tx against the sandbox over HTTP. hive-tx can only sign for mainnet's chain id. */

let node: TestNode
const nodes = config.nodes
const alice = PrivateKey.fromLogin('alice', 'waggle-sandbox', 'posting')
const bobActive = PrivateKey.fromLogin('bob', 'waggle-sandbox', 'active')

async function start(chainId: string) {
  node = await startTestNode(createSandboxChain({ chainId }))
  config.nodes = [node.url]
}

afterEach(async () => {
  config.nodes = nodes
  await node.close()
})

const comment = {
  parent_author: '',
  parent_permlink: 'live',
  author: 'alice',
  permlink: 'from-hive-tx',
  title: 'Grüße',
  body: 'Watch',
  json_metadata: '{}',
}

describe('with the chain id of mainnet', () => {
  it('posts with options, votes and transfers', async () => {
    await start(mainnetChainId)
    const transaction = new Transaction()
    await transaction.addOperation('comment', comment)
    await transaction.addOperation('comment_options', {
      author: 'alice',
      permlink: 'from-hive-tx',
      max_accepted_payout: '1000.000 HBD',
      percent_hbd: 10_000,
      allow_votes: true,
      allow_curation_rewards: true,
      extensions: [[0, { beneficiaries: [{ account: 'waggle', weight: 300 }] }]] as never,
    })
    transaction.sign(alice)
    const { tx_id } = await transaction.broadcast()
    expect(node.chain.findTransaction(tx_id)).toBeDefined()
    // hive-tx treats a repeated broadcast as successful.
    expect((await transaction.broadcast()).tx_id).toBe(tx_id)
    expect(await callRPC('condenser_api.get_content', ['alice', 'from-hive-tx'])).toMatchObject({
      title: 'Grüße',
      beneficiaries: [{ account: 'waggle', weight: 300 }],
    })
    expect((await transaction.checkStatus()).status).toMatch(/^within_/)

    const both = new Transaction()
    await both.addOperation('transfer', { from: 'bob', to: 'alice', amount: '0.100 HBD', memo: 'tip' })
    both.sign(bobActive)
    await both.broadcast()
    expect(node.chain.state.accounts.get('alice')?.hbd).toBe(100_100)

    const vote = new Transaction()
    await vote.addOperation('vote', { voter: 'bob', author: 'alice', permlink: 'from-hive-tx', weight: 5000 })
    vote.sign(PrivateKey.fromLogin('bob', 'waggle-sandbox', 'posting'))
    await vote.broadcast()
    expect(await callRPC('condenser_api.get_active_votes', ['alice', 'from-hive-tx'])).toMatchObject([
      { voter: 'bob', percent: 5000 },
    ])
  })

  it('changes an authority and sends custom JSON', async () => {
    await start(mainnetChainId)
    const [bob] = await callRPC<{ posting: object; memo_key: string }[]>('condenser_api.get_accounts', [['bob']])
    const posting = { ...bob!.posting, account_auths: [['waggle', 1]] }
    const update = new Transaction()
    const { memo_key } = bob!
    await update.addOperation('account_update', { account: 'bob', posting, memo_key, json_metadata: '' } as never)
    update.sign(bobActive)
    await update.broadcast()
    expect(node.chain.state.accounts.get('bob')?.posting.account_auths).toEqual([['waggle', 1]])

    const custom = new Transaction()
    const json = '["follow",{"follower":"alice","following":"bob","what":["blog"]}]'
    await custom.addOperation('custom_json', {
      required_auths: [],
      required_posting_auths: ['alice'],
      id: 'follow',
      json,
    })
    custom.sign(alice)
    const { tx_id } = await custom.broadcast()
    expect(node.chain.findTransaction(tx_id)).toBeDefined()
  })

  it('is refused operations that the sandbox does not implement, with their names', async () => {
    await start(mainnetChainId)
    const claim = new Transaction()
    const noReward = { reward_hive: '0.000 HIVE', reward_hbd: '0.000 HBD', reward_vests: '0.000001 VESTS' }
    await claim.addOperation('claim_reward_balance', { account: 'alice', ...noReward })
    claim.sign(alice)
    await expect(claim.broadcast()).rejects.toThrow('does not implement the operation claim_reward_balance')
    await expect(callRPC('condenser_api.get_block', [1])).rejects.toMatchObject({ code: -32601 })
  })

  it('receives the names of errors', async () => {
    await start(mainnetChainId)
    const transaction = new Transaction()
    await transaction.addOperation('comment', comment)
    transaction.sign(bobActive)
    await expect(transaction.broadcast()).rejects.toMatchObject({
      name: 'RPCError',
      code: -32003,
      message: 'missing required posting authority:Missing Posting Authority alice',
      data: { name: 'tx_missing_posting_auth' },
    })
  })
})

describe("with the sandbox's own chain id", () => {
  it('has transactions refused that are signed for mainnet, and accepted that are signed for the sandbox', async () => {
    await start(sandboxChainId)
    const unsigned = prepareTransaction(await callRPC('condenser_api.get_dynamic_global_properties', []), [
      ['comment', comment],
    ])
    const foreign = new Transaction({ transaction: { ...unsigned, signatures: [] } as never })
    foreign.sign(alice)
    await expect(foreign.broadcast()).rejects.toMatchObject({ data: { name: 'tx_missing_posting_auth' } })
    const own = await signTransaction(unsigned, [alice], sandboxChainId)
    const resigned = new Transaction({ transaction: { ...unsigned, signatures: [] } as never })
    resigned.addSignature(own.signatures[0]!)
    await resigned.broadcast()
    expect(node.chain.state.posts.has('alice/from-hive-tx')).toBe(true)
  })
})

import { createHash } from 'node:crypto'
import type { Transaction as HiveTxTransaction } from 'hive-tx'
import { PrivateKey, Transaction } from 'hive-tx'
import { describe, expect, it } from 'vitest'
import type { Operation, UnsignedTransaction } from './operation.ts'
import { sandboxPublicKey } from './sandbox/accounts.ts'
import { serializeTransaction } from './serialize.ts'
import { recoverFromDigest } from './signature.ts'
import { mainnetChainId, prepareTransaction, signedBytes, signTransaction, transactionId } from './transaction.ts'

const key = sandboxPublicKey('alice', 'posting')
const authority = {
  weight_threshold: 70_000,
  account_auths: [['bob', 1]] as [string, number][],
  key_auths: [[key, 65_535]] as [string, number][],
}

const operations: Operation[] = [
  ['vote', { voter: 'alice', author: 'bob', permlink: 'a-post', weight: 10_000 }],
  ['vote', { voter: 'alice', author: 'bob', permlink: 'a-post', weight: -10_000 }],
  [
    'comment',
    {
      parent_author: '',
      parent_permlink: 'live',
      author: 'alice',
      permlink: 'p'.repeat(255),
      title: 'Grüße ✓ 🐝',
      body: 'b'.repeat(20_000),
      json_metadata: '{}',
    },
  ],
  [
    'comment_options',
    {
      author: 'alice',
      permlink: 'x',
      max_accepted_payout: '1000000.000 HBD',
      percent_hbd: 10_000,
      allow_votes: true,
      allow_curation_rewards: false,
      extensions: [
        [
          0,
          {
            beneficiaries: [
              { account: 'bob', weight: 300 },
              { account: 'carol', weight: 9700 },
            ],
          },
        ],
      ],
    },
  ],
  [
    'comment_options',
    {
      author: 'alice',
      permlink: 'x',
      max_accepted_payout: '0.000 HBD',
      percent_hbd: 0,
      allow_votes: false,
      allow_curation_rewards: true,
      extensions: [],
    },
  ],
  ['delete_comment', { author: 'alice', permlink: 'x' }],
  ['transfer', { from: 'alice', to: 'bob', amount: '0.001 HIVE', memo: '' }],
  ['transfer', { from: 'alice', to: 'bob', amount: '999999999.999 HBD', memo: 'ü' }],
  ['account_update', { account: 'alice', posting: authority, memo_key: key, json_metadata: '' }],
  [
    'account_update',
    {
      account: 'alice',
      owner: authority,
      active: authority,
      posting: authority,
      memo_key: key,
      json_metadata: '{"a":1}',
    },
  ],
  [
    'custom_json',
    { required_auths: [], required_posting_auths: ['alice', 'bob'], id: 'follow', json: '["follow",{}]' },
  ],
]

function transactionOf(...operations: Operation[]): UnsignedTransaction {
  return {
    ref_block_num: 65_535,
    ref_block_prefix: 4_294_967_295,
    expiration: '2026-11-21T03:00:59',
    operations,
    extensions: [],
  }
}

/** hive-tx does not export its serializer, so the tests compare the hashes of its result. */
function asHiveTx(transaction: UnsignedTransaction): HiveTxTransaction {
  return new Transaction({ transaction: { ...structuredClone(transaction), signatures: [] } as never })
}

describe('the binary form', () => {
  it.each(operations.map((operation, index) => [`${index} ${operation[0]}`, operation] as const))(
    'of %s equals the one that hive-tx signs',
    async (_name, operation) => {
      const transaction = transactionOf(operation)
      const expected = asHiveTx(transaction).digest()
      expect(await transactionId(transaction)).toBe(expected.txId)
      const digest = createHash('sha256').update(signedBytes(transaction, mainnetChainId)).digest('hex')
      expect(digest).toBe(Buffer.from(expected.digest).toString('hex'))
    },
  )

  it('of all operations together equals the one that hive-tx signs', async () => {
    const transaction = transactionOf(...operations)
    expect(await transactionId(transaction)).toBe(asHiveTx(transaction).digest().txId)
  })

  it.each([
    [transactionOf(['vote', { voter: 'a', author: 'b', permlink: 'c', weight: 40_000 }])],
    [transactionOf(['transfer', { from: 'a', to: 'b', amount: '1 HIVE', memo: '' }])],
    [{ ...transactionOf(), ref_block_num: 65_536 }],
    [{ ...transactionOf(), expiration: 'tomorrow' }],
  ])('refuses values that it cannot represent', (transaction) => {
    expect(() => serializeTransaction(transaction)).toThrow(RangeError)
  })
})

describe('signing', () => {
  it('includes the chain id, so that a transaction is valid on one chain only', async () => {
    const wif = PrivateKey.fromLogin('alice', 'waggle-sandbox', 'posting').toString()
    const transaction = transactionOf(operations[0]!)
    const signed = await signTransaction(transaction, [wif], 'ab'.repeat(32))
    const digest = (chainId: string) => createHash('sha256').update(signedBytes(transaction, chainId)).digest()
    expect(recoverFromDigest(digest('ab'.repeat(32)), signed.signatures[0]!)).toBe(key)
    expect(recoverFromDigest(digest(mainnetChainId), signed.signatures[0]!)).not.toBe(key)
  })

  it('refers to the head block and expires on the clock of the chain', () => {
    const prepared = prepareTransaction(
      // Block 1 of the Hive mainnet.
      { head_block_number: 1, head_block_id: '0000000109833ce528d5bbfb3f6225b39ee10086', time: '2016-03-24T16:05:00' },
      [],
    )
    expect(prepared).toEqual({
      ref_block_num: 1,
      ref_block_prefix: 0xe53c8309,
      expiration: '2016-03-24T16:06:00',
      operations: [],
      extensions: [],
    })
  })
})

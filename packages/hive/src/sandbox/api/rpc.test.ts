import { describe, expect, it } from 'vitest'
import { sandboxChainId, sandboxPrivateKey, sandboxPublicKey } from '../accounts.ts'
import { avatarSvg } from '../avatar.ts'
import { createSandboxChain } from '../chain/chain.ts'
import { createTestChain, options, post, vote } from '../testing/test-chain.ts'
import { handleRpc, maxRpcBodyBytes } from './rpc.ts'

const chain = createSandboxChain()
const handle = (body: unknown) => handleRpc(chain, typeof body === 'string' ? body : JSON.stringify(body))

describe('JSON-RPC 2.0', () => {
  it.each<[string, unknown, number]>([
    ['a body that is not JSON', '{', -32700],
    ['an empty body', '', -32700],
    ['an empty batch', [], -32600],
    ['a batch that is too long', Array.from({ length: 51 }, () => ({})), -32600],
    ['a body beyond the limit', ' '.repeat(maxRpcBodyBytes + 1), -32600],
    ['a number', 7, -32600],
    ['null', null, -32600],
    ['version 1', { id: 1, method: 'condenser_api.get_version' }, -32600],
    ['no method', { jsonrpc: '2.0', id: 1 }, -32600],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'condenser_api.get_block' }, -32601],
    ['a property of objects', { jsonrpc: '2.0', id: 1, method: 'constructor' }, -32601],
    ['invalid parameters', { jsonrpc: '2.0', id: 1, method: 'condenser_api.get_accounts', params: [7] }, -32602],
    ['no parameters', { jsonrpc: '2.0', id: 1, method: 'condenser_api.get_accounts' }, -32602],
    [
      'an invalid transaction',
      { jsonrpc: '2.0', id: 1, method: 'condenser_api.broadcast_transaction', params: [{}] },
      -32003,
    ],
  ])('responds to %s with an error', async (_name, body, code) => {
    expect(await handle(body)).toMatchObject({ jsonrpc: '2.0', error: { code, message: expect.any(String) } })
  })

  it('responds to batches in order, with the ids', async () => {
    const method = 'condenser_api.get_hardfork_version'
    expect(await handle([{ jsonrpc: '2.0', id: 'a', method }, 7, { jsonrpc: '2.0', id: 2, method }])).toMatchObject([
      { id: 'a', result: '1.28.0' },
      { id: null, error: { code: -32600 } },
      { id: 2, result: '1.28.0' },
    ])
  })

  it('supports the older form', async () => {
    const params = ['condenser_api', 'get_accounts', [['alice', 'nobody']]]
    expect(await handle({ jsonrpc: '2.0', id: 1, method: 'call', params })).toMatchObject({
      result: [{ name: 'alice' }],
    })
  })

  it('never responds to invalid parameters with an internal error', async () => {
    const values = [
      null,
      [],
      {},
      7,
      '',
      [null],
      [[]],
      [{}],
      ['alice', -1, 1e9],
      [['__proto__']],
      { accounts: 7 },
      [[['x']]],
    ]
    const methods = [
      'condenser_api.get_accounts',
      'condenser_api.get_key_references',
      'account_by_key_api.get_key_references',
      'rc_api.find_rc_accounts',
      'bridge.get_profile',
      'bridge.get_post',
      'condenser_api.get_content',
      'condenser_api.get_active_votes',
      'condenser_api.get_account_history',
      'condenser_api.broadcast_transaction',
      'condenser_api.broadcast_transaction_synchronous',
      'network_broadcast_api.broadcast_transaction',
      'transaction_status_api.find_transaction',
      'condenser_api.get_reward_fund',
    ]
    for (const method of methods)
      for (const params of values) {
        const response = (await handle({ jsonrpc: '2.0', id: 1, method, params })) as { error?: { code: number } }
        expect(response.error?.code, `${method} ${JSON.stringify(params)}`).not.toBe(-32603)
      }
  })
})

describe('the network', () => {
  it('describes its chain id and state', async () => {
    const test = createTestChain()
    expect(await test.call('database_api.get_config')).toMatchObject({ HIVE_CHAIN_ID: sandboxChainId })
    expect(await test.call('condenser_api.get_version')).toMatchObject({ chain_id: sandboxChainId })
    expect(await test.call('condenser_api.get_dynamic_global_properties')).toMatchObject({
      time: '2026-11-21T03:00:00',
      head_block_number: (Date.UTC(2026, 10, 21, 3) - Date.UTC(2024, 0, 1)) / 3000,
      current_hbd_supply: '700.000 HBD',
      // Seven accounts with 1,000 HIVE and 2,000,000 VESTS (1,000 HIVE powered up) each.
      current_supply: '14000.000 HIVE',
      total_vesting_shares: '14000000.000000 VESTS',
    })
  })

  it('describes accounts with their derived keys', async () => {
    const [alice] = (await createTestChain().call('condenser_api.get_accounts', [['alice']])) as Record<
      string,
      unknown
    >[]
    expect(alice).toMatchObject({
      name: 'alice',
      posting: { weight_threshold: 1, account_auths: [], key_auths: [[sandboxPublicKey('alice', 'posting'), 1]] },
      memo_key: sandboxPublicKey('alice', 'memo'),
      last_root_post: '1970-01-01T00:00:00',
      balance: '1000.000 HIVE',
    })
  })

  it('finds the accounts of a key', async () => {
    const keys = [sandboxPublicKey('bob', 'active'), sandboxPublicKey('nobody', 'active')]
    const test = createTestChain()
    expect(await test.call('condenser_api.get_key_references', [keys])).toEqual([['bob'], []])
    expect(await test.call('account_by_key_api.get_key_references', { keys })).toEqual({ accounts: [['bob'], []] })
  })

  it('reports the status of a transaction', async () => {
    const test = createTestChain()
    const find = (transaction_id: string, expiration?: string) =>
      test.call('transaction_status_api.find_transaction', { transaction_id, ...(expiration ? { expiration } : {}) })
    const { id, blockNumber } = await test.send('alice', 'posting', post('alice', 'one'))
    expect(await find(id)).toEqual({ status: 'within_mempool' })
    test.wait(3)
    expect(await find(id)).toEqual({ status: 'within_reversible_block', block_num: blockNumber })
    test.wait(3)
    expect(await find(id)).toEqual({ status: 'within_irreversible_block', block_num: blockNumber })
    expect(await find('0'.repeat(40))).toEqual({ status: 'unknown' })
    expect(await find('0'.repeat(40), '2026-11-21T02:00:00')).toEqual({ status: 'expired_irreversible' })
  })

  it('reports resource credits', async () => {
    const test = createTestChain()
    await test.send('alice', 'posting', post('alice', 'one'))
    const response = await test.call('rc_api.find_rc_accounts', { accounts: ['alice', 'bob', 'nobody'] })
    const { rc_accounts } = response as { rc_accounts: { rc_manabar: { current_mana: string }; max_rc: string }[] }
    expect(rc_accounts).toHaveLength(2)
    expect(rc_accounts[1]!.rc_manabar.current_mana).toBe(rc_accounts[1]!.max_rc)
    expect(Number(rc_accounts[0]!.rc_manabar.current_mana)).toBeLessThan(Number(rc_accounts[0]!.max_rc))
  })
})

describe('content', () => {
  it('describes a post and its votes', async () => {
    const test = createTestChain()
    await test.send('alice', 'posting', post('alice', 'one'), options('one'))
    test.wait(3)
    await test.send('bob', 'posting', vote('bob', 'one', 2_500))
    const votes = [{ voter: 'bob', percent: 2_500, rshares: expect.any(Number), time: '2026-11-21T03:00:03' }]
    expect(await test.call('condenser_api.get_content', ['alice', 'one'])).toMatchObject({
      author: 'alice',
      permlink: 'one',
      category: 'live',
      created: '2026-11-21T03:00:00',
      cashout_time: '2026-11-28T03:00:00',
      json_metadata: '{"app":"waggle/1.0","tags":["live"]}',
      active_votes: votes,
    })
    expect(await test.call('condenser_api.get_active_votes', ['alice', 'one'])).toMatchObject(votes)
    expect(await test.call('bridge.get_post', { author: 'alice', permlink: 'one' })).toMatchObject({
      json_metadata: { app: 'waggle/1.0', tags: ['live'] },
      is_paidout: false,
      payout_at: '2026-11-28T03:00:00',
      url: '/live/@alice/one',
      active_votes: [{ voter: 'bob' }],
    })
    expect(await test.call('bridge.get_post', { author: 'alice', permlink: 'none' })).toMatchObject({
      code: -32003,
      message: 'Assert Exception:Post alice/none does not exist',
    })
  })

  it('returns the history of an account, filtered by operation', async () => {
    const test = createTestChain()
    await test.send('alice', 'posting', post('alice', 'one'))
    for (const amount of ['0.001 HIVE', '0.002 HIVE'])
      await test.send('bob', 'active', ['transfer', { from: 'bob', to: 'alice', amount, memo: 'tip' }])
    const history = (...params: unknown[]) => test.call('condenser_api.get_account_history', ['alice', ...params])
    expect(await history(-1, 10)).toMatchObject([
      [0, {}],
      [1, {}],
      [2, { virtual_op: false }],
    ])
    // Bit 2: transfers.
    const transfers = (await history(-1, 10, 4, 0)) as [number, { op: [string, { amount: string }] }][]
    expect(transfers.map(([index, { op }]) => [index, op[1].amount])).toEqual([
      [1, '0.001 HIVE'],
      [2, '0.002 HIVE'],
    ])
    expect(await history(1, 1)).toMatchObject([[1, {}]])
    expect(await history(-1, 0)).toEqual([])
    expect(await history(-1, 1001)).toMatchObject({ code: -32602 })
  })
})

describe('a broadcast in the object form', () => {
  it('is converted to the same transaction', async () => {
    const test = createTestChain()
    const extensions = [[0, { beneficiaries: [{ account: 'bob', weight: 300 }] }]] as never
    const key = sandboxPrivateKey('alice', 'posting')
    const signed = await test.sign([key], post('alice', 'one'), options('one', { extensions }))
    const objectForm = {
      ...signed,
      operations: [
        { type: 'comment_operation', value: signed.operations[0]![1] },
        {
          type: 'comment_options_operation',
          value: {
            ...signed.operations[1]![1],
            max_accepted_payout: { amount: '1000000000', precision: 3, nai: '@@000000013' },
            extensions: [
              { type: 'comment_payout_beneficiaries', value: { beneficiaries: [{ account: 'bob', weight: 300 }] } },
            ],
          },
        },
      ],
    }
    expect(
      await test.call('network_broadcast_api.broadcast_transaction', { trx: objectForm, max_block_age: -1 }),
    ).toEqual({})
    expect(test.chain.state.posts.get('alice/one')?.beneficiaries).toEqual([{ account: 'bob', weight: 300 }])
  })
})

it('draws an avatar for every name, in which the name itself is not', () => {
  for (const name of ['alice', '<script>"&', '']) {
    expect(avatarSvg(name)).toMatch(
      /^<svg xmlns[^<>]*><rect [^<>]*\/>(<path d="M[\d.L ]+Z" fill="hsl\([\d% ]+\)"\/>){7}<\/svg>$/,
    )
  }
  expect(avatarSvg('alice')).not.toBe(avatarSvg('bob'))
})

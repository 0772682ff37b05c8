import { describe, expect, it } from 'vitest'
import type { Operation, OperationBodies } from '../../operation.ts'
import { sandboxPublicKey } from '../accounts.ts'
import { createTestChain, options, post, vote } from '../testing/test-chain.ts'

async function withPost(permlink = 'one', ...more: Operation[]) {
  const chain = createTestChain()
  await chain.send('alice', 'posting', post('alice', permlink), ...more)
  chain.wait(3)
  return chain
}

describe('comment', () => {
  it('requires five minutes between posts of an account', async () => {
    const chain = createTestChain()
    await chain.send('alice', 'posting', post('alice', 'one'))
    chain.wait(300)
    await expect(chain.send('alice', 'posting', post('alice', 'two'))).rejects.toMatchObject({
      name: 'assert_exception',
      message: expect.stringContaining('You may only post once every 5 minutes.'),
    })
    await chain.send('bob', 'posting', post('bob', 'two'))
    chain.wait(3)
    await chain.send('alice', 'posting', post('alice', 'two'))
  })

  it('requires three seconds between replies, and an existing parent', async () => {
    const chain = await withPost()
    const reply = (permlink: string, to = 'one') =>
      post('bob', permlink, { parent_author: 'alice', parent_permlink: to })
    await chain.send('bob', 'posting', reply('r1'))
    await expect(chain.send('bob', 'posting', reply('r2'))).rejects.toThrow(
      'You may only comment once every 3 seconds.',
    )
    chain.wait(3)
    await chain.send('bob', 'posting', reply('r2'))
    chain.wait(3)
    await expect(chain.send('bob', 'posting', reply('r3', 'none'))).rejects.toThrow('Comment @alice/none not found')
    expect(chain.chain.state.posts.get('alice/one')).toMatchObject({ children: 2, depth: 0, category: 'live' })
    expect(chain.chain.state.posts.get('bob/r1')).toMatchObject({ depth: 1, category: 'live' })
  })

  it('can be edited once per block, with the same parent, without waiting five minutes', async () => {
    const chain = await withPost()
    await chain.send('alice', 'posting', post('alice', 'one', { title: 'Stream ended' }))
    expect(chain.chain.state.posts.get('alice/one')?.title).toBe('Stream ended')
    await expect(chain.send('alice', 'posting', post('alice', 'one', { title: 'x' }))).rejects.toThrow(
      'one comment edit per block',
    )
    chain.wait(3)
    const moved = post('alice', 'one', { parent_permlink: 'music' })
    await expect(chain.send('alice', 'posting', moved)).rejects.toThrow('The permlink of a comment cannot change.')
    const reply = post('alice', 'one', { parent_author: 'bob', parent_permlink: 'live' })
    await expect(chain.send('alice', 'posting', reply)).rejects.toThrow('The parent of a comment cannot change.')
    expect(chain.chain.state.accounts.get('alice')?.postCount).toBe(1)
  })

  it.each<[string, Partial<OperationBodies['comment']>, string]>([
    ['no permlink', { permlink: '' }, 'Permlink is not a valid size.'],
    ['a permlink of 256 characters', { permlink: 'a'.repeat(256) }, 'Permlink is not a valid size.'],
    ['a capital letter in the permlink', { permlink: 'Live' }, 'Invalid permlink character: L'],
    ['a dot in the permlink', { permlink: 'live.1' }, 'Invalid permlink character: .'],
    ['no tag', { parent_permlink: '' }, 'Permlink is not a valid size.'],
    ['a title of 256 bytes', { title: 'é'.repeat(128) }, 'Title larger than size limit'],
    ['no body', { body: '' }, 'Body is empty'],
    ['a lone surrogate', { body: '\ud800' }, 'body is not valid UTF8'],
    ['a patch as body', { body: '@@ -1,3 +1,4 @@' }, 'The sandbox applies no patches'],
    ['metadata that is not JSON', { json_metadata: '{"a":' }, 'JSON Metadata not valid JSON'],
    ['a capital letter in the author', { author: 'Alice' }, 'Account name Alice is invalid'],
    ['an invalid parent', { parent_author: '../bob' }, 'Account name ../bob is invalid'],
  ])('refuses %s', async (_name, invalid, message) => {
    await expect(createTestChain().send('alice', 'posting', post('alice', 'one', invalid))).rejects.toThrow(message)
  })

  it.each<Partial<OperationBodies['comment']>>([
    { permlink: 'a'.repeat(255) },
    { title: 'é'.repeat(127) },
    { json_metadata: '' },
    { title: '' },
  ])('accepts %j', async (valid) => {
    await createTestChain().send('alice', 'posting', post('alice', 'one', valid))
  })
})

describe('comment_options', () => {
  const beneficiaries = (...list: [string, number][]): OperationBodies['comment_options']['extensions'] => [
    [0, { beneficiaries: list.map(([account, weight]) => ({ account, weight })) }],
  ]

  it('sets beneficiaries and declines the payout, in the same transaction as the post', async () => {
    const extensions = beneficiaries(['bob', 300], ['waggle', 500])
    const chain = await withPost('one', options('one', { max_accepted_payout: '0.000 HBD', extensions }))
    expect(chain.chain.state.posts.get('alice/one')).toMatchObject({
      maxAcceptedHbd: 0,
      beneficiaries: [
        { account: 'bob', weight: 300 },
        { account: 'waggle', weight: 500 },
      ],
    })
  })

  it.each<[string, Partial<OperationBodies['comment_options']>, string]>([
    ['unsorted beneficiaries', { extensions: beneficiaries(['waggle', 1], ['bob', 1]) }, 'sorted order'],
    ['the same beneficiary twice', { extensions: beneficiaries(['bob', 1], ['bob', 1]) }, 'sorted order'],
    ['more than 100 %', { extensions: beneficiaries(['bob', 5001], ['carol', 5000]) }, 'more than 100%'],
    ['an unknown beneficiary', { extensions: beneficiaries(['nobody', 1]) }, 'Beneficiary "nobody" must exist.'],
    ['an empty list of beneficiaries', { extensions: beneficiaries() }, 'at least one beneficiary'],
    [
      'nine beneficiaries',
      { extensions: beneficiaries(...'abcdefghi'.split('').map((l): [string, number] => [`${l}aa`, 1])) },
      'Cannot specify more than 8 beneficiaries.',
    ],
    ['HIVE as payout', { max_accepted_payout: '1.000 HIVE' }, 'must be in HBD'],
    ['a percentage above 100', { percent_hbd: 10_001 }, 'percent_hbd must be 0 to 10000'],
    ['another extension', { extensions: [[1, {}]] as never }, 'Not a known extension'],
  ])('refuses %s', async (_name, invalid, message) => {
    const chain = await withPost()
    await expect(chain.send('alice', 'posting', options('one', invalid))).rejects.toThrow(message)
  })

  it('can only restrict a post', async () => {
    const restricted = {
      percent_hbd: 0,
      max_accepted_payout: '1.000 HBD',
      allow_votes: false,
      allow_curation_rewards: false,
    }
    const chain = await withPost('one', options('one', restricted))
    for (const [relaxed, message] of [
      [{ ...restricted, percent_hbd: 1 }, 'greater percent HBD'],
      [{ ...restricted, max_accepted_payout: '1.001 HBD' }, 'greater payout'],
      [{ ...restricted, allow_votes: true }, 'Voting cannot be re-enabled.'],
      [{ ...restricted, allow_curation_rewards: true }, 'Curation rewards cannot be re-enabled.'],
    ] as const)
      await expect(chain.send('alice', 'posting', options('one', relaxed))).rejects.toThrow(message)
    await expect(chain.send('bob', 'posting', vote('bob', 'one'))).rejects.toThrow(
      'Votes are not allowed on the comment.',
    )
  })

  it('sets beneficiaries only once, and only before the first vote', async () => {
    const chain = await withPost('one', options('one', { extensions: beneficiaries(['bob', 300]) }))
    const again = options('one', { extensions: beneficiaries(['carol', 300]) })
    await expect(chain.send('alice', 'posting', again)).rejects.toThrow('already has beneficiaries')
    const voted = await withPost('one', vote('alice', 'one'))
    await expect(voted.send('alice', 'posting', again)).rejects.toThrow('must not have been voted on')
  })
})

describe('vote', () => {
  it('counts, can be changed five times, and cannot be repeated', async () => {
    const chain = await withPost()
    await chain.send('bob', 'posting', vote('bob', 'one', 10_000))
    await expect(chain.send('bob', 'posting', vote('bob', 'one', 10_000))).rejects.toThrow('Duplicate transaction')
    chain.wait(3)
    await expect(chain.send('bob', 'posting', vote('bob', 'one', 10_000))).rejects.toThrow(
      'You have already voted in a similar way.',
    )
    for (const weight of [5_000, -100, 0, 100, 200]) await chain.send('bob', 'posting', vote('bob', 'one', weight))
    await expect(chain.send('bob', 'posting', vote('bob', 'one', 300))).rejects.toThrow(
      'maximum number of vote changes',
    )
    expect(chain.chain.state.posts.get('alice/one')?.votes).toMatchObject([{ voter: 'bob', percent: 200 }])
  })

  it.each([
    [vote('bob', 'one', 0), 'Vote weight cannot be 0.'],
    [vote('bob', 'one', 10_001), 'weight must be -10000 to 10000'],
    [vote('bob', 'one', 0.5), 'weight must be an integer'],
    [vote('bob', 'none'), 'Comment @alice/none not found'],
    // With author and permlink swapped.
    [
      ['vote', { voter: 'bob', author: 'one', permlink: 'alice', weight: 1 }] as Operation,
      'Comment @one/alice not found',
    ],
  ])('refuses %j', async (operation, message) => {
    const chain = await withPost()
    await expect(chain.send('bob', 'posting', operation)).rejects.toThrow(message)
  })

  it('is worth less when mana is spent, and in the last twelve hours', async () => {
    const chain = await withPost()
    const rshares = (voter: string) =>
      chain.chain.state.posts.get('alice/one')!.votes.find((vote) => vote.voter === voter)!.rshares
    await chain.send('bob', 'posting', vote('bob', 'one'))
    const full = rshares('bob')
    await chain.send('bob', 'posting', vote('bob', 'one', 9_999))
    expect(rshares('bob')).toBeLessThan(full * 0.985)
    chain.wait(7 * 86_400 - 6 * 3_600)
    await chain.send('carol', 'posting', vote('carol', 'one'))
    expect(rshares('carol') / full).toBeCloseTo(0.5, 3)
  })
})

describe('delete_comment', () => {
  const remove: Operation = ['delete_comment', { author: 'alice', permlink: 'one' }]

  it('removes a post without replies or votes', async () => {
    const chain = await withPost()
    await chain.send('alice', 'posting', remove)
    expect(chain.chain.state.posts.size).toBe(0)
    await expect(chain.send('alice', 'posting', remove)).rejects.toThrow('Duplicate transaction')
  })

  it('refuses to remove a post with votes or replies', async () => {
    const voted = await withPost()
    await voted.send('bob', 'posting', vote('bob', 'one'))
    await expect(voted.send('alice', 'posting', remove)).rejects.toThrow('net positive votes')
    const replied = await withPost()
    await replied.send('bob', 'posting', post('bob', 're', { parent_author: 'alice', parent_permlink: 'one' }))
    await expect(replied.send('alice', 'posting', remove)).rejects.toThrow('with replies')
  })
})

describe('transfer', () => {
  const transfer = (amount: string, more: Partial<OperationBodies['transfer']> = {}): Operation => [
    'transfer',
    { from: 'alice', to: 'bob', amount, memo: '', ...more },
  ]

  it('moves the amount between accounts', async () => {
    const chain = createTestChain()
    await chain.send('alice', 'active', transfer('0.100 HBD', { memo: 'tip' }))
    await chain.send('alice', 'active', transfer('1000.000 HIVE'))
    expect(chain.chain.state.accounts.get('alice')).toMatchObject({ hbd: 99_900, hive: 0 })
    expect(chain.chain.state.accounts.get('bob')).toMatchObject({ hbd: 100_100, hive: 2_000_000 })
  })

  it.each([
    [transfer('1000.001 HIVE'), 'does not have sufficient funds'],
    [transfer('0.000 HIVE'), 'Cannot transfer a negative amount'],
    [transfer('1.000000 VESTS'), 'Transfer of Vests (VESTS) is not allowed.'],
    [transfer('1 HIVE'), 'amount is not an amount'],
    [transfer('-1.000 HIVE'), 'amount is not an amount'],
    [transfer('1.000 HIVE', { to: 'nobody' }), 'Account nobody does not exist'],
    [transfer('1.000 HIVE', { memo: 'x'.repeat(2048) }), 'Memo is too large'],
  ])('refuses %j', async (operation, message) => {
    await expect(createTestChain().send('alice', 'active', operation)).rejects.toThrow(message)
  })
})

describe('account_update', () => {
  const key = sandboxPublicKey('alice', 'posting')
  const update = (posting: OperationBodies['account_update']['posting'], more = {}): Operation => [
    'account_update',
    { account: 'alice', posting, memo_key: sandboxPublicKey('alice', 'memo'), json_metadata: '', ...more },
  ]

  it.each<[string, Operation, string]>([
    [
      'an impossible authority',
      update({ weight_threshold: 2, account_auths: [], key_auths: [[key, 1]] }),
      'impossible',
    ],
    ['a threshold of zero', update({ weight_threshold: 0, account_auths: [], key_auths: [[key, 1]] }), 'impossible'],
    [
      'an unknown account',
      update({ weight_threshold: 1, account_auths: [['nobody', 1]], key_auths: [] }),
      '"nobody" does not exist',
    ],
  ])('refuses %s', async (_name, operation, message) => {
    await expect(createTestChain().send('alice', 'active', operation)).rejects.toThrow(message)
  })

  it('needs the owner key to change the owner', async () => {
    const owner = { weight_threshold: 1, account_auths: [], key_auths: [[key, 1]] as [string, number][] }
    const chain = createTestChain()
    await expect(chain.send('alice', 'active', update(undefined, { owner }))).rejects.toMatchObject({
      name: 'tx_missing_owner_auth',
    })
    await chain.send('alice', 'owner', update(undefined, { owner }))
    expect(chain.chain.state.accounts.get('alice')?.owner).toEqual(owner)
  })

  it('refuses a key with a wrong checksum', async () => {
    const chain = createTestChain()
    const wrongKey = key.slice(0, -1) + (key.endsWith('1') ? '2' : '1')
    await expect(chain.send('alice', 'active', update(undefined, { memo_key: wrongKey }))).rejects.toThrow(
      'not a public key',
    )
  })
})

describe('custom_json', () => {
  const follow = (what: string[], following = 'bob'): Operation => [
    'custom_json',
    {
      required_auths: [],
      required_posting_auths: ['alice'],
      id: 'follow',
      json: JSON.stringify(['follow', { follower: 'alice', following, what }]),
    },
  ]

  it('follows and unfollows, like Hivemind', async () => {
    const chain = createTestChain()
    await chain.send('alice', 'posting', follow(['blog']))
    expect(await chain.call('bridge.get_profile', { account: 'bob' })).toMatchObject({ stats: { followers: 1 } })
    await chain.send('alice', 'posting', follow(['blog'], 'nobody'))
    expect(await chain.call('bridge.get_profile', { account: 'alice' })).toMatchObject({ stats: { following: 1 } })
    await chain.send('alice', 'posting', follow([]))
    expect(await chain.call('bridge.get_profile', { account: 'bob' })).toMatchObject({ stats: { followers: 0 } })
  })

  it.each([
    [{ required_posting_auths: [] }, 'at least one account'],
    [{ id: 'x'.repeat(33) }, 'Operation ID length exceeded'],
    [{ json: '{' }, 'not valid JSON'],
    [{ json: JSON.stringify('x'.repeat(8191)) }, 'JSON must have'],
  ])('refuses %j', async (invalid, message) => {
    const body = { ...(follow(['blog'])[1] as OperationBodies['custom_json']), ...invalid }
    await expect(createTestChain().send('alice', 'posting', ['custom_json', body])).rejects.toThrow(message)
  })
})

import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PrivateKey } from 'hive-tx'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Authority } from '../../authority.ts'
import type { Operation } from '../../operation.ts'
import { mainnetChainId, prepareTransaction, signTransaction, transactionId } from '../../transaction.ts'
import { sandboxPrivateKey, sandboxPublicKey } from '../accounts.ts'
import { createTestChain, options, post, vote } from '../testing/test-chain.ts'
import { createSandboxChain } from './chain.ts'

const alicePosting = sandboxPrivateKey('alice', 'posting')

function update(chain: ReturnType<typeof createTestChain>, name: string, posting: Authority): Operation {
  const { memoKey } = chain.chain.state.accounts.get(name)!
  return ['account_update', { account: name, posting, memo_key: memoKey, json_metadata: '' }]
}

function authority(threshold: number, accounts: [string, number][], keys: [string, number][]): Authority {
  return { weight_threshold: threshold, account_auths: accounts, key_auths: keys }
}

describe('authorities', () => {
  it('accepts an operation that is signed with the posting key of its account', async () => {
    const chain = createTestChain()
    const receipt = await chain.send('alice', 'posting', post('alice', 'first'))
    expect(receipt.id).toMatch(/^[0-9a-f]{40}$/)
    expect(chain.chain.state.posts.get('alice/first')?.title).toBe('Live')
  })

  it.each([
    ['active', 'alice'],
    ['owner', 'alice'],
    ['memo', 'alice'],
    ['posting', 'bob'],
  ] as const)('refuses to post with the %s key of %s (hard fork 28)', async (role, name) => {
    await expect(createTestChain().send(name, role, post('alice', 'first'))).rejects.toMatchObject({
      name: 'tx_missing_posting_auth',
      message: 'missing required posting authority:Missing Posting Authority alice',
      code: -32003,
    })
  })

  it.each(['posting', 'owner', 'memo'] as const)('refuses to transfer with the %s key', async (role) => {
    const transfer: Operation = ['transfer', { from: 'alice', to: 'bob', amount: '1.000 HIVE', memo: '' }]
    await expect(createTestChain().send('alice', role, transfer)).rejects.toMatchObject({
      name: 'tx_missing_active_auth',
    })
  })

  it('refuses a missing signature, a superfluous one, and the same one twice', async () => {
    const chain = createTestChain()
    const operation = post('alice', 'first')
    const none = await chain.sign([], operation)
    expect(() => chain.chain.broadcast(none)).toThrow('Missing Posting Authority alice')
    const both = await chain.sign([alicePosting, sandboxPrivateKey('bob', 'posting')], operation)
    expect(() => chain.chain.broadcast(both)).toThrow('Unnecessary signature(s) detected')
    const twice = await chain.sign([alicePosting, alicePosting], operation)
    expect(() => chain.chain.broadcast(twice)).toThrow('Duplicate Signature detected')
  })

  it('refuses a transaction that was signed for mainnet, or changed after signing', async () => {
    const chain = createTestChain()
    const foreign = await signTransaction(
      prepareTransaction(chain.head(), [post('alice', 'first')]),
      [alicePosting],
      mainnetChainId,
    )
    expect(() => chain.chain.broadcast(foreign)).toThrow('Missing Posting Authority alice')
    const signed = await chain.sign([alicePosting], post('alice', 'first'))
    const changed = { ...signed, operations: [post('alice', 'second')] }
    expect(() => chain.chain.broadcast(changed)).toThrow('Missing Posting Authority alice')
  })

  it('lets an authorized account post until the authority is revoked', async () => {
    const chain = createTestChain()
    const key: [string, number][] = [[sandboxPublicKey('alice', 'posting'), 1]]
    await expect(chain.send('waggle', 'posting', post('alice', 'one'))).rejects.toThrow(
      'Missing Posting Authority alice',
    )
    const grant = update(chain, 'alice', authority(1, [['waggle', 1]], key))
    await expect(chain.send('alice', 'posting', grant)).rejects.toMatchObject({ name: 'tx_missing_active_auth' })
    await chain.send('alice', 'active', grant)
    await chain.send('waggle', 'posting', post('alice', 'one'))
    chain.wait(3)
    await chain.send('alice', 'active', update(chain, 'alice', authority(1, [], key)))
    await expect(chain.send('waggle', 'posting', vote('alice', 'one'))).rejects.toThrow(
      'Missing Posting Authority alice',
    )
  })

  it('adds up weights, and refuses less than the threshold', async () => {
    const chain = createTestChain()
    const keys: [string, number][] = [
      [sandboxPublicKey('alice', 'posting'), 1],
      [sandboxPublicKey('bob', 'posting'), 1],
    ].sort() as [string, number][]
    await chain.send('alice', 'active', update(chain, 'alice', authority(2, [['waggle', 1]], keys)))
    await expect(chain.send('alice', 'posting', post('alice', 'one'))).rejects.toThrow('Missing Posting Authority')
    await expect(chain.send('waggle', 'posting', post('alice', 'one'))).rejects.toThrow('Missing Posting Authority')
    const both = await chain.sign([alicePosting, sandboxPrivateKey('waggle', 'posting')], post('alice', 'one'))
    chain.chain.broadcast(both)
  })

  it('follows authorized accounts for two steps, not three', async () => {
    const chain = createTestChain()
    for (const [name, next] of [
      ['alice', 'bob'],
      ['bob', 'carol'],
      ['carol', 'dave'],
    ] as const)
      await chain.send(name, 'active', update(chain, name, authority(1, [[next, 1]], [])))
    await expect(chain.send('dave', 'posting', post('alice', 'one'))).rejects.toThrow('Missing Posting Authority alice')
    await chain.send('dave', 'posting', post('bob', 'one'))
  })

  it('does not mix posting with active authority, and undoes a refused transaction completely', async () => {
    const chain = createTestChain()
    const transfer: Operation = ['transfer', { from: 'alice', to: 'bob', amount: '1.000 HIVE', memo: '' }]
    const mixed = await chain.sign([alicePosting, sandboxPrivateKey('alice', 'active')], post('alice', 'one'), transfer)
    expect(() => chain.chain.broadcast(mixed)).toThrow('cannot combine')
    const before = structuredClone(chain.chain.state)
    const second = options('elsewhere')
    await expect(chain.send('alice', 'posting', post('alice', 'one'), second)).rejects.toThrow('not found')
    expect(chain.chain.state).toEqual(before)
    expect(chain.chain.history).toEqual([])
  })

  it('charges resource credits to the author, not the signer, and refuses when they are used up', async () => {
    const chain = createTestChain()
    const key: [string, number][] = [[sandboxPublicKey('alice', 'posting'), 1]]
    await chain.send('alice', 'active', update(chain, 'alice', authority(1, [['waggle', 1]], key)))
    const account = chain.chain.state.accounts.get('alice')!
    account.resourceCredits = { mana: 5, updatedMs: chain.chain.headBlock().timeMs }
    await expect(chain.send('waggle', 'posting', post('alice', 'one'))).rejects.toMatchObject({
      name: 'not_enough_rc_exception',
      code: -32003,
      message: expect.stringMatching(/^Account: alice has 5 RC, needs \d+ RC\. /),
    })
    chain.wait(3600)
    await chain.send('waggle', 'posting', post('alice', 'one'))
  })
})

describe('the form and timing of a transaction', () => {
  it('refuses one that was accepted before', async () => {
    const chain = createTestChain()
    const signed = await chain.sign([alicePosting], post('alice', 'one'))
    expect(chain.chain.broadcast(signed).id).toBe(await transactionId(signed))
    expect(() => chain.chain.broadcast(signed)).toThrow('Duplicate transaction check failed')
    const again = { ...signed, signatures: (await chain.sign([alicePosting], post('alice', 'one'))).signatures }
    expect(() => chain.chain.broadcast(again)).toThrow('Duplicate transaction check failed')
  })

  it('refuses one that has expired, or expires in more than a day', async () => {
    const chain = createTestChain()
    const late = await chain.sign([alicePosting], post('alice', 'one'))
    chain.wait(60)
    expect(() => chain.chain.broadcast(late)).toThrow(/expiration/)
    for (const [seconds, isGood] of [
      [86_401, false],
      [86_400, true],
    ] as const) {
      const prepared = prepareTransaction(chain.head(), [post('alice', 'one')], seconds * 1000)
      const signed = await signTransaction(prepared, [alicePosting], chain.chain.chainId)
      if (isGood) chain.chain.broadcast(signed)
      else expect(() => chain.chain.broadcast(signed)).toThrow(/HIVE_MAX_TIME_UNTIL_EXPIRATION/)
    }
  })

  it('refuses one that refers to another chain, and accepts one that refers to an old block', async () => {
    const chain = createTestChain()
    const head = chain.head()
    const other = createTestChain({ chainId: 'ab'.repeat(32) }).head()
    const sign = (block: typeof head) =>
      signTransaction(prepareTransaction(block, [post('alice', 'one')], 600_000), [alicePosting], chain.chain.chainId)
    expect(() => chain.chain.broadcast({ ...head })).toThrow()
    await expect(sign(other).then(chain.chain.broadcast)).rejects.toMatchObject({ name: 'transaction_tapos_exception' })
    const ahead = { ...head, head_block_number: head.head_block_number + 1 }
    await expect(sign(ahead).then(chain.chain.broadcast)).rejects.toMatchObject({ name: 'transaction_tapos_exception' })
    chain.wait(300)
    await sign(head).then(chain.chain.broadcast)
  })

  it.each([
    null,
    7,
    'tx',
    {},
    { operations: [] },
    { operations: {} },
    { operations: [['vote']] },
    { operations: [['claim_reward_balance', {}]] },
    { operations: [['__proto__', {}]] },
    { operations: [['vote', null]] },
    { operations: [['constructor', {}]] },
  ])('refuses %j with an assertion', (value) => {
    const otherFields = {
      ref_block_num: 0,
      ref_block_prefix: 0,
      expiration: '2026-11-21T03:00:00',
      extensions: [],
      signatures: [],
    }
    const whole = typeof value === 'object' && value !== null ? { ...otherFields, ...value } : value
    expect(() => createTestChain().chain.broadcast(whole)).toThrow(/^Assert Exception:/)
  })

  it('refuses more than 64 KiB', async () => {
    const chain = createTestChain()
    const large = post('alice', 'one', { body: 'x'.repeat(65_000) })
    await chain.send('alice', 'posting', large)
    const larger = post('bob', 'one', { body: 'x'.repeat(65_536) })
    await expect(chain.send('bob', 'posting', larger)).rejects.toThrow('Transaction is too large')
  })
})

describe('the data file', () => {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  })

  function file(): string {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-chain-'))
    folders.push(folder)
    return join(folder, 'deep', 'chain.log')
  }

  async function createHistory(dataFile: string) {
    const chain = createTestChain({ dataFile })
    await chain.send('alice', 'posting', post('alice', 'one'), options('one', { percent_hbd: 5000 }))
    chain.wait(3)
    await expect(chain.send('alice', 'posting', post('alice', 'two'))).rejects.toThrow('5 minutes')
    await chain.send('bob', 'posting', vote('bob', 'one'))
    await chain.send('bob', 'active', ['transfer', { from: 'bob', to: 'alice', amount: '1.000 HBD', memo: 'hi' }])
    chain.chain.advance(8 * 86_400_000)
    await chain.send('bob', 'posting', post('bob', 'later'))
    return chain.chain
  }

  it('restores the whole chain', async () => {
    const dataFile = file()
    const before = await createHistory(dataFile)
    const after = createTestChain({ dataFile }).chain
    expect(after.now()).toBeGreaterThanOrEqual(before.now())
    expect(after.state).toEqual(before.state)
    expect(after.state.posts.get('alice/one')?.payout?.authorHbd).toBeGreaterThan(0)
    expect(after.history).toEqual(before.history)
    expect(readFileSync(dataFile, 'utf8')).not.toContain('two')
  })

  it('may end with a line that a crash cut off, which is dropped', async () => {
    const dataFile = file()
    const before = await createHistory(dataFile)
    appendFileSync(dataFile, '{"atMs":1795230003000,"transac')
    const again = createTestChain({ dataFile })
    expect(again.chain.state).toEqual(before.state)
    again.chain.advance(3_000)
    expect(() => createTestChain({ dataFile })).not.toThrow()
  })

  it('is refused when it is damaged or belongs to another chain', async () => {
    const dataFile = file()
    await createHistory(dataFile)
    expect(() => createTestChain({ dataFile, chainId: 'ab'.repeat(32) })).toThrow('not the log of this sandbox chain')
    const whole = readFileSync(dataFile, 'utf8')
    writeFileSync(dataFile, whole.replace('"transaction"', '"transac'))
    expect(() => createTestChain({ dataFile })).toThrow(/line 2 is damaged/)
    writeFileSync(dataFile, whole.replace('"comment_options"', '"comment_option"'))
    expect(() => createTestChain({ dataFile })).toThrow('does not follow the rules')
  })
})

describe('the clock', () => {
  it('produces a block every three seconds and never goes back', () => {
    let nowMs = Date.UTC(2026, 10, 21, 3)
    const chain = createSandboxChain({ now: () => nowMs })
    const first = chain.headBlock()
    nowMs += 2_999
    expect(chain.headBlock()).toEqual(first)
    nowMs += 1
    expect(chain.headBlock().number).toBe(first.number + 1)
    expect(Number.parseInt(chain.headBlock().id.slice(0, 8), 16)).toBe(first.number + 1)
    nowMs -= 3_600_000
    expect(chain.headBlock().number).toBe(first.number + 1)
    expect(() => chain.advance(-1)).toThrow(RangeError)
  })

  it('refuses to run in production', () => {
    vi.stubEnv('NODE_ENV', 'production')
    expect(() => createSandboxChain()).toThrow('does not run in production')
    vi.unstubAllEnvs()
  })
})

it('derives the same keys as any wallet', () => {
  // SHA-256 of account, role and password (hived's wallet, `get_private_key_from_password`).
  expect(sandboxPrivateKey('alice', 'posting').toString()).toBe(
    PrivateKey.fromSeed(new TextEncoder().encode('alicepostingwaggle-sandbox')).toString(),
  )
})

import { Memo } from 'hive-tx'
import type { Browser, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { KeychainResponse } from '../../keychain-api.ts'
import { recoverPublicKey } from '../../signature.ts'
import { prepareTransaction } from '../../transaction.ts'
import { sandboxPrivateKey, sandboxPublicKey } from '../accounts.ts'
import type { SandboxChain } from '../chain/chain.ts'
import { createSandboxChain } from '../chain/chain.ts'
import type { TestPage, TestPageGlobals } from '../testing/test-page.ts'
import { startTestPage } from '../testing/test-page.ts'

let browser: Browser
let site: TestPage
let page: Page
let problems: string[]

let chain: SandboxChain
/** Added to the machine's clock, so that no test has to wait for a block. */
let clockOffsetMs = 0

beforeAll(async () => {
  chain = createSandboxChain({ now: () => Date.now() + clockOffsetMs })
  site = await startTestPage(chain)
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
})

afterAll(async () => {
  await browser.close()
  await site.close()
})

beforeEach(async () => {
  await page?.close()
  page = await browser.newPage()
  problems = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.goto(site.url)
  const installed = await page.evaluate(() => {
    const { installSandboxWallet } = (window as unknown as TestPageGlobals).testing
    return [
      installSandboxWallet({ rpcUrl: '/sandbox/hive', window }),
      installSandboxWallet({ rpcUrl: '/sandbox/hive', window }),
    ]
  })
  expect(installed).toEqual([true, false])
})

/** Calls a function of `window.hive_keychain`. Replaces '<callback>' in the arguments with the callback. */
function request(name: string, args: unknown[]): Promise<KeychainResponse> {
  return page.evaluate(
    ([name, args]) =>
      new Promise<KeychainResponse>((resolve) => {
        const callback = (response: KeychainResponse) => resolve(response)
        const keychain = (window as unknown as { hive_keychain: Record<string, (...args: unknown[]) => void> })
          .hive_keychain
        keychain[name]!(...args.map((arg) => (arg === '<callback>' ? callback : arg)))
      }),
    [name, args] as const,
  )
}

const dialog = () => page.getByRole('dialog', { name: 'Waggle sandbox wallet' })
const sign = (account: string | null, message: string, key = 'Posting', title?: string) =>
  request('requestSignBuffer', [account, message, key, '<callback>', null, title ?? null])

describe('requestSignBuffer', () => {
  it('shows the site and the request, and signs like the real wallet', async () => {
    const pending = sign('alice', 'Sign in, Grüße ✓', 'Posting', 'Log in to Waggle')
    await dialog().waitFor()
    const text = await dialog().textContent()
    for (const part of ['127.0.0.1', 'Log in to Waggle', '@alice', 'Sign in, Grüße ✓']) expect(text).toContain(part)
    await dialog().getByRole('button', { name: 'Approve' }).click()
    const response = await pending
    expect(response).toEqual({
      success: true,
      error: null,
      result: expect.stringMatching(/^[0-9a-f]{130}$/),
      data: {
        type: 'signBuffer',
        username: 'alice',
        message: 'Sign in, Grüße ✓',
        method: 'Posting',
        rpc: null,
        title: 'Log in to Waggle',
        key: 'posting',
      },
      message: 'Message signed successfully.',
      request_id: 1,
      publicKey: sandboxPublicKey('alice', 'posting'),
    })
    expect(recoverPublicKey('Sign in, Grüße ✓', response.result as string)).toBe(response.publicKey)
    expect(await dialog().count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('is cancelled with the button and with Escape', async () => {
    for (const cancel of [
      () => dialog().getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      const pending = sign('alice', 'hello')
      await dialog().waitFor()
      await cancel()
      expect(await pending).toMatchObject({
        success: false,
        error: 'user_cancel',
        result: null,
        message: 'Request was canceled by the user.',
        data: { username: 'alice', message: 'hello' },
      })
    }
  })

  it('can only be cancelled for an account whose key the wallet does not have', async () => {
    const pending = sign('mallory', 'hello')
    await dialog().waitFor()
    expect(await dialog().getByRole('button').allInnerTexts()).toEqual(['Cancel'])
    await page.keyboard.press('Escape')
    expect((await pending).error).toBe('user_cancel')
  })

  it.each([
    ['', 'Posting', 'ValidationError: "message" is not allowed to be empty'],
    ['hello', 'Owner', 'ValidationError: "method" must be one of [Posting, Active, Memo]'],
  ])('responds incomplete to message %j with key %s', async (message, key, text) => {
    expect(await sign('alice', message, key)).toMatchObject({ success: false, error: 'incomplete', message: text })
    expect(await dialog().count()).toBe(0)
  })

  it('responds ignored to the first request when a second one arrives', async () => {
    const first = sign('alice', 'first')
    await dialog().waitFor()
    const second = sign('alice', 'second')
    expect(await first).toMatchObject({ success: false, error: 'ignored', message: 'User ignored this transaction' })
    await dialog().getByRole('button', { name: 'Approve' }).click()
    expect(await second).toMatchObject({ success: true, data: { message: 'second' }, request_id: 2 })
  })

  it('lets the user choose the account if the page names none', async () => {
    const pending = sign(null, 'hello', 'active')
    await dialog().getByRole('combobox').selectOption('bob')
    await dialog().getByRole('button', { name: 'Approve' }).click()
    expect(await pending).toMatchObject({
      data: { username: 'bob', method: 'Active' },
      publicKey: sandboxPublicKey('bob', 'active'),
    })
  })

  it('signs the bytes of a serialized Buffer, like the real wallet', async () => {
    const pending = sign('alice', JSON.stringify({ type: 'Buffer', data: [104, 105] }))
    await dialog().getByRole('button', { name: 'Approve' }).click()
    expect(recoverPublicKey('hi', (await pending).result as string)).toBe(sandboxPublicKey('alice', 'posting'))
  })
})

describe('the dialog', () => {
  it('shows markup as plain text, up to 500 characters', async () => {
    const pending = sign('alice', `<img src=x onerror=alert(1)>${'y'.repeat(600)}`)
    const text = await dialog().textContent()
    expect(text).toContain('<img src=x onerror=alert(1)>')
    expect(text!.match(/y{9,}/g)![0]!.length).toBe(500 - 28)
    await page.keyboard.press('Escape')
    await pending
    expect(problems).toEqual([])
  })

  it('traps the focus, and returns it afterwards', async () => {
    await page.getByLabel('Field').focus()
    const pending = sign('alice', 'hello')
    await dialog().waitFor()
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.shadowRoot?.activeElement?.textContent ?? document.activeElement?.tagName,
      )
    // An Enter key that is held down must not approve the request.
    await page.keyboard.press('Enter')
    const focusedTexts = []
    for (let step = 0; step < 3; step++) {
      await page.keyboard.press('Tab')
      focusedTexts.push(await focused())
    }
    await page.keyboard.press('Shift+Tab')
    focusedTexts.push(await focused())
    expect(focusedTexts).toEqual(['Approve', 'Cancel', 'Approve', 'Cancel'])
    await page.keyboard.press('Enter')
    expect((await pending).error).toBe('user_cancel')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Field')
  })

  it('covers a modal dialog of the page', async () => {
    await page.evaluate(() => {
      const own = document.createElement('dialog')
      own.append('Log in')
      document.body.append(own)
      own.showModal()
    })
    const pending = sign('alice', 'hello')
    await dialog().getByRole('button', { name: 'Approve' }).click()
    expect((await pending).success).toBe(true)
  })
})

/** Makes a request and approves it. */
async function requestAndApprove(name: string, args: unknown[]): Promise<KeychainResponse> {
  const pending = request(name, args)
  await dialog().getByRole('button', { name: 'Approve' }).click()
  return pending
}

const transactionId = expect.stringMatching(/^[0-9a-f]{40}$/)
const permlink = 'a-post'

describe('requests that sign or broadcast a transaction', () => {
  it('requestPost, with options', async () => {
    const options = JSON.stringify({
      author: 'alice',
      permlink,
      max_accepted_payout: '1000000.000 HBD',
      percent_hbd: 10_000,
      allow_votes: true,
      allow_curation_rewards: true,
      extensions: [[0, { beneficiaries: [{ account: 'bob', weight: 300 }] }]],
    })
    const response = await requestAndApprove('requestPost', [
      'alice',
      'Live now',
      'Watch me',
      'live',
      '',
      '{"app":"waggle"}',
      permlink,
      options,
      '<callback>',
    ])
    expect(response).toMatchObject({ success: true, result: { id: transactionId, tx_id: transactionId } })
    expect(chain.state.posts.get('alice/a-post')).toMatchObject({
      title: 'Live now',
      beneficiaries: [{ account: 'bob', weight: 300 }],
    })
  })

  it('requestVote, with the permlink before the author', async () => {
    const response = await requestAndApprove('requestVote', ['bob', permlink, 'alice', 10_000, '<callback>'])
    expect(response).toEqual({
      success: true,
      result: { id: transactionId, tx_id: transactionId, confirmed: false },
      data: { type: 'vote', username: 'bob', permlink, author: 'alice', weight: 10_000, rpc: null },
      message: "Successfully voted for @alice's post a-post at 100%.",
      request_id: 1,
    })
    expect(chain.state.posts.get('alice/a-post')?.votes).toMatchObject([{ voter: 'bob', percent: 10_000 }])
    clockOffsetMs += 3_000
    const again = await requestAndApprove('requestVote', ['bob', permlink, 'alice', 10_000, '<callback>'])
    expect(again).toMatchObject({ success: false, message: expect.stringContaining('already voted in a similar way') })
    const swapped = await requestAndApprove('requestVote', ['bob', 'alice', permlink, 10_000, '<callback>'])
    expect(swapped).toMatchObject({ success: false, error: { code: -32003 } })
  })

  it('requestAddAccountAuthority and requestRemoveAccountAuthority', async () => {
    const members = () => chain.state.accounts.get('alice')?.posting.account_auths
    const add = ['alice', 'waggle', 'Posting', 1, '<callback>']
    expect(await requestAndApprove('requestAddAccountAuthority', add)).toMatchObject({
      success: true,
      result: { tx_id: transactionId },
      data: {
        type: 'addAccountAuthority',
        username: 'alice',
        authorizedUsername: 'waggle',
        role: 'Posting',
        weight: 1,
      },
    })
    expect(members()).toEqual([['waggle', 1]])
    expect(await requestAndApprove('requestAddAccountAuthority', add)).toMatchObject({
      success: false,
      error: { name: 'KeychainError' },
      message: 'There was an error broadcasting this transaction: : already_has_authority_error',
    })
    await requestAndApprove('requestAddAccountAuthority', ['alice', 'bob', 'Posting', 1, '<callback>'])
    expect(members()).toEqual([
      ['bob', 1],
      ['waggle', 1],
    ])
    const remove = ['alice', 'waggle', 'Posting', '<callback>']
    expect(await requestAndApprove('requestRemoveAccountAuthority', remove)).toMatchObject({ success: true })
    expect(members()).toEqual([['bob', 1]])
  })

  it('requestTransfer, which waits for a block, with an encrypted memo', async () => {
    const pending = requestAndApprove('requestTransfer', [
      'alice',
      'bob',
      '0.100',
      '#secret',
      'HBD',
      '<callback>',
      false,
    ])
    await expect.poll(() => chain.state.accounts.get('bob')?.hbd).toBe(100_100)
    clockOffsetMs += 3_000
    expect(await pending).toMatchObject({ success: true, result: { confirmed: true } })
    const sent = chain.history.at(-1)!.operation[1] as { memo: string }
    expect(sent.memo).toMatch(/^#[1-9A-HJ-NP-Za-km-z]+$/)
    expect(Memo.decode(sandboxPrivateKey('bob', 'memo'), sent.memo)).toBe('#secret')
  })

  it('requestBroadcast and requestSignTx', async () => {
    const json = { required_auths: [], required_posting_auths: ['alice'], id: 'waggle', json: '{}' }
    const broadcast = await requestAndApprove('requestBroadcast', [
      'alice',
      [['custom_json', json]],
      'Posting',
      '<callback>',
    ])
    expect(broadcast).toMatchObject({ success: true, result: { tx_id: transactionId } })
    const { number, id, timeMs } = chain.headBlock()
    const head = { head_block_number: number, head_block_id: id, time: new Date(timeMs).toISOString().slice(0, 19) }
    const unsigned = prepareTransaction(head, [['custom_json', { ...json, id: 'signed' }]])
    const signed = await requestAndApprove('requestSignTx', ['alice', unsigned, 'Posting', '<callback>'])
    expect(chain.broadcast(signed.result).id).toMatch(/^[0-9a-f]{40}$/)
    const unsupported = await requestAndApprove('requestBroadcast', [
      'alice',
      [['claim_account', {}]],
      'Active',
      '<callback>',
    ])
    expect(unsupported).toMatchObject({
      success: false,
      message: 'The sandbox wallet does not know the operation claim_account',
    })
  })

  it('respond like the extension when the chain refuses or is unreachable', async () => {
    const account = chain.state.accounts.get('carol')!
    account.posting = { weight_threshold: 1, account_auths: [], key_auths: [] }
    const vote = ['carol', permlink, 'alice', 100, '<callback>']
    expect(await requestAndApprove('requestVote', vote)).toMatchObject({
      success: false,
      error: { name: 'KeychainError' },
      message: 'Posting key is incorrect. Please update your key and try again.',
    })
    chain.state.accounts.get('dave')!.resourceCredits = { mana: 0, updatedMs: chain.now() + 60_000 }
    expect(await requestAndApprove('requestVote', ['dave', ...vote.slice(1)])).toMatchObject({
      success: false,
      error: {
        code: -32003,
        message: expect.stringMatching(/^Account: dave has /),
        data: { name: 'not_enough_rc_exception' },
      },
    })
    await page.route('**/sandbox/hive', (route) => route.abort())
    expect(await requestAndApprove('requestVote', vote)).toMatchObject({
      success: false,
      error: {},
      message: 'Failed to fetch',
    })
  })

  it('respond incomplete to arguments that the extension does not accept', async () => {
    const invalidCalls: [string, unknown[]][] = [
      ['requestVote', ['alice', '', 'bob', 1, '<callback>']],
      ['requestVote', ['alice', 'x', 'bob', 10_001, '<callback>']],
      ['requestAddAccountAuthority', ['alice', 'bob', 'Owner', 1, '<callback>']],
      ['requestRemoveAccountAuthority', ['alice', '', 'Posting', '<callback>']],
      ['requestBroadcast', ['alice', 'not json', 'Posting', '<callback>']],
      ['requestBroadcast', ['alice', [7], 'Posting', '<callback>']],
      ['requestSignTx', ['alice', null, 'Posting', '<callback>']],
      ['requestTransfer', ['alice', 'bob', '0.1', '', 'HIVE', '<callback>']],
      ['requestTransfer', ['alice', 'bob', '0.100', '', 'VESTS', '<callback>']],
      ['requestPost', ['alice', 't', '', 'live', '', '{}', 'x', '', '<callback>']],
    ]
    for (const [name, args] of invalidCalls)
      expect(await request(name, args), JSON.stringify(args)).toMatchObject({ success: false, error: 'incomplete' })
    expect(await dialog().count()).toBe(0)
  })
})

it('works with createKeychain(), which the site uses', async () => {
  const outcome = page.evaluate(async () => {
    const wallet = (window as unknown as TestPageGlobals).testing.createKeychain()
    return [await wallet.detect(), await wallet.signBuffer({ username: 'alice', message: 'hello' })] as const
  })
  await dialog().getByRole('button', { name: 'Approve' }).click()
  const [detected, signed] = await outcome
  expect(detected).toBe(true)
  expect(signed).toMatchObject({ ok: true, publicKey: sandboxPublicKey('alice', 'posting') })

  const revoked = page.evaluate(() => {
    const wallet = (window as unknown as TestPageGlobals).testing.createKeychain()
    return wallet.removePostingAuthority({ username: 'alice', account: 'bob' })
  })
  await dialog().getByRole('button', { name: 'Approve' }).click()
  expect(await revoked).toEqual({ ok: true, transactionId })
})

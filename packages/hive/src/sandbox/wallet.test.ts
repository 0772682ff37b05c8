import type { Browser, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { KeychainResponse } from '../keychain-api.ts'
import { recoverPublicKey } from '../signature.ts'
import { sandboxPublicKey } from './accounts.ts'
import { createSandboxChain } from './chain.ts'
import type { TestPage, TestPageGlobals } from './test-page.ts'
import { startTestPage } from './test-page.ts'

let browser: Browser
let site: TestPage
let page: Page
let problems: string[]

beforeAll(async () => {
  site = await startTestPage(createSandboxChain())
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
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

/** Starts a call of `window.hive_keychain`; `undefined` stands for the callback. */
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
  it('shows who asks for what, and signs as the real wallet', async () => {
    const answer = sign('alice', 'Sign in, Grüße ✓', 'Posting', 'Log in to Waggle')
    await dialog().waitFor()
    const text = await dialog().textContent()
    for (const part of ['127.0.0.1', 'Log in to Waggle', '@alice', 'Sign in, Grüße ✓']) expect(text).toContain(part)
    await dialog().getByRole('button', { name: 'Approve' }).click()
    const response = await answer
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

  it('is cancelled by the button and by Escape', async () => {
    for (const leave of [
      () => dialog().getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      const answer = sign('alice', 'hello')
      await dialog().waitFor()
      await leave()
      expect(await answer).toMatchObject({
        success: false,
        error: 'user_cancel',
        result: null,
        message: 'Request was canceled by the user.',
        data: { username: 'alice', message: 'hello' },
      })
    }
  })

  it('offers only a way out for an account it has no key of', async () => {
    const answer = sign('mallory', 'hello')
    await dialog().waitFor()
    expect(await dialog().getByRole('button').allInnerTexts()).toEqual(['Cancel'])
    await page.keyboard.press('Escape')
    expect((await answer).error).toBe('user_cancel')
  })

  it.each([
    ['', 'Posting', 'ValidationError: "message" is not allowed to be empty'],
    ['hello', 'Owner', 'ValidationError: "method" must be one of [Posting, Active, Memo]'],
  ])('answers incomplete to message %j with key %s', async (message, key, text) => {
    expect(await sign('alice', message, key)).toMatchObject({ success: false, error: 'incomplete', message: text })
    expect(await dialog().count()).toBe(0)
  })

  it('answers ignored to the first when a second comes', async () => {
    const first = sign('alice', 'first')
    await dialog().waitFor()
    const second = sign('alice', 'second')
    expect(await first).toMatchObject({ success: false, error: 'ignored', message: 'User ignored this transaction' })
    await dialog().getByRole('button', { name: 'Approve' }).click()
    expect(await second).toMatchObject({ success: true, data: { message: 'second' }, request_id: 2 })
  })

  it('lets the user choose when the page names no account', async () => {
    const answer = sign(null, 'hello', 'active')
    await dialog().getByRole('combobox').selectOption('bob')
    await dialog().getByRole('button', { name: 'Approve' }).click()
    expect(await answer).toMatchObject({
      data: { username: 'bob', method: 'Active' },
      publicKey: sandboxPublicKey('bob', 'active'),
    })
  })

  it('signs the bytes of a serialised Buffer, as the real wallet does', async () => {
    const answer = sign('alice', JSON.stringify({ type: 'Buffer', data: [104, 105] }))
    await dialog().getByRole('button', { name: 'Approve' }).click()
    expect(recoverPublicKey('hi', (await answer).result as string)).toBe(sandboxPublicKey('alice', 'posting'))
  })
})

describe('the dialog', () => {
  it('shows texts as text, cut at 500 characters', async () => {
    const answer = sign('alice', `<img src=x onerror=alert(1)>${'y'.repeat(600)}`)
    const text = await dialog().textContent()
    expect(text).toContain('<img src=x onerror=alert(1)>')
    expect(text!.match(/y{9,}/g)![0]!.length).toBe(500 - 28)
    await page.keyboard.press('Escape')
    await answer
    expect(problems).toEqual([])
  })

  it('keeps the focus, and gives it back', async () => {
    await page.getByLabel('Field').focus()
    const answer = sign('alice', 'hello')
    await dialog().waitFor()
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.shadowRoot?.activeElement?.textContent ?? document.activeElement?.tagName,
      )
    // A held Enter must not answer.
    await page.keyboard.press('Enter')
    const seen = []
    for (let step = 0; step < 3; step++) {
      await page.keyboard.press('Tab')
      seen.push(await focused())
    }
    await page.keyboard.press('Shift+Tab')
    seen.push(await focused())
    expect(seen).toEqual(['Approve', 'Cancel', 'Approve', 'Cancel'])
    await page.keyboard.press('Enter')
    expect((await answer).error).toBe('user_cancel')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Field')
  })

  it("lies above the page's own modal dialog", async () => {
    await page.evaluate(() => {
      const own = document.createElement('dialog')
      own.append('Log in')
      document.body.append(own)
      own.showModal()
    })
    const answer = sign('alice', 'hello')
    await dialog().getByRole('button', { name: 'Approve' }).click({ timeout: 2_000 })
    expect((await answer).success).toBe(true)
  })
})

it('works through the wrapper that the site uses', async () => {
  const outcome = page.evaluate(async () => {
    const wallet = (window as unknown as TestPageGlobals).testing.createKeychain()
    return [await wallet.detect(), await wallet.signBuffer({ username: 'alice', message: 'hello' })] as const
  })
  await dialog().getByRole('button', { name: 'Approve' }).click()
  const [detected, signed] = await outcome
  expect(detected).toBe(true)
  expect(signed).toMatchObject({ ok: true, publicKey: sandboxPublicKey('alice', 'posting') })
})

import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type StartedApp, startApp } from './testing/start-app.ts'
import { testSite } from './testing/test-site.ts'

const site = {
  ...testSite,
  publicUrl: '',
  rtmpUrl: 'rtmp://site.example/live',
  hive: 'mainnet',
  posterAccount: 'waggle',
  avatarUrl: '/u/{username}/avatar',
  adUrl: '/ads/house',
  tips: true,
}
const stream = {
  id: 'k3f9x2m7q1w8e5r4t6y0',
  streamId: 'k3f9x2m7q1w8e5r4t6y0',
  username: 'alice',
  title: 'Bees',
  description: 'Welcome to the stream!',
  isLive: true,
  isReconnecting: false,
  isStopped: false,
  viewers: 1,
  category: 'General',
  language: null,
  tags: [],
  thumbnail: null,
  startTime: 0,
  streamPath: '',
  permlink: 'live-1',
}
const authority = { username: 'bob', posterAccount: 'waggle', isGranted: false, isListed: false, weightThreshold: 1 }

let app: StartedApp
let context: BrowserContext
let page: Page
let answers: Record<string, unknown>
/** What the server has stored. */
let settings: { isEnabled: boolean; tags: string[] }

beforeAll(async () => {
  app = await startApp(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname
    response.setHeader('content-type', 'application/json')
    if (path === '/api/channels/my-channel/announcements') {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      if (request.method === 'PUT') settings = JSON.parse(Buffer.concat(chunks).toString())
      return response.end(JSON.stringify({ settings, posterAccount: 'waggle', latest: null }))
    }
    const answer = answers[path]
    if (answer === undefined) response.writeHead(404)
    response.end(JSON.stringify(answer ?? { code: 'not_found', error: 'Not found', message: 'Not found' }))
  })
})
afterAll(() => app?.close())
beforeEach(async () => {
  settings = { isEnabled: false, tags: ['bees'], ...{ community: null, declinesRewards: false, beneficiaryPercent: 0 } }
  answers = {
    '/api/site': site,
    '/api/streams': { streams: [] },
    '/api/auth/verify': { success: true, username: 'bob' },
    '/api/streams/info/alice': stream,
    '/api/hive/authority/bob': authority,
  }
  context = await app.browser.newContext()
  page = await context.newPage()
  await page.addInitScript(() => {
    localStorage.setItem('waggle.user', 'bob')
    localStorage.setItem('waggle.token', 'session-token-0123')
  })
})
afterEach(() => context.close())

/** A wallet that is locked: it keeps the requests, and answers when the test says so. */
async function installWallet(): Promise<void> {
  await page.addInitScript(() => {
    const callbacks: ((response: object) => void)[] = []
    const keep = (...args: unknown[]) => callbacks.push(args.find((arg) => typeof arg === 'function') as () => void)
    Object.assign(globalThis, {
      callbacks,
      hive_keychain: {
        requestHandshake: (answer: () => void) => void setTimeout(answer, 1),
        requestSignBuffer: keep,
        requestVote: keep,
        requestTransfer: keep,
        requestPost: keep,
        requestAddAccountAuthority: keep,
        requestRemoveAccountAuthority: keep,
      },
    })
  })
}

/** Waits for the request and answers it. */
async function answerWallet(index: number, response: object): Promise<void> {
  await page.waitForFunction((index) => Reflect.get(globalThis, 'callbacks').length > index, index)
  await page.evaluate(([index, response]) => Reflect.get(globalThis, 'callbacks')[index](response), [
    index,
    response,
  ] as const)
}

const done = { success: true, result: { id: 'ab12', tx_id: 'ab12', confirmed: false } }
const waiting = () => page.getByText('Waiting for Hive Keychain: open the extension and confirm.')

test('[AUTH-18] [KEY-6] without an extension the stream key page says so after 3 s, links to it, and finds one that appears later', async () => {
  await page.clock.install()
  await page.goto(`${app.url}/stream-key`)
  await page.clock.runFor(1000)
  await page.getByText('Looking for Hive Keychain...').waitFor()
  await page.clock.runFor(3000)
  const alert = page.getByRole('alert').filter({ hasText: 'Hive Keychain is required but not found.' })
  await alert.getByText('Hive Keychain is required but not found. Please install it and refresh the page.').waitFor()
  expect(await alert.getByRole('link', { name: 'Firefox' }).getAttribute('href')).toContain('addons.mozilla.org')
  expect(await page.getByText('Looking for Hive Keychain...').count()).toBe(0)
  await page.evaluate(() => Object.assign(globalThis, { hive_keychain: {} }))
  await page.clock.runFor(600)
  await alert.waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: 'Generate Stream Key' }).isEnabled()).toBe(true)
})

test('[POST-5] a grant switches announcements on, a revocation off, and the switch beside it takes effect at once', async () => {
  await installWallet()
  await page.goto(`${app.url}/stream-key`)
  const announce = page.getByRole('switch', { name: 'Announce my broadcasts on Hive' })
  const card = page.getByRole('region', { name: 'Posting Authority' })
  await page.getByRole('button', { name: 'Grant Posting Authority' }).click()
  answers['/api/hive/authority/bob'] = { ...authority, isGranted: true, isListed: true }
  await answerWallet(0, done)
  await card.getByText('Posting authority is granted to @waggle.').waitFor()
  await expect.poll(() => announce.isChecked()).toBe(true)
  expect(settings).toMatchObject({ isEnabled: true, tags: ['bees'] })
  await announce.uncheck()
  await expect.poll(() => settings).toMatchObject({ isEnabled: false, tags: ['bees'] })
  await announce.check()
  await expect.poll(() => settings.isEnabled).toBe(true)
  await page.getByRole('button', { name: 'Revoke Posting Authority' }).click()
  answers['/api/hive/authority/bob'] = authority
  await answerWallet(1, done)
  await expect.poll(() => settings.isEnabled).toBe(false)
  await announce.waitFor({ state: 'detached' })
})

test('[AUTH-21] a vote that the wallet does not answer explains itself after 5 s and can be cancelled; a late answer is ignored', async () => {
  await installWallet()
  await page.clock.install()
  await page.goto(`${app.url}/watch?user=alice`)
  await page.clock.runFor(1000)
  const upvote = page.getByRole('button', { name: 'Upvote' })
  await upvote.hover()
  await upvote.click()
  await page.waitForFunction(() => Reflect.get(globalThis, 'callbacks').length === 1)
  await page.clock.runFor(4000)
  expect(await waiting().count()).toBe(0)
  await page.clock.runFor(1500)
  await waiting().waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await upvote.waitFor()
  await waiting().waitFor({ state: 'detached' })
  await page.getByText('Canceled on this page.').waitFor()
  await answerWallet(0, done)
  await upvote.click()
  await page.waitForFunction(() => Reflect.get(globalThis, 'callbacks').length === 2)
  await page.getByRole('button', { name: 'Voting...' }).waitFor()
  expect(await page.getByRole('button', { name: 'Voted!' }).count()).toBe(0)
  await answerWallet(1, done)
  await page.getByRole('button', { name: 'Voted!' }).waitFor()
})

const post = {
  ...{ author: 'alice', permlink: 'live-1', votes: 12, pendingPayout: '3.481 HBD', paidOut: null, vote: null },
  ...{ payoutInMs: 590_000_000, acceptsRewards: true },
}

test('[UPVOTE-4] the slider opens below the button where the window has room for it, else above', async () => {
  answers['/api/hive/posts/alice/live-1'] = post
  await installWallet()
  await page.setViewportSize({ width: 1440, height: 1300 })
  await page.goto(`${app.url}/watch?user=alice`)
  const upvote = page.getByRole('main').getByRole('button', { name: /^Upvote/ })
  const panel = page.getByRole('dialog', { name: 'Vote weight' })
  const isBelow = async () => {
    const [button, opened] = await Promise.all([upvote.boundingBox(), panel.boundingBox()])
    return (opened?.y ?? 0) > (button?.y ?? 0)
  }
  await upvote.getByText(/^3[.,]48/).waitFor()
  await upvote.hover()
  await panel.getByRole('button', { name: '50%', exact: true }).waitFor()
  await expect.poll(isBelow).toBe(true)
  const button = await upvote.boundingBox()
  await page.setViewportSize({ width: 1440, height: Math.round((button?.y ?? 0) + 100) })
  await expect.poll(isBelow).toBe(false)
})

test.each(['en', 'es'])(
  '[UPVOTE-4] [UPVOTE-8] on the smallest phones (%s) the head of the chat has a vote, which only its sheet casts, and which is gone before the wallet asks',
  async (language) => {
    answers['/api/hive/posts/alice/live-1'] = post
    await installWallet()
    await page.setViewportSize({ width: 320, height: 640 })
    await page.addInitScript((language) => localStorage.setItem('waggle.language', language), language)
    const sheetCode = Promise.withResolvers<void>()
    await page.route(/\/assets\/vote-popover-.*\.js$/, async (route) => {
      await sheetCode.promise
      await route.continue()
    })
    await page.goto(`${app.url}/watch?user=alice`)
    const chat = page.getByRole('region', { name: 'Chat', exact: true })
    const upvote = chat.getByRole('button', { name: /^(Upvote|Votar)/ })
    await upvote.getByText(/^3[.,]48/).waitFor()
    expect(await chat.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    const sign = chat.locator('button svg.lucide-arrow-big-up')
    expect(await sign.getAttribute('fill')).toBe('none')
    // A mouse in a narrow window, impatient.
    await upvote.hover()
    await upvote.click()
    await upvote.click()
    sheetCode.resolve()
    const sheet = page.getByRole('dialog')
    await sheet.waitFor()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'callbacks').length)).toBe(0)
    await sheet.getByRole('button', { name: /50/ }).click()
    await sheet.getByRole('button', { name: /^Vot.*50/ }).click()
    await sheet.waitFor({ state: 'detached' })
    await answerWallet(0, done)
    await chat.getByRole('button', { name: /Voted!|Votado/ }).waitFor()
    expect(await sign.getAttribute('fill')).toBe('currentColor')
  },
)

test('[AUTH-21] a tip, a stream key and a grant can be cancelled in the page too', async () => {
  answers['/api/auth/challenge'] = { challenge: 'Make a stream key at streams.example for @bob.' }
  await installWallet()
  await page.clock.install()
  const cancelAfterFiveSeconds = async (index: number) => {
    await page.waitForFunction((count) => Reflect.get(globalThis, 'callbacks').length === count, index + 1)
    await page.clock.runFor(5500)
    await waiting().waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await waiting().waitFor({ state: 'detached' })
  }
  await page.goto(`${app.url}/watch?user=alice`)
  await page.clock.runFor(1000)
  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Tip @alice' })
  await dialog.getByRole('button', { name: 'Send tip' }).click()
  await cancelAfterFiveSeconds(0)
  expect(await dialog.getByRole('button', { name: 'Send tip' }).isEnabled()).toBe(true)
  await page.goto(`${app.url}/stream-key`)
  await page.clock.runFor(1000)
  const generate = page.getByRole('button', { name: 'Generate Stream Key' })
  await generate.click()
  await cancelAfterFiveSeconds(0)
  expect(await generate.isEnabled()).toBe(true)
  const grant = page.getByRole('button', { name: 'Grant Posting Authority' })
  await grant.click()
  await cancelAfterFiveSeconds(1)
  await answerWallet(1, done)
  expect(await grant.isEnabled()).toBe(true)
  expect(settings.isEnabled).toBe(false)
})

test('says which key the wallet lacks', async () => {
  await installWallet()
  await page.goto(`${app.url}/stream-key`)
  const grant = page.getByRole('button', { name: 'Grant Posting Authority' })
  await grant.click()
  await answerWallet(0, { success: false, error: 'user_cancel', message: 'Request was canceled by the user.' })
  await page.getByText('check that your wallet holds the active key of @bob').waitFor()
  await grant.click()
  const message = 'Active key is incorrect. Please update your key and try again.'
  await answerWallet(1, { success: false, error: { name: 'KeychainError' }, message })
  await page.getByText('The active key of @bob in your wallet is missing or not valid.').waitFor()
})

test('[AUTH-22] a sandbox site with the extension lets people choose the wallet, and offers its accounts for the built-in one', async () => {
  answers['/api/site'] = { ...site, hive: 'sandbox' }
  answers['/api/auth/challenge'] = { challenge: 'Sign in to streams.example as @alice.' }
  await installWallet()
  await page.addInitScript(() => localStorage.removeItem('waggle.token'))
  await page.goto(`${app.url}/login`)
  const builtIn = page.getByRole('radio', { name: 'Built-in sandbox wallet' })
  await builtIn.waitFor()
  expect(await builtIn.isChecked()).toBe(true)
  expect(await page.getByText('No wallet yet?').count()).toBe(0)
  await page.getByRole('button', { name: 'alice' }).click()
  await page.getByRole('button', { name: 'Sign with Keychain' }).click()
  const dialog = page.getByRole('dialog', { name: 'sandbox wallet' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.evaluate(() => Reflect.get(globalThis, 'callbacks').length)).toBe(0)
  await page.getByRole('radio', { name: 'Hive Keychain extension' }).check()
  expect(await page.getByText('Sandbox accounts').count()).toBe(0)
  await page.getByRole('button', { name: 'Sign with Keychain' }).click()
  await page.waitForFunction(() => Reflect.get(globalThis, 'callbacks').length === 1)
  expect(await dialog.count()).toBe(0)
  await page.reload()
  await page.getByRole('radio', { name: 'Hive Keychain extension', checked: true }).waitFor()
})

test('[AUTH-1] the login links to the extension only where there is no wallet', async () => {
  await page.addInitScript(() => localStorage.removeItem('waggle.token'))
  await page.goto(`${app.url}/login`)
  await page.getByText('No wallet yet?').waitFor()
  await page.getByRole('link', { name: 'Edge' }).waitFor()
  await page.evaluate(() => Object.assign(globalThis, { hive_keychain: {} }))
  await page.getByText('No wallet yet?').waitFor({ state: 'detached' })
})

test('[AUTH-27] on a phone the login says first where its wallet is, and copies the address for it', async () => {
  const phone = await app.browser.newContext({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })
  await phone.grantPermissions(['clipboard-read', 'clipboard-write'])
  page = await phone.newPage()
  await page.goto(`${app.url}/login?next=%2Ffollowing`)
  const [how, field] = await Promise.all([
    page.getByText('On a phone, open this page in the browser of the Hive Keychain app.').boundingBox(),
    page.getByRole('textbox', { name: 'Hive Username' }).boundingBox(),
  ])
  expect(how && field && how.y + how.height <= field.y).toBe(true)
  // No extension, which its browser would not take.
  expect(await page.getByRole('link', { name: 'Edge' }).count()).toBe(0)
  const colourOf = (name: string) =>
    page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor)
  const amber = await colourOf('Copy the address of this page')
  await page.getByRole('textbox', { name: 'Hive Username' }).fill('bob')
  expect(await colourOf('Sign with Keychain')).not.toBe(amber)
  expect(await page.getByRole('link', { name: 'Get the app' }).getAttribute('href')).toBe('https://hive-keychain.com/')
  await page.getByRole('button', { name: 'Copy the address of this page' }).tap()
  await page.getByText('Address copied to clipboard!').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await page.evaluate(() => Object.assign(globalThis, { hive_keychain: {} }))
  await page.getByRole('link', { name: 'Get the app' }).waitFor({ state: 'detached' })
  await expect.poll(() => colourOf('Sign with Keychain')).toBe(amber)
  await phone.close()
})

import { sentences } from '@waggle/contract/sentences'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktop, keepScreenshot, launchBrowser, openPerson, phone } from './support/browser.ts'
import { approveInWallet, signIn } from './support/journeys.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.remove()
})

/** Address, its texts (spec section 2), and whether the sidebar stands beside it. */
const screens: [name: string, path: string, texts: string[], hasSidebar: boolean][] = [
  ['home-empty', '/', ['No Active Streams', 'Check back later for live content!'], true],
  [
    'watch-without-user',
    '/watch',
    ['Missing User Parameter', 'Please provide a user parameter in the URL (e.g., /watch?user=username)'],
    false,
  ],
  [
    'watch-offline',
    '/watch?user=bob',
    ['bob', 'OFFLINE', 'Stream Description', 'Welcome to the stream!', 'General'],
    false,
  ],
  ['watch-by-channel', '/watch?channel=bob', ['OFFLINE'], false],
  ['stream-key-anonymous', '/stream-key', ['Please log in with your Hive account to generate a stream key.'], true],
  ['login', '/login', ['Login with Hive Keychain', 'Sign with Keychain'], true],
  ['directory', '/directory', ['Stream Directory'], true],
  ['following', '/following', ['Login Required', 'You need to be logged in to see your followed channels.'], true],
  ['faq', '/faq', ['FAQ'], true],
  ['not-found', '/nowhere', ['Page not found'], true],
]

describe.each([
  ['desktop', desktop],
  ['phone', phone],
])('screens on a %s', (size, viewport) => {
  it.each(screens)('%s', async (name, path, texts, hasSidebar) => {
    const { context, page, problems } = await openPerson(browser, viewport)
    await page.goto(site.url + path)
    for (const text of texts) await page.getByRole('main').getByText(text).first().waitFor()
    if (size === 'desktop') {
      expect(await page.getByText('Active Streams', { exact: true }).filter({ visible: true }).count()).toBe(
        hasSidebar ? 1 : 0,
      )
    }
    expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
    await keepScreenshot(page, `${size}-${name}`)
    // The browser itself reports the status of a page that is not there.
    expect(problems.filter((problem) => !problem.includes('404 (Not Found)'))).toEqual([])
    await context.close()
  })
})

describe('the login dialog', () => {
  it('says what is wrong and clears it while typing', async () => {
    const { context, page } = await openPerson(browser)
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Login with Hive' }).click()
    const sign = page.getByRole('button', { name: 'Sign with Keychain' })
    expect(await sign.isDisabled()).toBe(true)
    await page.getByLabel('Hive Username').fill('not a name')
    await sign.click()
    await page.getByText(sentences.auth.invalidUsername).waitFor()
    await keepScreenshot(page, 'login-error')
    await page.getByLabel('Hive Username').fill('bob')
    expect(await page.getByText(sentences.auth.invalidUsername).count()).toBe(0)
    await context.close()
  })

  it("shows the wallet's word when the user declines, and lets the user try again", async () => {
    const { context, page } = await openPerson(browser)
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Login with Hive' }).click()
    await page.getByLabel('Hive Username').fill(' Bob ')
    await page.getByRole('button', { name: 'Sign with Keychain' }).click()
    const wallet = page.getByRole('dialog', { name: 'sandbox wallet' })
    await wallet.getByText('Sign in to').waitFor()
    await keepScreenshot(page, 'wallet')
    await wallet.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Request was canceled by the user.').waitFor()
    await page.getByRole('button', { name: 'Sign with Keychain' }).click()
    await approveInWallet(page)
    await page.getByRole('button', { name: '@bob' }).waitFor()
    await context.close()
  })

  it('logs out here and on the server', async () => {
    const { context, page } = await openPerson(browser)
    await signIn(page, site.url, 'carol')
    const token = await page.evaluate(() => Object.values({ ...localStorage }).find((value) => value.length > 30))
    const verify = () =>
      fetch(`${site.url}/api/auth/verify`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    expect((await verify()).status).toBe(200)
    await page.getByRole('button', { name: '@carol' }).click()
    await keepScreenshot(page, 'user-menu')
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('button', { name: 'Login with Hive' }).waitFor()
    expect(await page.evaluate(() => Object.values({ ...localStorage }).filter((value) => value.length > 30))).toEqual(
      [],
    )
    await expect.poll(async () => (await verify()).status).toBe(401)
    await context.close()
  })
})

/** How many pixels the page is wider than its window. */
function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

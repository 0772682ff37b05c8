import { sentences } from '@waggle/contract/sentences'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { newSession } from './support/browser/account.ts'
import { keepScreenshot, launchBrowser, openPerson, withoutAnswers } from './support/browser/browser.ts'
import { approveInWallet, signIn } from './support/browser/journeys.ts'
import { walkByKeyboard } from './support/browser/keyboard.ts'
import { following, fulfil, type Screen, screens, streams } from './support/browser/screens.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
/** By user: the screens of one user share it. */
const sessions = new Map<string, Promise<string>>()

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.remove()
})

const sizes = { desktop: { width: 1366, height: 768 }, phone: { width: 360, height: 740 } }

// Several at a time: a page that waits for the server leaves the machine to the others.
describe.concurrent('screens', () => {
  it.each(screens)('$name', async (screen) => {
    const { context, page, problems } = await openScreen(screen)
    const main = page.getByRole('main')
    for (const text of screen.texts) {
      const found = main.getByText(text).first()
      // What is loading is told to screen readers only.
      await found.waitFor({ state: 'attached' })
    }
    await screen.act?.(page)
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      if (size === 'desktop') {
        const active = screen.language === 'es' ? 'Transmisiones activas' : 'Active Streams'
        const sidebar = page.getByText(active, { exact: true }).filter({ visible: true })
        expect(await sidebar.count()).toBe(screen.isWatching ? 0 : 1)
      }
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        // The other theme is the same page in other colours.
        const findings = await accessibilityFindings(page, colorScheme === 'light' ? ['color-contrast'] : undefined)
        expect(findings, `${size}, ${colorScheme}`).toEqual([])
        await keepScreenshot(page, `${size}-${colorScheme}-${screen.name}`)
      }
      expect(await sidewaysOverflow(page), size).toBeLessThanOrEqual(0)
    }
    // The narrowest phone, a window of 1366 at a zoom of 200 %, and a wide desk.
    for (const width of [320, 683, 2560]) {
      await page.setViewportSize({ width, height: 700 })
      expect(await sidewaysOverflow(page), `${width} px`).toBeLessThanOrEqual(0)
    }
    expect(problems.filter((problem) => !/status of (404|503)/.test(problem))).toEqual([])
    await context.close()
  })
})

function sessionOf(user: string): Promise<string> {
  const session = sessions.get(user) ?? newSession(site.url, user)
  sessions.set(user, session)
  return session
}

async function openScreen({ path, user, answers = {}, language }: Screen) {
  const person = await openPerson(browser, sizes.desktop)
  const { context, page } = person
  const token = user && (await sessionOf(user))
  await context.addInitScript(
    (stored) => {
      // An advertisement's frame has no storage.
      if (window !== top) return
      for (const [key, value] of Object.entries(stored)) if (value) localStorage.setItem(key, value)
    },
    { 'waggle.user': user, 'waggle.token': token, 'waggle.language': language },
  )
  await withoutAnswers(context)
  for (const [call, answer] of Object.entries(answers)) {
    await context.route(
      ({ pathname }) => pathname === call,
      (route) => fulfil(route, answer),
    )
  }
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto(site.url + path)
  return person
}

describe('with the keyboard alone', () => {
  it.each([
    { path: '/', text: 'Featured Stream' },
    { path: '/directory', text: '4 stream(s) found' },
    { path: '/following', text: 'Offline (2)' },
    { path: '/faq', text: 'Getting Started' },
    { path: '/watch?user=bob', text: 'No messages yet. Say hello!' },
    { path: '/stream-key', text: 'Logged in as: @alice' },
    { path: '/dashboard/streamer', text: 'Streamer Dashboard' },
  ])('everything on $path is reached, and shows it', async ({ path, text }) => {
    const answers = { '/api/streams': streams, '/api/follows/following': following }
    const { context, page } = await openScreen({ name: path, path, texts: [], user: 'alice', answers })
    // What comes while the walk is on its way may be missed by it: then it is taken again.
    const walk = async () => {
      await page.goto(site.url + path)
      await page.getByRole('main').getByText(text).first().waitFor()
      const { missed, unmarked } = await walkByKeyboard(page)
      return [...missed.map((name) => `not reached: ${name}`), ...unmarked.map((name) => `not marked: ${name}`)]
    }
    await expect.poll(walk, { timeout: 90_000, interval: 500 }).toEqual([])
    await context.close()
  })

  it('a dialog and a menu give the focus back to what opened them', async () => {
    const { context, page } = await openPerson(browser, sizes.desktop)
    const hasFocus = (name: string) => page.getByRole('button', { name }).and(page.locator(':focus')).waitFor()
    const press = async (name: string) => {
      await page.getByRole('button', { name }).focus()
      await page.keyboard.press('Enter')
    }
    await page.goto(`${site.url}/watch?user=bob`)
    await press('Share')
    await page.getByRole('dialog', { name: 'Share' }).waitFor()
    await page.keyboard.press('Escape')
    await hasFocus('Share')
    await press('Login with Hive')
    await page.getByRole('dialog', { name: 'Login with Hive Keychain' }).waitFor()
    await page.keyboard.press('Escape')
    await hasFocus('Login with Hive')
    await signIn(page, site.url, 'erin')
    await press('@erin')
    await page.getByRole('menuitem', { name: 'Stream Key' }).waitFor()
    await page.keyboard.press('Escape')
    await hasFocus('@erin')
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

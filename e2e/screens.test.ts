import { sentences } from '@waggle/contract/sentences'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { amberButtons } from './support/browser/amber-buttons.ts'
import { launchBrowser, openProfile, saveScreenshot } from './support/browser/browser.ts'
import { approveInWallet, signIn } from './support/browser/journeys.ts'
import { tabThroughPage } from './support/browser/keyboard.ts'
import { openScreen } from './support/screens/open-screen.ts'
import { following, type Screen, screens, streams } from './support/screens/screens.ts'
import { dashboardScreens } from './support/screens/streaming/dashboard-screens.ts'
import { newSession } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
/** Tokens by user: the screens of one user share a session. */
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

// Concurrent: a page that waits for the server leaves the processor to the others.
describe.concurrent('screens', () => {
  it.each([...screens, ...dashboardScreens])('$name', async (screen) => {
    const { context, page, problems } = await open(screen)
    const main = page.getByRole('main')
    for (const text of screen.texts) {
      const found = main.getByText(text).first()
      // Attached is enough: loading messages are only for screen readers.
      await found.waitFor({ state: 'attached' })
    }
    await screen.act?.(page)
    if (screen.path !== '/design')
      expect((await amberButtons(page)).length, 'filled amber buttons').toBeLessThanOrEqual(1)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      const active = screen.language === 'es' ? 'Transmisiones activas' : 'Active Streams'
      const sidebar = page.getByText(active, { exact: true }).filter({ visible: true })
      // On a phone the home page has the list itself, the dashboard none, and some other pages neither (rule SHELL-11).
      const isStreamless = screen.isStreamless || screen.path === '/' || screen.path.startsWith('/dashboard')
      const hasList = size === 'desktop' || !isStreamless
      // What only a narrow window shows may have just been asked for.
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      expect(await sidebar.count(), size).toBe(hasList ? 1 : 0)
      expect(await accessibilityFindings(page), size).toEqual([])
      if (size === 'desktop') {
        // The light theme is the same page in other colours.
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
        expect(await accessibilityFindings(page, ['color-contrast']), 'light').toEqual([])
        await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
        // A phone on its side. Not after an upright one: to turn that fills the screen with the picture (rule WATCH-3).
        await page.setViewportSize({ width: 844, height: 390 })
        expect(await horizontalOverflow(page), '844 px').toBeLessThanOrEqual(0)
        await page.setViewportSize(viewport)
      }
      expect(await horizontalOverflow(page), size).toBeLessThanOrEqual(0)
    }
    // The narrowest phone, a usual one, a window of 1366 px at a zoom of 200 %, a tablet, and a wide screen.
    for (const [width, height] of [
      [320, 700],
      [390, 844],
      [683, 700],
      [768, 1024],
      [2560, 700],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect(await horizontalOverflow(page), `${width} px`).toBeLessThanOrEqual(0)
    }
    // Header and page start at the left edge, also in a wide window.
    for (const logo of await page.getByRole('banner').getByRole('link').first().all())
      expect((await logo.boundingBox())?.x).toBeLessThan(40)
    expect(problems.filter((problem) => !/status of (404|503)/.test(problem))).toEqual([])
    await context.close()
  })
})

function sessionOf(user: string): Promise<string> {
  const session = sessions.get(user) ?? newSession(site.url, user)
  sessions.set(user, session)
  return session
}

async function open(screen: Screen) {
  const token = screen.user === undefined ? undefined : await sessionOf(screen.user)
  return openScreen(browser, site.url, screen, { token, viewport: sizes.desktop })
}

describe('with the keyboard alone', () => {
  it.each([
    { path: '/', text: 'Featured Stream' },
    { path: '/directory', text: '4 stream(s) found' },
    { path: '/following', text: 'Offline (2)' },
    { path: '/faq', text: 'Getting Started' },
    { path: '/watch?user=bob', text: 'No messages yet.' },
    { path: '/stream-key', text: 'Logged in as: @alice' },
    { path: '/sessions', text: 'This session' },
    { path: '/dashboard/streamer', text: 'Streamer Dashboard' },
  ])('everything on $path can be reached and shows its focus', async ({ path, text }) => {
    const answers = { '/api/streams': streams, '/api/follows/following': following }
    const { context, page } = await open({ name: path, path, texts: [], user: 'alice', answers })
    // Elements that appear during the walk may be missed, so it is repeated.
    const walk = async () => {
      await page.goto(site.url + path)
      await page.getByRole('main').getByText(text).first().waitFor()
      const { missed, unmarked } = await tabThroughPage(page)
      return [...missed.map((name) => `not reached: ${name}`), ...unmarked.map((name) => `not marked: ${name}`)]
    }
    await expect.poll(walk, { timeout: 90_000, interval: 500 }).toEqual([])
    await context.close()
  })

  it('a dialog and a menu return the focus to the button that opened them', async () => {
    const { context, page } = await openProfile(browser, sizes.desktop)
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
    // The initials beside it are no part of what the button is called.
    expect(await page.getByRole('button', { name: '@erin' }).innerText()).toBe('@erin')
    await press('@erin')
    await page.getByRole('menuitem', { name: 'Stream Key' }).waitFor()
    await page.keyboard.press('Escape')
    await hasFocus('@erin')
    // The whole menu can be reached in a low window.
    await page.setViewportSize({ width: 844, height: 390 })
    await press('@erin')
    const last = page.getByRole('menuitem', { name: 'Logout' })
    await last.scrollIntoViewIfNeeded()
    const box = await last.boundingBox()
    expect((box?.y ?? 390) + (box?.height ?? 0)).toBeLessThanOrEqual(390)
    await context.close()
  })
})

describe('the login dialog', () => {
  it('[AUTH-3, AUTH-4] reports an invalid username and clears the error on typing', async () => {
    const { context, page } = await openProfile(browser)
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Login with Hive' }).click()
    const sign = page.getByRole('button', { name: 'Sign with Keychain' })
    expect(await sign.isDisabled()).toBe(true)
    await page.getByLabel('Hive Username').fill('not a name')
    await sign.click()
    await page.getByText(sentences.auth.invalidUsername).waitFor()
    await saveScreenshot(page, 'login-error')
    await page.getByLabel('Hive Username').fill('bob')
    expect(await page.getByText(sentences.auth.invalidUsername).count()).toBe(0)
    await context.close()
  })

  it("[AUTH-8] shows the wallet's message when the user declines, and lets the user try again", async () => {
    const { context, page } = await openProfile(browser)
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Login with Hive' }).click()
    await page.getByLabel('Hive Username').fill(' Bob ')
    await page.getByRole('button', { name: 'Sign with Keychain' }).click()
    const wallet = page.getByRole('dialog', { name: 'sandbox wallet' })
    await wallet.getByText('Sign in to').waitFor()
    await saveScreenshot(page, 'wallet')
    await wallet.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Request was canceled by the user.').waitFor()
    await page.getByRole('button', { name: 'Sign with Keychain' }).click()
    await approveInWallet(page)
    await page.getByRole('button', { name: '@bob' }).waitFor()
    await context.close()
  })

  it('[AUTH-15] logs out in the browser and on the server', async () => {
    const { context, page } = await openProfile(browser)
    await signIn(page, site.url, 'carol')
    const token = await page.evaluate(() => Object.values({ ...localStorage }).find((value) => value.length > 30))
    const verify = () =>
      fetch(`${site.url}/api/auth/verify`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    expect((await verify()).status).toBe(200)
    await page.getByRole('button', { name: '@carol' }).click()
    await saveScreenshot(page, 'user-menu')
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('button', { name: 'Login with Hive' }).waitFor()
    expect(await page.evaluate(() => Object.values({ ...localStorage }).filter((value) => value.length > 30))).toEqual(
      [],
    )
    await expect.poll(async () => (await verify()).status).toBe(401)
    await context.close()
  })
})

/** By how many pixels the page is wider than its window. */
function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

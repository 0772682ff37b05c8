import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pageAnswersId } from '@waggle/contract/site/page-answers'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const screenshots = fileURLToPath(new URL('../../../test-results/screenshots', import.meta.url))

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 360, height: 780 }

/** Debian's Chromium without windows, and without background traffic. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
      ...[
        '--disable-background-networking',
        '--disable-component-update',
        '--autoplay-policy=no-user-gesture-required',
      ],
    ],
  })
}

/** Opens a new browser profile with one page. Errors that the page reports are collected in `problems`. */
export async function openProfile(
  browser: Browser,
  viewport = desktop,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const context = await browser.newContext({
    viewport,
    locale: 'en-US',
    // nginx in front of a site has a certificate made for the test.
    ignoreHTTPSErrors: true,
    ...options,
  })
  // Only guards against hanging: on a busy machine everything takes longer.
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`)
  })
  return { context, page, problems }
}

/** Removes the answers that the server puts into pages, so that the page makes the requests that a test wants to mock. */
export async function withoutPageAnswers(context: BrowserContext): Promise<void> {
  await context.addInitScript((id) => {
    // The advertisement's frame runs no scripts.
    if (window !== top) return
    // Fires when the page has been parsed, before its scripts run.
    document.addEventListener('readystatechange', () => document.getElementById(id)?.remove())
  }, pageAnswersId)
}

/** Saves a screenshot to look at after the tests. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true })
  // JPEG, because encoding takes a good part of the time of the screen tests.
  await page.screenshot({ path: join(screenshots, `${name}.jpg`), type: 'jpeg', quality: 80 })
}

/** The addresses that the page asks the system to open with an app from now on: those that the browser itself does not load. */
export async function watchOpenedApps(page: Page): Promise<() => string[]> {
  const addresses: string[] = []
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Page.frameRequestedNavigation', ({ url }) => {
    if (!/^https?:/.test(url)) addresses.push(url)
  })
  await devtools.send('Page.enable')
  return () => addresses
}

/** Where an element is in the window, in CSS pixels. */
export async function boxOf(page: Page, testId: string) {
  const box = await page.getByTestId(testId).boundingBox()
  if (!box) throw new Error(`${testId} is not on the page`)
  return box
}

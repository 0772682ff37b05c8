import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pageAnswersId } from '@waggle/contract/site/page-answers'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const screenshots = fileURLToPath(new URL('../../../test-results/screenshots', import.meta.url))

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 360, height: 780 }

/** Debian's Chromium without a window and without any traffic of its own. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
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

/** A person's browser profile. What the page reports as an error is kept in `problems`. */
export async function openPerson(
  browser: Browser,
  viewport = desktop,
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const context = await browser.newContext({ viewport, locale: 'en-US' })
  // A guard against hanging only: on a busy machine everything takes longer.
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`)
  })
  return { context, page, problems }
}

/** Takes out of pages what the server sends along with them: a test that answers a page's calls wants it to make them. */
export async function withoutAnswers(context: BrowserContext): Promise<void> {
  await context.addInitScript((id) => {
    // An advertisement's frame runs no scripts.
    if (window !== top) return
    // Told when the page has been read, before its scripts run.
    document.addEventListener('readystatechange', () => document.getElementById(id)?.remove())
  }, pageAnswersId)
}

/** Keeps a picture to look at after the tests. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true })
  // A good part of a test of screens is the packing of its pictures.
  await page.screenshot({ path: join(screenshots, `${name}.jpg`), type: 'jpeg', quality: 80 })
}

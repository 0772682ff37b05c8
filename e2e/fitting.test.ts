import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, openProfile } from './support/browser/browser.ts'
import { waitUntilPlaying } from './support/browser/journeys.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { preferLowDelay } from './support/players/delay-mode.ts'
import { newStreamKey, waitUntilLive } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
let encoder: Encoder

beforeAll(async () => {
  site = await startSite({ WAGGLE_TRANSCODE: 'off' })
  browser = await launchBrowser()
  encoder = startEncoder(site.rtmpUrl, await newStreamKey(site.url, 'alice'), { size: '320x180' })
  await waitUntilLive(site.url, 'alice')
})
afterAll(async () => {
  await encoder?.kill()
  await browser?.close()
  await site?.remove()
})

it('the smallest player shows the whole panel of an error', async () => {
  const { context, page } = await openProfile(browser, { width: 320, height: 568 })
  await preferLowDelay(context)
  await page.route('**/api/hls/token/**', (route) => route.fulfill({ status: 503, body: 'down' }))
  await page.goto(`${site.url}/watch?user=alice`)
  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.waitFor()
  // What is drawn behind the sentence and its button.
  const panel = await retry.evaluate((button) => {
    let element = button.parentElement
    while (element && getComputedStyle(element).backgroundColor === 'rgba(0, 0, 0, 0)') element = element.parentElement
    const { top, bottom } = element?.getBoundingClientRect() ?? { top: Number.NaN, bottom: Number.NaN }
    return { top, bottom }
  })
  expect(panel.top).toBeGreaterThanOrEqual(0)
  expect(panel.bottom).toBeLessThanOrEqual((320 * 9) / 16)
  await context.close()
})

it('a theatre is offered where there is one', async () => {
  const { context, page } = await openProfile(browser)
  await preferLowDelay(context)
  await page.goto(`${site.url}/watch?user=alice`)
  await waitUntilPlaying(page)
  const theatre = page.getByRole('button', { name: 'Theatre mode', includeHidden: true })
  const isOffered = () => theatre.evaluate((button) => getComputedStyle(button).display !== 'none')
  expect(await isOffered()).toBe(true)
  await page.setViewportSize({ width: 900, height: 800 })
  expect(await isOffered()).toBe(false)
  await context.close()
})

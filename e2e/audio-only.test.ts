import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import {
  desktop,
  launchBrowser,
  openProfile,
  phone,
  saveScreenshot,
  withoutPageAnswers,
} from './support/browser/browser.ts'
import { waitUntilPlaying } from './support/browser/journeys.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { preferLowDelay, preferRealTime, shownMode } from './support/players/delay-mode.ts'
import { callApi, newSession, newStreamKey, proveAccount, waitUntilLive } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
let encoder: Encoder
let streamKey: string
const contexts: BrowserContext[] = []

beforeAll(async () => {
  site = await startSite({ WAGGLE_OPERATORS: 'bob' })
  browser = await launchBrowser()
  streamKey = await newStreamKey(site.url, 'alice')
  encoder = startEncoder(site.rtmpUrl, streamKey, { hasVideo: false })
  await waitUntilLive(site.url, 'alice')
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})
afterAll(async () => {
  await encoder?.kill()
  await browser?.close()
  await site?.remove()
})

async function open(viewport = desktop, prepare: (context: BrowserContext) => Promise<unknown> = async () => {}) {
  const { context, page, problems } = await openProfile(browser, viewport)
  contexts.push(context)
  await prepare(context)
  return { page, problems }
}

async function watch(page: Page): Promise<void> {
  await page.goto(`${site.url}/watch?user=alice`)
  await waitUntilPlaying(page)
  await page.getByText('Audio only').waitFor()
}

/** The level that the middle bar of the meter shows; undefined while the meter is invisible. */
function shownLevel(page: Page): Promise<number | undefined> {
  return page.getByTestId('level-meter').evaluate((meter) => {
    const middle = meter.children[Math.floor(meter.children.length / 2)]
    if (!middle || !meter.hasAttribute('data-measured')) return undefined
    return Number(getComputedStyle(middle).getPropertyValue('--level'))
  })
}

/** The addresses of the page's pictures that could not be loaded. */
function brokenPictures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth === 0).map(({ src }) => src),
  )
}

it('[OPERATE-5] the people who run the site read what is missing', async () => {
  const token = await newSession(site.url, 'bob')
  await callApi(site.url, '/api/operate/rights', { token, body: await proveAccount(site.url, 'bob', 'operate') })
  const verdict = async () => {
    const { broadcasts } = await callApi(site.url, '/api/operate/broadcasts', { token })
    return [broadcasts[0].health, broadcasts[0].problem]
  }
  await expect.poll(verdict).toEqual(['warning', 'video_missing'])
})

it('[PLAYER-15] shows the picture of the channel, says so, and measures the sound, whichever mode is wanted', async () => {
  for (const { viewport, prepare, mode } of [
    { viewport: desktop, prepare: undefined, mode: 'Low delay (this broadcast has no picture)' },
    { viewport: { ...phone, width: 390 }, prepare: preferLowDelay, mode: 'Low delay (chosen by you)' },
  ]) {
    const { page, problems } = await open(viewport, prepare)
    await watch(page)
    expect(await shownMode(page)).toBe(mode)
    await page.keyboard.press(viewport === desktop ? 's' : 'Escape')
    const player = page.getByRole('region', { name: 'Video player' })
    await player.getByText('This broadcast has sound but no video.').waitFor()
    expect(await player.locator('img[src="/u/alice/avatar"]').count()).toBe(2)
    // ffmpeg's sine is 21 dB below full scale.
    await expect.poll(() => shownLevel(page)).toBeGreaterThan(0.5)
    expect(await shownLevel(page)).toBeLessThan(0.8)
    expect(await player.getByRole('button', { name: 'Picture in picture' }).count()).toBe(0)
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, `audio-only-${viewport.width}`)
    expect(await brokenPictures(page)).toEqual([])
    expect(problems).toEqual([])
  }
})

it('[PLAYER-15] says that the sound is muted, and the meter rests', async () => {
  const { page } = await open()
  await watch(page)
  await expect.poll(() => shownLevel(page)).toBeGreaterThan(0.5)
  await page.keyboard.press('m')
  await page.getByText('This broadcast has no video, and its sound is muted here.').waitFor()
  await expect.poll(() => shownLevel(page)).toBe(0)
  await saveScreenshot(page, 'audio-only-muted')
  await page.keyboard.press('m')
  await page.getByText('This broadcast has sound but no video.').waitFor()
  await expect.poll(() => shownLevel(page)).toBeGreaterThan(0.5)
})

it('[PLAYER-25] a page that waited for a first picture in vain has loaded nevertheless', async () => {
  const { page, problems } = await open(desktop, async (context) => {
    await preferRealTime(context)
    await withoutPageAnswers(context)
  })
  await page.goto(`${site.url}/watch?user=alice`, { waitUntil: 'load' })
  await page.getByText('Audio only').waitFor()
  expect(problems).toEqual([])
})

it('[PLAYER-15] without motion the bars are a wave that stands, and changes once a second', async () => {
  const { page } = await open()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await watch(page)
  await expect.poll(() => shownLevel(page)).toBeGreaterThan(0.5)
  const meter = page.getByTestId('level-meter')
  const levelsNow = () =>
    meter.evaluate((element) =>
      [...element.children].map((bar) => Number(getComputedStyle(bar).getPropertyValue('--level'))),
    )
  const levels = await levelsNow()
  expect(levels.toReversed()).toEqual(levels)
  expect(Math.max(...levels)).toBe(levels[Math.floor(levels.length / 2)])
  const changes = await meter.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        let count = 0
        const first = element.firstElementChild as Element
        new MutationObserver((records) => (count += records.length)).observe(first, { attributes: true })
        setTimeout(() => resolve(count), 2500)
      }),
  )
  expect(changes).toBeLessThanOrEqual(3)
  // The tone is as loud all the time.
  for (const [index, level] of (await levelsNow()).entries()) expect(level).toBeCloseTo(levels[index] ?? 0, 1)
})

it('[PLAYER-15] plays without a meter in a browser that cannot capture the sound', async () => {
  const { page, problems } = await open(desktop, (context) =>
    context.addInitScript(() => Reflect.deleteProperty(HTMLMediaElement.prototype, 'captureStream')),
  )
  await watch(page)
  await page.getByText('This broadcast has sound but no video.').waitFor()
  expect(await shownLevel(page)).toBeUndefined()
  await saveScreenshot(page, 'audio-only-without-meter')
  expect(problems).toEqual([])
})

it('[HOME-4] cards show the picture of the channel', async () => {
  for (const viewport of [desktop, { ...phone, width: 390 }]) {
    const { page, problems } = await open(viewport)
    await page.goto(`${site.url}/directory`)
    const card = page.getByRole('main').getByRole('article')
    await card.getByRole('img', { name: 'No preview yet for alice' }).waitFor()
    await expect.poll(() => card.locator('img[src="/u/alice/avatar"]').count()).toBeGreaterThanOrEqual(2)
    await saveScreenshot(page, `audio-only-home-${viewport.width}`)
    expect(await brokenPictures(page)).toEqual([])
    expect(problems).toEqual([])
  }
})

it("[PLAYER-15] the streamer's preview shows the same, here in Spanish", async () => {
  const token = await newSession(site.url, 'alice')
  const { page } = await open(desktop, (context) =>
    context.addInitScript((token) => {
      localStorage.setItem('waggle.user', 'alice')
      localStorage.setItem('waggle.token', token)
      localStorage.setItem('waggle.language', 'es')
    }, token),
  )
  await page.goto(`${site.url}/dashboard/streamer`)
  // The preview is muted at first.
  await page.getByText('Esta transmisión no tiene imagen, y aquí su sonido está silenciado.').waitFor()
  await page.getByRole('button', { name: 'Activar el sonido' }).click()
  await page.getByText('Esta transmisión tiene sonido, pero no imagen.').waitFor()
  await expect.poll(() => shownLevel(page)).toBeGreaterThan(0.5)
  await saveScreenshot(page, 'audio-only-preview')
})

it('[PLAYER-15] the picture begins when the encoder returns with video', async () => {
  const { page } = await open()
  await watch(page)
  await encoder.kill()
  encoder = startEncoder(site.rtmpUrl, streamKey, { size: '320x180' })
  await page.getByText('Audio only').waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.querySelector('video')?.videoWidth === 320)
  await waitUntilPlaying(page)
})

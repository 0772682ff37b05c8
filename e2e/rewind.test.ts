import { fileURLToPath } from 'node:url'
import { watchPath } from '@waggle/contract/pages/page-addresses'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { waitFor } from '../apps/server/src/testing/wait-for.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, openProfile, phone, saveScreenshot } from './support/browser/browser.ts'
import { shownDelaySeconds, waitUntilPlaying } from './support/browser/journeys.ts'
import { sayThen } from './support/chat/say-then.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { preferLowDelay } from './support/players/delay-mode.ts'
import { waitUntilLive } from './support/server/account.ts'

let site: TestSite
let browser: Browser
let encoder: Encoder
let context: BrowserContext
let page: Page
let problems: string[]
let recordedSince = 0

beforeAll(async () => {
  // In this process, so that its clock can be moved over the end of the broadcast.
  const webDist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
  site = await startTestSite({ webDist, env: { WAGGLE_TRANSCODE: 'off' } })
  browser = await launchBrowser()
  encoder = startEncoder(site.rtmpUrl, await site.streamKey('alice'), { size: '320x180' })
  await waitUntilLive(site.url, 'alice')
})
afterAll(async () => {
  await encoder?.kill()
  await browser?.close()
  await site?.close()
})

const info = async () => (await site.request('GET', '/api/streams/info/alice')).json
const video = (of = page) => of.getByTestId('player-video')
const timeOf = () => video().evaluate((element: HTMLVideoElement) => element.currentTime)
/** Also while the controls are hidden. */
const seekBar = (of = page) => of.locator('input[type="range"][aria-label="Seek"]')
const goToLive = () => page.getByRole('button', { name: 'Go to live' })
const chat = () => page.getByRole('region', { name: 'Chat' })

/** Seconds of the recording until now. */
const recordedSeconds = () => (site.now() - recordedSince) / 1000

/** Waits until the picture is that of this second of the recording, or one of the next few, and moves. */
async function waitUntilShowing(second: number): Promise<void> {
  await expect.poll(async () => Math.abs((await timeOf()) - second), { timeout: 60_000 }).toBeLessThan(6)
  await waitUntilPlaying(page)
}

async function waitUntilLiveAgain(): Promise<void> {
  await expect.poll(() => seekBar().getAttribute('aria-valuetext'), { timeout: 60_000 }).toBe('Live')
  await waitUntilPlaying(page)
}

describe('[REC-9] a viewer of a live broadcast', () => {
  it('joins when a part of it is in the store', { timeout: 120_000 }, async () => {
    recordedSince = await waitFor('a recording', async () => (await info()).recordedSince ?? undefined, {
      timeoutMs: 90_000,
    })
    ;({ context, page, problems } = await openProfile(browser, desktop))
    await preferLowDelay(context)
    await page.goto(site.url + watchPath('alice'))
    await waitUntilPlaying(page)
  })

  it('goes back to the beginning, further than what is in memory, and on from there', {
    timeout: 120_000,
  }, async () => {
    await sayThen(site, recordedSince + 500, 'at the beginning')
    const body = { message: 'said just now' }
    await site.request('POST', '/api/chat/messages/alice', { token: await site.signIn('bob'), body })
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/chat/pictures/alice?*', async (route) => {
      await isAnswered
      await route.continue()
    })
    await page.mouse.move(500, 300 + Math.random())
    await seekBar().waitFor()
    await seekBar().focus()
    await page.keyboard.press('Home')
    await waitUntilShowing(0)
    await goToLive().waitFor()
    // Its chat is that of the picture. Until that is known, it does not say that nothing had been said.
    await chat().getByText('Loading chat').waitFor({ state: 'attached' })
    expect(await chat().getByText('Nothing had been said yet.').count()).toBe(0)
    answer()
    await chat().getByText('at the beginning').waitFor()
    expect(await chat().getByText('said just now').count()).toBe(0)
    await chat().getByRole('button', { name: 'Live chat' }).click()
    await chat().getByText('said just now').waitFor()
    await chat().getByText('Log in to chat').waitFor()
    await chat().getByRole('button', { name: 'Replay chat' }).click()
    await expect.poll(() => chat().getByText('said just now').count()).toBe(0)
    // A list has no rows for a moment.
    await chat().getByText('at the beginning').waitFor()
    expect(await seekBar().getAttribute('aria-valuetext')).toMatch(/behind live$/)
    await page.getByRole('button', { name: /^Go to live (\d+ s|\d+:\d\d) behind$/ }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'watch-rewound')
    const middle = recordedSeconds() / 2
    await page.keyboard.press('5')
    await waitUntilShowing(middle)
  })

  it('returns to the live edge', { timeout: 120_000 }, async () => {
    await page.mouse.move(500, 300 + Math.random())
    await goToLive().click()
    await waitUntilLiveAgain()
    await expect.poll(() => chat().getByRole('button', { name: 'Replay chat' }).count()).toBe(0)
    await chat().getByText('said just now').waitFor()
    expect(await page.getByTitle('Delay behind the broadcast').textContent()).toMatch(/s delay$/)
    await expect.poll(() => shownDelaySeconds(page)).toBeLessThan(8)
  })

  it('goes on after a pause that outlasts what is in memory', { timeout: 120_000 }, async () => {
    // Back to what is recorded by now: for the site, the pause takes no time.
    await page.mouse.move(500, 300 + Math.random())
    await seekBar().waitFor()
    await seekBar().focus()
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft')
    await expect.poll(() => seekBar().getAttribute('aria-valuetext')).toMatch(/^(19|2\d) seconds behind live$/)
    await waitUntilPlaying(page)
    await page.keyboard.press('k')
    await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor()
    const pausedAt = recordedSeconds() - 20
    // Messages are counted every ten seconds, and the page asks once a minute.
    const hasCount = async () => {
      const { messages } = (await site.request('GET', `/api/replays/activity/${(await info()).streamId}`)).json
      return messages.some((count: number) => count > 0) || undefined
    }
    await waitFor('a count of messages', hasCount, { timeoutMs: 60_000 })
    // The page believes that two minutes go by.
    await page.evaluate(() => {
      const now = performance.now.bind(performance)
      performance.now = () => now() + 120_000
    })
    await page.keyboard.press('k')
    await page.mouse.move(500, 300 + Math.random())
    await expect.poll(() => seekBar().getAttribute('aria-valuetext')).toMatch(/^2m .* behind live$/)
    await waitUntilShowing(pausedAt)
    // The bar is long enough for the marks of the chat's activity.
    await seekBar().focus()
    await page.getByTestId('seek-marks').waitFor({ state: 'attached' })
    const bar = await seekBar().boundingBox()
    if (bar) await page.mouse.move(bar.x + bar.width * 0.5, bar.y + bar.height / 2)
    await page.getByTestId('seek-picture').waitFor()
    await saveScreenshot(page, 'watch-rewound-marks')
  })

  it('rewinds on a phone', { timeout: 120_000 }, async () => {
    const opened = await openProfile(browser, phone, { hasTouch: true, isMobile: true })
    await preferLowDelay(opened.context)
    await opened.page.goto(site.url + watchPath('alice'))
    await waitUntilPlaying(opened.page)
    const isBehind = async () => (await seekBar(opened.page).getAttribute('aria-valuetext'))?.endsWith('behind live')
    const rewind = async () => {
      // The first tap shows the controls, which hide again after a while.
      if (await seekBar(opened.page).isVisible()) {
        const box = await seekBar(opened.page).boundingBox()
        if (box) await opened.page.touchscreen.tap(box.x + box.width * 0.1, box.y + box.height / 2)
      } else {
        await video(opened.page).tap({ force: true })
      }
      return isBehind()
    }
    await expect.poll(rewind, { timeout: 60_000 }).toBe(true)
    await waitUntilPlaying(opened.page)
    await saveScreenshot(opened.page, 'watch-rewound-phone')
    await opened.context.close()
  })

  it('watches on when the broadcast ends, and comes to its end', { timeout: 180_000 }, async () => {
    await page.reload()
    await waitUntilPlaying(page)
    await page.mouse.move(500, 300 + Math.random())
    await seekBar().waitFor()
    await seekBar().focus()
    await page.keyboard.press('Home')
    await waitUntilShowing(0)
    await encoder.kill()
    site.moveClock(120_000)
    await waitFor('the end', async () => (await info()).isLive === false, { timeoutMs: 60_000 })
    await page.getByText('OFFLINE').first().waitFor()
    const before = await timeOf()
    await expect.poll(timeOf).toBeGreaterThan(before + 1)
    expect(problems.filter((problem) => !/40[34]/.test(problem))).toEqual([])
    await context.close()
  })
})

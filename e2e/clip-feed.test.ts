import { fileURLToPath } from 'node:url'
import { clipPath, replayPath } from '@waggle/contract/pages/page-addresses'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, openProfile, phone, saveScreenshot } from './support/browser/browser.ts'
import { waitUntilPlaying } from './support/browser/journeys.ts'
import { doubleLetters, outsideWindow } from './support/browser/large-letters.ts'
import { recordBroadcast } from './support/server/record-broadcast.ts'

let site: TestSite
let browser: Browser
/** A broadcast of alice. */
let streamId: string
/** Clips of it, in the order in which they were made: the feed begins with the last one. */
let oldest: string
let middle: string
let latest: string

beforeAll(async () => {
  const webDist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
  // In this process, so that its clock can be moved over the end of a broadcast.
  site = await startTestSite({ webDist, env: { WAGGLE_TRANSCODE: 'off' } })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

const isAt = async (page: Page, clipId: string, title: string) => {
  await page.waitForURL(site.url + clipPath(clipId))
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

describe('[CLIP-9] the clips of a channel are a feed', () => {
  it('once some are made', { timeout: 120_000 }, async () => {
    streamId = await recordBroadcast(site, { seconds: 24, size: '320x240' })
    const { startedAt } = (await site.request('GET', `/api/replays/${streamId}`)).json
    const token = await site.signIn('bob')
    const make = async (title: string, fromMs: number): Promise<string> => {
      const body = { streamId, title, startsAt: startedAt + fromMs, endsAt: startedAt + fromMs + 5000 }
      return (await site.request('POST', '/api/clips', { token, body })).json.clipId
    }
    oldest = await make('The first one', 1000)
    middle = await make('The second one', 6000)
    latest = await make('The third one', 12_000)
  })

  it('beside the picture, by keys, and over the picture at the end of each', { timeout: 120_000 }, async () => {
    const { context, page, problems } = await openProfile(browser, desktop)
    await page.goto(site.url + clipPath(middle))
    await isAt(page, middle, 'The second one')
    const others = page.getByRole('region', { name: 'Clips' })
    await others.getByRole('link', { name: 'The third one' }).waitFor()
    const playing = others.locator('[aria-current="page"]')
    expect(await playing.allTextContents()).toEqual(['The second one'])
    const [picture, column] = [await page.getByTestId('player-video').boundingBox(), await others.boundingBox()]
    expect(column?.x).toBeGreaterThan((picture?.x ?? 0) + (picture?.width ?? 0) - 1)
    expect(column?.y).toBeLessThan(200)
    // [CLIP-10] What it is of.
    await page.getByText('From “Broadcast by alice”, at 0:06').waitFor()
    const whole = page.getByRole('link', { name: 'Watch the whole broadcast' })
    expect(await whole.getAttribute('href')).toBe(replayPath(streamId, 6))
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'clip-feed')
    await page.keyboard.press('b')
    await isAt(page, latest, 'The third one')
    await expect.poll(() => playing.allTextContents()).toEqual(['The third one'])
    await waitUntilPlaying(page)
    // The latest one has nothing before it.
    const [back, forward] = ['Previous clip', 'Next clip'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    )
    expect(await back?.isDisabled()).toBe(true)
    await page.keyboard.press('b')
    await page.keyboard.press('n')
    await isAt(page, middle, 'The second one')
    // The controls have both, at the sides of the button that plays, with their keys.
    expect(await forward?.getAttribute('title')).toBe('Next clip (n)')
    await page.mouse.move(300, 300)
    await back?.click()
    await isAt(page, latest, 'The third one')
    await page.mouse.move(310, 300)
    await forward?.click()
    await isAt(page, middle, 'The second one')
    await page.getByRole('link', { name: 'Next clip', exact: true }).click({ timeout: 60_000 })
    await isAt(page, oldest, 'The first one')
    await waitUntilPlaying(page)
    expect(await page.getByRole('link', { name: /^Next clip/ }).count()).toBe(0)
    expect(problems).toEqual([])
    await context.close()
  })

  it('on a phone, by a finger over the picture and by links', { timeout: 120_000 }, async () => {
    const { context, page } = await openProfile(browser, phone, { hasTouch: true, isMobile: true })
    const swipes = page.waitForResponse(/clip-swipe-.*\.js$/)
    await page.goto(site.url + clipPath(latest))
    await swipes
    await waitUntilPlaying(page)
    // [CLIP-9] Over the picture they stand at both sides of its middle, where the button that plays is.
    const middleOf = async (name: string) => {
      const button = page.getByRole('button', { name, exact: true, includeHidden: true })
      const { x = Number.NaN, width = 0 } = (await button.boundingBox()) ?? {}
      return x + width / 2
    }
    const toTheRight = (await middleOf('Next clip')) - phone.width / 2
    expect(toTheRight).toBeGreaterThan(60)
    expect(phone.width / 2 - (await middleOf('Previous clip'))).toBeCloseTo(toTheRight, 1)
    // [WATCH-11] The share button stands in the picture.
    const share = await page.getByRole('button', { name: 'Share', includeHidden: true }).first().boundingBox()
    const picture = await page.getByTestId('player-video').boundingBox()
    expect((share?.y ?? Number.NaN) + (share?.height ?? 0)).toBeLessThan((picture?.height ?? 0) / 2)
    const devtools = await context.newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
    const drag = async (fromX: number, toX: number) => {
      await send('touchStart', { x: fromX, y: 60 })
      for (let step = 1; step <= 8; step++) await send('touchMove', { x: fromX + ((toX - fromX) * step) / 8, y: 60 })
    }
    const card = page.getByTestId('swiped-to')
    // Nothing is before the latest one: the picture comes back.
    await drag(80, 320)
    expect(await card.count()).toBe(0)
    await send('touchEnd')
    const leftOf = async () => (await page.getByTestId('player-video').boundingBox())?.x
    await expect.poll(leftOf).toBe(0)
    await drag(320, 90)
    await card.getByText('The second one').waitFor()
    await saveScreenshot(page, 'clip-swipe')
    await send('touchEnd')
    await isAt(page, middle, 'The second one')
    for (const width of [phone.width, 320]) {
      await page.setViewportSize({ ...phone, width })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await page.setViewportSize(phone)
    await doubleLetters(page)
    expect(await outsideWindow(page)).toEqual([])
    await saveScreenshot(page, 'clip-feed-large-letters')
    await page.reload()
    await isAt(page, middle, 'The second one')
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'clip-feed-phone')
    // [REC-17] The feed is the first tab; what the clip is of is the second, and the way there begins it.
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Clips', 'About'])
    await page.getByRole('tab', { name: 'About' }).click()
    const about = page.getByRole('tabpanel', { name: 'About' })
    const yOf = async (text: RegExp) => (await about.getByText(text).boundingBox())?.y ?? Number.NaN
    expect((await yOf(/^From /)) < (await yOf(/^Watch the whole/)) && (await yOf(/^Watch the whole/)) < 480).toBe(true)
    await about.getByRole('link', { name: /^Next clip: The first one/ }).click()
    await isAt(page, oldest, 'The first one')
    // [SHELL-9] Where there is no picture after all, the site's bars lead on.
    await page.goto(site.url + clipPath(`clip${'0'.repeat(20)}`))
    await page.getByRole('heading', { level: 1, name: 'This clip is no longer available' }).waitFor()
    for (const bar of [page.getByRole('banner'), page.getByRole('navigation', { name: 'Main' })]) await bar.waitFor()
    expect(await page.getByRole('link', { name: 'Back to home' }).isVisible()).toBe(false)
    await context.close()
  })
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { launchBrowser, openProfile, saveScreenshot } from './support/browser/browser.ts'
import { waitUntilPlaying } from './support/browser/journeys.ts'
import { openChatPage, openChatUser, sendFromPage } from './support/chat/chat-users.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { preferLowDelay } from './support/players/delay-mode.ts'
import { newStreamKey, waitUntilLive } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

const portrait = { width: 390, height: 844 }
const landscape = { width: 844, height: 390 }

let site: Site
let browser: Browser
const encoders: Encoder[] = []

beforeAll(async () => {
  site = await startSite({ WAGGLE_TRANSCODE: 'off' })
  browser = await launchBrowser()
  for (const username of ['alice', 'carol']) {
    encoders.push(startEncoder(site.rtmpUrl, await newStreamKey(site.url, username), { size: '320x180' }))
    await waitUntilLive(site.url, username)
  }
})
afterAll(async () => {
  await Promise.all(encoders.map((encoder) => encoder.kill()))
  await browser?.close()
  await site?.remove()
})

async function boxOf(page: Page, testId: string) {
  const box = await page.getByTestId(testId).boundingBox()
  if (!box) throw new Error(`${testId} is not on the page`)
  return box
}

describe('on its side', () => {
  it('[WATCH-6] lays the chat over the picture where the viewer chooses so, and remembers it', async () => {
    const { context, page } = await openChatPage(browser, await openChatUser(site.url, 'bob'), landscape)
    await preferLowDelay(context)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${site.url}/watch?user=alice`)
    await waitUntilPlaying(page)
    const whole = await boxOf(page, 'player-video')
    await page.getByRole('button', { name: 'Show the chat' }).click()
    await page.getByRole('button', { name: 'Lay the chat over the picture' }).click()
    await page.getByRole('button', { name: 'Put the chat beside the picture' }).waitFor()
    expect(await boxOf(page, 'player-video')).toEqual(whole)
    const chat = page.getByRole('region', { name: 'Chat', exact: true })
    const drawer = await chat.boundingBox()
    if (!drawer) throw new Error('The chat is not shown')
    expect(drawer.x).toBeLessThan(whole.x + whole.width - 100)
    expect(drawer.height).toBe(landscape.height)
    await sendFromPage(page, 'over the picture')
    await page.getByRole('feed').getByText('over the picture').waitFor()
    // Beside the chat the picture takes presses, and its controls are clear of the chat.
    await page.mouse.click(whole.x + 200, 150)
    await page.getByTestId('paused-play').waitFor()
    const [play, last] = await Promise.all([
      boxOf(page, 'paused-play'),
      page.getByRole('button', { name: 'Fullscreen' }).boundingBox(),
    ])
    expect(play.x + play.width).toBeLessThanOrEqual(drawer.x)
    expect(last && last.x + last.width).toBeLessThanOrEqual(drawer.x)
    await saveScreenshot(page, 'phone-landscape-chat-over')
    expect(await accessibilityFindings(page)).toEqual([])

    // With a keyboard below it.
    await page.locator('[data-chat]').evaluate((page: HTMLElement) => {
      page.style.setProperty('--visible-height', '200px')
    })
    const field = await page.getByLabel('Message', { exact: true }).boundingBox()
    expect(field && field.y + field.height).toBeLessThanOrEqual(200)

    await page.reload()
    await page.getByRole('button', { name: 'Show the chat' }).click()
    await page.getByRole('button', { name: 'Put the chat beside the picture' }).click()
    await expect.poll(async () => (await boxOf(page, 'player-video')).width).toBeLessThan(whole.width - 50)
    await context.close()
  })

  it('[SHELL-10] [WATCH-6] closes the chat also where the code of what else it has there does not arrive', async () => {
    const { context, page } = await openProfile(browser, landscape)
    await preferLowDelay(context)
    await context.route(/\/assets\/chat-place-button-/, (route) => route.abort())
    await page.goto(`${site.url}/watch?user=alice`)
    await waitUntilPlaying(page)
    await page.getByRole('button', { name: 'Show the chat' }).click()
    const close = page.getByRole('button', { name: 'Hide the chat' })
    await close.waitFor()
    expect(await page.getByText('This page could not be loaded').count()).toBe(0)
    await close.click()
    await close.waitFor({ state: 'detached' })
    await context.close()
  })
})

describe('upright', () => {
  type Point = readonly [x: number, y: number]

  async function watchAlice(options: { reducedMotion?: 'reduce' } = {}) {
    const { context, page } = await openProfile(browser, portrait, { hasTouch: true, isMobile: true, ...options })
    await preferLowDelay(context)
    const swipes = page.waitForResponse(/channel-swipe-.*\.js$/)
    await page.goto(`${site.url}/watch?user=alice`)
    await waitUntilPlaying(page)
    await swipes
    // Who else is live is known.
    await page.getByRole('region', { name: 'Also live', includeHidden: true }).waitFor({ state: 'attached' })
    const devtools = await context.newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) })
    /** Puts a finger down and moves it over the points; `lift` ends it. */
    const drag = async (first: Point, ...others: Point[]) => {
      await send('touchStart', [first])
      let [x, y] = first
      for (const [toX, toY] of others) {
        const [fromX, fromY] = [x, y]
        for (let step = 1; step <= 8; step++) {
          x = fromX + ((toX - fromX) * step) / 8
          y = fromY + ((toY - fromY) * step) / 8
          await send('touchMove', [[x, y]])
        }
      }
    }
    const lift = () => send('touchEnd', [])
    const isPaused = () => page.getByTestId('player-video').evaluate((video: HTMLVideoElement) => video.paused)
    return { context, page, drag, lift, isPaused, card: page.getByTestId('swiped-channel') }
  }

  it('[WATCH-8] a swipe over the picture leads to the next channel, which slides in beside the finger', async () => {
    const { context, page, drag, lift, card } = await watchAlice()
    await drag([300, 100], [120, 104])
    await card.getByText('carol', { exact: true }).first().waitFor()
    const [player, next] = await Promise.all([boxOf(page, 'player-video'), card.boundingBox()])
    expect(player.x).toBeLessThan(-100)
    expect(next?.x).toBeCloseTo(player.x + portrait.width, 0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(portrait.width)
    await saveScreenshot(page, 'phone-swipe')
    await lift()
    await page.waitForURL('**/watch?user=carol')
    await page.getByRole('heading', { name: 'carol' }).first().waitFor()
    await waitUntilPlaying(page)
    expect((await boxOf(page, 'player-video')).x).toBe(0)
    await drag([100, 100], [280, 100])
    await lift()
    await page.waitForURL('**/watch?user=alice')
    await context.close()
  })

  it('[WATCH-8] a finger that goes back, up, or from the edge of the screen leads nowhere', async () => {
    const { context, page, drag, lift, isPaused, card } = await watchAlice()
    await drag([300, 100], [100, 100], [290, 100])
    await card.waitFor()
    await lift()
    await card.waitFor({ state: 'detached' })
    expect((await boxOf(page, 'player-video')).x).toBe(0)
    await drag([200, 60], [160, 180])
    expect(await card.count()).toBe(0)
    await lift()
    for (const edge of [8, portrait.width - 8]) {
      await drag([edge, 100], [200, 100])
      expect(await card.count()).toBe(0)
      await lift()
    }
    // What has moved was no tap, which shows the controls. A drag on the seek bar seeks.
    const control = page.getByRole('button', { name: 'Fullscreen' })
    await control.waitFor({ state: 'hidden' })
    await drag([8, 100], [200, 100])
    await lift()
    expect(await control.isVisible()).toBe(false)
    const isHeld = async () => {
      if (!(await control.isVisible())) await page.touchscreen.tap(200, 100)
      // The focus keeps them.
      return control.evaluate((button) => {
        button.focus()
        return button === document.activeElement
      })
    }
    await expect.poll(isHeld).toBe(true)
    const bar = await page.getByRole('slider', { name: 'Seek' }).boundingBox()
    if (!bar) throw new Error('There is no seek bar')
    const y = bar.y + bar.height / 2
    await drag([300, y], [100, y])
    expect(await card.count()).toBe(0)
    expect((await boxOf(page, 'player-video')).x).toBe(0)
    await lift()
    expect(await isPaused()).toBe(false)
    expect(page.url()).toContain('user=alice')
    await context.close()
  })

  it('[WATCH-8] with reduced motion nothing slides: the channel is shown once the swipe leads to it', async () => {
    const { context, page, drag, lift, card } = await watchAlice({ reducedMotion: 'reduce' })
    await drag([300, 100], [220, 100])
    expect(await card.count()).toBe(0)
    expect((await boxOf(page, 'player-video')).x).toBe(0)
    await lift()
    await drag([300, 100], [100, 100])
    await card.waitFor()
    expect((await card.boundingBox())?.x).toBe(0)
    expect((await boxOf(page, 'player-video')).x).toBe(0)
    await lift()
    await page.waitForURL('**/watch?user=carol')
    await context.close()
  })
})

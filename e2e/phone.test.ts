import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { openProfile, saveScreenshot } from './support/browser/browser.ts'
import { waitUntilPlaying } from './support/browser/journeys.ts'
import { smallTouchTargets } from './support/browser/touch-targets.ts'
import { openChatPage, openChatUser, sendFromPage } from './support/chat/chat-users.ts'
import { preferLowDelay } from './support/players/delay-mode.ts'
import { type LiveSite, startLiveSite } from './support/server/live-site.ts'
import type { Site } from './support/server/site.ts'

const portrait = { width: 390, height: 844 }
const landscape = { width: 844, height: 390 }

let live: LiveSite
let site: Site
let browser: Browser

beforeAll(async () => {
  live = await startLiveSite('alice', 'carol')
  ;({ site, browser } = live)
})
afterAll(() => live?.remove())

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
    await page.getByRole('button', { name: 'Show the chat over the video' }).click()
    await page.getByRole('button', { name: 'Show the chat beside the video' }).waitFor()
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
    await page.setViewportSize({ width: landscape.height, height: landscape.width })
    await page.getByRole('button', { name: 'Show the chat' }).waitFor({ state: 'detached' })
    await page.setViewportSize(landscape)
    await page.getByRole('button', { name: 'Show the chat beside the video' }).click()
    await expect.poll(async () => (await boxOf(page, 'player-video')).width).toBeLessThan(whole.width - 50)
    await page.getByRole('button', { name: 'Hide the chat' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Show the chat' }).waitFor()
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
  it('[WATCH-6] the bar below the picture follows the channel, and tabs lead to its details and back', async () => {
    const { context, page } = await openChatPage(browser, await openChatUser(site.url, 'dave'), portrait)
    await preferLowDelay(context)
    await page.goto(`${site.url}/watch?user=alice`)
    await waitUntilPlaying(page)
    const followButton = page.getByRole('button', { name: /^Follow(ing)? alice$/ })
    const before = (await followButton.boundingBox())!
    // The word until one follows.
    expect(before.width).toBeGreaterThan(60)
    await followButton.click()
    await page.getByRole('button', { name: 'Following alice', pressed: true }).waitFor()
    // The heart alone: the title has the room.
    const after = (await followButton.boundingBox())!
    expect([after.width, after.x + after.width]).toEqual([44, before.x + before.width])
    const chat = page.getByRole('tabpanel', { name: 'Chat' })
    const about = page.getByRole('tabpanel', { name: 'About' })
    await chat.waitFor()
    expect(await about.isVisible()).toBe(false)
    // Its tabs are in the line of its own head.
    const tab = page.getByRole('tab', { name: 'About' })
    const settings = chat.getByRole('button', { name: 'Chat settings' })
    expect((await tab.boundingBox())?.y).toBe((await settings.boundingBox())?.y)
    await tab.click()
    await about.waitFor()
    // In the bar as before, and not twice.
    expect(await followButton.boundingBox()).toEqual(after)
    expect(await page.getByRole('button', { name: 'Following alice' }).count()).toBe(1)
    // The sheets of what stands beside the tabs lie over the details.
    await page.getByRole('button', { name: 'More about this channel' }).click()
    await page.getByRole('menuitem', { name: 'Notify me While this site is open' }).waitFor()
    await page.getByRole('menuitem', { name: 'Report' }).click({ trial: true })
    await page.keyboard.press('Escape')
    await tab.focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('tab', { name: 'Chat', selected: true }).waitFor()
    await about.waitFor({ state: 'hidden' })
    // A press on the bar leads there, too.
    await page.getByRole('heading', { level: 1 }).click({ force: true })
    await about.waitFor()
    await context.close()
  })

  it('[WATCH-6] of an offline channel shows the details first, and the chat with one press', async () => {
    const { context, page } = await openProfile(browser, portrait)
    await page.goto(`${site.url}/watch?user=bob`)
    await page.getByRole('tab', { name: 'About', selected: true }).waitFor()
    // The bar says who it is, and the details do not say it again.
    await page.getByRole('heading', { level: 1, name: 'bob' }).waitFor()
    expect(await page.getByRole('tabpanel', { name: 'About' }).getByText('bob', { exact: true }).count()).toBe(0)
    expect(await page.getByText('OFFLINE', { exact: true }).count()).toBe(1)
    await page.getByRole('button', { name: 'Notify me While this site is open' }).waitFor()
    await saveScreenshot(page, 'phone-offline')
    expect(await accessibilityFindings(page)).toEqual([])
    await page.getByRole('tab', { name: 'Chat' }).click()
    // Who cannot write is not asked to.
    await expect.poll(() => page.getByText('No messages yet.').innerText()).toMatch(/^No messages yet\.\s*$/)
    await page.getByRole('link', { name: 'Log in to chat' }).click()
    await page.getByRole('dialog', { name: 'Login with Hive Keychain' }).waitFor()
    await context.close()
  })

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
    return { context, page, drag, lift, isPaused, card: page.getByTestId('swiped-to') }
  }

  it('[WATCH-8] a swipe over the picture leads to the next channel, which slides in beside the finger', async () => {
    const { context, page, drag, lift, card } = await watchAlice()
    await drag([300, 100], [120, 104])
    await card.getByText('carol', { exact: true }).first().waitFor()
    // Of one frame: the last moves of the finger may be drawn between two questions.
    const [playerX = 0, nextX] = await page.evaluate(() =>
      ['player-video', 'swiped-to'].map(
        (id) => document.querySelector(`[data-testid=${id}]`)?.getBoundingClientRect().x ?? Number.NaN,
      ),
    )
    expect(playerX).toBeLessThan(-100)
    expect(nextX).toBeCloseTo(playerX + portrait.width, 0)
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
    await holdControls(page)
    const bar = await page.getByRole('slider', { name: 'Seek' }).boundingBox()
    if (!bar) throw new Error('There is no seek bar')
    const y = bar.y + bar.height / 2
    await drag([300, y], [100, y])
    expect(await card.count()).toBe(0)
    expect((await boxOf(page, 'player-video')).x).toBe(0)
    await lift()
    await expect.poll(isPaused).toBe(false)
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

  /** Shows the controls, and keeps them by the focus on one of them. */
  async function holdControls(page: Page): Promise<void> {
    const control = page.getByRole('button', { name: 'Fullscreen' })
    const isHeld = async () => {
      if (!(await control.isVisible())) await page.touchscreen.tap(340, 60)
      return control.evaluate((button) => {
        button.focus()
        return button === document.activeElement
      })
    }
    await expect.poll(isHeld).toBe(true)
  }

  it('[PLAYER-17] a finger seeks at the edge of the picture where it is lifted, and nothing where it goes up', async () => {
    const { context, page, drag, lift, isPaused } = await watchAlice()
    await holdControls(page)
    const bar = page.getByRole('slider', { name: 'Seek' })
    const behind = async () => Number(/^\d+/.exec((await bar.getAttribute('aria-valuetext')) ?? '')?.[0] ?? 0)
    await expect.poll(async () => -Number(await bar.getAttribute('min')), { timeout: 30_000 }).toBeGreaterThan(12)
    const [box, player] = await Promise.all([bar.boundingBox(), boxOf(page, 'player-video')])
    if (!box) throw new Error('There is no seek bar')
    expect([box.x, box.width, box.y + box.height]).toEqual([0, portrait.width, player.y + player.height])
    expect(box.height).toBeGreaterThanOrEqual(44)
    const y = box.y + box.height - 10
    await drag([200, y], [196, y - 80])
    await lift()
    expect(await behind()).toBe(0)
    // In fullscreen nothing scrolls, and the browser leaves such a finger to the page until it is lifted.
    await bar.evaluate((element, y) => {
      for (const [type, clientY] of [['pointerdown', y] as const, ['pointerup', y - 80] as const])
        element.parentElement?.dispatchEvent(
          new PointerEvent(type, { clientX: 40, clientY, pointerType: 'touch', bubbles: true }),
        )
    }, y)
    expect(await behind()).toBe(0)
    await drag([300, y], [200, y], [40, y])
    // Until the finger is lifted the picture goes on; only the time that it is at is shown.
    await page.getByText(/^−\d+:\d\d$/).waitFor()
    expect(await page.getByTestId('player-video').evaluate((video: HTMLVideoElement) => video.seeking)).toBe(false)
    await saveScreenshot(page, 'phone-seek')
    await lift()
    await expect.poll(behind).toBeGreaterThan(9)
    await expect.poll(isPaused).toBe(false)
    // A tap seeks as well. The bar may have become longer since the drag.
    const fromRight = async () => (await behind()) / -Number(await bar.getAttribute('min'))
    await holdControls(page)
    await page.touchscreen.tap(300, y)
    await expect.poll(fromRight).toBeLessThan(0.6)
    expect(await behind()).toBeGreaterThan(0)
    // Also below a button.
    await holdControls(page)
    await page.touchscreen.tap(36, box.y + box.height / 2)
    await expect.poll(fromRight).toBeGreaterThan(0.6)
    await context.close()
  })

  it.each([
    ['/nowhere', 'Page not found'],
    ['/watch?user=nobody-here', 'There is no channel called nobody-here'],
    ['/replay/k3f9x2m7q1w8e5r4t6y0', 'This broadcast is no longer available'],
    ['/clips/k3f9x2m7q1w8e5r4t6y0', 'This clip is no longer available'],
  ])('[SHELL-9] leads on to who is live where %s leads to nothing', async (path, title) => {
    const { context, page } = await openProfile(browser, portrait)
    await page.goto(site.url + path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    const card = page.getByRole('main').getByRole('region', { name: 'Live now' }).getByRole('article').first()
    // The first of them is in view, also on its side, and keeps as far from the edge as any text.
    for (const { width, height } of [portrait, { width: 844, height: 390 }]) {
      await page.setViewportSize({ width, height })
      await expect.poll(() => card.boundingBox()).toSatisfy((box) => box?.x >= 12 && box.y < height * 0.76)
    }
    expect(await accessibilityFindings(page)).toEqual([])
    await context.close()
  })

  it('[WATCH-11] shares from the picture, with the controls', async () => {
    const { context, page } = await watchAlice()
    const share = page.getByRole('button', { name: 'Share', includeHidden: true }).first()
    await share.waitFor({ state: 'hidden' })
    // A finger that asks for the controls there shares nothing.
    const box = await share.boundingBox()
    if (!box) throw new Error('There is no button to share')
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    await holdControls(page)
    await share.waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    // The system's way to share comes first; headless Chromium has none.
    await page.evaluate(() => {
      const state = globalThis as { shared?: ShareData }
      Object.assign(navigator, { share: async (data: ShareData) => (state.shared = data) })
    })
    await share.tap()
    const sheet = page.getByRole('dialog', { name: 'Share' })
    // Both a sheet and a dialog leave the picture bright.
    const picture = await boxOf(page, 'player-video')
    const dimming = (dialog: Locator) => dialog.evaluate((one) => getComputedStyle(one, '::backdrop').backgroundImage)
    expect(await dimming(sheet)).toContain(` ${picture.y + picture.height}px, `)
    const withApp = sheet.getByRole('button', { name: 'Share with an app...' })
    await withApp.tap()
    expect(await page.evaluate(() => (globalThis as { shared?: ShareData }).shared?.url)).toBe(page.url())
    const words = await sheet.getByText(/^Share with|^Link$/).allTextContents()
    expect(words).toEqual(['Share with an app...', 'Link'])
    expect(await accessibilityFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Follow alice' }).tap()
    expect(await dimming(page.getByRole('dialog', { name: /^Login/ }))).toContain(` ${picture.y + picture.height}px, `)
    await context.close()
  })

  it('[PLAYER-24] pauses in the middle of the picture, and has the rest in one sheet', async () => {
    const { context, page, isPaused } = await watchAlice()
    await holdControls(page)
    const player = await boxOf(page, 'player-video')
    const pause = await page.getByRole('button', { name: 'Pause' }).boundingBox()
    if (!pause) throw new Error('There is no button that pauses')
    expect(pause.x + pause.width / 2).toBeCloseTo(player.x + player.width / 2, 0)
    expect(pause.y + pause.height / 2).toBeCloseTo(player.y + player.height / 2, 0)
    expect(pause.height).toBeGreaterThanOrEqual(64)
    const own = /^(Back|Share|Pause|Mute|Seek|Quality|Fullscreen)/
    expect((await smallTouchTargets(page)).filter((name) => own.test(name))).toEqual([])
    const shown = page.getByRole('region', { name: 'Video player' }).getByRole('button')
    expect(await shown.count()).toBeLessThanOrEqual(6)
    await page.getByRole('button', { name: 'Make a clip' }).waitFor()
    await page.getByRole('button', { name: 'Pause' }).tap()
    await expect.poll(isPaused).toBe(true)
    await page.getByRole('button', { name: /^Quality/ }).tap()
    await page.getByRole('menuitem', { name: 'Picture in picture' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Make a clip' }).isVisible()).toBe(false)
    expect(await accessibilityFindings(page)).toEqual([])
    // The arrow keys go to what is shown only, and around.
    await page.keyboard.press('ArrowUp')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Statistics')
    await context.close()
  })
})

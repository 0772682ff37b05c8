import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { boxOf, openProfile, saveScreenshot } from './support/browser/browser.ts'
import { waitUntilPlaying } from './support/browser/journeys.ts'
import { smallTouchTargets } from './support/browser/touch-targets.ts'
import { preferLowDelay } from './support/players/delay-mode.ts'
import { type LiveSite, startLiveSite } from './support/server/live-site.ts'
import type { Site } from './support/server/site.ts'

const portrait = { width: 390, height: 844 }

let live: LiveSite
let site: Site
let browser: Browser

beforeAll(async () => {
  live = await startLiveSite('alice', 'carol')
  ;({ site, browser } = live)
})
afterAll(() => live?.remove())

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

it('[PLAYER-27] two taps at a side of the picture skip by 10 s, and each further one adds as many', async () => {
  const { context, page, isPaused } = await watchAlice()
  await holdControls(page)
  const bar = page.getByRole('slider', { name: 'Seek' })
  const behind = async () => Number(/^\d+/.exec((await bar.getAttribute('aria-valuetext')) ?? '')?.[0] ?? 0)
  await expect.poll(async () => -Number(await bar.getAttribute('min')), { timeout: 60_000 }).toBeGreaterThan(25)
  const { y, height } = await boxOf(page, 'player-video')
  /** Tapped in the page: between two calls from here the machine may pause for longer than between two taps. */
  const tap = (x: number, times: number) =>
    page.evaluate(
      ({ x, y, times }) => {
        const area = document.elementFromPoint(x, y)
        for (let tap = 0; tap < times; tap++)
          for (const type of ['pointerdown', 'pointerup'])
            area?.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerType: 'touch', bubbles: true }))
      },
      { x, y: y + height * 0.4, times },
    )
  const [left, right] = [50, portrait.width - 50]
  // At the live edge there is nothing ahead.
  await tap(right, 2)
  expect(await page.getByTestId('skipped').count()).toBe(0)
  await tap(left, 3)
  await page.getByText('20 seconds back').waitFor()
  await saveScreenshot(page, 'phone-skip')
  await expect.poll(behind).toBeGreaterThan(14)
  // [PLAYER-17]
  await page.getByRole('button', { name: /^Go to live −0:[12]\d$/ }).waitFor()
  await page.getByTestId('skipped').waitFor({ state: 'detached' })
  await tap(right, 2)
  await page.getByText('10 seconds forward').waitFor()
  await expect.poll(behind).toBeLessThan(14)
  expect(await behind()).toBeGreaterThan(4)
  // Taps at two sides are two taps.
  await page.getByTestId('skipped').waitFor({ state: 'detached' })
  await tap(left, 1)
  await tap(right, 1)
  expect(await page.getByTestId('skipped').count()).toBe(0)
  await expect.poll(isPaused).toBe(false)
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

import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, openProfile, saveScreenshot, withoutPageAnswers } from './support/browser/browser.ts'
import { waitUntilPlaying } from './support/browser/journeys.ts'
import { openChatPage, openChatUser } from './support/chat/chat-users.ts'
import { preferLowDelay } from './support/players/delay-mode.ts'
import { callApi } from './support/server/account.ts'
import { type LiveSite, startLiveSite } from './support/server/live-site.ts'
import type { Site } from './support/server/site.ts'

const phone = { width: 390, height: 844 }

let live: LiveSite
let site: Site
let browser: Browser

beforeAll(async () => {
  live = await startLiveSite('alice', 'carol')
  ;({ site, browser } = live)
})
afterAll(() => live?.remove())

async function watchAlice() {
  const profile = await openProfile(browser)
  await preferLowDelay(profile.context)
  await profile.page.goto(`${site.url}/watch?user=alice`)
  await waitUntilPlaying(profile.page)
  return profile
}

async function middleOf(page: Page, testId: string): Promise<[number, number]> {
  const box = await page.getByTestId(testId).boundingBox()
  if (!box) throw new Error(`${testId} is not on the page`)
  return [box.x + box.width / 2, box.y + box.height / 2]
}

it('a mouse that is pressed beside the picture and let go over it pauses nothing', async () => {
  const { context, page } = await watchAlice()
  const isPaused = () => page.getByTestId('player-video').evaluate((video: HTMLVideoElement) => video.paused)
  const picture = await middleOf(page, 'player-video')
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  await page.mouse.move((title?.x ?? 0) + 5, (title?.y ?? 0) + 5)
  await page.mouse.down()
  await page.mouse.move(...picture, { steps: 4 })
  await page.mouse.up()
  expect(await isPaused()).toBe(false)
  // Nor the other way round, and what was let go elsewhere is over.
  await page.mouse.down()
  await page.mouse.move((title?.x ?? 0) + 5, (title?.y ?? 0) + 5, { steps: 4 })
  await page.mouse.up()
  await page.mouse.down()
  await page.mouse.move(...picture, { steps: 4 })
  await page.mouse.up()
  expect(await isPaused()).toBe(false)
  await page.mouse.click(...picture)
  await expect.poll(isPaused).toBe(true)
  await context.close()
})

it('[PLAYER-18] a click on the notice of a stall pauses the stream as one beside it does', async () => {
  const { context, page } = await watchAlice()
  const isPaused = () => page.getByTestId('player-video').evaluate((video: HTMLVideoElement) => video.paused)
  const picture = await middleOf(page, 'player-video')
  // What says it is fetched once the stream plays, and cannot be while the browser is offline.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/stall-notice')),
  )
  await context.setOffline(true)
  await page.getByRole('status').getByText('You are offline').waitFor()
  await page.mouse.click(...picture)
  await expect.poll(isPaused).toBe(true)
  await context.setOffline(false)
  await context.close()
})

it('[PLAYER-23] title and controls of a picture in full screen lie on it or on black alone, never across its edge', async () => {
  const { context, page } = await watchAlice()
  await page.keyboard.press('k')
  const title = page.getByTestId('picture-title')
  // Their room within them is not seen: the letters and signs are.
  const spanOf = (parts: Element[]) => {
    const boxes = parts.map((part) => part.getBoundingClientRect()).filter(({ height }) => height > 0)
    return [Math.min(...boxes.map(({ top }) => top)), Math.max(...boxes.map(({ bottom }) => bottom))] as const
  }
  for (const height of [900, 1200]) {
    await page.setViewportSize({ width: 1440, height })
    await page.keyboard.press('f')
    await title.waitFor()
    const black = (height - 810) / 2
    const isAcross =
      (edge: number) =>
      ([top, bottom]: readonly [number, number]) =>
        top < edge - 1 && bottom > edge + 1
    await expect.poll(() => title.locator('*').evaluateAll(spanOf)).not.toSatisfy(isAcross(black))
    await expect
      .poll(() => page.locator('[data-player-controls] > *').evaluateAll(spanOf))
      .not.toSatisfy(isAcross(height - black))
    await page.keyboard.press('f')
    await title.waitFor({ state: 'detached' })
  }
  await context.close()
})

it('an open menu closes when a key opens a dialog', async () => {
  const { context, page } = await watchAlice()
  await page.mouse.move(...(await middleOf(page, 'player-video')))
  await page.getByRole('button', { name: /^Quality/ }).click()
  const menu = page.getByRole('menu', { name: /^Quality/, includeHidden: true })
  await menu.waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await menu.waitFor({ state: 'detached' })
  await context.close()
})

/** The watch page while the player asks whether a broadcast that has ended goes on. */
async function openAtEnd(change: { thumbnail?: string } = {}) {
  const { context, page } = await openProfile(browser)
  await preferLowDelay(context)
  await withoutPageAnswers(context)
  const info = await callApi(site.url, '/api/streams/info/alice')
  let isAnswered = false
  await context.route('**/api/streams/info/alice', (route) => {
    if (isAnswered) return
    isAnswered = true
    return route.fulfill({ json: { ...info, streamId: 'a'.repeat(20), ...change } })
  })
  await page.goto(`${site.url}/watch?user=alice`)
  const card = page.getByRole('status').filter({ hasText: 'The stream has stopped' })
  await card.waitFor()
  return { context, page, over: card.locator('..') }
}

it('[PLAYER-14] while the player asks whether an ended broadcast goes on, the badge is STOPPED', async () => {
  // A broadcast that has just begun has no picture to be blurred.
  await expect.poll(async () => (await callApi(site.url, '/api/streams/info/alice')).thumbnail).not.toBeNull()
  const { context, page, over } = await openAtEnd()
  await page.getByRole('main').getByText('STOPPED', { exact: true }).waitFor()
  expect(await over.evaluate((element) => getComputedStyle(element).backdropFilter)).toContain('blur')
  // The cards of the other channels have badges of their own.
  expect(await page.locator('p').getByText('LIVE', { exact: true }).count()).toBe(0)
  await context.close()
})

it('[PLAYER-14] a drawing takes the place of the last picture where that is gone', async () => {
  const { context, over } = await openAtEnd({ thumbnail: '/thumbnails/gone.jpg' })
  await over.locator('xpath=preceding-sibling::*[1]').locator('svg').waitFor()
  await context.close()
})

it('[TIP-7, UPVOTE-8] tips from the line of the tabs, also on the smallest phones', async () => {
  const { context, page } = await openChatPage(browser, await openChatUser(site.url, 'erin'), phone)
  await page.goto(`${site.url}/watch?user=alice`)
  const chat = page.getByRole('region', { name: 'Chat', exact: true })
  const tipOf = (place: Page | Locator) => place.getByRole('button', { name: 'Tip', exact: true })
  const tip = tipOf(chat)
  // Their words stay, below the end of Follow: who is here is in the settings of the chat.
  const widthOfWord = (button: Locator) =>
    button
      .locator('span')
      .last()
      .evaluate((word) => word.clientWidth)
  await chat.getByRole('button', { name: 'Chat settings' }).click()
  await page.getByRole('button', { name: /^Who is here \d+$/ }).click()
  await page.getByRole('dialog', { name: 'Who is here' }).waitFor()
  await page.keyboard.press('Escape')
  for (const button of [tip, chat.getByRole('button', { name: /^Upvote/ })]) {
    expect(await widthOfWord(button)).toBeGreaterThan(10)
  }
  // The details have them at the same place.
  const actions = () =>
    [tipOf(page), page.getByRole('button', { name: /^Upvote/ })].map((button) => button.boundingBox())
  const inChat = await Promise.all(actions())
  await page.getByRole('tab', { name: 'About' }).click()
  await expect.poll(() => Promise.all(actions())).toEqual(inChat)
  await page.getByRole('tab', { name: 'Chat' }).click()
  await page.setViewportSize({ width: 320, height: 568 })
  await tip.click()
  const form = page.getByRole('dialog', { name: 'Tip @alice' })
  await form.getByRole('button', { name: '25 HBD' }).click()
  expect(await form.getByLabel('Amount').inputValue()).toBe('25')
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  expect(await chat.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await context.close()
})

describe('[WATCH-9] what has failed', () => {
  async function fail(width: number) {
    const { context, page } = await openProfile(browser, { width, height: 844 })
    await preferLowDelay(context)
    await context.route('**/api/hls/token/**', (route) => route.fulfill({ status: 503, body: 'down' }))
    let arrive = () => {}
    const arrives = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await context.route(/offered-channel-.*\.js$/, async (route) => {
      await arrives
      await route.continue()
    })
    await page.goto(`${site.url}/watch?user=alice`)
    const retry = page.getByRole('button', { name: 'Retry' })
    await retry.waitFor()
    return { context, page, retry, arrive, offer: page.getByRole('link', { name: 'Also live carol' }) }
  }

  it.each([1440, 390, 360])(
    'has another channel below its sentence, which does not move, %i px wide',
    async (width) => {
      const { context, page, retry, arrive, offer } = await fail(width)
      const before = await retry.boundingBox()
      arrive()
      await offer.waitFor()
      expect(await retry.boundingBox()).toEqual(before)
      // What does not play is not said to be live; the other is, in a small player with a dot.
      expect(await page.locator('p').getByText('LIVE', { exact: true }).isVisible()).toBe(false)
      expect(await offer.getByText('LIVE', { exact: true }).isVisible()).toBe(width === 1440)
      const [offered, player] = await Promise.all([
        offer.boundingBox(),
        page.getByRole('region', { name: 'Video player' }).boundingBox(),
      ])
      if (!offered || !player) throw new Error('Nothing is offered')
      expect(offered.y).toBeGreaterThan((before?.y ?? 0) + (before?.height ?? 0))
      expect(offered.y + offered.height).toBeLessThanOrEqual(player.y + player.height)
      expect(offered.height).toBeGreaterThanOrEqual(44)
      await saveScreenshot(page, `player-offer-${width}`)
      expect(await accessibilityFindings(page)).toEqual([])
      await offer.click()
      await page.waitForURL('**/watch?user=carol')
      await context.close()
    },
  )

  it('has none in a small player', async () => {
    const { context, arrive, page, offer } = await fail(340)
    arrive()
    await page.locator('a[href="/watch?user=carol"]', { hasText: 'Also live' }).waitFor({ state: 'attached' })
    expect(await offer.isVisible()).toBe(false)
    await context.close()
  })

  it('[WATCH-3] full screen turns an upright phone to a wide picture, and back', async () => {
    const { context, page } = await openProfile(browser, phone, { hasTouch: true, isMobile: true })
    await preferLowDelay(context)
    await page.addInitScript(() => {
      const turns: string[] = []
      Object.assign(window, { turns })
      ScreenOrientation.prototype.unlock = () => void turns.push('free')
      Object.assign(ScreenOrientation.prototype, { lock: async (way: string) => void turns.push(way) })
      // A busy browser says late that the picture has the screen: the next press counts all the same.
      const sayLater = (event: Event) => {
        if (!event.isTrusted) return
        event.stopImmediatePropagation()
        setTimeout(() => document.dispatchEvent(new Event('fullscreenchange')), 300)
      }
      document.addEventListener('fullscreenchange', sayLater, true)
    })
    await page.goto(`${site.url}/watch?user=alice`)
    await waitUntilPlaying(page)
    const turns = () => page.evaluate(() => (window as unknown as { turns: string[] }).turns)
    await page.keyboard.press('f')
    await expect.poll(turns).toEqual(['landscape'])
    await page.keyboard.press('f')
    // The late word of the first press may free it once more.
    await expect.poll(async () => [...new Set(await turns())]).toEqual(['landscape', 'free'])
    await context.close()
  })

  // Last: alice is not live afterwards.
  it('has another channel also where the streamer stopped it', async () => {
    const { context, page } = await openProfile(browser)
    await preferLowDelay(context)
    await page.goto(`${site.url}/watch?user=alice`)
    await waitUntilPlaying(page)
    const offer = page.getByRole('region', { name: 'Video player' }).getByRole('link', { name: 'Also live carol' })
    expect(await offer.count()).toBe(0)
    await live.encoders[0]?.stop()
    await page.getByText('alice stopped the stream').waitFor()
    await offer.waitFor()
    // In the list of streams nobody watches it, either.
    const entry = page.getByRole('complementary').getByRole('link', { name: /^alice/ })
    await expect.poll(async () => (await entry.innerText()).split(/\s+/)).toEqual(['alice', 'General'])
    // [PLAYER-14] Both are one card, over the last picture.
    const card = page.getByRole('status').filter({ hasText: 'alice stopped the stream' })
    const bottomOf = async () => await card.boundingBox().then((box) => (box ? box.y + box.height : 0))
    await expect.poll(async () => (await offer.boundingBox())?.y).toBeCloseTo(await bottomOf(), 0)
    // Together they are in the middle of the picture.
    const picture = (await page.getByTestId('player-video').boundingBox())!
    const [top, bottom] = [(await card.boundingBox())!.y, await offer.boundingBox().then((box) => box!.y + box!.height)]
    expect(Math.abs((top + bottom) / 2 - (picture.y + picture.height / 2))).toBeLessThan(2)
    expect(await card.locator('..').evaluate((over) => getComputedStyle(over).backdropFilter)).toContain('blur')
    await saveScreenshot(page, 'player-offer-stopped')
    // On a phone it is as wide as below an error.
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(async () => (await offer.boundingBox())?.width).toBe(366)
    await page.setViewportSize(desktop)
    await offer.click()
    await page.waitForURL('**/watch?user=carol')
    await context.close()
  })
})

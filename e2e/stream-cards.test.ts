import type { ActiveStream } from '@waggle/contract/endpoints'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../apps/server/src/testing/wait-for.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { openProfile, phone } from './support/browser/browser.ts'
import { signIn } from './support/browser/journeys.ts'
import { callApi, newSession } from './support/server/account.ts'
import { type LiveSite, startLiveSite } from './support/server/live-site.ts'
import type { Site } from './support/server/site.ts'

let live: LiveSite
let browser: Browser
let site: Site

beforeAll(async () => {
  live = await startLiveSite('carol', 'alice')
  browser = live.browser
  site = live.site
  const token = await newSession(site.url, 'carol')
  await callApi(site.url, '/api/channels/my-channel', { method: 'PUT', token, body: { title: 'Late jazz' } })
})
afterAll(() => live?.remove())

/** Has come to rest where it was opened. */
function isStill(sheet: Locator): Promise<boolean> {
  return sheet.evaluate((element) =>
    document.getAnimations().every(({ effect, playState }) => {
      const { target } = effect as KeyframeEffect
      return playState === 'finished' || !(target?.contains(element) || element.contains(target))
    }),
  )
}

it('[DIR-6] where little was found, who else is live follows', async () => {
  const { context, page } = await openProfile(browser)
  await page.goto(`${site.url}/directory?search=jazz`)
  const others = page.getByRole('region', { name: 'Also live' })
  await others.getByRole('article').filter({ hasText: 'alice' }).waitFor()
  expect(await others.getByRole('article').count()).toBe(1)
  await page.getByRole('region', { name: 'Streams' }).getByRole('article').filter({ hasText: 'carol' }).waitFor()
  // Rule DIR-5: its heart comes with the mouse.
  const card = others.getByRole('article')
  const heart = card.getByRole('button', { name: /^Follow/ }).locator('..')
  const opacity = () => heart.evaluate((one) => Number(getComputedStyle(one).opacity))
  await expect.poll(opacity).toBe(0)
  await card.hover()
  await expect.poll(opacity).toBe(1)
  await page.getByRole('searchbox', { name: 'Search streams, users, or categories' }).fill('')
  await page.getByText('2 stream(s) found').waitFor()
  expect(await others.count()).toBe(0)
  await context.close()
})

it('[CLIP-8] the clips of the week come below everything else, and move nothing', async () => {
  const { context, page, problems } = await openProfile(browser)
  const { promise: settled, resolve: release } = Promise.withResolvers<void>()
  await context.route('**/api/clips/best', async (route) => {
    await settled
    await route.fulfill({ json: { clips: [bestClip] } })
  })
  await page.goto(site.url)
  const places = () =>
    page.getByRole('main').evaluate((main) =>
      [...main.children].map((child) => {
        const { top, bottom } = child.getBoundingClientRect()
        return { top, bottom }
      }),
    )
  await page.getByRole('region', { name: 'Live Streams' }).waitFor()
  await page.getByRole('region', { name: 'Recently live' }).or(page.getByText('Go live')).first().waitFor()
  const before = await places()
  release()
  const card = page.getByRole('region', { name: 'Clips of the week' }).getByRole('article')
  await card.getByText(/^erin · .* · 1\.2K views$/).waitFor()
  const after = await places()
  expect(after.slice(0, -1)).toEqual(before)
  expect(Math.max(...before.map(({ bottom }) => bottom))).toBeLessThanOrEqual(after.at(-1)?.top ?? 0)
  // One width of cards on the page.
  const widths = [card, page.getByRole('region', { name: 'Live Streams' }).getByRole('article')].map(
    async (cards) => (await cards.first().boundingBox())?.width,
  )
  expect(new Set(await Promise.all(widths)).size).toBe(1)
  expect(await card.getByRole('link', { name: 'A good moment' }).getAttribute('href')).toBe(`/clips/${bestClip.clipId}`)
  // The picture of the clip that does not exist.
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  await context.close()
})

it('the heart and the menu of a card are over its picture: the title has the whole width', async () => {
  const { context, page } = await openProfile(browser)
  await page.goto(`${site.url}/directory`)
  const card = page.getByRole('main').getByRole('article').filter({ hasText: 'Late jazz' })
  await card.hover()
  const boxOf = async (part: Locator) => {
    const { x, y, width, height } = (await part.boundingBox())!
    return { left: x, top: y, right: x + width, bottom: y + height }
  }
  const picture = await boxOf(card.locator('> div').first())
  const heart = await boxOf(card.getByRole('button', { name: 'Follow carol' }))
  const menu = await boxOf(card.getByRole('button', { name: 'More about carol' }))
  expect(menu.right).toBeLessThan(heart.left)
  for (const button of [menu, heart]) {
    expect(button.left).toBeGreaterThan(picture.left)
    expect(button.right).toBeLessThan(picture.right)
    expect(button.top).toBeGreaterThan(picture.top)
    expect(button.bottom).toBeLessThan(picture.bottom)
  }
  const title = card.getByRole('heading')
  expect((await boxOf(title)).right).toBeCloseTo(picture.right, 0)
  expect(await title.evaluate((element) => getComputedStyle(element).paddingRight)).toBe('0px')
  await context.close()
})

describe('[HOME-10] the menu of a card', () => {
  /** Since carol has a title and a picture, she is featured, and alice has a card. */
  const carolIsFeatured = () =>
    waitFor('a list with the title and the picture of carol', async () => {
      const { streams } = await callApi(site.url, '/api/streams')
      return streams.some((stream: ActiveStream) => stream.title === 'Late jazz' && stream.thumbnail !== null)
    })
  const cardOf = (page: Page, username: string) =>
    page.getByRole('main').getByRole('listitem').getByRole('article').filter({ hasText: username })
  const menuButton = (page: Page, username: string) =>
    cardOf(page, username).getByRole('button', { name: `More about ${username}` })
  const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

  it('copies, shares, follows and reports, and is loaded when it is pressed', async () => {
    await carolIsFeatured()
    const { context, page, problems } = await openProfile(browser)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
    await signIn(page, site.url, 'frank')
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.goto(site.url)
    const button = menuButton(page, 'alice')
    const opacity = () => button.locator('..').evaluate((place) => getComputedStyle(place).opacity)
    await button.waitFor({ state: 'attached' })
    await page.mouse.move(0, 0)
    await expect.poll(opacity).toBe('0')
    await cardOf(page, 'alice').hover()
    await expect.poll(opacity).toBe('1')
    const isLoaded = () => scripts.some((url) => url.includes('/card-menu-'))
    expect(isLoaded()).toBe(false)
    const place = await button.boundingBox()
    await button.click()
    await item(page, 'Follow').waitFor()
    expect(isLoaded()).toBe(true)
    expect(await button.boundingBox()).toEqual(place)
    expect(await accessibilityFindings(page)).toEqual([])
    await page.keyboard.press('End')
    expect(await item(page, 'Report').evaluate((entry) => entry === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    expect(await button.evaluate((entry) => entry === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await item(page, 'Copy link').click()
    await page.getByText('Link copied to clipboard!').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/watch?user=alice`)
    await button.click()
    await item(page, 'Share...').click()
    await page.getByRole('dialog', { name: 'Share @alice' }).getByLabel('Link', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await button.click()
    await item(page, 'Report').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await button.click()
    await item(page, 'Follow').click()
    await cardOf(page, 'alice').hover()
    await button.click()
    await item(page, 'Unfollow').click()
    await page.getByRole('region', { name: 'Live Streams' }).getByRole('article').filter({ hasText: 'alice' }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  it('is a sheet on a phone: a press beside it closes it, and opens nothing', async () => {
    const { context, page } = await openProfile(browser, phone, { hasTouch: true, isMobile: true })
    await page.goto(`${site.url}/directory`)
    await menuButton(page, 'alice').tap()
    const menu = page.getByRole('menu')
    await menu.waitFor()
    // It has Follow, which has no button of its own there.
    expect(await page.getByRole('main').getByRole('button', { name: 'Follow alice' }).count()).toBe(0)
    // After a tap the pointer of a touch screen rests where it was.
    await menu.getByRole('menuitem').first().hover()
    const backgrounds = await menu
      .getByRole('menuitem')
      .evaluateAll((items) => items.map((item) => getComputedStyle(item).backgroundColor))
    expect(new Set(backgrounds)).toEqual(new Set(['rgba(0, 0, 0, 0)']))
    const place = await page.getByRole('navigation', { name: 'Categories' }).getByRole('link').first().boundingBox()
    if (!place) throw new Error('The places are not shown')
    // The page behind it is dimmed, so it says itself what it is about.
    await menu
      .locator('..')
      .getByText(await cardOf(page, 'alice').getByRole('heading').innerText())
      .waitFor()
    expect((await menu.boundingBox())?.y).toBeGreaterThan(place.y + place.height)
    await page.evaluate(() => {
      const pressed: string[] = []
      Object.assign(globalThis, { pressed })
      const onClick = ({ target }: Event) => pressed.push((target as Element).closest('a')?.href ?? 'nothing')
      addEventListener('click', onClick, { capture: true })
    })
    const tapPlace = () => page.touchscreen.tap(place.x + place.width / 2, place.y + place.height / 2)
    await tapPlace()
    await menu.waitFor({ state: 'detached' })
    await tapPlace()
    await page.waitForURL('**/directory?category=General')
    const pressed = await page.evaluate(() => (globalThis as unknown as { pressed: string[] }).pressed)
    expect(pressed.filter((what) => what !== 'nothing')).toEqual([`${site.url}/directory?category=General`])
    await context.close()
  })

  it('[SHELL-14] every sheet of a phone is dragged down by its head: a menu, a popover and a dialog', async () => {
    const { context, page } = await openProfile(browser, phone, { hasTouch: true, isMobile: true })
    await page.goto(`${site.url}/directory`)
    async function dragDown(sheet: Locator, headPx: number): Promise<void> {
      await expect.poll(() => isStill(sheet)).toBe(true)
      const { x, y, width } = (await sheet.boundingBox()) ?? { x: 0, y: 0, width: 0 }
      const middle = x + width / 2
      await page.mouse.move(middle, y + headPx)
      await page.mouse.down()
      await page.mouse.move(middle, y + headPx + 60)
      // Not far enough: it is let go where it was.
      await page.mouse.up()
      expect(await sheet.isVisible()).toBe(true)
      await page.mouse.move(middle, y + headPx)
      await page.mouse.down()
      await page.mouse.move(middle, y + headPx + 120, { steps: 3 })
      await page.mouse.up()
      await sheet.waitFor({ state: 'detached' })
    }
    const openMenu = () => menuButton(page, 'alice').tap()
    await openMenu()
    await dragDown(page.getByRole('menu').locator('..'), 12)
    await openMenu()
    await page.getByRole('menuitem', { name: 'Share...' }).tap()
    await dragDown(page.getByRole('dialog', { name: 'Share @alice' }), 20)
    await page.getByRole('banner').getByRole('button', { name: 'Login' }).tap()
    await dragDown(page.getByRole('dialog', { name: 'Login with Hive Keychain' }), 20)
    await context.close()
  })

  it('opens to where there is room, and asks for a login in place', async () => {
    const { context, page } = await openProfile(browser, { width: 1300, height: 700 })
    await page.goto(`${site.url}/directory`)
    const button = menuButton(page, 'alice')
    for (const isAtBottom of [true, false]) {
      await button.evaluate(
        (element, isAtBottom) => element.scrollIntoView({ block: isAtBottom ? 'end' : 'start' }),
        isAtBottom,
      )
      await page.evaluate(() => scrollBy(0, 0))
      const { y = 0 } = (await button.boundingBox()) ?? {}
      await button.click()
      const menu = await page.getByRole('menu').boundingBox()
      if (!menu) throw new Error('The menu is not shown')
      expect(menu.y > y).toBe(700 - y > 260)
      expect(menu.y).toBeGreaterThan(0)
      expect(menu.y + menu.height).toBeLessThanOrEqual(700)
      await page.keyboard.press('Escape')
    }
    await button.click()
    await item(page, 'Follow').click()
    await page.getByRole('dialog').getByText('Log in to follow @alice').waitFor()
    await context.close()
  })
})

const bestClip = {
  ...{ clipId: `clip${'0'.repeat(20)}`, username: 'erin', maker: 'bob', title: 'A good moment', views: 1234 },
  ...{ createdAt: Date.UTC(2026, 0, 3), startsAt: 0, endsAt: 20_000, startsAtMedia: null, endsAtMedia: null },
  ...{ playlistPath: '', picturePath: '/recordings/none/clip.jpg' },
}

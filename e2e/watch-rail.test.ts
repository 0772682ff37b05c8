import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, openProfile, saveScreenshot } from './support/browser/browser.ts'
import { type LiveSite, startLiveSite } from './support/server/live-site.ts'

let live: LiveSite

beforeAll(async () => {
  live = await startLiveSite('alice')
})
afterAll(() => live?.remove())

/** What only screen readers read is clipped, so that no point of it takes a pointer. */
const isSeen = (text: Locator) =>
  text.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

it('[SHELL-3] [SHELL-8] the rail beside a channel has viewers, and opens to names until it is closed again', async () => {
  const { site, browser } = live
  const list = async () => (await (await fetch(`${site.url}/api/streams`)).json()).streams as object[]
  await expect.poll(async () => (await list()).length).toBe(1)
  const streams = (await list()).map((stream) => ({ ...stream, viewers: 1234 }))
  const { context, page } = await openProfile(browser)
  await context.route(
    ({ pathname }) => pathname === '/api/streams',
    (route) => route.fulfill({ json: { streams } }),
  )
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const entry = sidebar.getByRole('link', { name: /alice.*General.*1\.2K viewers/ })
  const name = entry.getByText('alice', { exact: true })
  const count = entry.getByText('1.2K', { exact: true })
  const show = sidebar.getByRole('button', { name: 'Show channel names' })
  const hide = sidebar.getByRole('button', { name: 'Hide channel names' })
  const widthOf = async (of: Locator) => (await of.boundingBox())?.width ?? 0
  const picture = page.getByTestId('player-video')

  await page.goto(`${site.url}/watch?user=alice`)
  await entry.waitFor()
  await expect.poll(() => isSeen(count)).toBe(true)
  expect(await isSeen(name)).toBe(false)
  expect(await widthOf(sidebar)).toBe(68)
  expect(await sidebar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  // The player has its last place.
  await page.getByRole('region', { name: 'Video player' }).getByRole('button', { name: 'Pause' }).waitFor()
  const besideRail = await widthOf(picture)
  expect(await accessibilityFindings(page)).toEqual([])
  await saveScreenshot(page, 'watch-rail')
  await show.press('Enter')
  await expect.poll(() => isSeen(name)).toBe(true)
  expect(await isSeen(count)).toBe(true)
  expect(await hide.evaluate((button) => button === document.activeElement)).toBe(true)
  await expect.poll(() => widthOf(picture)).toBe(besideRail - (240 - 68))
  expect(await widthOf(picture)).toBeGreaterThanOrEqual(700)
  expect(await accessibilityFindings(page)).toEqual([])
  await saveScreenshot(page, 'watch-rail-open')

  // Before the app is there, the first picture stands where the player was.
  const placed = await picture.boundingBox()
  const isApp = /\/assets\/app-[^/]*\.js$/
  await page.route(isApp, () => undefined)
  await page.reload({ waitUntil: 'commit' })
  const first = page.locator('.first-picture')
  await first.waitFor()
  expect(await first.boundingBox()).toEqual(placed)
  await page.unroute(isApp)
  await page.reload()
  await entry.waitFor()
  await expect.poll(() => isSeen(name)).toBe(true)
  await hide.waitFor()
  await expect.poll(() => widthOf(picture)).toBe(besideRail - (240 - 68))

  // Where there is no room for both, the rail stays.
  await page.setViewportSize({ width: 1100, height: 800 })
  await hide.waitFor({ state: 'hidden' })
  expect(await widthOf(sidebar)).toBe(68)
  expect(await isSeen(name)).toBe(false)
  expect(await isSeen(count)).toBe(true)

  await page.setViewportSize(desktop)
  await hide.click()
  await show.waitFor()
  await expect.poll(() => isSeen(name)).toBe(false)
  await expect.poll(() => widthOf(picture)).toBe(besideRail)

  // Elsewhere the names are there anyway.
  await page.goto(`${site.url}/directory`)
  await expect.poll(() => isSeen(sidebar.getByText('alice', { exact: true }))).toBe(true)
  expect(await show.or(hide).count()).toBe(0)
  await context.close()
})

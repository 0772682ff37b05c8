import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, phone, saveScreenshot } from './support/browser/browser.ts'
import { colourOf } from './support/browser/colours.ts'
import { type ChatUser, openChatPage, openChatUser } from './support/chat/chat-users.ts'
import { callApi } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
let alice: ChatUser
let bob: ChatUser
const contexts: BrowserContext[] = []

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
  alice = await openChatUser(site.url, 'alice')
  bob = await openChatUser(site.url, 'bob')
  await alice.send('word of the owner')
})
afterAll(async () => {
  for (const context of contexts) await context.close()
  await browser?.close()
  await site?.remove()
})

async function open(user: ChatUser | undefined, path: string, viewport = desktop): Promise<Page> {
  const { context, page } = await openChatPage(browser, user, viewport)
  contexts.push(context)
  await page.goto(site.url + path)
  return page
}

it('[DASH-11] an overlay shows new followers in the look of its address, until that is renewed', async () => {
  const page = await open(alice, '/dashboard/streamer')
  await page.getByRole('tab', { name: 'Overlay' }).click()
  await page.getByRole('button', { name: 'Create address' }).click()
  const address = await page.getByLabel('Address of your overlay', { exact: true }).inputValue()
  const overlay = await open(undefined, new URL(address).pathname)
  await overlay.getByText('word of the owner').waitFor()
  // The owner's name is lighter there than in the chat, and the address stands below the preview.
  const nameOf = (at: Page) =>
    at
      .getByText('alice', { exact: true })
      .first()
      .evaluate((name) => getComputedStyle(name).color)
  expect(await nameOf(overlay)).toBe(await colourOf(page, 'scene-name-12'))
  const [scene, field] = [
    await page.getByRole('region', { name: 'Preview' }).boundingBox(),
    await page.getByLabel('Address of your overlay', { exact: true }).boundingBox(),
  ]
  expect(field?.y).toBeGreaterThan((scene?.y ?? 0) + (scene?.height ?? 0))
  expect(field?.x).toBeLessThan((scene?.x ?? 0) + 2)
  const background = await overlay.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  expect(background).toBe('rgba(0, 0, 0, 0)')
  await callApi(site.url, '/api/follows/follow', { body: { username: 'alice' }, token: bob.token })
  await overlay.getByText('bob is now following').waitFor()
  await page.getByRole('switch', { name: 'Goal' }).click()
  await page.getByRole('button', { name: 'Save overlay' }).click()
  await overlay.getByText('1 of 100').waitFor()
  await compareWithPreview(page, new URL(address).pathname)
  await lookAtThemes(page, new URL(address).pathname)
  await enlargeOnPhone(page)
  await page.getByRole('button', { name: 'Renew address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Renew address' }).click()
  await overlay.getByText('This overlay address no longer works.').waitFor()
  expect(site.output()).not.toContain(new URL(address).pathname.split('/').at(-1))
})

/** Rule DASH-11: a scene of 1920x1080 shows what the preview does, in as large a part of it. */
async function compareWithPreview(page: Page, path: string): Promise<void> {
  const preview = page.getByRole('region', { name: 'Preview' })
  const scene = await preview.locator('h3 + div').boundingBox()
  const overlay = await open(undefined, path, { width: 1920, height: 1080 })
  const message = overlay.getByRole('article').filter({ hasText: 'word of the owner' })
  await message.waitFor()
  await saveScreenshot(overlay, 'overlay-1920')
  const shareOf = async (box: Locator, width: number) => ((await box.boundingBox())?.height ?? 0) / width
  const sceneWidth = scene?.width ?? 0
  expect((scene?.height ?? 0) / sceneWidth).toBeCloseTo(9 / 16, 2)
  const ofScene = await shareOf(message, 1920)
  expect(await shareOf(preview.getByText('What a view!'), sceneWidth)).toBeCloseTo(ofScene, 3)
  expect(await shareOf(preview.getByRole('progressbar'), sceneWidth)).toBeCloseTo(
    await shareOf(overlay.getByRole('progressbar'), 1920),
    3,
  )
  // Of the height of 1080 px, one line with its padding.
  expect(
    await message.evaluate((row) => Number.parseFloat(getComputedStyle(row).fontSize) * row.currentCSSZoom),
  ).toBeCloseTo(0.024 * 1080, 0)
  const alert = await preview.getByText('bob tipped').locator('xpath=../..').boundingBox()
  expect((alert?.width ?? 0) / sceneWidth).toBeLessThan(0.41)
  const column = await open(undefined, path, { width: 400, height: 1080 })
  const inColumn = column.getByRole('article').filter({ hasText: 'word of the owner' })
  await inColumn.waitFor()
  const feed = await column.getByRole('feed').boundingBox()
  expect(feed?.width ?? 0).toBeGreaterThan(0.7 * 400)
  await overlay.context().close()
  await column.context().close()
}

/** Rule DASH-11: on a phone the preview is the whole scene, as wide as the screen, and a press makes its letters large. */
async function enlargeOnPhone(page: Page): Promise<void> {
  const size = page.viewportSize() ?? desktop
  await page.setViewportSize(phone)
  const preview = page.getByRole('region', { name: 'Preview' })
  const scene = preview.locator('h3 + div')
  const part = scene.locator('> div')
  const message = preview.getByText('What a view!')
  const hiddenWidth = () => part.evaluate((element) => element.scrollWidth - element.clientWidth)
  const lineHeight = async () => (await message.boundingBox())?.height ?? 0
  await expect.poll(async () => (await scene.boundingBox())?.width).toBe(phone.width)
  expect((await scene.boundingBox())?.height).toBeCloseTo((phone.width * 9) / 16, 0)
  await expect.poll(hiddenWidth).toBeLessThanOrEqual(1)
  const small = await lineHeight()
  // A press anywhere on it.
  await scene.click({ position: { x: 20, y: 20 } })
  await expect.poll(lineHeight).toBeGreaterThan(2 * small)
  expect(await hiddenWidth()).toBeGreaterThan(phone.width)
  expect(await accessibilityFindings(page)).toEqual([])
  // With the way back above the bar of the page.
  const bar = await page.getByRole('navigation', { name: 'Dashboard sections' }).boundingBox()
  const wayBack = await preview.getByRole('button', { name: 'Show the whole scene' }).boundingBox()
  expect((wayBack?.y ?? 0) + (wayBack?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  await saveScreenshot(page, 'phone-overlay-large')
  await preview.getByRole('button', { name: 'Show the whole scene' }).click()
  await expect.poll(lineHeight).toBeCloseTo(small, 1)
  await page.setViewportSize(size)
  expect(await preview.getByRole('button').count()).toBe(0)
}

/** Rule DASH-11: the address and the preview have the look that was chosen, and the overlay at that address too. */
async function lookAtThemes(page: Page, path: string): Promise<void> {
  const look = page.getByLabel('Look', { exact: true })
  const address = page.getByLabel('Address of your overlay', { exact: true })
  const preview = page.getByRole('region', { name: 'Preview' })
  const backgroundOf = (goal: Locator) =>
    goal.locator('xpath=..').evaluate((box) => getComputedStyle(box).backgroundColor)
  const sizeOf = (message: Locator) => message.evaluate((row) => Number.parseFloat(getComputedStyle(row).fontSize))
  const boxes: Record<string, string> = {}
  const sizes: Record<string, number> = {}
  for (const [name, theme] of [
    ['Usual', ''],
    ['Plain text', 'plain'],
    ['Dark boxes', 'dark'],
    ['Light boxes', 'light'],
    ['Large letters', 'large'],
  ] as const) {
    await look.selectOption(name)
    const query = theme && `?theme=${theme}`
    expect(await address.inputValue()).toBe(site.url + path + query)
    await saveScreenshot(page, `overlay-preview-${theme || 'usual'}`)
    const overlay = await open(undefined, path + query, { width: 640, height: 360 })
    const message = overlay.getByRole('article').filter({ hasText: 'word of the owner' })
    const goal = overlay.getByText('Follower goal')
    await message.waitFor()
    await saveScreenshot(overlay, `overlay-${theme || 'usual'}`)
    boxes[theme] = await backgroundOf(goal.locator('xpath=..'))
    sizes[theme] = await sizeOf(message)
    expect(await backgroundOf(preview.getByText('Follower goal').locator('xpath=..')), name).toBe(boxes[theme])
    await overlay.context().close()
  }
  expect(boxes.plain).toBe('rgba(0, 0, 0, 0)')
  expect(boxes.light).toBe(await colourOf(page, 'surface'))
  expect(new Set(['', 'plain', 'dark', 'light'].map((theme) => boxes[theme])).size).toBe(4)
  expect(sizes.large).toBeGreaterThan(1.5 * (sizes[''] ?? 0))
  // A word that is no theme changes nothing.
  const overlay = await open(undefined, `${path}?theme=neon`, { width: 640, height: 360 })
  expect(await backgroundOf(overlay.getByText('Follower goal').locator('xpath=..'))).toBe(boxes[''])
  // The address is not shown again: what has to be put at its end is.
  await page.reload()
  await page.getByLabel('Look', { exact: true }).selectOption('Light boxes')
  expect(await page.getByLabel('Ending for this look', { exact: true }).inputValue()).toBe('?theme=light')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.setViewportSize(phone)
  await saveScreenshot(page, 'overlay-settings-phone')
  await page.setViewportSize(desktop)
}

import { fileURLToPath } from 'node:url'
import { replayPath } from '@waggle/contract/pages/page-addresses'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { launchBrowser, openProfile, saveScreenshot } from './support/browser/browser.ts'
import { doubleLetters, outsideWindow } from './support/browser/large-letters.ts'
import { sayThen } from './support/chat/say-then.ts'
import { startEncoder } from './support/encoders/encoder.ts'
import { waitUntilLive } from './support/server/account.ts'
import { recordBroadcast } from './support/server/record-broadcast.ts'

let site: TestSite
let browser: Browser

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

const widthOf = async (page: Page) => (await page.getByTestId('player-video').boundingBox())?.width ?? 0

it('[CHAT-21] the picture of a replay has the room of a chat in which nothing was said', {
  timeout: 120_000,
}, async () => {
  const streamId = await recordBroadcast(site, { seconds: 12, size: '320x240' })
  const { context, page, problems } = await openProfile(browser, { width: 1440, height: 1200 })
  await page.goto(site.url + replayPath(streamId))
  const chat = page.getByRole('region', { name: 'Chat' })
  await chat.getByText('Nothing was said in the chat of this broadcast.').waitFor()
  const whole = await widthOf(page)
  expect((await chat.boundingBox())?.height).toBeLessThan(80)
  expect(await accessibilityFindings(page)).toEqual([])
  await saveScreenshot(page, 'replay-without-chat')
  // The chat of now has its column, and the key press goes on from the same button.
  await chat.getByRole('button', { name: 'Live chat' }).focus()
  await page.keyboard.press('Enter')
  await chat.getByText('Log in to chat').waitFor()
  expect(await widthOf(page)).toBeLessThan(whole - 300)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Live chat')

  const { startedAt } = (await site.request('GET', `/api/replays/${streamId}`)).json
  await sayThen(site, startedAt + 1000, 'at the beginning')
  await page.goto(`${site.url}${replayPath(streamId)}?t=4`)
  await chat.getByText('at the beginning').waitFor()
  expect(await widthOf(page)).toBeLessThan(whole - 300)
  // [PLAYER-26] Full screen has it, where the viewer wants it.
  await page.locator('body').press('f')
  await expect.poll(() => widthOf(page)).toBe(1440)
  expect(await chat.isVisible()).toBe(false)
  await page.getByRole('region', { name: 'Video player' }).hover()
  await page.getByRole('button', { name: 'Show the chat' }).click()
  await chat.getByText('at the beginning').waitFor()
  expect(await widthOf(page)).toBe(1440 - 340)
  await saveScreenshot(page, 'replay-fullscreen-chat')
  await page.locator('body').press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()

  // [REC-17] In a narrow window the chat follows the picture and a bar, and scrolls by itself.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('tab', { name: 'Chat', selected: true }).waitFor()
  const [picture, bar, messages] = await Promise.all(
    [page.getByTestId('player-video'), page.locator('h1'), chat].map(async (part) => (await part.boundingBox())!),
  )
  expect(bar!.y - picture!.y - picture!.height).toBeLessThan(30)
  expect(messages!.y - picture!.y - picture!.height).toBeLessThan(110)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844)
  const about = page.getByRole('tab', { name: 'About' })
  await about.click()
  await page.getByText('Was live', { exact: false }).waitFor()
  expect(await chat.isVisible()).toBe(false)
  expect(await accessibilityFindings(page)).toEqual([])
  await saveScreenshot(page, 'replay-about-phone')
  await page.keyboard.press('ArrowLeft')
  await chat.getByText('at the beginning').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

it('[REC-15] what one goes on with stands beside a picture without a chat, and the chat of now takes its place', {
  timeout: 120_000,
}, async () => {
  const first = await recordBroadcast(site, { seconds: 12, size: '320x240' })
  const streamId = await recordBroadcast(site, { seconds: 12, size: '320x240' })
  const { startedAt } = (await site.request('GET', `/api/replays/${streamId}`)).json
  const body = { chapters: [{ title: 'Bees', at: startedAt }] }
  await site.request('PUT', `/api/replays/chapters/${streamId}`, { token: await site.signIn('alice'), body })
  const encoder = startEncoder(site.rtmpUrl, await site.streamKey('bob'), { size: '320x180' })
  await waitUntilLive(site.url, 'bob')
  const { context, page, problems } = await openProfile(browser, { width: 1440, height: 900 })
  await page.goto(site.url + replayPath(streamId))
  const past = page.getByRole('region', { name: 'Past broadcasts' })
  const picture = page.getByTestId('player-video')
  const boxOf = async (what: Locator) => (await what.boundingBox())!
  await past.getByRole('article').first().waitFor()
  const width = await widthOf(page)
  const end = (await boxOf(picture)).x + width
  const chapters = page.getByRole('list', { name: 'Chapters', exact: true })
  for (const what of [chapters, past, past.getByRole('article').first()]) {
    const { x, y, height } = await boxOf(what)
    expect(x).toBeGreaterThan(end - 1)
    expect(y + Math.min(height, 100)).toBeLessThan(900)
  }
  // Below the picture is who is live.
  const live = page.getByRole('main').getByRole('region', { name: 'Live now' })
  await live.getByRole('article').filter({ hasText: 'bob' }).waitFor()
  expect((await boxOf(live)).x).toBeLessThan(end)
  await encoder.kill()
  // The list scrolls by itself: the picture stays, and below it nothing is empty.
  const column = chapters.locator('xpath=ancestor::*[../@data-column]')
  expect(await column.evaluate((own) => [getComputedStyle(own).overflowY, own.clientHeight])).toEqual(['auto', 846])
  expect(await accessibilityFindings(page)).toEqual([])
  await saveScreenshot(page, 'replay-others-beside')
  const large = await context.newPage()
  await large.setViewportSize({ width: 1200, height: 900 })
  await large.goto(page.url())
  await large.getByRole('region', { name: 'Past broadcasts' }).waitFor()
  await doubleLetters(large)
  expect(await outsideWindow(large)).toEqual([])
  await saveScreenshot(large, 'replay-others-large-letters')
  await large.close()
  const now = page.getByRole('region', { name: 'Chat' }).getByRole('button', { name: 'Live chat' })
  // The line about the chat is quiet: at the bottom of the column, below what one goes on with.
  expect((await boxOf(chapters)).y).toBeLessThan(150)
  expect((await boxOf(now)).y).toBeGreaterThan(780)
  await now.click()
  await page.getByText('Log in to chat').waitFor()
  expect(await widthOf(page)).toBe(width)
  await page.getByRole('button', { name: 'Replay chat' }).click()
  // In a narrower window they are below.
  await page.setViewportSize({ width: 1100, height: 800 })
  await expect.poll(async () => (await boxOf(past)).x).toBeLessThan(200)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1100)
  await page.setViewportSize({ width: 1440, height: 900 })
  // The keys lead to the broadcasts beside it.
  await page.locator('main').focus()
  await page.keyboard.press('b')
  await page.waitForURL(site.url + replayPath(first))
  // Until the others and the controls are there, no key leads to them.
  await past
    .locator(`a[href="${replayPath(streamId)}"]`)
    .first()
    .waitFor()
  await page.getByRole('slider', { name: 'Seek' }).waitFor({ state: 'attached' })
  await page.keyboard.press('n')
  await page.waitForURL(site.url + replayPath(streamId))
  expect(problems).toEqual([])
  await context.close()
})

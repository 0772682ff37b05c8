import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { launchBrowser, saveScreenshot } from './support/browser/browser.ts'
import { waitUntilPlaying } from './support/browser/journeys.ts'
import { openChatPage, openChatUser, sendFromPage } from './support/chat/chat-users.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { preferLowDelay } from './support/players/delay-mode.ts'
import { newStreamKey, waitUntilLive } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

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
})

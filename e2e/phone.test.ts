import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { boxOf, openProfile, saveScreenshot } from './support/browser/browser.ts'
import { waitUntilPlaying } from './support/browser/journeys.ts'
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
    await page.getByRole('menuitem', { name: 'Notify me', exact: true }).waitFor()
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
    await page.getByRole('button', { name: 'Notify me', exact: true }).waitFor()
    await saveScreenshot(page, 'phone-offline')
    expect(await accessibilityFindings(page)).toEqual([])
    await page.getByRole('tab', { name: 'Chat' }).click()
    // Who cannot write is not asked to.
    await expect.poll(() => page.getByText('No messages yet.').innerText()).toMatch(/^No messages yet\.\s*$/)
    await page.getByRole('link', { name: 'Log in to chat' }).click()
    await page.getByRole('dialog', { name: 'Login with Hive Keychain' }).waitFor()
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
})

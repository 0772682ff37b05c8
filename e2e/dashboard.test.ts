import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, phone, saveScreenshot } from './support/browser/browser.ts'
import { colourOf } from './support/browser/colours.ts'
import { leaveDetails } from './support/chat/chat-scene.ts'
import { type ChatUser, openChatPage, openChatUser, sendFromPage } from './support/chat/chat-users.ts'
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
})
// Every dashboard has several sockets to the chat, and an account may have ten.
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})
afterAll(async () => {
  await browser?.close()
  await site?.remove()
})

async function open(user: ChatUser | undefined, path: string, viewport = desktop): Promise<Page> {
  const { context, page } = await openChatPage(browser, user, viewport)
  contexts.push(context)
  await page.goto(site.url + path)
  return page
}

const message = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Latest messages' }).getByRole('listitem').filter({ hasText: text })

it('[DASH-3] a streamer changes the title and moderates, and viewers in other browsers see it at once', async () => {
  const watch = await open(bob, '/watch?user=alice', phone)
  await watch.getByRole('button', { name: /in the chat/, includeHidden: true }).waitFor({ state: 'attached' })
  await leaveDetails(watch, phone)
  const page = await open(alice, '/dashboard/streamer#settings')

  // Rules SETTINGS-4 and SETTINGS-5.
  const title = page.getByLabel('Stream Title')
  const save = page.getByRole('button', { name: 'Save Settings' })
  const reset = page.getByRole('button', { name: 'Reset', exact: true })
  expect([await save.isDisabled(), await reset.isDisabled()]).toEqual([true, true])
  await title.press('Enter')
  await page.getByText('No changes to save').waitFor()
  await title.fill('Something else')
  expect(await page.getByText('No changes to save').count()).toBe(0)
  await reset.click()
  expect([await title.inputValue(), await save.isDisabled()]).toEqual(['', true])
  await title.fill('Bees <b>at</b> work 🐝')
  await page.getByText('21 / 255').waitFor()
  await page.getByLabel('Tags', { exact: true }).fill('honey')
  await page.getByLabel('Tags', { exact: true }).press('Enter')
  await save.click()
  // It arrives over the socket: the watch page itself polls more slowly.
  await watch.getByRole('heading', { level: 1, name: 'Bees <b>at</b> work 🐝' }).waitFor({ timeout: 5500 })
  // On a phone the tags are in the details, which are closed.
  await watch.locator('li', { hasText: 'honey' }).first().waitFor({ state: 'attached' })
  await page.getByText('Stream settings updated successfully!').waitFor()
  await page.getByText('Stream settings updated successfully!').waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: 'Moderation' }).click()
  await page.getByText('Connected', { exact: true }).waitFor()
  // Rule MOD-2: modes are saved at once; writers see them.
  await page.getByRole('switch', { name: 'Emote only' }).click()
  await watch.getByText('Emote only').waitFor()
  await page.getByRole('switch', { name: 'Emote only' }).click()
  await watch.getByText('Emote only').waitFor({ state: 'detached' })

  // Moderators may change them too, once the owner allows it.
  await callApi(site.url, '/api/chat/moderators/alice', { body: { username: 'bob' }, token: alice.token })
  const refusal = watch.getByText(/^Only the owner of this channel can change its chat rules/)
  await watch.getByLabel('Message', { exact: true }).fill('/slow 5')
  await watch.keyboard.press('Enter')
  await refusal.waitFor()
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/chat/config/alice') && answer.ok())
  await page.getByRole('switch', { name: /^Moderators can change these rules/ }).click()
  await saved
  await sendFromPage(watch, '/slow 5')
  await watch.getByText('Slow mode: 5 s').waitFor()
  await sendFromPage(watch, '/slow off')
  await watch.getByText('Slow mode: 5 s').waitFor({ state: 'detached' })
  await callApi(site.url, '/api/chat/moderators/alice/bob', { method: 'DELETE', token: alice.token })

  await sendFromPage(watch, 'first of bob')
  await sendFromPage(watch, 'second of bob')
  await message(page, 'second of bob').waitFor()
  await page.getByLabel('Search messages').fill('FIRST')
  expect(await page.getByRole('list', { name: 'Latest messages' }).getByRole('listitem').count()).toBe(1)
  await page.getByLabel('Search messages').fill('')
  await message(page, 'first of bob')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await watch.getByText('first of bob').waitFor({ state: 'detached' })
  await message(page, 'first of bob').waitFor({ state: 'detached' })

  // Rule MOD-1: a phone.
  await page.setViewportSize(phone)
  await page.getByRole('navigation', { name: 'Dashboard sections' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Moderation' }).click()
  expect(await page.getByRole('switch', { name: 'Emote only' }).isVisible()).toBe(false)
  await message(page, 'second of bob').getByRole('button', { name: 'Moderate the message from bob' }).click()
  const sheet = page.getByRole('dialog', { name: 'bob' })
  await sheet.getByText('second of bob').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Timeout bob' }).click()
  const seconds = page.getByLabel('Timeout duration in seconds')
  await seconds.waitFor()
  await page.keyboard.press('Escape')
  await page.setViewportSize(desktop)
  await page.getByRole('switch', { name: 'Emote only' }).waitFor()

  // Rule MOD-4: 300 s by default, an empty answer cancels.
  await message(page, 'second of bob').getByRole('button', { name: 'Timeout bob' }).click()
  expect(await seconds.inputValue()).toBe('300')
  await page.getByRole('dialog').getByRole('button', { name: '10m' }).click()
  expect(await seconds.inputValue()).toBe('600')
  await seconds.fill('')
  await page.getByRole('dialog').getByRole('button', { name: 'Timeout' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await callApi(site.url, '/api/chat/banned/alice', { token: alice.token })).length).toBe(0)
  await message(page, 'second of bob').getByRole('button', { name: 'Timeout bob' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Timeout' }).click()
  await page.getByText('bob has been timed out for 300 seconds').waitFor()
  await watch.getByText(/You are timed out/).waitFor()
  // Rule MOD-11: the messages are gone. A timeout can still be turned into a ban.
  await message(page, 'second of bob').waitFor({ state: 'detached' })
  await watch.getByText('second of bob').waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: /Banned/ }).click()
  await page.getByRole('button', { name: 'Ban bob', exact: true }).click()
  await page.getByText('Are you sure you want to ban bob?').waitFor()
  const ban = page.getByRole('dialog').getByRole('button', { name: 'Ban' })
  expect(await ban.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(
    await colourOf(page, 'danger-fill'),
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click()
  await page.getByText('bob has been banned').waitFor()
  await watch.getByText('You are banned from this chat.').waitFor()
  // Rule MOD-1: on messages of a banned user, and on the owner's own, only deletion is left. This one was deleted before the ban.
  await page.getByRole('tab', { name: 'Log' }).click()
  await page.getByRole('button', { name: 'Undo: alice deleted a message' }).click()
  await page.getByRole('tab', { name: 'Messages' }).click()
  await callApi(site.url, '/api/chat/messages/alice', { body: { message: 'word of the owner' }, token: alice.token })
  for (const text of ['first of bob', 'word of the owner']) {
    await message(page, text).getByRole('button').nth(1).waitFor({ state: 'detached' })
    await message(page, text).getByRole('button', { name: 'Delete message from' }).waitFor()
  }
  expect(await accessibilityFindings(page)).toEqual([])
  await saveScreenshot(page, 'desktop-dashboard-moderation')

  // A second dashboard on a phone shows the same and lifts the ban; the first one is updated.
  const second = await open(alice, '/dashboard/streamer', phone)
  await second.getByRole('button', { name: 'More', exact: true }).click()
  await second.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Moderation' }).click()
  await second.getByRole('tab', { name: /Banned/ }).click()
  await second.getByText('Until lifted').waitFor()
  // Each row of tabs is one line, which scrolls.
  for (const row of await second.getByRole('tablist').all()) expect((await row.boundingBox())?.height).toBeLessThan(50)
  expect(await accessibilityFindings(second)).toEqual([])
  await saveScreenshot(second, 'phone-dashboard-banned')
  await second.getByRole('button', { name: 'Unban bob' }).click()
  await second.getByText('bob has been unbanned').waitFor()
  await watch.getByLabel('Message', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Log' }).click()
  const entry = page.getByRole('listitem').filter({ hasText: 'unbanned bob' })
  await entry.getByRole('button', { name: /^Undo/ }).click()
  await entry.getByText('undone by alice').waitFor()
  await watch.getByText('You are banned from this chat.').waitFor()
})

it('[STATS-6, DASH-5] statistics that cannot be loaded become labelled sample data, without the banner for the stream', async () => {
  const { context, page } = await openChatPage(browser, alice, desktop)
  contexts.push(context)
  await page.route('**/api/streams/stats/alice', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`${site.url}/dashboard/streamer`)
  const banner = page.getByText('Failed to load dashboard data. Please refresh the page.')
  await page.getByText('The statistics could not be loaded. These numbers are made up.').waitFor()
  expect(await page.getByText('Sample data', { exact: true }).count()).toBe(1)
  await saveScreenshot(page, 'desktop-dashboard-sample')
  expect(await banner.count()).toBe(0)
  await page.route('**/api/streams/info/alice', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await banner.waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await banner.waitFor({ state: 'detached' })
})

it('[DASH-1, DASH-3, DASH-6] picture, title, figures, chat and activity are in one screen, and each works there', async () => {
  const { context, page } = await openChatPage(browser, alice, { width: 1440, height: 900 })
  contexts.push(context)
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await page.goto(`${site.url}/dashboard/streamer`)
  const input = page.getByLabel('Message', { exact: true })
  const parts = [
    page.getByText('Your stream is currently offline'),
    page.getByRole('button', { name: 'Edit the title' }),
    // Rule DASH-13.
    page.getByRole('link', { name: 'Connect your encoder' }),
    page.getByText('Current viewers'),
    page.getByText('Uptime'),
    page.getByRole('heading', { name: 'Activity' }),
    input,
  ]
  const screen = await Promise.all(
    parts.map(async (part) => {
      await part.waitFor()
      return part.evaluate((element) => element.getBoundingClientRect().toJSON())
    }),
  )
  for (const { bottom, right } of screen) expect([bottom <= 900, right <= 1440]).toEqual([true, true])
  expect(await page.getByRole('main').evaluate((main) => main.getBoundingClientRect().bottom)).toBe(900)
  // Rule DASH-9.
  const actions = await page.getByRole('list', { name: 'Quick actions' }).getByRole('listitem').all()
  const places = await Promise.all(actions.map((action) => action.boundingBox()))
  expect(places).toHaveLength(8)
  expect(new Set(places.map((place) => `${place?.y} ${place?.height}`)).size).toBe(1)
  // The tabs stand above the panes.
  const tabs = page.getByRole('tablist', { name: 'Dashboard sections' })
  expect(await tabs.getByRole('tab').first().textContent()).toBe('Stream')
  const tabsBox = await tabs.boundingBox()
  const below = (tabsBox?.y ?? Number.NaN) + (tabsBox?.height ?? 0)
  for (const { top } of screen) expect(top).toBeGreaterThanOrEqual(below)
  // Room for a dozen messages.
  expect((await page.getByRole('region', { name: 'Chat', exact: true }).boundingBox())?.height).toBeGreaterThanOrEqual(
    400,
  )

  const watch = await open(bob, '/watch?user=alice')
  await sendFromPage(page, 'hello from the dashboard')
  await watch.getByText('hello from the dashboard').waitFor()
  // A user may have ten: chat, figures and moderation share one, so that a streamer may open ten dashboards.
  expect(sockets.filter((address) => address.includes('/socket.io/'))).toHaveLength(1)
  const mode = page.getByRole('button', { name: 'Emote only' })
  await mode.click()
  await watch.getByText('Emote only').waitFor()
  await mode.click()
  await watch.getByText('Emote only').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Edit the title' }).click()
  await page.getByRole('dialog').getByLabel('Stream Title').fill('Edited in its place')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'Edited in its place' }).waitFor()
  await watch.getByText('Edited in its place').first().waitFor()

  const carol = await openChatUser(site.url, 'carol')
  await callApi(site.url, '/api/follows/follow', { body: { username: 'alice' }, token: carol.token })
  await page.getByRole('list', { name: 'Latest activity' }).getByText('carol followed you').waitFor({ timeout: 4000 })
  // Until then the list of messages is empty, which it may not be.
  await page.getByText('hello from the dashboard').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])

  // Another tab takes the place of the panes, which keep what was typed and where they were scrolled to.
  for (let line = 0; line < 30; line++) {
    await callApi(site.url, '/api/chat/messages/alice', { body: { message: `line ${line}` }, token: alice.token })
  }
  const feed = page.getByRole('feed')
  await feed.getByText('line 29').waitFor()
  await input.fill('half a sentence')
  const scrolled = () => feed.evaluate((list) => [list.scrollTop, list.scrollHeight - list.clientHeight])
  await feed.hover()
  await page.mouse.wheel(0, -200)
  await expect.poll(async () => (await scrolled()).reduce((top, end) => end - top)).toBeGreaterThan(100)
  const left = await scrolled()
  await page.getByRole('tab', { name: 'Settings' }).click()
  expect(page.url()).toMatch(/#settings$/)
  expect(await input.isVisible()).toBe(false)
  await expect.poll(() => page.getByLabel('Stream Title').inputValue()).toBe('Edited in its place')
  // The state stays in view above the tab, however far that is scrolled.
  const state = page.getByRole('group', { name: 'Your broadcast' })
  const place = await state.boundingBox()
  await page.setViewportSize({ width: 1440, height: 560 })
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 700)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  expect((await state.boundingBox())?.y).toBe(place?.y)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('heading', { name: 'Your broadcasts' }).waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('tab', { name: 'Stream' }).click()
  expect(page.url()).toMatch(/streamer$/)
  expect(await input.inputValue()).toBe('half a sentence')
  await expect.poll(scrolled).toEqual(left)
  await page.goto(`${site.url}/dashboard/streamer#history`)
  await page.getByRole('heading', { name: 'Your broadcasts' }).waitFor()
  expect(await input.isVisible()).toBe(false)
})

it('[DASH-7] panes are resized with keys and by dragging, and keep their widths', async () => {
  const page = await open(alice, '/dashboard/streamer', { width: 1440, height: 900 })
  const separator = page.getByRole('separator', { name: 'Width of the chat' })
  const chat = page.getByRole('region', { name: 'Chat', exact: true })
  const width = async () => Math.round((await chat.boundingBox())?.width ?? 0)
  const before = await width()
  await separator.press('ArrowLeft')
  await separator.press('ArrowLeft')
  await expect.poll(width).toBe(before + 32)
  const box = await separator.boundingBox()
  if (!box) throw new Error('The separator is not shown')
  await page.mouse.move(box.x + 8, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x + 8 + 48, box.y + 100, { steps: 4 })
  await page.mouse.up()
  await expect.poll(width).toBe(before - 16)
  expect(await separator.getAttribute('aria-valuenow')).toBe('324')
  await separator.press('Home')
  expect(await separator.getAttribute('aria-valuenow')).toBe('280')
  await page.reload()
  expect(await separator.getAttribute('aria-valuenow')).toBe('280')
})

it('[DASH-1, CLIP-3] there is room for all tabs, and clips of others have a heading of their own', async () => {
  const { context, page } = await openChatPage(browser, alice, { width: 1440, height: 900 })
  contexts.push(context)
  const clip = (clipId: string, username: string, title: string) => ({
    ...{ clipId: clipId.padEnd(20, '0'), username, maker: 'alice', title, createdAt: 2, startsAt: 0, endsAt: 30_000 },
    ...{ startsAtMedia: 0, endsAtMedia: 30_000, playlistPath: '/', picturePath: '/', views: 0 },
  })
  const clips = [
    clip('c1', 'alice', 'The swarm'),
    clip('c2', 'alice', 'A long title. '.repeat(7)),
    clip('c3', 'bob', 'Soup'),
  ]
  await page.route('**/api/clips/mine*', (route) => route.fulfill({ json: { clips, hasMore: false } }))
  await page.goto(`${site.url}/dashboard/streamer#recordings`)
  const ofChannel = page.getByRole('region', { name: 'Clips of your channel' })
  const made = page.getByRole('region', { name: 'Clips you made' })
  const menuOf = (title: string) => page.getByRole('button', { name: `More for “${title}` })
  await made.getByRole('link', { name: 'Soup' }).waitFor()
  expect(await ofChannel.getByRole('link').count()).toBe(2)
  await menuOf('The swarm').click()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Download', 'Share', 'Delete'])
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const link = page.getByRole('dialog', { name: 'Share this clip' }).getByLabel('Link', { exact: true })
  expect(await link.inputValue()).toBe(`${site.url}/clips/${'c1'.padEnd(20, '0')}`)
  await page.keyboard.press('Escape')
  const [one, other] = await Promise.all(
    ['The swarm', 'A long title'].map((title) =>
      menuOf(title).evaluate((button) => button.getBoundingClientRect().toJSON()),
    ),
  )
  expect(Math.abs(one.top - other.top)).toBeLessThan(1)
  // On a phone it is a sheet, which lies over the bar at the bottom.
  await page.setViewportSize(phone)
  await menuOf('The swarm').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click({ trial: true })
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.evaluate(() => localStorage.setItem('waggle.language', 'es'))
  await page.reload()
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  const row = page.getByRole('tablist').first()
  await expect
    .poll(() => row.evaluate((list) => [list.scrollLeft, list.scrollWidth - list.clientWidth]))
    .toEqual([0, 0])
})

it('in a low window the question before a ban comes into view, and the card scrolls', async () => {
  // Bob is banned by now.
  const carol = await openChatUser(site.url, 'carol')
  const page = await open(alice, '/dashboard/streamer', { width: 1024, height: 480 })
  const writer = page.getByRole('feed').getByRole('button', { name: 'carol', exact: true })
  await carol.send('hello from the low window')
  await writer.last().click()
  const card = page.getByRole('dialog', { name: '@carol' })
  await card.getByRole('button', { name: 'Ban', exact: true }).click()
  const isShown = async (name: string) => {
    const [box, outer] = await Promise.all([
      card.getByRole('button', { name, exact: true }).boundingBox(),
      card.boundingBox(),
    ])
    return box !== null && outer !== null && box.y >= outer.y && box.y + box.height <= outer.y + outer.height
  }
  await expect.poll(() => isShown('Ban carol')).toBe(true)
  expect(await card.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await card.hover()
  await page.mouse.wheel(0, -600)
  await expect.poll(() => isShown('Mention')).toBe(true)
  await page.mouse.wheel(0, 600)
  await expect.poll(() => isShown('Ban carol')).toBe(true)
})

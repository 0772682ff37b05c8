import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { phone, saveScreenshot, watchOpenedApps, withoutPageAnswers } from './support/browser/browser.ts'
import { colourOf } from './support/browser/colours.ts'
import { approveInWallet } from './support/browser/journeys.ts'
import { type ChatScene, startChatScene } from './support/chat/chat-scene.ts'

let scene: ChatScene

beforeAll(async () => {
  scene = await startChatScene()
})
afterEach(() => scene.closePages())
afterAll(() => scene?.close())

async function open(path: string): Promise<Page> {
  const page = await scene.openPage(scene.alice, phone)
  await page.goto(scene.site.url + path)
  return page
}

it('[DASH-8] a phone shows one pane at a time, without scrolling the page, and the chat keeps what was typed', async () => {
  const page = await open('/dashboard/streamer')
  const choose = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const input = page.getByLabel('Message', { exact: true })
  await page.getByText('Your stream is currently offline').waitFor()
  expect(await input.isVisible()).toBe(false)
  // Rule DASH-9: eight fill two rows.
  const actions = page.getByRole('list', { name: 'Quick actions' })
  await expect.poll(() => actions.getByRole('listitem').count()).toBe(8)
  const [row, last] = [await actions.boundingBox(), await actions.getByRole('listitem').last().boundingBox()]
  expect(Math.abs((row?.x ?? 0) + (row?.width ?? 0) - (last?.x ?? 0) - (last?.width ?? 0))).toBeLessThan(1)
  // The picture has the width of the window.
  const picture = page.getByText('Your stream is currently offline').locator('..')
  expect(await picture.boundingBox()).toMatchObject({ x: 0, width: phone.width })
  // The stream scrolls with the page, and not in a box of its own.
  await page.setViewportSize({ width: phone.width, height: 600 })
  await page.mouse.move(200, 300)
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  await page.setViewportSize(phone)
  await choose('Chat')
  await input.fill('half a sentence')
  expect(await page.getByText('Your stream is currently offline').isVisible()).toBe(false)
  const bar = await page.getByRole('navigation', { name: 'Dashboard sections' }).boundingBox()
  // One bar at the bottom: that of the site would take another 56 px.
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(phone.height)
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
  const composer = await input.boundingBox()
  expect((composer?.y ?? 0) + (composer?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  await page.mouse.move(200, 400)
  await page.mouse.wheel(0, 600)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await choose('Activity')
  const activity = page.getByRole('heading', { name: 'Activity' })
  await activity.waitFor()
  // Every part stands on the page, below a title of one size.
  const sizeOf = (heading: Locator) => heading.evaluate((element) => getComputedStyle(element).fontSize)
  const activitySize = await sizeOf(activity)
  for (const part of ['#activity', '#chat', '#chat > *']) {
    const surface = await page.locator(part).evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(surface, part).toBe('rgba(0, 0, 0, 0)')
  }
  // What others write meanwhile is counted until it is seen.
  for (const text of ['one', 'two']) await scene.bob.send(text)
  const unseen = page.getByRole('button', { name: /^Chat ?2 new$/ })
  await unseen.waitFor()
  const [sign, count] = [unseen.locator('svg'), unseen.locator('span[aria-hidden]')]
  const signBox = await sign.boundingBox()
  expect((await count.boundingBox())?.x).toBeGreaterThanOrEqual((signBox?.x ?? 0) + (signBox?.width ?? 0))
  await saveScreenshot(page, 'phone-dashboard-activity')
  expect(await accessibilityFindings(page)).toEqual([])
  // All tabs at once, and then the name of the chosen one in the place of their row.
  const sheet = page.getByRole('dialog', { name: 'More' })
  await choose('More')
  await expect.poll(() => sheet.getByRole('listitem').count()).toBe(9)
  expect(await sheet.getByRole('link', { name: 'Stream key' }).getAttribute('href')).toBe('/stream-key')
  expect(await accessibilityFindings(page)).toEqual([])
  await saveScreenshot(page, 'phone-dashboard-more')
  await sheet.getByRole('button', { name: 'History' }).press('Enter')
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Your broadcasts' }).waitFor()
  expect(await sizeOf(page.getByRole('heading', { name: 'History', exact: true }))).toBe(activitySize)
  expect(await page.getByRole('tablist', { name: 'Dashboard sections' }).isVisible()).toBe(false)
  expect(page.url()).toMatch(/#history$/)
  // The places of the bar stay: 'More' is marked for what is in its sheet.
  const sections = page.getByRole('navigation', { name: 'Dashboard sections' })
  const isCurrent = (name: string) => sections.getByRole('button', { name, exact: true }).getAttribute('aria-current')
  expect(await isCurrent('More')).toBe('true')
  const placesOfBar = sections.getByRole('button')
  expect([await placesOfBar.nth(3).textContent(), await placesOfBar.nth(4).textContent()]).toEqual(['Settings', 'More'])
  await choose('Activity')
  expect(await isCurrent('More')).toBe(null)
  await choose('More')
  await sheet.getByRole('button', { name: 'History' }).click()
  await choose('More')
  expect(await sheet.getByRole('button', { name: 'History' }).getAttribute('aria-current')).toBe('true')
  await page.keyboard.press('Escape')
  await choose('Settings')
  await page.getByRole('button', { name: 'Save Settings' }).waitFor()
  // No card takes its width, and the name of the part is the large one: that of the page is above it.
  const field = await page.getByLabel('Stream Title').boundingBox()
  expect(field?.width).toBeGreaterThan(phone.width - 26)
  const title = page.getByRole('heading', { name: 'Streamer Dashboard' })
  const part = page.getByRole('heading', { name: 'Stream Settings' })
  const letters = (text: Locator) => text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  expect(await letters(part)).toBeGreaterThan((await letters(title)) + 4)
  // What cannot be pressed has one look, which is no outline, as that of a field is.
  const fillOf = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((button) => getComputedStyle(button).backgroundColor)
  for (const name of ['Reset', 'Save Settings']) expect(await fillOf(name)).toBe(await colourOf(page, 'surface-hover'))
  await unseen.click()
  await unseen.waitFor({ state: 'detached' })
  expect(await input.inputValue()).toBe('half a sentence')
  // Rule DASH-1: the messages have the room of the greeting and the button, and the state stays where it is, beside the title.
  expect(await page.getByRole('button', { name: 'Refresh' }).isVisible()).toBe(false)
  const state = page.getByRole('group', { name: 'Your broadcast' })
  const middle = async (part: Locator) => {
    const box = await part.boundingBox()
    return (box?.y ?? Number.NaN) + (box?.height ?? 0) / 2
  }
  const places = []
  for (const pane of ['Stream', 'Chat', 'Activity', 'More']) {
    await choose(pane)
    if (pane === 'More') await sheet.getByRole('button', { name: 'Moderation' }).click()
    places.push(await state.boundingBox())
    const [ofTitle, ofState] = [await middle(title), await middle(state)]
    expect(Math.abs(ofTitle - ofState), pane).toBeLessThan(4)
  }
  expect(new Set(places.map((box) => `${box?.y} ${box?.height}`)).size, JSON.stringify(places)).toBe(1)
  // Where one works, nobody looks for streams.
  expect(await page.getByRole('banner').getByRole('searchbox').count()).toBe(0)
  // The messages begin in the upper half, and end above the bar.
  const messages = page.getByRole('list', { name: 'Latest messages' })
  const list = await messages.boundingBox()
  expect(list?.y ?? phone.height).toBeLessThan(0.4 * phone.height)
  // A message of one line and its button share their middle.
  const message = messages.getByRole('listitem').filter({ hasText: 'two' })
  const apart = (await middle(message.locator('strong'))) - (await middle(message.getByRole('button')))
  expect(Math.abs(apart)).toBeLessThan(2)
  // A press anywhere on it opens what can be done with it (rule MOD-3).
  await message.click({ position: { x: 40, y: 20 } })
  await page.getByRole('dialog').getByText('two').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Chat rules' }).click()
  await page.getByRole('switch', { name: 'Slow mode' }).waitFor()
  await choose('Chat')
  // On its side, the phone has two thirds of its height for the pane, and the bar is at the left.
  await page.setViewportSize({ width: 844, height: 390 })
  const pane = await page.locator('#chat').boundingBox()
  expect(pane?.height).toBeGreaterThan(260)
  expect((await page.getByRole('navigation', { name: 'Dashboard sections' }).boundingBox())?.width).toBeLessThan(100)
  expect(await accessibilityFindings(page)).toEqual([])
})

it('[DASH-8] on a phone a link to a tab shows the tab, also the second time', async () => {
  const page = await scene.openPage(scene.alice, phone)
  await page.route('**/api/replays/settings', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), leaving: { byAge: 1, bySize: 0 } } })
  })
  await page.goto(`${scene.site.url}/dashboard/streamer`)
  for (const _ of ['first', 'second']) {
    await page.getByRole('link', { name: 'See your recordings' }).click()
    await page.getByRole('switch', { name: 'Record my broadcasts' }).waitFor()
    await page.getByRole('button', { name: 'Stream', exact: true }).click()
    await page.getByRole('switch', { name: 'Record my broadcasts' }).waitFor({ state: 'hidden' })
  }
})

it('[SHELL-3, DASH-8] on a phone the page of the stream key has the bar of the dashboard, which leads to its panes and tabs', async () => {
  const page = await open('/stream-key')
  const bar = page.getByRole('navigation', { name: 'Dashboard sections' })
  await bar.waitFor()
  const box = await bar.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(phone.height)
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
  const sheet = page.getByRole('dialog', { name: 'More' })
  await bar.getByRole('button', { name: 'More' }).click()
  expect(await sheet.getByRole('link', { name: 'Stream key' }).getAttribute('aria-current')).toBe('page')
  expect(await accessibilityFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Schedule' }).click()
  await page.getByRole('heading', { name: 'Schedule' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Stream Key Generator' }).waitFor()
  await bar.getByRole('button', { name: 'Chat' }).click()
  await page.getByLabel('Message', { exact: true }).waitFor()
})

it('[SETTINGS-1] on a phone what saves a long form is in view as soon as something is changed', async () => {
  const page = await open('/dashboard/streamer#settings')
  const save = page.getByRole('button', { name: 'Save Settings' })
  await page.getByLabel('Stream Title').fill('Bees')
  await expect.poll(() => save.isEnabled()).toBe(true)
  await page.evaluate(() => scrollTo(0, 0))
  const { y, height } = (await save.boundingBox()) ?? { y: 0, height: 0 }
  const bar = await page.getByRole('navigation', { name: 'Dashboard sections' }).boundingBox()
  expect(y).toBeGreaterThan(phone.height / 2)
  await page.getByText('Not saved yet').waitFor()
  expect(y + height).toBeLessThanOrEqual(bar?.y ?? 0)
  await page.getByRole('button', { name: 'Reset' }).first().click()
  await page.getByText('Not saved yet').waitFor({ state: 'detached' })
})

it('[STATS-11] on a phone the change stands beside its figure, and one line says where there is nothing earlier', async () => {
  const page = await open('/dashboard/streamer#statistics')
  await page.getByText('No earlier data.').waitFor()
  expect(await page.getByText(/ before$/).count()).toBe(0)
  const totals = { averageViewers: 24.6, messages: 2810, newFollowers: 31, peakViewers: 71, replayViews: 214, tips: [] }
  const now = { ...totals, broadcasts: 9, durationSeconds: 81_000, totalWatchTime: 1_992_600 }
  const before = { ...now, averageViewers: 26.1, totalWatchTime: 1_983_600 }
  await page.route('**/api/streams/totals/alice*', (route) => route.fulfill({ json: { now, before } }))
  await page.getByRole('button', { name: '90 days' }).click()
  await page.getByText('−5.7%').waitFor()
  const [value, change] = [await page.getByText('553h 30m').boundingBox(), await page.getByText('+0.5%').boundingBox()]
  expect(change?.x).toBeGreaterThan((value?.x ?? 0) + (value?.width ?? 0))
  expect(change?.y).toBeLessThan((value?.y ?? 0) + (value?.height ?? 0))
  expect(await accessibilityFindings(page)).toEqual([])
  await saveScreenshot(page, 'phone-dashboard-totals')
})

it('[DASH-4] the dashboard says nothing of the stream before it is known, and keeps its place', async () => {
  const page = await scene.openPage(scene.alice, phone)
  await withoutPageAnswers(page.context())
  const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/streams/info/alice', async (route) => {
    const answer = await route.fetch()
    await isSeen
    const lastBroadcast = { title: 'Yesterday', startTime: Date.now() - 90_000_000, endTime: Date.now() - 86_400_000 }
    await route.fulfill({ json: { ...(await answer.json()), lastBroadcast } })
  })
  // Before the first broadcast there would be steps above the figures (rule DASH-13).
  await page.route('**/api/streams/stats/alice', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), streamId: 's1'.padEnd(20, '0') } })
  })
  await page.goto(`${scene.site.url}/dashboard/streamer`)
  const figures = page.getByText('Peak viewers')
  await figures.waitFor()
  const before = await figures.boundingBox()
  expect(await page.getByText('OFFLINE', { exact: true }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Edit the title' }).count()).toBe(0)
  goOn()
  await page.getByText('OFFLINE', { exact: true }).waitFor()
  await page.getByText('Yesterday', { exact: true }).waitFor()
  expect(Math.abs(((await figures.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(16)
})

it('[KEY-5] with a stream key a phone fills its own app in, and the guide for OBS is folded', async () => {
  const page = await open('/stream-key')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Generate Stream Key' }).click()
  await approveInWallet(page)
  const streamKey = await page.getByLabel('Stream key', { exact: true }).inputValue()
  const address = `${await page.getByLabel('Server', { exact: true }).inputValue()}/${streamKey}`
  await page.getByRole('button', { name: 'Copy both in one line' }).click()
  await page.getByText('Server and key copied to clipboard!').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  const openedApps = await watchOpenedApps(page)
  await page.getByRole('button', { name: 'Fill in Larix Broadcaster' }).click()
  await expect.poll(openedApps).toEqual([expect.stringContaining(encodeURIComponent(address))])
  expect(await page.content()).not.toContain('larix://')
  const drawing = page.getByRole('img', { name: /^The settings of OBS/ })
  expect(await drawing.isVisible()).toBe(false)
  await page.getByText('From a computer, with OBS').click()
  await drawing.waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
})

import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { insertSample } from '../apps/server/src/db/broadcasts/broadcast-samples.ts'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { saveRecordingChoices } from '../apps/server/src/db/recordings/recordings.ts'
import { insertRecordedBroadcast } from '../apps/server/src/testing/core/recorded-broadcast.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, phone, saveScreenshot } from './support/browser/browser.ts'
import { colourOf } from './support/browser/colours.ts'
import { type ChatUser, openChatPage, openChatUser } from './support/chat/chat-users.ts'
import { callApi } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

const hourMs = 3_600_000
/** More than a page of the list has. */
const count = 24

let site: Site
let browser: Browser
let alice: ChatUser
const contexts: BrowserContext[] = []

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
  alice = await openChatUser(site.url, 'alice')
  const db = await openDatabase({ dataDir: site.dataDir })
  const firstMs = Date.now() - (count + 1) * hourMs
  for (let index = 0; index < count; index++) {
    const id = `r${String(index).padStart(2, '0')}`.padEnd(20, '0')
    await insertRecordedBroadcast(db, { id, startedAtMs: firstMs + index * hourMs, bytes: index === 2 ? 4000 : 1000 })
    const title = index === 0 ? 'The first queen' : index % 10 === 5 ? `Señal ${index}` : `Evening ${index}`
    const sample = { atMs: firstMs + index * hourMs, spanMs: 10_000, bitsPerSecond: 1, messages: 0 }
    await insertSample(db, id, { ...sample, viewers: 0, viewersMax: 0 })
    await saveRecordingChoices(db, id, { title, ...([3, 14].includes(index) && { isPublic: false }) })
  }
  await db.destroy()
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})
afterAll(async () => {
  await browser?.close()
  await site?.remove()
})

async function open(viewport = desktop, tab = 'recordings'): Promise<Page> {
  const { context, page } = await openChatPage(browser, alice, viewport)
  contexts.push(context)
  await page.goto(`${site.url}/dashboard/streamer#${tab}`)
  return page
}

const panelOf = (page: Page) => page.getByRole('region', { name: 'Recordings', exact: true })
const titlesOf = (page: Page) => panelOf(page).getByRole('heading', { level: 3 }).allTextContents()

it('[REC-13] a search finds recordings while one types, also those that are not listed yet', async () => {
  const page = await open()
  const search = page.getByRole('searchbox', { name: 'Search your recordings' })
  await search.waitFor()
  const listed = await titlesOf(page)
  expect(listed).toHaveLength(20)
  // Rule DASH-13.
  const again = page.getByRole('link', { name: 'Watch again', includeHidden: true })
  expect(await again.getAttribute('href')).toBe(`/replay/${'r23'.padEnd(20, '0')}`)
  expect(listed).not.toContain('The first queen')
  await search.pressSequentially('queen')
  await panelOf(page).getByText('1 recording found').waitFor()
  expect(await titlesOf(page)).toEqual(['The first queen'])
  await search.fill('SENAL')
  await panelOf(page).getByText('2 recordings found').waitFor()
  expect(await titlesOf(page)).toEqual(['Señal 15', 'Señal 5'])
  await search.fill('wasps')
  await panelOf(page).getByRole('heading', { name: 'None of your recordings has “wasps” in its title.' }).waitFor()
  expect(await titlesOf(page)).toEqual([])
  expect(await accessibilityFindings(page)).toEqual([])
  await saveScreenshot(page, 'dashboard-recordings-none-found')
  await panelOf(page).getByRole('button', { name: 'Show all recordings' }).click()
  await expect.poll(() => titlesOf(page)).toEqual(listed)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(async () => (await titlesOf(page)).length).toBe(count)
})

it('[REC-13] recordings are narrowed and put in order, which the address keeps', async () => {
  const page = await open()
  const panel = panelOf(page)
  const show = panel.getByRole('combobox', { name: 'Show' })
  const order = panel.getByRole('combobox', { name: 'Order' })
  await order.selectOption('Oldest first')
  await expect.poll(async () => (await titlesOf(page))[0]).toBe('The first queen')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(async () => (await titlesOf(page)).at(-1)).toBe(`Evening ${count - 1}`)
  expect(await titlesOf(page)).toHaveLength(count)
  await order.selectOption('Largest first')
  await expect.poll(async () => (await titlesOf(page))[0]).toBe('Evening 2')
  await show.selectOption('Only for you')
  await panel.getByText('2 recordings found').waitFor()
  await order.selectOption('Oldest first')
  await expect.poll(() => titlesOf(page)).toEqual(['Evening 3', 'Evening 14'])
  expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('?show=private&order=oldest#recordings')
  await saveScreenshot(page, 'dashboard-recordings-narrowed')
  await page.reload()
  await expect.poll(() => titlesOf(page)).toEqual(['Evening 3', 'Evening 14'])
  await show.selectOption('Deleted soon')
  await panel.getByRole('heading', { name: 'None of your recordings is deleted soon.' }).waitFor()
  await panel.getByRole('button', { name: 'Show all recordings' }).click()
  await expect.poll(async () => (await titlesOf(page)).length).toBe(20)
  expect(new URL(page.url()).search).toBe('')
})

it('[REC-14] several are deleted together after one question; those that could not be are named and tried again', async () => {
  const page = await open()
  const panel = panelOf(page)
  const tick = (title: string) => panel.getByRole('checkbox', { name: `Select “${title}”` }).check()
  const search = page.getByRole('searchbox', { name: 'Search your recordings' })
  await tick('Evening 22')
  await search.fill('senal')
  await panel.getByText('2 recordings found').waitFor()
  // What is ticked and not listed is not deleted.
  expect(await panel.getByRole('button', { name: /^Delete \d+$/ }).count()).toBe(0)
  await panel.getByRole('checkbox', { name: 'Select all' }).check()
  await panel.getByText('2 selected').waitFor()
  await tick('Señal 5')
  await panel.getByRole('button', { name: /^Delete \d+$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 2 recordings' })
  await dialog.getByText('Together they play 20:00 and take 2 kB.').waitFor()
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['Señal 15', 'Señal 5'])
  expect(await accessibilityFindings(page)).toEqual([])
  await saveScreenshot(page, 'dashboard-recordings-delete')
  let isBroken = true
  await page.route(`**/api/replays/r15*`, (route) =>
    isBroken ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Delete 2 recordings' }).click()
  await page.getByText('1 of 2 have been deleted. This one is still there').waitFor()
  const again = page.getByRole('dialog', { name: 'Delete the recording' })
  expect(await again.getByRole('listitem').allTextContents()).toEqual(['Señal 15'])
  await expect.poll(() => titlesOf(page)).toEqual(['Señal 15'])
  isBroken = false
  await again.getByRole('button', { name: 'Delete it' }).click()
  await page.getByText('The recording has been deleted.').waitFor()
  await panel.getByText('0 recordings found').waitFor()
  await search.fill('')
  await panel.getByText('1 selected').waitFor()
  expect(await panel.getByRole('checkbox', { name: 'Select “Evening 22”' }).isChecked()).toBe(true)
  const { replays } = await callApi(site.url, '/api/replays/mine?limit=50', { token: alice.token })
  expect(replays).toHaveLength(count - 2)
})

it('[REC-14] on a phone the checkboxes appear with Select, and Done takes them and the choice away', async () => {
  const page = await open(phone)
  const panel = panelOf(page)
  const select = panel.getByRole('button', { name: 'Select', exact: true })
  const checkboxes = panel.getByRole('checkbox')
  const row = panel.getByRole('listitem').first()
  const headingLeft = async () => (await panel.getByRole('heading', { level: 2 }).boundingBox())?.x
  await select.waitFor()
  expect(await checkboxes.count()).toBe(0)
  // The picture is the first thing of a row.
  expect((await row.locator(':scope > *').first().boundingBox())?.x).toBe(await headingLeft())
  await saveScreenshot(page, 'phone-recordings')
  await select.click()
  const box = row.getByRole('checkbox', { name: 'Select “Evening 23”' })
  await box.press('Space')
  await panel.getByRole('button', { name: 'Delete 1', exact: true }).waitFor()
  expect((await box.boundingBox())?.x).toBe(await headingLeft())
  await panel.getByRole('button', { name: 'Done' }).click()
  expect(await checkboxes.count()).toBe(0)
  expect(await panel.getByRole('button', { name: /^Delete \d+$/ }).count()).toBe(0)
  await select.click()
  expect(await panel.getByRole('checkbox', { checked: true }).count()).toBe(0)
})

it('[REC-14] on a phone many are selected and deleted, with the progress, until that is stopped', async () => {
  const page = await open(phone)
  const panel = panelOf(page)
  await panel.getByRole('button', { name: 'Select', exact: true }).click()
  await panel.getByRole('checkbox', { name: 'Select the 20 listed' }).check()
  await panel.getByText('20 selected').waitFor()
  // It stays in reach.
  await panel.getByRole('heading', { level: 3 }).nth(9).scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'phone-recordings-selected')
  // Nothing of a recording reaches out of the window. No date and no size is broken, and what is seldom done is in the menu.
  const rows = panel.getByRole('listitem')
  const isWider = (parts: Element[]) => parts.filter((part) => part.getBoundingClientRect().right > innerWidth).length
  expect(await rows.locator('*').evaluateAll(isWider)).toBe(0)
  const isCut = (lines: Element[]) => lines.filter((line) => line.scrollWidth > line.clientWidth).length
  expect(await rows.locator('p').evaluateAll(isCut)).toBe(0)
  const facts = rows.first().locator('p')
  expect(new Set(await facts.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight < 24)))).toEqual(
    new Set([true]),
  )
  expect(await panel.getByRole('button', { name: /ublish$/ }).count()).toBe(0)
  // Both choices are in one line.
  const choices = panel.getByRole('combobox').locator('xpath=..')
  expect(new Set(await choices.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))).size).toBe(1)
  expect(await accessibilityFindings(page)).toEqual([])
  let asked = 0
  const { promise: isStopped, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/replays/r*', async (route) => {
    if (++asked > 3) await isStopped
    await route.continue()
  })
  await panel.getByRole('button', { name: /^Delete \d+$/ }).click()
  const dialog = page.getByRole('dialog')
  await saveScreenshot(page, 'phone-recordings-delete')
  await dialog.getByRole('button', { name: 'Delete 20 recordings' }).click()
  await dialog.getByText('3 of 20 done.').waitFor()
  expect(await dialog.getByRole('progressbar').getAttribute('value')).toBe('3')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Stop' }).click()
  goOn()
  await page.getByText('Stopped: 4 of 20 recordings have been deleted.').waitFor()
  await expect.poll(async () => (await titlesOf(page)).length).toBe(count - 2 - 4)
})

it('[DASH-10] quick actions are hidden, moved with keys and by dragging, remembered, and reset', async () => {
  const page = await open({ width: 1440, height: 900 }, '')
  const actions = page.getByRole('list', { name: 'Quick actions' }).first()
  const shown = () => actions.locator('li').allTextContents()
  // Rule DASH-9: those that need a recording are there, in their places.
  const ofRecordings = ['Clip', 'Chapter', 'Cut out']
  await expect.poll(shown).toEqual(['Edit', ...ofRecordings, 'Copy link', 'Share', 'Channel', 'Customize'])
  await actions.getByRole('button', { name: 'Clip' }).press('Enter')
  await page.getByText('You can use this while your broadcast is recorded.').waitFor()
  await actions.getByRole('button', { name: 'Customize quick actions' }).click()
  const editor = page.getByRole('dialog', { name: 'Customize quick actions' })
  await editor.getByRole('checkbox', { name: 'Share' }).uncheck()
  await expect.poll(shown).toEqual(['Edit', ...ofRecordings, 'Copy link', 'Channel', 'Customize'])
  const up = editor.getByRole('button', { name: 'Move up: Channel' })
  await up.focus()
  for (const _ of ['over Share, which is hidden', 'over Copy link']) await page.keyboard.press('Enter')
  await expect.poll(shown).toEqual(['Edit', ...ofRecordings, 'Channel', 'Copy link', 'Customize'])
  expect(await up.evaluate((button) => button === document.activeElement)).toBe(true)
  await editor.getByText('Channel is now 4 of 6.').waitFor({ state: 'attached' })
  expect(await accessibilityFindings(page)).toEqual([])
  await saveScreenshot(page, 'dashboard-quick-actions')
  // Past the last row.
  const grip = async (name: string) => {
    const box = await editor.getByRole('listitem').filter({ hasText: name }).boundingBox()
    return { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  }
  const [from, to] = [await grip('Channel'), await grip('Share')]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (const share of [0.3, 0.6, 1]) await page.mouse.move(from.x, from.y + share * (to.y - from.y + 60))
  await page.mouse.up()
  await page.mouse.move(from.x, from.y)
  await expect.poll(shown).toEqual(['Edit', ...ofRecordings, 'Copy link', 'Channel', 'Customize'])
  expect(await editor.getByRole('listitem').last().textContent()).toContain('Channel')
  await page.keyboard.press('Escape')
  await editor.waitFor({ state: 'detached' })
  await page.reload()
  await expect.poll(shown).toEqual(['Edit', ...ofRecordings, 'Copy link', 'Channel', 'Customize'])
  await actions.getByRole('button', { name: 'Customize quick actions' }).click()
  await editor.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(shown).toEqual(['Edit', ...ofRecordings, 'Copy link', 'Share', 'Channel', 'Customize'])
  // Whole in view, and as wide as the dialogs.
  const box = await editor.boundingBox()
  expect([
    box?.width,
    (await editor.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)) <= 0,
  ]).toEqual([440, true])
  await editor.getByRole('button', { name: 'Done' }).click()
  await editor.waitFor({ state: 'detached' })
})

it('[SHELL-10] a quick action whose code does not arrive leaves the dashboard as it is', async () => {
  const { context, page } = await openChatPage(browser, alice)
  contexts.push(context)
  await page.route('**/assets/share-popover-*.js', (route) => route.abort())
  await page.goto(`${site.url}/dashboard/streamer`)
  await page.getByText('Peak viewers').waitFor()
  const share = page.getByRole('list', { name: 'Quick actions' }).getByRole('button', { name: 'Share' })
  for (const _ of ['first', 'second']) {
    await share.click()
    const message = page.getByText('Part of the site did not load. Check your connection and reload the page.')
    await message.waitFor()
    expect(await share.getAttribute('aria-expanded')).toBe('false')
    expect(await page.getByText('This page could not be loaded').count()).toBe(0)
    await message.waitFor({ state: 'detached' })
  }
})

it('[DASH-1, DASH-12, DASH-13] says that nobody is live, what was last and what to do next, and has the settings one press away', async () => {
  const page = await open({ width: 1440, height: 900 }, '')
  const state = page.getByRole('group', { name: 'Your broadcast' })
  await expect.poll(() => state.textContent()).toBe('OFFLINE')
  // Rule DASH-13.
  const last = page.getByRole('region', { name: 'Last broadcast', exact: true })
  await last.getByText('Peak viewers').waitFor()
  expect(await page.getByText(/^(Current viewers|Uptime|OFFLINE)$/).allTextContents()).toEqual(['OFFLINE'])
  // What is said before the first broadcast is not said any more.
  const activity = page.getByRole('region', { name: 'Activity', exact: true })
  await activity.getByRole('heading', { name: 'No follows or tips yet' }).waitFor()
  expect(await activity.getByRole('listitem').count()).toBe(3)
  // Nobody watched it: the figures say so.
  expect(await page.getByRole('figure', { name: 'Viewers' }).count()).toBe(0)
  await activity.getByRole('button', { name: 'Tips', exact: true }).click()
  await activity.getByRole('heading', { name: 'No tips yet' }).waitFor()
  expect(await activity.getByRole('listitem').count()).toBe(1)
  await activity.getByRole('button', { name: 'All', exact: true }).click()
  expect(await page.getByText('Nothing has happened yet').count()).toBe(0)
  const again = last.getByRole('link', { name: 'Watch again' })
  const broadcast = last.getByRole('link', { name: /Last live .+ ago, for / })
  await broadcast.press('Enter')
  await page.getByRole('heading', { name: 'Your broadcasts' }).waitFor()
  // The link is not shown any more: one goes on from what it led to.
  expect(
    await page
      .getByRole('tabpanel')
      .first()
      .evaluate((panel) => panel === document.activeElement),
  ).toBe(true)
  await page.getByRole('tab', { name: 'Stream' }).click()
  await broadcast.waitFor()
  // Its replay is deleted by now; those of earlier broadcasts are not.
  expect(await again.count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Plan a broadcast' }).getAttribute('href')).toBe('#schedule')
  const edit = page.getByRole('button', { name: 'Edit stream info' })
  await edit.scrollIntoViewIfNeeded()
  const { bottom } = await edit.evaluate((button) => button.getBoundingClientRect().toJSON())
  expect(bottom).toBeLessThanOrEqual(900)
  const setUp = page.getByRole('link', { name: 'Set up your encoder' })
  const save = page.getByRole('button', { name: 'Save Settings' })
  const amber = await colourOf(page, 'accent-fill')
  const fillOf = (button: Locator) => button.evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await fillOf(setUp)).toBe(amber)

  await edit.click()
  const dialog = page.getByRole('dialog', { name: 'Stream Settings' })
  // The longest title is seen whole.
  const title = dialog.getByLabel('Stream Title')
  await title.fill('Slow TV! '.repeat(28))
  expect(await title.evaluate((field) => field.scrollHeight - field.clientHeight)).toBeLessThan(2)
  // Both in one row, once the popover has grown to its size.
  const topOf = async (label: string) => Math.round((await dialog.getByLabel(label).boundingBox())?.y ?? Number.NaN)
  await expect.poll(async () => (await topOf('Category')) - (await topOf('Language'))).toBe(0)
  // What is typed and taken back is no edit.
  await dialog.getByLabel('Stream Title').fill('x')
  await expect.poll(() => fillOf(setUp)).not.toBe(amber)
  await dialog.getByLabel('Stream Title').fill('')
  await expect.poll(() => fillOf(setUp)).toBe(amber)
  await dialog.getByLabel('Category').selectOption('Music')
  await dialog.getByLabel('Stream Title').fill('Half a title')
  expect(await accessibilityFindings(page)).toEqual([])
  const tags = dialog.getByRole('textbox', { name: 'Tags' })
  await tags.fill('smoker')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => fillOf(setUp)).not.toBe(amber)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('list', { name: 'Your tags' }).getByText('smoker').waitFor()
  // What was typed is in the tab, too, and the amber button is the one that saves it.
  expect(await page.getByLabel('Stream Title').inputValue()).toBe('Half a title')
  await expect.poll(() => fillOf(save)).toBe(amber)

  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Stream', exact: true }).click()
  await edit.click()
  expect(await dialog.getByLabel('Stream Title').inputValue()).toBe('Half a title')
  await dialog.getByText('Not saved yet').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await edit.click()
  expect(await dialog.getByLabel('Stream Title').inputValue()).not.toBe('Half a title')
  await dialog.getByLabel('Category').selectOption('Music')
  await dialog.getByLabel('Stream Title').fill('A whole title')
  await saveScreenshot(page, 'phone-dashboard-edit-info')
  await dialog.getByRole('button', { name: 'Save Settings' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Stream settings updated successfully!').waitFor()
  await page.getByRole('heading', { name: 'A whole title' }).waitFor()
  await page.locator('p', { hasText: /^Music/ }).waitFor()
  await expect.poll(() => fillOf(setUp)).toBe(amber)
  expect(await accessibilityFindings(page)).toEqual([])
})

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { saveRecordingChoices } from '../apps/server/src/db/recordings/recordings.ts'
import { insertRecordedBroadcast } from '../apps/server/src/testing/core/recorded-broadcast.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, phone, saveScreenshot } from './support/browser/browser.ts'
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
    await insertRecordedBroadcast(db, { id, startedAtMs: firstMs + index * hourMs })
    const title = index === 0 ? 'The first queen' : index % 10 === 5 ? `Señal ${index}` : `Evening ${index}`
    await saveRecordingChoices(db, id, { title })
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

it('[REC-14] on a phone many are selected and deleted, with the progress, until that is stopped', async () => {
  const page = await open(phone)
  const panel = panelOf(page)
  await panel.getByRole('checkbox', { name: 'Select the 20 listed' }).check()
  await panel.getByText('20 selected').waitFor()
  // It stays in reach.
  await panel.getByRole('heading', { level: 3 }).nth(9).scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'phone-recordings-selected')
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
  const page = await open({ width: 1440, height: 900 }, 'settings')
  const actions = page.getByRole('list', { name: 'Quick actions' }).first()
  const shown = async () => (await actions.locator('li').allTextContents()).filter(Boolean)
  await expect.poll(shown).toEqual(['Copy link', 'Share', 'Channel'])
  await actions.getByRole('button', { name: 'Choose quick actions' }).click()
  const editor = page.getByRole('dialog', { name: 'Choose quick actions' })
  await editor.getByRole('checkbox', { name: 'Share' }).uncheck()
  await expect.poll(shown).toEqual(['Copy link', 'Channel'])
  const up = editor.getByRole('button', { name: 'Move up: Channel' })
  await up.focus()
  for (const _ of ['over Share, which is hidden', 'over Copy link']) await page.keyboard.press('Enter')
  await expect.poll(shown).toEqual(['Channel', 'Copy link'])
  expect(await up.evaluate((button) => button === document.activeElement)).toBe(true)
  await editor.getByText('Channel is now 3 of 5.').waitFor({ state: 'attached' })
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
  await expect.poll(shown).toEqual(['Copy link', 'Channel'])
  expect(await editor.getByRole('listitem').last().textContent()).toContain('Channel')
  await page.keyboard.press('Escape')
  await editor.waitFor({ state: 'detached' })
  await page.reload()
  await expect.poll(shown).toEqual(['Copy link', 'Channel'])
  await actions.getByRole('button', { name: 'Choose quick actions' }).click()
  await editor.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(shown).toEqual(['Copy link', 'Share', 'Channel'])
})

it('[STATS-9] two broadcasts of the history are compared, and a third takes the place of the first', async () => {
  const { context, page } = await openChatPage(browser, alice, phone)
  contexts.push(context)
  const broadcasts = [30, 20, 0].map((viewers, index) => ({
    ...{ streamId: `h${index}`.padEnd(20, '0'), title: `Watched by ${viewers}`, durationSeconds: 3600 },
    ...{ startedAt: Date.UTC(2026, 10, 20 - index), endedAt: Date.UTC(2026, 10, 20 - index, 1) },
    ...{ peakViewers: viewers, averageViewers: viewers / 2, totalWatchTime: viewers * 600, newFollowers: index },
    ...{ messages: 5, replayViews: 0, permlink: null, payout: null },
  }))
  await page.route('**/api/streams/history/alice', (route) => route.fulfill({ json: { broadcasts, hasMore: false } }))
  await page.goto(`${site.url}/dashboard/streamer#history`)
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Compare', exact: true }) })
  const compare = (title: string) =>
    rows.filter({ hasText: title }).getByRole('button', { name: 'Compare', exact: true })
  const panel = page.getByRole('region', { name: 'Two broadcasts compared' })
  const cells = async (figure: string) =>
    panel
      .getByRole('row', { name: new RegExp(`^${figure}`) })
      .getByRole('cell')
      .allTextContents()
  await compare('Watched by 30').click()
  await panel.getByText('Choose another one in the list to compare “Watched by 30” with.').waitFor()
  await compare('Watched by 20').click()
  await panel.getByRole('table').waitFor()
  expect(await cells('Peak viewers')).toEqual(['20', '30', '+10 (+50%)'])
  expect(await cells('Watch time')).toEqual(['3h 20m', '5h 0m', '+1h 40m (+50%)'])
  expect(await cells('New followers')).toEqual(['1', '0', '−1 (−100%)'])
  expect(await cells('Chat messages')).toEqual(['5', '5', 'None'])
  // It comes into view, with the focus.
  expect(await panel.evaluate((element) => element.parentElement === document.activeElement)).toBe(true)
  await expect.poll(async () => (await panel.boundingBox())?.y ?? -1).toBeGreaterThan(0)
  expect(await accessibilityFindings(page)).toEqual([])
  await saveScreenshot(page, 'phone-history-two')
  await compare('Watched by 0').click()
  expect(await cells('Peak viewers')).toEqual(['0', '20', '+20'])
  expect(await compare('Watched by 30').getAttribute('aria-pressed')).toBe('false')
  await panel.getByRole('button', { name: 'Clear' }).click()
  await panel.waitFor({ state: 'detached' })
})

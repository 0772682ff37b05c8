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

async function open(viewport = desktop): Promise<Page> {
  const { context, page } = await openChatPage(browser, alice, viewport)
  contexts.push(context)
  await page.goto(`${site.url}/dashboard/streamer#recordings`)
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

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { saveRecordingChoices } from '../apps/server/src/db/recordings/recordings.ts'
import { insertRecordedBroadcast } from '../apps/server/src/testing/core/recorded-broadcast.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, saveScreenshot } from './support/browser/browser.ts'
import { type ChatUser, openChatPage, openChatUser } from './support/chat/chat-users.ts'
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

import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { launchBrowser, phone } from './support/browser/browser.ts'
import { colourOf } from './support/browser/colours.ts'
import { type ChatUser, openChatPage, openChatUser } from './support/chat/chat-users.ts'
import { callApi } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
let alice: ChatUser
let bob: ChatUser

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
  alice = await openChatUser(site.url, 'alice')
  bob = await openChatUser(site.url, 'bob')
})
afterAll(async () => {
  await browser?.close()
  await site?.remove()
})

async function open(user: ChatUser | undefined, path: string): Promise<Page> {
  const { page } = await openChatPage(browser, user)
  await page.goto(site.url + path)
  return page
}

it('[SETTINGS-7, WATCH-7] a streamer writes two panels, and whoever watches reads them', async () => {
  const watch = await open(undefined, '/watch?user=alice')
  await watch.getByText('OFFLINE', { exact: true }).waitFor()
  expect(await watch.getByRole('heading', { name: 'About alice' }).count()).toBe(0)

  const page = await open(alice, '/dashboard/streamer#settings')
  const editor = page.getByRole('region', { name: 'Panels' })
  const add = editor.getByRole('button', { name: 'Add a panel' })
  const save = editor.getByRole('button', { name: 'Save panels' })
  const link = editor.getByLabel('Link (optional)')
  await add.click()
  // The new panel's title has the focus.
  await page.keyboard.type('Schedule')
  await editor.getByLabel('Text').fill('Monday\nFriday, see https://bees.example/when')
  await add.click()
  await page.keyboard.type('Shop')
  await link.fill('javascript:alert(1)')
  await save.click()
  const mistake = editor.getByRole('alert').filter({ hasText: 'The link must begin with https://' })
  await mistake.waitFor()
  const danger = await colourOf(page, 'danger')
  // The colour comes by and by.
  await expect.poll(() => link.evaluate((input) => getComputedStyle(input).borderColor)).toBe(danger)
  const shown = await link.evaluate((input) => ({
    ring: getComputedStyle(input).boxShadow,
    describedBy: input.getAttribute('aria-describedby'),
  }))
  expect(shown.ring).toContain(danger)
  expect(shown.describedBy).toContain(await mistake.getAttribute('id'))
  expect(await accessibilityFindings(page)).toEqual([])
  await link.fill('https://shop.example/honey')
  await editor.getByRole('button', { name: 'Move up: Shop' }).click()
  await save.click()
  await editor.getByText('Panels saved!').waitFor()

  const body = { panels: [{ title: 'Shop', link: 'javascript:alert(1)' }] }
  const headers = { authorization: `Bearer ${alice.token}`, 'content-type': 'application/json' }
  const call = { method: 'PUT', headers, body: JSON.stringify(body) }
  const refused = await fetch(`${site.url}/api/channels/my-channel/panels`, call)
  expect([refused.status, (await refused.json()).code]).toEqual([400, 'panel_link_refused'])

  await watch.reload()
  const about = watch.getByRole('region', { name: 'About alice' })
  await about.waitFor()
  expect(await about.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Shop', 'Schedule'])
  const opened = watch.context().waitForEvent('page')
  await watch.context().route('https://shop.example/**', (route) => route.fulfill({ body: 'honey' }))
  await about.getByRole('link', { name: 'shop.example' }).click()
  expect((await opened).url()).toBe('https://shop.example/honey')
  expect(await about.getByRole('link', { name: 'https://bees.example/when' }).getAttribute('rel')).toContain('ugc')
  expect(await accessibilityFindings(watch)).toEqual([])
})

it('[SETTINGS-8] a streamer plans broadcasts, and their channel tells them until they are taken back', async () => {
  const page = await open(alice, '/dashboard/streamer#schedule')
  const panel = page.getByRole('region', { name: 'Schedule' })
  const time = panel.getByLabel('Day and time')
  const title = panel.getByLabel('Title (optional)')
  const add = panel.getByRole('button', { name: 'Plan a broadcast' })
  const rows = panel.getByRole('list', { name: 'Planned broadcasts' }).getByRole('listitem')
  const planned = async () => (await callApi(site.url, '/api/channels/alice/schedule')).broadcasts
  await time.waitFor()
  await panel.getByText('Nothing is planned yet').waitFor()
  const [soon, later] = await time.evaluate((input: HTMLInputElement) =>
    [3, 5].map((days) => {
      const day = new Date(Date.now() + days * 86_400_000)
      day.setHours(20, 0, 0, 0)
      return { value: `${day.toLocaleDateString('sv')}T20:00`, atMs: day.getTime(), max: input.max }
    }),
  )
  if (!soon || !later) throw new Error('Two times')
  expect(later.value < later.max).toBe(true)
  const unsaid = { durationMinutes: null, category: null }

  expect(await add.isDisabled()).toBe(true)
  await time.fill(later.value)
  await panel.getByLabel('Every week').check()
  await title.fill('Honey evening')
  await add.click()
  await panel.getByText(/^Your channel says that you will be live every \w+ 8:00\sPM\.$/).waitFor()
  expect(await planned()).toEqual([{ startTime: later.atMs, isWeekly: true, title: 'Honey evening', ...unsaid }])
  expect([await time.inputValue(), await title.inputValue()]).toEqual(['', ''])
  await panel.getByText('1 of 14 planned').waitFor()
  await time.fill(soon.value)
  await title.press('Enter')
  await panel.getByText(/^Your channel says that you will be live on .+ 8:00\sPM\.$/).waitFor()
  expect((await planned())[0]).toEqual({ startTime: soon.atMs, isWeekly: false, title: '', ...unsaid })
  expect(await rows.allTextContents()).toEqual([
    expect.stringMatching(/^\w{3}, \w{3} \d+, 8:00\sPMNo title yet$/),
    expect.stringMatching(/^\w{3}, \w{3} \d+, 8:00\sPMHoney eveningEvery week$/),
  ])
  expect(await accessibilityFindings(page)).toEqual([])

  const watch = await open(bob, '/watch?user=alice')
  const line = watch.getByText(/^Next live: \w{3},\s\w{3}\s\d+, 8:00\sPM \(in [23] days\)$/)
  await line.waitFor()
  const coming = watch.getByRole('region', { name: 'Upcoming broadcasts' }).getByRole('listitem')
  await expect.poll(() => coming.count()).toBe(2)
  expect(await coming.nth(1).textContent()).toMatch(/^\w{3}, \w{3} \d+, 8:00\sPMHoney eveningEvery week$/)
  expect(await accessibilityFindings(watch)).toEqual([])
  // [WATCH-13] Both are there for the calendar.
  const saving = watch.waitForEvent('download')
  await watch.getByRole('button', { name: 'Add to calendar' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe('alice.ics')
  const events = (await readFile(await download.path(), 'utf8')).match(/^(DTSTART|SUMMARY):.*$/gm)
  const inUtc = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')
  expect(events).toEqual([
    `DTSTART:${inUtc(soon.atMs)}`,
    'SUMMARY:alice live',
    `DTSTART:${inUtc(later.atMs)}`,
    'SUMMARY:alice live: Honey evening',
  ])
  await watch.getByRole('button', { name: 'Follow alice' }).click()
  await watch.getByRole('button', { name: 'Following alice' }).waitFor()
  await watch.goto(`${site.url}/following`)
  await watch.getByText(/^Next live: /).waitFor()

  // Edited in the form, while the list marks it, and viewers read it.
  await rows.getByRole('button', { name: /^Edit: .+, Honey evening$/ }).click()
  const editor = panel.locator('form')
  expect(await rows.locator('form').count()).toBe(0)
  await expect
    .poll(() => panel.locator('li[aria-current="true"]').allTextContents())
    .toEqual([expect.stringMatching(/Honey eveningEvery weekBeing edited$/)])
  await editor.getByLabel('Title (optional)').fill('Honey tasting')
  await editor.getByLabel('Length (optional)').selectOption('2h')
  await editor.getByLabel('Category (optional)').selectOption('Cooking')
  expect(await accessibilityFindings(page)).toEqual([])
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await rows.getByText('Honey tasting').waitFor()
  const edited = { title: 'Honey tasting', durationMinutes: 120, category: 'Cooking' }
  expect((await planned())[1]).toEqual({ startTime: later.atMs, isWeekly: true, ...edited })
  await watch.goto(`${site.url}/watch?user=alice`)
  await expect.poll(() => coming.count()).toBe(2)
  expect(await coming.nth(1).textContent()).toMatch(
    /^\w{3}, \w{3} \d+, 8:00\sPM – 10:00\sPMHoney tastingEvery weekCooking$/,
  )
  expect(await accessibilityFindings(watch)).toEqual([])

  // A phone has the list first, and the form in a sheet, which keeps what was typed.
  const desktop = page.viewportSize() ?? phone
  await page.setViewportSize(phone)
  const sheet = page.getByRole('dialog')
  await time.waitFor({ state: 'detached' })
  expect((await rows.first().boundingBox())?.y).toBeLessThan(300)
  await add.click()
  await sheet.getByLabel('Title (optional)').fill('Smoker and veil')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await rows.getByRole('button', { name: /^Edit: .+, Honey tasting$/ }).click()
  await sheet.getByLabel('Length (optional)').selectOption('3h')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await sheet.waitFor({ state: 'detached' })
  expect((await planned())[1]).toMatchObject({ title: 'Honey tasting', durationMinutes: 180 })
  await page.setViewportSize(desktop)
  await expect.poll(() => title.inputValue()).toBe('Smoker and veil')

  await rows
    .first()
    .getByRole('button', { name: /^Remove: / })
    .press('Enter')
  await panel.getByText(/^Removed from your schedule: \w{3},\s\w{3}\s\d+, 8:00\sPM\.$/).waitFor()
  expect(await panel.getByRole('status').evaluate((status) => document.activeElement === status)).toBe(true)
  await rows.getByRole('button', { name: /^Remove: .+, Honey tasting$/ }).click()
  await rows.waitFor({ state: 'detached' })
  // The server keeps the answers that a page carries for a moment, and the page was opened just now.
  const isSaid = async () => {
    await watch.goto(`${site.url}/watch?user=alice`)
    await watch.getByText('@alice is offline').first().waitFor()
    return [await line.count(), await coming.count()]
  }
  await expect.poll(isSaid, { interval: 1000 }).toEqual([0, 0])
})

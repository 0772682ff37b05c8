import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { launchBrowser } from './support/browser/browser.ts'
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
  await editor.getByRole('alert').filter({ hasText: 'The link must begin with https://' }).waitFor()
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

it('[SETTINGS-8] a streamer says when they are live next, and their channel tells it until it is taken back', async () => {
  const page = await open(alice, '/dashboard/streamer')
  const panel = page.getByRole('region', { name: 'Next broadcast' })
  const time = panel.getByLabel('Day and time')
  const save = panel.getByRole('button', { name: 'Save' })
  expect(await save.isDisabled()).toBe(true)
  const inThreeDays = await time.evaluate((input: HTMLInputElement) => {
    const day = new Date(Date.now() + 3 * 86_400_000)
    day.setHours(20, 0, 0, 0)
    return { value: `${day.toLocaleDateString('sv')}T20:00`, atMs: day.getTime(), max: input.max }
  })
  expect(inThreeDays.value < inThreeDays.max).toBe(true)
  await time.fill(inThreeDays.value)
  await save.click()
  await panel.getByText(/^Your channel says that you will be live on .+ 8:00\sPM\.$/).waitFor()
  expect((await callApi(site.url, '/api/channels/alice/next-broadcast')).startTime).toBe(inThreeDays.atMs)

  const watch = await open(bob, '/watch?user=alice')
  const line = watch.getByText(/^Next live: \w{3}, \w{3} \d+, 8:00\sPM \(in [23] days\)$/)
  await line.waitFor()
  await watch.getByRole('button', { name: 'Follow alice' }).click()
  await watch.getByRole('button', { name: 'Following alice' }).waitFor()
  await watch.goto(`${site.url}/following`)
  await watch.getByText(/^Next live: /).waitFor()

  await panel.getByRole('button', { name: 'Take back' }).click()
  await panel.getByText('Your channel no longer says when you will be live.').waitFor()
  expect(await time.inputValue()).toBe('')
  await watch.goto(`${site.url}/watch?user=alice`)
  await watch.getByText('@alice is offline').first().waitFor()
  expect(await line.count()).toBe(0)
})

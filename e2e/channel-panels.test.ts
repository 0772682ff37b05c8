import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { launchBrowser } from './support/browser/browser.ts'
import { type ChatUser, openChatPage, openChatUser } from './support/chat/chat-users.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
let alice: ChatUser

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
  alice = await openChatUser(site.url, 'alice')
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

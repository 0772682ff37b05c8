import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, openProfile, saveScreenshot } from './support/browser/browser.ts'
import { approveInWallet, signIn } from './support/browser/journeys.ts'
import { openChatPage, openChatUser } from './support/chat/chat-users.ts'
import { callApi, newSession } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
const contexts: BrowserContext[] = []

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})
afterAll(async () => {
  await browser?.close()
  await site?.remove()
})

async function open(viewport = desktop) {
  const profile = await openProfile(browser, viewport)
  contexts.push(profile.context)
  return profile.page
}

const isOpen = (token: string) =>
  callApi(site.url, '/api/auth/verify', { method: 'POST', token }).then(
    () => true,
    () => false,
  )

it('[AUTH-26] a user finds the sessions in the menu, ends one, ends all others, and logs out', async () => {
  const page = await open()
  await signIn(page, site.url, 'alice')
  const programs = [await newSession(site.url, 'alice'), await newSession(site.url, 'alice')]
  const account = page.getByRole('button', { name: '@alice' })
  const hasFocus = (of: Locator) => of.evaluate((element) => element === document.activeElement)
  // The menu is fetched with the first press; the focus waits for it.
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(/user-menu-.*\.js$/, async (route) => {
    await arrived
    await route.continue()
  })
  const asked = page.waitForRequest(/user-menu-.*\.js$/)
  await account.focus()
  await page.keyboard.press('ArrowDown')
  await asked
  expect(await hasFocus(account)).toBe(true)
  arrive()
  await expect.poll(() => hasFocus(page.getByRole('menuitem').first())).toBe(true)
  await page.getByRole('menuitem', { name: 'Sessions' }).click()
  await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/sessions')
  const main = page.getByRole('main')
  await main.getByText('3 sessions').waitFor()
  const own = main.getByRole('listitem').filter({ hasText: 'This session' })
  await own.getByText('Chrome on Linux').waitFor()
  await own.getByText('Last used: just now').waitFor()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await accessibilityFindings(page)).toEqual([])
    // [SHELL-11] On a phone the list of streams does not follow it.
    expect(await page.getByRole('heading', { name: 'Active Streams' }).isVisible()).toBe(width > 768)
    await saveScreenshot(page, `sessions-${width}`)
  }

  const newest = main.getByRole('button', { name: /^End: Another browser or program/ }).first()
  await newest.press('Enter')
  await page.getByText('Session ended').waitFor()
  await main.getByText('2 sessions').waitFor()
  expect((await Promise.all(programs.map(isOpen))).filter(Boolean)).toHaveLength(1)
  // The row is gone, and the keyboard goes on from the list's head.
  expect(await main.getByText('2 sessions').evaluate((text) => text === document.activeElement)).toBe(true)

  await main.getByRole('button', { name: 'Log out everywhere else' }).click()
  await page.getByText('1 session ended').waitFor()
  await main.getByText('1 session', { exact: true }).waitFor()
  expect(await Promise.all(programs.map(isOpen))).toEqual([false, false])
  expect(await main.getByRole('button', { name: 'Log out everywhere else' }).count()).toBe(0)

  const token = await page.evaluate(() => localStorage.getItem('waggle.token'))
  await own.getByRole('button', { name: 'Log out' }).click()
  await main.getByText('Log in to see where your account is logged in.').waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'Login with Hive' }).waitFor()
  await expect.poll(() => isOpen(token ?? '')).toBe(false)
})

it('[AUTH-25] a page whose session is ended elsewhere asks for a signature at once', async () => {
  const user = await openChatUser(site.url, 'bob')
  const { context, page } = await openChatPage(browser, user)
  contexts.push(context)
  await page.goto(`${site.url}/watch?user=carol`)
  await page.getByRole('button', { name: /in the chat/ }).waitFor()
  const elsewhere = await newSession(site.url, 'bob')
  await callApi(site.url, '/api/auth/sessions', { method: 'DELETE', token: elsewhere })
  await page.getByRole('dialog', { name: 'Sign again to continue' }).waitFor()
})

it('[PRIVACY-2] [PRIVACY-3] a user downloads all data, reads what stays, and deletes the rest', async () => {
  const page = await open()
  await signIn(page, site.url, 'carol')
  const token = await page.evaluate(() => localStorage.getItem('waggle.token') ?? '')
  await callApi(site.url, '/api/chat/messages/alice', { token, body: { message: 'the words of carol' } })
  await page.goto(`${site.url}/sessions`)
  const panel = page.getByRole('region', { name: 'Your data' })
  const downloading = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download my data' }).click()
  await approveInWallet(page)
  const download = await downloading
  expect(download.suggestedFilename()).toBe('waggle-carol.json')
  const { stored } = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(stored.chat_messages.rows).toMatchObject([{ message: 'the words of carol' }])

  await panel.getByRole('button', { name: 'Delete my data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete the data of @carol' })
  const confirm = dialog.getByRole('button', { name: 'Delete my data' })
  await dialog.getByText('Will be deleted').waitFor()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, `delete-data-${width}`)
  }
  await dialog.getByLabel('Type carol to confirm').fill('bob')
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByLabel('Type carol to confirm').fill('carol')
  await confirm.click()
  await approveInWallet(page)
  await page.getByRole('heading', { name: 'Your data are being deleted' }).waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'Login with Hive' }).waitFor()
  await saveScreenshot(page, 'data-deleted')
  expect(await isOpen(token)).toBe(false)
})

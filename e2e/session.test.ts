import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, phone, saveScreenshot } from './support/browser/browser.ts'
import { approveInWallet } from './support/browser/journeys.ts'
import { leaveDetails } from './support/chat/chat-scene.ts'
import { type ChatUser, openChatPage, openChatUser, sendFromPage } from './support/chat/chat-users.ts'
import { callApi } from './support/server/account.ts'
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

async function open(user: ChatUser, viewport = desktop): Promise<Page> {
  const { context, page } = await openChatPage(browser, user, viewport)
  contexts.push(context)
  await page.goto(`${site.url}/watch?user=alice`)
  await page.getByRole('button', { name: /in the chat/, includeHidden: true }).waitFor({ state: 'attached' })
  return page
}

const input = (page: Page) => page.getByLabel('Message', { exact: true })
const row = (page: Page, text: string) => page.getByRole('feed').locator('[data-message]', { hasText: text })

/** A page of a user who has typed a message. `endSession` ends the session on the server, and the page asks to sign again. */
async function openWithDraft(viewport = desktop) {
  const user = await openChatUser(site.url, 'dave')
  const page = await open(user, viewport)
  await leaveDetails(page, viewport)
  await page.evaluate(() => document.querySelector('main')?.setAttribute('data-page', 'the same'))
  await input(page).fill('written before it ended')
  const endSession = () => callApi(site.url, '/api/auth/logout', { method: 'POST', token: user.token })
  return { page, endSession, dialog: page.getByRole('dialog', { name: 'Sign again to continue' }) }
}

/** A page whose session ended while a message was on its way, which has been refused. */
async function openWithEndedSession(viewport = desktop) {
  const { page, endSession, dialog } = await openWithDraft(viewport)
  const isSent = (request: Request) => request.method() === 'POST' && request.url().endsWith('/messages/alice')
  let hasEnded = false
  await page.route('**/api/chat/messages/alice', async (route) => {
    if (isSent(route.request()) && !hasEnded) {
      hasEnded = true
      await endSession()
    }
    await route.fallback()
  })
  const refusal = page.waitForResponse((response) => isSent(response.request()))
  // Waits until the chat takes messages.
  await page.getByRole('button', { name: 'Send', exact: true }).click({ trial: true })
  await input(page).press('Enter')
  expect((await refusal).status()).toBe(401)
  await dialog.getByText('continue as @dave').waitFor()
  return { page, dialog }
}
const isSamePage = (page: Page) => page.locator('main[data-page="the same"]').isVisible()

it('[AUTH-20] asks for a signature in place, and then sends what was typed in the same name', async () => {
  for (const viewport of [desktop, phone]) {
    const { page, dialog } = await openWithEndedSession(viewport)
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, `session-ended-${viewport.width}`)
    await dialog.getByRole('button', { name: 'Sign with Keychain' }).click()
    await approveInWallet(page)
    await dialog.waitFor({ state: 'detached' })
    await row(page, 'written before it ended').last().waitFor()
    expect(await input(page).inputValue()).toBe('')
    await sendFromPage(page, `and after, at ${viewport.width}`)
    expect(await isSamePage(page)).toBe(true)
  }
})

it('[AUTH-20] a key that was meant for the page neither signs nor closes the question', async () => {
  const { page, endSession, dialog } = await openWithDraft()
  const challenges: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/challenge')) challenges.push(request.url())
  })
  await endSession()
  await dialog.waitFor()
  for (const key of ['Enter', 'Space', 'a']) await page.keyboard.press(key)
  expect(await dialog.evaluate((element) => element === document.activeElement)).toBe(true)
  await dialog.getByRole('button', { name: 'Sign with Keychain' }).click()
  await approveInWallet(page)
  await dialog.waitFor({ state: 'detached' })
  expect(challenges).toHaveLength(1)
  expect(await input(page).inputValue()).toBe('written before it ended')
  // The focus is where it was.
  await page.keyboard.press('Enter')
  await expect.poll(() => input(page).inputValue()).toBe('')
})

it('[AUTH-20] closing the question keeps the name and the page; what needs the session asks again', async () => {
  for (const close of ['Escape', 'x'] as const) {
    const { page, dialog } = await openWithEndedSession()
    const sign = dialog.getByRole('button', { name: 'Sign with Keychain' })
    await dialog.getByText('You can also close this: the page asks again when something needs your login.').waitFor()
    if (close === 'x') await dialog.getByRole('button', { name: 'Close' }).click()
    else await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '@dave' }).waitFor()
    await expect.poll(() => input(page).inputValue()).toBe('written before it ended')
    await input(page).press('Enter')
    await sign.click()
    await approveInWallet(page)
    await dialog.waitFor({ state: 'detached' })
    await row(page, 'written before it ended').last().waitFor()
    expect(await isSamePage(page)).toBe(true)
  }
})

it('[AUTH-20] only its button logs out, and what was typed is kept for a login', async () => {
  const { page, dialog } = await openWithEndedSession()
  await dialog.getByRole('button', { name: 'Logout' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Log in to chat' }).waitFor()
  await page.getByRole('button', { name: 'Login with Hive' }).click()
  await page.getByLabel('Hive Username').fill('dave')
  await page.getByRole('button', { name: 'Sign with Keychain' }).click()
  await approveInWallet(page)
  await expect.poll(() => input(page).inputValue()).toBe('written before it ended')
  expect(await isSamePage(page)).toBe(true)
})

it('[AUTH-20] asks at once on a page that opens with it, and again after a reload', async () => {
  const user = await openChatUser(site.url, 'erin')
  await callApi(site.url, '/api/auth/logout', { method: 'POST', token: user.token })
  const page = await open(user)
  const dialog = page.getByRole('dialog', { name: 'Sign again to continue' })
  await dialog.waitFor()
  await page.reload()
  await dialog.getByRole('button', { name: 'Sign with Keychain' }).click()
  await approveInWallet(page)
  await dialog.waitFor({ state: 'detached' })
  await sendFromPage(page, 'signed again')
  await row(page, 'erin').last().waitFor()
})

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { desktop, openProfile } from '../browser/browser.ts'
import { callApi, newSession } from '../server/account.ts'

export interface ChatUser {
  username: string
  token: string
  send(message: string, channel?: string): Promise<{ id: string }>
  post(path: string, body?: unknown, method?: string): Promise<unknown>
}

/** Signs an account in and lets it use the chat API. */
export async function openChatUser(siteUrl: string, username: string): Promise<ChatUser> {
  const token = await newSession(siteUrl, username)
  const post = (path: string, body: unknown = {}, method = 'POST') =>
    callApi(siteUrl, `/api/chat${path}`, { method, body, token })
  return {
    username,
    token,
    post,
    send: async (message, channel = 'alice') => (await post(`/messages/${channel}`, { message })).data,
  }
}

/** Opens a browser profile in which the user, if any, is signed in. */
export async function openChatPage(
  browser: Browser,
  user: ChatUser | undefined,
  viewport = desktop,
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const profile = await openProfile(browser, viewport)
  if (user) {
    await profile.page.addInitScript(
      ([username, token]) => {
        localStorage.setItem('waggle.user', username ?? '')
        localStorage.setItem('waggle.token', token ?? '')
      },
      [user.username, user.token],
    )
  }
  return profile
}

/** Sends a message with the form, and waits until the form has been cleared. */
export async function sendFromPage(page: Page, text: string): Promise<void> {
  const input = page.getByLabel('Message', { exact: true })
  await input.fill(text)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => {
    const field = document.querySelector('textarea')
    return field?.value === '' && !field.readOnly
  })
}

/** All messages of the list, oldest first. Scrolls up while reading, because only a part of the list is in the page at a time. */
export async function readAllMessages(page: Page, count: number): Promise<{ id: string; text: string }[]> {
  const seen = new Map<string, string>()
  const list = page.getByRole('feed', { name: 'Chat messages' })
  await list.hover()
  for (let rounds = 0; rounds < 200 && seen.size < count; rounds++) {
    const rows = await list
      .locator('[data-message]')
      .evaluateAll((all) => all.map((row) => [row.getAttribute('data-message') ?? '', row.textContent ?? ''] as const))
    for (const [id, text] of rows) seen.set(id, text)
    await page.mouse.wheel(0, -300)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }
  return [...seen].map(([id, text]) => ({ id, text })).sort((one, other) => (one.id < other.id ? -1 : 1))
}

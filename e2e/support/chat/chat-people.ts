import type { Browser, BrowserContext, Page } from 'playwright-core'
import { call, newSession } from '../browser/account.ts'
import { desktop, openPerson } from '../browser/browser.ts'

export interface Writer {
  username: string
  token: string
  say(message: string, channel?: string): Promise<{ id: string }>
  post(path: string, body?: unknown, method?: string): Promise<unknown>
}

/** Somebody who chats by program. */
export async function openWriter(siteUrl: string, username: string): Promise<Writer> {
  const token = await newSession(siteUrl, username)
  const post = (path: string, body: unknown = {}, method = 'POST') =>
    call(siteUrl, `/api/chat${path}`, { method, body, token })
  return {
    username,
    token,
    post,
    say: async (message, channel = 'alice') => (await post(`/messages/${channel}`, { message })).data,
  }
}

/** The same somebody in a browser, logged in. */
export async function openChatter(
  browser: Browser,
  writer: Writer | undefined,
  viewport = desktop,
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const person = await openPerson(browser, viewport)
  if (writer) {
    await person.page.addInitScript(
      ([user, token]) => {
        localStorage.setItem('waggle.user', user ?? '')
        localStorage.setItem('waggle.token', token ?? '')
      },
      [writer.username, writer.token],
    )
  }
  return person
}

/** Writes in the form as a person does, and waits until it is taken. */
export async function write(page: Page, text: string): Promise<void> {
  const input = page.getByLabel('Message', { exact: true })
  await input.fill(text)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => {
    const field = document.querySelector('textarea')
    return field?.value === '' && !field.readOnly
  })
}

/** Every message of the list, oldest first, read while scrolling up through it: only a part of it is in the page at a time. */
export async function readAll(page: Page, count: number): Promise<{ id: string; text: string }[]> {
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

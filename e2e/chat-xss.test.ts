import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from './support/browser/browser.ts'
import { type ChatUser, openChatPage, openChatUser, readAllMessages } from './support/chat/chat-users.ts'
import { xssPayloads } from './support/chat/xss-payloads.ts'
import { callApi } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
let writers: ChatUser[]
const payloads = xssPayloads()

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
  const alice = await openChatUser(site.url, 'alice')
  writers = [alice, await openChatUser(site.url, 'bob')]
  await alice.post('/moderators/alice', { username: 'bob' })
})
afterAll(async () => {
  await browser?.close()
  await site?.remove()
})

/** Opens a page in which every effect of a payload is recorded as a hit. */
async function openMonitored(): Promise<{ page: Page; hits: string[] }> {
  const { page } = await openChatPage(browser, writers[0])
  const hits: string[] = []
  await page.exposeFunction('hit', () => hits.push('hit'))
  await page.exposeFunction('recordViolation', (what: string) => hits.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { recordViolation } = globalThis as unknown as { recordViolation: (what: string) => void }
      recordViolation(`${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  page.on('dialog', (dialog) => {
    hits.push('dialog')
    void dialog.dismiss()
  })
  page.on('popup', () => hits.push('popup'))
  page.on('pageerror', (error) => hits.push(String(error)))
  return { page, hits }
}

/** Elements and attributes that no text may create, even where the content security policy would keep them from running. */
function findMarkup(page: Page): Promise<string[]> {
  return page
    .locator('section[aria-label="Chat"], dialog')
    .evaluateAll((roots) =>
      roots.flatMap((root) =>
        [...root.querySelectorAll('*')].flatMap((element) => [
          ...(/^(script|iframe|object|embed|style|link|base|meta|template|marquee|math|video)$/i.test(element.tagName)
            ? [element.outerHTML]
            : []),
          ...[...element.attributes].filter(({ name }) => name.startsWith('on')).map(() => element.outerHTML),
          ...(element instanceof HTMLAnchorElement && !/^https?:$/.test(element.protocol) ? [element.outerHTML] : []),
          ...(element instanceof HTMLImageElement && element.src.endsWith('/x') ? [element.outerHTML] : []),
        ]),
      ),
    )
}

it('there are at least 120 payloads, all different', () => {
  expect(new Set(payloads).size).toBe(payloads.length)
  expect(payloads.length).toBeGreaterThanOrEqual(120)
})

it('[T12] messages, mentions and emotes are rendered as text only', async () => {
  const { page, hits } = await openMonitored()
  await page.goto(`${site.url}/chat/alice`)
  await page.getByRole('button', { name: /in the chat/ }).waitFor()
  for (const [index, payload] of payloads.entries()) {
    await writers[index % 2]?.send(`${payload} :${payload}: @${payload}`)
  }
  const { messages } = await callApi(site.url, '/api/chat/messages/alice?limit=100')
  await page
    .getByRole('feed')
    .locator(`[data-message="${messages.at(-1).id}"]`)
    .waitFor()
  // First live, then from the history.
  for (const round of ['live', 'loaded']) {
    if (round === 'loaded') await page.reload()
    await page
      .getByRole('feed')
      .locator(`[data-message="${messages.at(-1).id}"]`)
      .waitFor()
    const rows = new Map((await readAllMessages(page, payloads.length)).map(({ id, text }) => [id, text]))
    expect(rows.size).toBe(payloads.length)
    for (const { id, message } of messages) expect(rows.get(id)?.endsWith(`: ${message}`), message).toBe(true)
    expect(await findMarkup(page)).toEqual([])
  }
  expect(hits).toEqual([])
})

it('[T12] names, quoted messages and pinned messages are rendered as text only, whatever the server sends', async () => {
  const { page, hits } = await openMonitored()
  const messages = payloads.slice(0, 100).map((payload, index) => {
    const id = String(index).padStart(11, '0')
    return {
      ...{ id, _id: id, channel: 'alice', username: payload, message: payload, timestamp: 1000 + index },
      ...{ role: 'user', isModerator: true, kind: 'announcement' },
      replyTo: { id: payload, username: payload, message: payload },
    }
  })
  await page.route('**/api/chat/messages/alice*', (route) => route.fulfill({ json: { messages, hasMore: false } }))
  await page.route('**/api/chat/config/alice', (route) =>
    route.fulfill({
      json: {
        channel: 'alice',
        moderators: payloads,
        slowModeInterval: payloads[0],
        slowMode: true,
        pinned: messages[5],
      },
    }),
  )
  await page.route('**/api/chat/presence/alice', (route) =>
    route.fulfill({ json: { channel: 'alice', viewers: 200, users: payloads, moderators: payloads.slice(1, 3) } }),
  )
  await page.goto(`${site.url}/chat/alice`)
  await page.getByRole('complementary', { name: 'Pinned message' }).waitFor()
  expect((await readAllMessages(page, 100)).length).toBe(100)
  await page.getByRole('button', { name: /in the chat/ }).click()
  await page
    .getByRole('dialog')
    .getByText(payloads[0] ?? '', { exact: true })
    .waitFor()
  expect(await findMarkup(page)).toEqual([])
  await page.keyboard.press('Escape')
  // Opens the card of the writer; the line above the name leads to the quoted message.
  await page.getByRole('feed').locator('[data-message] p button').first().click()
  await page.getByRole('dialog').waitFor()
  expect(await findMarkup(page)).toEqual([])
  expect(hits).toEqual([])
})

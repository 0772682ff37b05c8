import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/browser/account.ts'
import { launchBrowser } from './support/browser/browser.ts'
import { openChatter, openWriter, readAll, type Writer } from './support/chat/chat-people.ts'
import { xssPayloads } from './support/chat/xss-payloads.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
let writers: Writer[]
const payloads = xssPayloads()

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
  const alice = await openWriter(site.url, 'alice')
  writers = [alice, await openWriter(site.url, 'bob')]
  await alice.post('/moderators/alice', { username: 'bob' })
})
afterAll(async () => {
  await browser?.close()
  await site?.remove()
})

/** A page in which everything that a payload could do is noticed. */
async function openWatched(): Promise<{ page: Page; hits: string[] }> {
  const { page } = await openChatter(browser, writers[0])
  const hits: string[] = []
  await page.exposeFunction('hit', () => hits.push('hit'))
  await page.exposeFunction('noteViolation', (what: string) => hits.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const note = (globalThis as unknown as { noteViolation: (what: string) => void }).noteViolation
      note(`${event.violatedDirective} ${event.blockedURI}`)
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

/** What no text may bring about, even where the policy would keep it from running. */
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

it('there are 120 payloads and more, all different', () => {
  expect(new Set(payloads).size).toBe(payloads.length)
  expect(payloads.length).toBeGreaterThanOrEqual(120)
})

it('no message, mention or emote is more than text', async () => {
  const { page, hits } = await openWatched()
  await page.goto(`${site.url}/chat/alice`)
  await page.getByRole('button', { name: /in the room/ }).waitFor()
  for (const [index, payload] of payloads.entries()) {
    await writers[index % 2]?.say(`${payload} :${payload}: @${payload}`)
  }
  const { messages } = await call(site.url, '/api/chat/messages/alice?limit=100')
  await page
    .getByRole('feed')
    .locator(`[data-message="${messages.at(-1).id}"]`)
    .waitFor()
  // Live first, then from the history.
  for (const round of ['live', 'loaded']) {
    if (round === 'loaded') await page.reload()
    await page
      .getByRole('feed')
      .locator(`[data-message="${messages.at(-1).id}"]`)
      .waitFor()
    const rows = new Map((await readAll(page, payloads.length)).map(({ id, text }) => [id, text]))
    expect(rows.size).toBe(payloads.length)
    for (const { id, message } of messages) expect(rows.get(id)?.endsWith(`: ${message}`), message).toBe(true)
    expect(await findMarkup(page)).toEqual([])
  }
  expect(hits).toEqual([])
})

it('no name, no answered message and no pinned one is more than text, whatever a server says', async () => {
  const { page, hits } = await openWatched()
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
    route.fulfill({ json: { channel: 'alice', viewers: 200, users: payloads } }),
  )
  await page.goto(`${site.url}/chat/alice`)
  await page.getByRole('complementary', { name: 'Pinned message' }).waitFor()
  expect((await readAll(page, 100)).length).toBe(100)
  await page.getByRole('button', { name: /in the room/ }).click()
  await page
    .getByRole('dialog')
    .getByText(payloads[0] ?? '', { exact: true })
    .waitFor()
  expect(await findMarkup(page)).toEqual([])
  await page.keyboard.press('Escape')
  // The name: the line above it leads to the answered message.
  await page.getByRole('feed').locator('[data-message] p button').first().click()
  await page.getByRole('dialog').waitFor()
  expect(await findMarkup(page)).toEqual([])
  expect(hits).toEqual([])
})

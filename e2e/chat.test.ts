import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sentences } from '@waggle/contract/sentences'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, phone, saveScreenshot } from './support/browser/browser.ts'
import { type ChatUser, openChatPage, openChatUser, readAllMessages, sendFromPage } from './support/chat/chat-users.ts'
import { callApi } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
let alice: ChatUser
let bob: ChatUser
let carol: ChatUser
const contexts: BrowserContext[] = []

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
  alice = await openChatUser(site.url, 'alice')
  bob = await openChatUser(site.url, 'bob')
  carol = await openChatUser(site.url, 'carol')
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})
afterAll(async () => {
  await browser?.close()
  await site?.remove()
})

async function open(user: ChatUser | undefined, path = '/watch?user=alice', viewport?: typeof phone): Promise<Page> {
  const { context, page } = await openChatPage(browser, user, viewport)
  contexts.push(context)
  await page.goto(site.url + path)
  await page.getByRole('button', { name: /in the chat/ }).waitFor()
  return page
}

const row = (page: Page, text: string) => page.getByRole('feed').locator('[data-message]', { hasText: text })
/** Expects that axe finds no violation in this state. */
async function expectAccessible(page: Page, state: string): Promise<void> {
  expect(await accessibilityFindings(page), state).toEqual([])
}
const input = (page: Page) => page.getByLabel('Message', { exact: true })

/** Whether an element is visible within its list. */
function isInList(element: Element): boolean {
  const list = element.closest('[role="feed"]')?.getBoundingClientRect()
  const { top, bottom } = element.getBoundingClientRect()
  return list !== undefined && top >= list.top && bottom <= list.bottom
}

/** Elements that overflow their width. */
function findOverflowing(): string[] {
  const rows = [...document.querySelectorAll('[data-message]')]
  const overflowing = [document.documentElement, ...rows].filter((element) => element.scrollWidth > element.clientWidth)
  return overflowing.map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`)
}

/** The left edge of each element's first line. */
function leftEdges(elements: Element[]): number[] {
  return elements.map((element) => element.getClientRects()[0]?.left ?? 0)
}

describe('writing and reading', () => {
  it('[CHAT-8, CHAT-10] shows each message to everybody once, in order, with time and roles', async () => {
    const ofAlice = await open(alice)
    const ofBob = await open(bob, undefined, phone)
    await sendFromPage(ofAlice, 'first of alice')
    await sendFromPage(ofBob, 'then bob')
    await sendFromPage(ofAlice, '/me waves')
    for (const page of [ofAlice, ofBob]) {
      await row(page, 'waves').waitFor()
      const texts = await page.getByRole('feed').locator('[data-message]').allInnerTexts()
      expect(texts.map((text) => text.replace(/^\d{1,2}:\d\d (AM|PM)\s*/, '').trim())).toEqual([
        'Owneralice: first of alice',
        'bob: then bob',
        'Owneralice waves',
      ])
    }
    await expectAccessible(ofAlice, 'writing on the watch page')
    await saveScreenshot(ofAlice, 'desktop-chat')
    await saveScreenshot(ofBob, 'phone-chat')
  })

  it('links only http and https addresses, without referrer or opener', async () => {
    await bob.send('see https://example.com/a_(b). not javascript:alert(1) nor https://user:pw@example.com/ :fire:')
    const page = await open(undefined)
    await row(page, 'see https').waitFor()
    const links = await row(page, 'see https').getByRole('link').all()
    expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual(['https://example.com/a_(b)'])
    expect((await links[0]?.getAttribute('rel'))?.split(' ')).toEqual(expect.arrayContaining(['noopener', 'nofollow']))
    await row(page, 'see https').getByRole('img', { name: 'fire' }).waitFor()
  })

  it('keeps long words, stacked combining marks and right-to-left text within their rows', async () => {
    const marks = '\u0301\u0302\u0303\u0308\u030a\u0323\u0325'.repeat(25)
    const dave = await openChatUser(site.url, 'dave')
    await dave.send('x'.repeat(500))
    await dave.send(`https://example.com/${'y'.repeat(450)}`)
    const arabic = await dave.send('مرحبا @alice شاهد https://example.com/a كيف الحال اليوم يا صديقي العزيز')
    await alice.post('/messages/alice', { message: 'שלום (123) abc!', replyTo: arabic.id })
    await dave.send('above the marks')
    await dave.send(`Z${marks}algo`)
    const page = await open(dave)
    const places = ['/watch?user=alice', '/chat/alice', '/chat/alice?transparent=1']
    for (const path of places) {
      for (const width of [320, 360, 1366]) {
        await page.setViewportSize({ width, height: 740 })
        await page.goto(site.url + path)
        await row(page, 'algo').waitFor()
        expect(await page.evaluate(findOverflowing), `${path} at ${width}`).toEqual([])
        // Time and text are laid out from left to right, whatever the direction of the text is.
        const lefts = await row(page, 'abc!').locator('time, time ~ bdi').evaluateAll(leftEdges)
        expect(lefts).toHaveLength(2)
        expect(lefts.toSorted((one, other) => one - other)).toEqual(lefts)
      }
    }
    const directions = await page
      .locator(`[data-message="${arabic.id}"] :is(bdi, bdi *)`)
      .evaluateAll((all) => all.map((element) => getComputedStyle(element).direction))
    expect(directions).toEqual(['rtl', 'ltr', 'ltr'])

    const draw = () => row(page, 'above the marks').screenshot()
    await expect.poll(async () => (await draw()).equals(await draw()), { timeout: 60_000 }).toBe(true)
    const withMarks = await draw()
    await row(page, 'algo').evaluate((element) => {
      element.style.visibility = 'hidden'
    })
    expect((await draw()).equals(withMarks)).toBe(true)
  })

  it('[CHAT-1] sends visitors who are not signed in to the login page', async () => {
    const page = await open(undefined)
    await expectAccessible(page, 'not logged in')
    await page.getByRole('link', { name: 'Log in to chat' }).click()
    await page.waitForURL('**/login?next=*')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/watch?user=alice')
  })

  it('completes names and emotes, and replies to a message', async () => {
    const page = await open(alice)
    await input(page).pressSequentially('hi @bo')
    await page.getByRole('option', { name: '@bob' }).waitFor()
    await expectAccessible(page, 'completing')
    await page.keyboard.press('Enter')
    expect(await input(page).inputValue()).toBe('hi @bob ')
    await input(page).pressSequentially(':roc')
    await page.keyboard.press('Tab')
    expect(await input(page).inputValue()).toBe('hi @bob :rocket: ')
    await page.keyboard.press('Enter')
    await row(page, 'hi @bob').waitFor()

    const ofBob = await open(bob)
    await row(ofBob, 'hi @bob').hover()
    await ofBob.getByRole('button', { name: 'Reply to alice' }).click()
    await sendFromPage(ofBob, 'hello yourself')
    await row(page, 'hello yourself')
      .getByText(/@alice: hi @bob/)
      .waitFor()
    await page.getByRole('button', { name: 'Emoji' }).click()
    await expectAccessible(page, 'choosing an emoji')
  })

  it('goes to the original message of a reply, however old it is, with the keyboard alone', async () => {
    const { id } = await bob.send('an old question', 'carol')
    for (let number = 0; number < 60; number++) await carol.send(`between ${number}`, 'carol')
    await carol.post('/messages/carol', { message: 'a late answer', replyTo: id })
    const page = await open(undefined, '/chat/carol', phone)
    await row(page, 'a late answer').waitFor()
    expect(await page.locator(`[data-message="${id}"]`).count()).toBe(0)
    await page.getByRole('feed').focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForFunction((id) => document.activeElement?.getAttribute('data-message') === id, id)
    expect(await page.locator(`[data-message="${id}"]`).evaluate(isInList)).toBe(true)
    await expectAccessible(page, 'the chat page')
  })

  it('keeps the reading position, counts new messages, and goes to the newest', async () => {
    const dave = await openChatUser(site.url, 'dave')
    for (let number = 0; number < 70; number++) await dave.send(`filling line ${number}`, 'dave')
    const page = await open(bob, '/chat/dave')
    await row(page, 'filling line 69').waitFor()
    await page.getByRole('feed').hover()
    await page.mouse.wheel(0, -600)
    await page.getByRole('button', { name: 'Go to the latest message' }).waitFor()
    const place = await page.getByRole('feed').evaluate((list) => list.scrollTop)
    await dave.send('news one', 'dave')
    await dave.send('news two', 'dave')
    await page.getByRole('button', { name: '2 new messages' }).click()
    await row(page, 'news two').waitFor()
    expect(await page.getByRole('feed').evaluate((list) => list.scrollTop)).toBeGreaterThan(place)
    await dave.send('news three', 'dave')
    await row(page, 'news three').waitFor()
    expect(await page.getByRole('button', { name: /new message|latest message/ }).count()).toBe(0)
  })

  it('announces new messages to screen readers', async () => {
    await bob.send('there before')
    const page = await open(alice)
    await row(page, 'there before').waitFor()
    await bob.send('for all ears')
    await page.getByRole('log', { name: 'New chat messages' }).getByText('bob: for all ears').waitFor()
  })
})

describe('a refusal', () => {
  it('[CHAT-5] says why and restores the text', async () => {
    await alice.post('/config/alice', { emoteOnly: true }, 'PUT')
    onTestFinished(() => alice.post('/config/alice', { emoteOnly: false }, 'PUT').then(() => undefined))
    const page = await open(carol)
    await page.getByText('Emote only').waitFor()
    await input(page).fill('words, not emotes')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Only emotes are allowed at the moment: emoji or :name:').waitFor()
    expect(await input(page).inputValue()).toBe('words, not emotes')
    expect(await row(page, 'words, not emotes').count()).toBe(0)
  })

  it('[CHAT-4] of more than 500 characters, or of none, comes before sending', async () => {
    const page = await open(carol)
    await input(page).fill('x'.repeat(501))
    await page.getByText('501 / 500').waitFor()
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
    await input(page).fill('  ')
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  })

  it('in slow mode counts down', async () => {
    await sendFromPage(await open(alice), '/slow 600')
    const page = await open(carol)
    await page.getByText('Slow mode: 600 s').waitFor()
    await sendFromPage(page, 'slowly one')
    await input(page).fill('slowly two')
    const waiting = page.getByRole('button', { name: /^Send, available in \d+ s$/ })
    const secondsLeft = async () => Number(/\d+/.exec((await waiting.getAttribute('aria-label')) ?? '')?.[0])
    const atFirst = await secondsLeft()
    await expect.poll(secondsLeft).toBeLessThan(atFirst)
    await expectAccessible(page, 'slow mode')
    expect(await waiting.isDisabled()).toBe(true)
    await alice.post('/config/alice', { slowMode: false }, 'PUT')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await row(page, 'slowly two').waitFor()
    await page.getByText('Slow mode: 600 s').waitFor({ state: 'detached' })
  })

  it('of an unknown command keeps the text', async () => {
    const page = await open(carol)
    await input(page).fill('/fly away')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('There is no command /fly').waitFor()
    expect(await input(page).inputValue()).toBe('/fly away')
  })
})

describe('moderation', () => {
  it('[CHAT-9] deletes for everybody at once; others have no delete button', async () => {
    const ofAlice = await open(alice)
    const ofCarol = await open(carol)
    await bob.send('to be deleted')
    await row(ofCarol, 'to be deleted').hover()
    expect(await row(ofCarol, 'to be deleted').getByRole('button', { name: 'Delete message' }).count()).toBe(0)
    await row(ofAlice, 'to be deleted').hover()
    await row(ofAlice, 'to be deleted').getByRole('button', { name: 'Delete message' }).click()
    await row(ofCarol, 'to be deleted').waitFor({ state: 'detached' })
  })

  it("[CHAT-9] offers a moderator the deletion of every message, the owner's included", async () => {
    await alice.post('/moderators/alice', { username: 'bob' })
    onTestFinished(async () => {
      await alice.post('/moderators/alice/bob', {}, 'DELETE')
    })
    const ofCarol = await open(carol)
    for (const viewport of [phone, desktop]) {
      const ofBob = await open(bob, undefined, viewport)
      await alice.send(`the owner's own at ${viewport.width}`)
      const message = row(ofBob, `the owner's own at ${viewport.width}`)
      await message.hover()
      await saveScreenshot(ofBob, `moderator-deletes-owner-${viewport.width}`)
      await message.getByRole('button', { name: 'Delete message' }).click()
      await row(ofCarol, `the owner's own at ${viewport.width}`).waitFor({ state: 'detached' })
    }
  })

  it('[SOCKET-2] leaves the room of a channel when the reader goes to another page', async () => {
    const { context, page } = await openChatPage(browser, carol)
    contexts.push(context)
    const sent: string[] = []
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
    await page.goto(`${site.url}/watch?user=alice`)
    await page.getByRole('button', { name: /in the chat/ }).waitFor()
    await expect.poll(() => sent.filter((frame) => frame.includes('join-room')).length).toBe(1)
    expect(sent.filter((frame) => frame.includes('leave-room'))).toEqual([])
    await page.getByRole('link', { name: 'Waggle, home' }).click()
    await expect
      .poll(() => sent.filter((frame) => frame.includes('leave-room')))
      .toEqual(['42["leave-room",{"room":"chat-alice"}]'])
  })

  it('[MOD-8] times out, bans and unbans from the card of a writer, who keeps the typed text', async () => {
    const ofAlice = await open(alice)
    const ofCarol = await open(carol)
    await sendFromPage(ofCarol, 'misbehaving')
    await input(ofCarol).fill('half a sentence')
    const openCard = () => row(ofAlice, 'misbehaving').getByRole('button', { name: 'carol', exact: true }).click()
    const card = ofAlice.getByRole('dialog', { name: '@carol' })

    await openCard()
    await card.getByLabel('Timeout in seconds').fill('1500')
    await card.getByRole('button', { name: 'Timeout' }).click()
    await ofAlice.getByText('carol has been timed out for 1500 seconds').waitFor()
    await ofCarol.getByText(/^You are timed out\. You can write again in 1\d\d\d s\.$/).waitFor()

    await openCard()
    await card.getByRole('button', { name: 'Ban', exact: true }).click()
    await card.getByText('Are you sure you want to ban carol?').waitFor()
    await expectAccessible(ofAlice, 'the card of a writer')
    await saveScreenshot(ofAlice, 'chat-ban')
    await card.getByRole('button', { name: 'Ban carol' }).click()
    await ofAlice.getByText('carol has been banned').waitFor()
    await ofCarol.getByText('You are banned from this chat.').waitFor()
    await expectAccessible(ofCarol, 'banned')

    await sendFromPage(ofAlice, '/unban carol')
    await ofAlice.getByText('carol has been unbanned').waitFor()
    await input(ofCarol).waitFor()
    expect(await input(ofCarol).inputValue()).toBe('half a sentence')
  })

  it('pins a message and clears the chat', async () => {
    const ofAlice = await open(alice)
    const ofCarol = await open(undefined)
    await bob.send('worth keeping')
    await row(ofAlice, 'worth keeping').hover()
    await row(ofAlice, 'worth keeping').getByRole('button', { name: 'Pin message' }).click()
    await ofCarol.getByRole('complementary', { name: 'Pinned message' }).getByText('worth keeping').waitFor()
    await sendFromPage(ofAlice, '/clear')
    await ofCarol.getByText('No messages yet. Say hello!').waitFor()
    expect(await row(ofAlice, 'worth keeping').count()).toBe(0)
  })
})

describe('the chat page', () => {
  it('as an overlay shows only messages, on a transparent background', async () => {
    await alice.send('over the picture')
    const { context, page } = await openChatPage(browser, alice)
    contexts.push(context)
    await page.goto(`${site.url}/chat/alice?transparent=1`)
    await row(page, 'over the picture').waitFor()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgba(0, 0, 0, 0)',
    )
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await page.getByRole('textbox').count()).toBe(0)
  })

  it('[CHAT-14] can be embedded in another site, where it does not use the session', async () => {
    await alice.send('seen elsewhere')
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<iframe src="${site.url}/chat/alice" width="500" height="500"></iframe>
        <iframe src="${site.url}/watch?user=alice" width="500" height="500"></iframe>`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const { context, page } = await openChatPage(browser, alice)
    contexts.push(context)
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const frame = page.frameLocator('iframe').first()
    await frame.getByText('seen elsewhere').waitFor()
    await frame.getByRole('link', { name: 'Log in to chat' }).waitFor()
    expect(await frame.getByRole('textbox').count()).toBe(0)
    // No other page of the site can be framed.
    expect(await page.frameLocator('iframe').nth(1).getByText('alice').count()).toBe(0)
  })
})

describe('an outage of the server', () => {
  it('[F23, CHAT-2] is reported, ends by itself, and leaves no gap and no duplicate', async () => {
    const port = new URL(site.url).port
    await alice.post('/moderators/alice', { username: 'bob' })
    const page = await open(alice)
    await sendFromPage(page, 'before the end')
    const ending = site.exited
    site.process.kill('SIGKILL')
    await ending
    await page.getByRole('alert').getByText(sentences.chat.disconnected).waitFor()
    await expectAccessible(page, 'disconnected')
    await saveScreenshot(page, 'chat-disconnected')

    // Sent while the server is down: it is retried under its idempotency key until it is stored, once.
    await input(page).fill('into the dark')
    await page.keyboard.press('Enter')
    site = await startSite({ WAGGLE_DATA_DIR: site.dataDir, WAGGLE_HTTP_PORT: port })
    const sent: string[] = []
    for (let number = 0; number < 70; number++) {
      const [one, other] = await Promise.all([alice.send(`gap a${number}`), bob.send(`gap b${number}`)])
      sent.push(one.id, other.id)
    }
    await page.getByText(sentences.chat.disconnected).waitFor({ state: 'detached', timeout: 60_000 })
    await row(page, 'gap b69').waitFor()
    const { messages: newest } = await callApi(site.url, '/api/chat/messages/alice?limit=100')
    const oldest = newest[0].id
    const { messages: older } = await callApi(site.url, `/api/chat/messages/alice?limit=100&before=${oldest}`)
    const history: string[] = [...older, ...newest].map(({ id }: { id: string }) => id)
    const shown = (await readAllMessages(page, history.length)).map(({ id }) => id)
    expect(shown).toEqual(history)
    expect(sent.filter((id) => !shown.includes(id))).toEqual([])
  })
})

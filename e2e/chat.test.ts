import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sentences } from '@waggle/contract/sentences'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { phone, saveScreenshot } from './support/browser/browser.ts'
import { colourOf } from './support/browser/colours.ts'
import { type ChatScene, messageInput, messageRow, startChatScene } from './support/chat/chat-scene.ts'
import { openChatUser, readAllMessages, sendFromPage } from './support/chat/chat-users.ts'
import { callApi } from './support/server/account.ts'
import { startSite } from './support/server/site.ts'

let scene: ChatScene

beforeAll(async () => {
  scene = await startChatScene()
})
afterEach(() => scene.closePages())
afterAll(() => scene?.close())

/** Expects that axe finds no violation in this state. */
async function expectAccessible(page: Page, state: string): Promise<void> {
  expect(await accessibilityFindings(page), state).toEqual([])
}

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
  it('[CHAT-8, CHAT-9, CHAT-10, CHAT-15] shows each message to everybody once, in order, with roles', async () => {
    const ofAlice = await scene.open(scene.alice)
    const ofBob = await scene.open(scene.bob, undefined, phone)
    await sendFromPage(ofAlice, 'first of alice')
    await sendFromPage(ofBob, 'then bob')
    await sendFromPage(ofAlice, '/me waves')
    for (const page of [ofAlice, ofBob]) {
      await messageRow(page, 'waves').waitFor()
      const texts = await page.getByRole('feed').locator('[data-message]').allInnerTexts()
      expect(texts.map((text) => text.replace(/^\d{1,2}:\d\d (AM|PM)\s*/, '').trim())).toEqual([
        'alice: first of alice',
        'bob: then bob',
        'alice waves',
      ])
      // A filled badge.
      const badge = messageRow(page, 'waves').getByRole('img', { name: 'Owner' })
      const filled = await badge.evaluate((shown) => getComputedStyle(shown).backgroundColor)
      expect(filled).toBe(await colourOf(page, 'text'))
    }
    // The lines are for the words until their reader asks for the times (rule CHAT-15).
    const timeIn = (page: Page) => messageRow(page, 'waves').locator('time')
    expect([await timeIn(ofAlice).isVisible(), await timeIn(ofBob).isVisible()]).toEqual([false, false])
    const beside = messageRow(ofAlice, 'waves').locator('[data-time]')
    expect(await beside.isVisible()).toBe(false)
    await messageRow(ofAlice, 'waves').hover()
    await beside.waitFor()
    expect(await beside.getAttribute('data-time')).toMatch(/^\d{1,2}:\d\d (AM|PM)$/)
    await ofBob.getByRole('button', { name: 'Chat settings' }).click()
    await ofBob.getByRole('switch', { name: 'Show times' }).click()
    await timeIn(ofBob).waitFor()
    await ofBob.keyboard.press('Escape')
    await expectAccessible(ofAlice, 'writing on the watch page')
    await saveScreenshot(ofAlice, 'desktop-chat')
    await saveScreenshot(ofBob, 'phone-chat')
  })

  it('links only http and https addresses, without referrer or opener', async () => {
    await scene.bob.send(
      'see https://example.com/a_(b). not javascript:alert(1) nor https://user:pw@example.com/ :fire:',
    )
    const page = await scene.open(undefined)
    await messageRow(page, 'see https').waitFor()
    const links = await messageRow(page, 'see https').getByRole('link').all()
    expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual(['https://example.com/a_(b)'])
    expect((await links[0]?.getAttribute('rel'))?.split(' ')).toEqual(expect.arrayContaining(['noopener', 'nofollow']))
    await messageRow(page, 'see https').getByRole('img', { name: 'fire' }).waitFor()
  })

  it('keeps long words, stacked combining marks and right-to-left text within their rows', async () => {
    const marks = '\u0301\u0302\u0303\u0308\u030a\u0323\u0325'.repeat(25)
    const dave = await openChatUser(scene.site.url, 'dave')
    await dave.send('x'.repeat(500))
    await dave.send(`https://example.com/${'y'.repeat(450)}`)
    const arabic = await dave.send('مرحبا @alice شاهد https://example.com/a كيف الحال اليوم يا صديقي العزيز')
    await scene.alice.post('/messages/alice', { message: 'שלום (123) abc!', replyTo: arabic.id })
    await dave.send('above the marks')
    await dave.send(`Z${marks}algo`)
    const page = await scene.open(dave)
    const places = ['/watch?user=alice', '/chat/alice', '/chat/alice?transparent=1']
    for (const path of places) {
      for (const width of [320, 360, 1366]) {
        await page.setViewportSize({ width, height: 740 })
        await page.goto(scene.site.url + path)
        await messageRow(page, 'algo').waitFor()
        expect(await page.evaluate(findOverflowing), `${path} at ${width}`).toEqual([])
        // Time and text are laid out from left to right, whatever the direction of the text is.
        const lefts = await messageRow(page, 'abc!').locator('time, time ~ bdi').evaluateAll(leftEdges)
        expect(lefts).toHaveLength(2)
        expect(lefts.toSorted((one, other) => one - other)).toEqual(lefts)
      }
    }
    const directions = await page
      .locator(`[data-message="${arabic.id}"] :is(bdi, bdi *)`)
      .evaluateAll((all) => all.map((element) => getComputedStyle(element).direction))
    expect(directions).toEqual(['rtl', 'ltr', 'ltr'])

    const draw = () => messageRow(page, 'above the marks').screenshot()
    await expect.poll(async () => (await draw()).equals(await draw()), { timeout: 60_000 }).toBe(true)
    const withMarks = await draw()
    await messageRow(page, 'algo').evaluate((element) => {
      element.style.visibility = 'hidden'
    })
    expect((await draw()).equals(withMarks)).toBe(true)
  })

  it('completes names and emotes, and replies to a message', async () => {
    const page = await scene.open(scene.alice)
    await messageInput(page).pressSequentially('hi @bo')
    await page.getByRole('option', { name: '@bob' }).waitFor()
    await expectAccessible(page, 'completing')
    await page.keyboard.press('Enter')
    expect(await messageInput(page).inputValue()).toBe('hi @bob ')
    await messageInput(page).pressSequentially(':roc')
    await page.keyboard.press('Tab')
    expect(await messageInput(page).inputValue()).toBe('hi @bob :rocket: ')
    await page.keyboard.press('Enter')
    await messageRow(page, 'hi @bob').waitFor()

    const ofBob = await scene.open(scene.bob)
    await messageRow(ofBob, 'hi @bob').hover()
    // Within the row: it covers nothing of the message above.
    const [row, reply] = await Promise.all([
      messageRow(ofBob, 'hi @bob').boundingBox(),
      ofBob.getByRole('button', { name: 'Reply to alice' }).boundingBox(),
    ])
    expect(reply?.y).toBeGreaterThanOrEqual(row?.y ?? Number.NaN)
    await ofBob.getByRole('button', { name: 'Reply to alice' }).click()
    await sendFromPage(ofBob, 'hello yourself')
    await messageRow(page, 'hello yourself')
      .getByText(/@alice: hi @bob/)
      .waitFor()
    await page.getByRole('button', { name: 'Emoji' }).click()
    await expectAccessible(page, 'choosing an emoji')
  })

  it('goes to the original message of a reply, however old it is, with the keyboard alone', async () => {
    const { id } = await scene.bob.send('an old question', 'carol')
    for (let number = 0; number < 60; number++) await scene.carol.send(`between ${number}`, 'carol')
    await scene.carol.post('/messages/carol', { message: 'a late answer', replyTo: id })
    const page = await scene.open(undefined, '/chat/carol', phone)
    await messageRow(page, 'a late answer').waitFor()
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
    const dave = await openChatUser(scene.site.url, 'dave')
    for (let number = 0; number < 70; number++) await dave.send(`filling line ${number}`, 'dave')
    const page = await scene.open(scene.bob, '/chat/dave')
    await messageRow(page, 'filling line 69').waitFor()
    await page.getByRole('feed').hover()
    await page.mouse.wheel(0, -600)
    await page.getByRole('button', { name: 'Go to the latest message' }).waitFor()
    const place = await page.getByRole('feed').evaluate((list) => list.scrollTop)
    await dave.send('news one', 'dave')
    await dave.send('news two', 'dave')
    await page.getByRole('button', { name: '2 new messages' }).click()
    await messageRow(page, 'news two').waitFor()
    expect(await page.getByRole('feed').evaluate((list) => list.scrollTop)).toBeGreaterThan(place)
    await dave.send('news three', 'dave')
    await messageRow(page, 'news three').waitFor()
    expect(await page.getByRole('button', { name: /new message|latest message/ }).count()).toBe(0)
  })

  it('announces new messages to screen readers', async () => {
    await scene.bob.send('there before')
    const page = await scene.open(scene.alice)
    await messageRow(page, 'there before').waitFor()
    await scene.bob.send('for all ears')
    await page.getByRole('log', { name: 'New chat messages' }).getByText('bob: for all ears').waitFor()
  })
})

describe('a refusal', () => {
  it('[CHAT-5] says why and restores the text', async () => {
    await scene.alice.post('/config/alice', { emoteOnly: true }, 'PUT')
    onTestFinished(() => scene.alice.post('/config/alice', { emoteOnly: false }, 'PUT').then(() => undefined))
    const page = await scene.open(scene.carol)
    await page.getByText('Emote only').waitFor()
    await messageInput(page).fill('words, not emotes')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Only emotes are allowed at the moment: emoji or :name:').waitFor()
    expect(await messageInput(page).inputValue()).toBe('words, not emotes')
    expect(await messageRow(page, 'words, not emotes').count()).toBe(0)
  })

  it('[CHAT-4] of more than 500 characters, or of none, comes before sending', async () => {
    const page = await scene.open(scene.carol)
    await messageInput(page).fill('x'.repeat(501))
    await page.getByText('501 / 500').waitFor()
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
    await messageInput(page).fill('  ')
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  })

  it('in slow mode counts down', async () => {
    await sendFromPage(await scene.open(scene.alice), '/slow 600')
    const page = await scene.open(scene.carol)
    await page.getByText('Slow mode: 600 s').waitFor()
    await sendFromPage(page, 'slowly one')
    await messageInput(page).fill('slowly two')
    const waiting = page.getByRole('button', { name: /^Send, available in \d+ s$/ })
    const secondsLeft = async () => Number(/\d+/.exec((await waiting.getAttribute('aria-label')) ?? '')?.[0])
    const atFirst = await secondsLeft()
    await expect.poll(secondsLeft).toBeLessThan(atFirst)
    await expectAccessible(page, 'slow mode')
    expect(await waiting.isDisabled()).toBe(true)
    await scene.alice.post('/config/alice', { slowMode: false }, 'PUT')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await messageRow(page, 'slowly two').waitFor()
    await page.getByText('Slow mode: 600 s').waitFor({ state: 'detached' })
  })

  it('of an unknown command keeps the text', async () => {
    const page = await scene.open(scene.carol)
    await messageInput(page).fill('/fly away')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('There is no command /fly').waitFor()
    expect(await messageInput(page).inputValue()).toBe('/fly away')
  })
})

describe('the chat page', () => {
  it('as an overlay shows only messages, on a transparent background', async () => {
    await scene.alice.send('over the picture')
    const page = await scene.openPage(scene.alice)
    await page.goto(`${scene.site.url}/chat/alice?transparent=1`)
    await messageRow(page, 'over the picture').waitFor()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgba(0, 0, 0, 0)',
    )
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await page.getByRole('textbox').count()).toBe(0)
  })

  it('[CHAT-14] can be embedded in another site, where it does not use the session', async () => {
    await scene.alice.send('seen elsewhere')
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<iframe src="${scene.site.url}/chat/alice" width="500" height="500"></iframe>
        <iframe src="${scene.site.url}/watch?user=alice" width="500" height="500"></iframe>`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const page = await scene.openPage(scene.alice)
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
    const port = new URL(scene.site.url).port
    await scene.alice.post('/moderators/alice', { username: 'bob' })
    const page = await scene.open(scene.alice)
    await sendFromPage(page, 'before the end')
    const ending = scene.site.exited
    scene.site.process.kill('SIGKILL')
    await ending
    await page.getByRole('alert').getByText(sentences.chat.disconnected).waitFor()
    await expectAccessible(page, 'disconnected')
    await saveScreenshot(page, 'chat-disconnected')

    // Sent while the server is down: it is retried under its idempotency key until it is stored, once.
    await messageInput(page).fill('into the dark')
    await page.keyboard.press('Enter')
    scene.site = await startSite({ WAGGLE_DATA_DIR: scene.site.dataDir, WAGGLE_HTTP_PORT: port })
    const sent: string[] = []
    for (let number = 0; number < 70; number++) {
      const [one, other] = await Promise.all([scene.alice.send(`gap a${number}`), scene.bob.send(`gap b${number}`)])
      sent.push(one.id, other.id)
    }
    await page.getByText(sentences.chat.disconnected).waitFor({ state: 'detached', timeout: 60_000 })
    await messageRow(page, 'gap b69').waitFor()
    const { messages: newest } = await callApi(scene.site.url, '/api/chat/messages/alice?limit=100')
    const oldest = newest[0].id
    const { messages: older } = await callApi(scene.site.url, `/api/chat/messages/alice?limit=100&before=${oldest}`)
    const history: string[] = [...older, ...newest].map(({ id }: { id: string }) => id)
    const shown = (await readAllMessages(page, history.length)).map(({ id }) => id)
    expect(shown).toEqual(history)
    expect(sent.filter((id) => !shown.includes(id))).toEqual([])
  })
})

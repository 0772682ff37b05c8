import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, saveScreenshot } from './support/browser/browser.ts'
import { approveInWallet } from './support/browser/journeys.ts'
import {
  type ChatScene,
  chatOf,
  leaveDetails,
  messageInput,
  messageRow,
  startChatScene,
} from './support/chat/chat-scene.ts'
import { openChatUser, sendFromPage } from './support/chat/chat-users.ts'
import { callApi } from './support/server/account.ts'

let scene: ChatScene
const phone = { width: 390, height: 844 }

beforeAll(async () => {
  scene = await startChatScene()
})
afterEach(() => scene.closePages())
afterAll(() => scene?.close())

/** The width of the page's content, of the window, and of the chat. */
async function widths(page: Page): Promise<{ content: number; window: number; chat: number }> {
  const chat = (await chatOf(page).boundingBox())?.width ?? 0
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  return { content: content ?? 0, window: window ?? 0, chat }
}

/** While one writes there is nothing between the picture and the messages, and the emotes take the place of the keyboard. */
async function givesRoomToWriting(page: Page, setHeight: (height: number) => Promise<void>): Promise<void> {
  const tabs = page.getByRole('tablist', { name: 'Below the picture' })
  const emotes = page.getByRole('searchbox', { name: 'Search emoji' })
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox()
    return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0), ...box }
  }
  await tabs.waitFor()
  await messageInput(page).focus()
  await tabs.waitFor({ state: 'hidden' })
  expect(await page.getByRole('button', { name: 'Chat settings' }).isVisible()).toBe(false)
  expect((await boxOf(chatOf(page))).top).toBe((await boxOf(page.getByRole('region', { name: 'Video player' }))).bottom)
  const button = page.getByRole('button', { name: 'Emoji', exact: true })
  const inputWithKeyboard = await boxOf(messageInput(page))
  await button.click()
  await setHeight(844)
  await emotes.waitFor()
  const picker = await boxOf(page.locator('[data-emotes]'))
  expect([picker.x, picker.width, picker.bottom]).toEqual([0, phone.width, 844])
  // The field hardly moves.
  expect(picker.height).toBeGreaterThan(250)
  expect((await boxOf(messageInput(page))).bottom).toBeGreaterThan(inputWithKeyboard.bottom - 60)
  expect((await boxOf(messageInput(page))).bottom).toBeLessThan(picker.top)
  await page.getByRole('button', { name: 'bee', exact: true }).click()
  expect(await messageInput(page).inputValue()).toBe('🐝')
  expect(await tabs.isVisible()).toBe(false)
  await saveScreenshot(page, 'phone-emotes')
  expect(await accessibilityFindings(page)).toEqual([])
  // The same button brings the keyboard back.
  await button.click()
  await emotes.waitFor({ state: 'detached' })
  expect(await messageInput(page).evaluate((input) => input === document.activeElement)).toBe(true)
  await button.click()
  await emotes.waitFor()
  await page.getByText('No messages yet.').click()
  await emotes.waitFor({ state: 'detached' })
  await tabs.waitFor()
  expect(await messageInput(page).evaluate((input) => input === document.activeElement)).toBe(false)
}

describe('the size of the chat', () => {
  it.each([phone, desktop])('[CHAT-16] a pasted link does not change it at $width', async (viewport) => {
    for (const path of ['/watch?user=alice', '/chat/alice']) {
      const page = await scene.open(scene.bob, path, viewport)
      const before = await widths(page)
      expect(before.content).toBeLessThanOrEqual(before.window)
      for (const length of [90, 500]) {
        const start = 'https://example.com/'
        await messageInput(page).fill(start + 'x'.repeat(length - start.length))
        expect(await widths(page), `${path} with ${length} characters`).toEqual(before)
        const overflow = await messageInput(page).evaluate((input) => input.scrollWidth - input.clientWidth)
        expect(overflow).toBeLessThanOrEqual(0)
      }
      await saveScreenshot(page, `chat-long-link-${path.startsWith('/chat') ? 'page' : 'watch'}-${viewport.width}`)
    }
  })

  it('[CHAT-16] a sent link of 480 characters takes two lines, and leads to the whole of its address', async () => {
    const address = 'https://example.com/'.padEnd(480, 'x')
    const frank = await openChatUser(scene.site.url, 'frank')
    await frank.send(`see ${address} now`, 'frank')
    const page = await scene.open(frank, '/chat/frank', phone)
    const link = page.getByRole('link', { name: address })
    const lineHeight = await link.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight))
    expect((await link.boundingBox())?.height).toBeCloseTo(2 * lineHeight, 0)
    expect(await link.getAttribute('href')).toBe(address)
    await saveScreenshot(page, 'chat-sent-link')
  })

  it('[CHAT-16] is that of its place: the composer is at the bottom, and only the messages scroll', async () => {
    const erin = await openChatUser(scene.site.url, 'erin')
    for (let number = 0; number < 40; number++) await erin.send(`line ${number}`, 'erin')
    for (const height of [844, 420, 260]) {
      const page = await scene.open(erin, '/chat/erin', { width: 390, height })
      await messageRow(page, 'line 39').waitFor()
      const [list, input] = await Promise.all([page.getByRole('feed').boundingBox(), messageInput(page).boundingBox()])
      expect(input && input.y + input.height).toBeLessThanOrEqual(height)
      expect(input && input.y + input.height).toBeGreaterThan(height - 30)
      expect(list?.height).toBeGreaterThan(height / 4)
      const scrolled = await page.evaluate(() => {
        scrollTo(0, 1000)
        return [scrollY, document.documentElement.scrollHeight]
      })
      expect(scrolled).toEqual([0, height])
      // Nothing is cut through at its beginning, until one reads what was said before.
      const rows = () =>
        page.getByRole('feed').evaluate((list) =>
          [...list.querySelectorAll('[data-message]')].map((row) => ({
            isCut: row.getBoundingClientRect().top < list.getBoundingClientRect().top - 8,
            opacity: Number(getComputedStyle(row).opacity),
          })),
        )
      for (const { isCut, opacity } of await rows()) expect(opacity).toBe(isCut ? 0 : 1)
      await page.getByRole('feed').hover()
      await page.mouse.wheel(0, -300)
      await page.getByRole('button', { name: 'Go to the latest message' }).waitFor()
      for (const { opacity } of await rows()) expect(opacity).toBe(1)
      await saveScreenshot(page, `chat-height-${height}`)
    }
  })

  it.each(['/chat/alice', '/watch?user=alice', '/dashboard/streamer'])(
    '[CHAT-16, WATCH-6] leaves out what an on-screen keyboard covers: %s',
    async (path) => {
      const page = await scene.openPage(scene.alice, phone)
      // Headless Chromium has no keyboard.
      await page.addInitScript(() => {
        const viewport = Object.assign(new EventTarget(), { height: 844, scale: 1 })
        Object.defineProperty(window, 'visualViewport', { value: viewport })
      })
      await page.goto(scene.site.url + path)
      if (path.startsWith('/dashboard')) await page.getByRole('button', { name: 'Chat', exact: true }).click()
      if (path.startsWith('/watch')) await leaveDetails(page, phone)
      await messageInput(page).waitFor()
      const bottom = async () => {
        const box = await messageInput(page).boundingBox()
        return box ? box.y + box.height : 0
      }
      const before = await bottom()
      // On the dashboard a bar is below it.
      expect(before).toBeGreaterThan(740)
      const setHeight = (height: number) =>
        page.evaluate((height) => {
          Object.assign(visualViewport as object, { height })
          visualViewport?.dispatchEvent(new Event('resize'))
        }, height)
      await setHeight(500)
      await expect.poll(async () => 500 - (await bottom())).toBeCloseTo(844 - before, 0)
      if (path.startsWith('/watch')) {
        const player = page.getByRole('region', { name: 'Video player' })
        expect((await player.boundingBox())?.y).toBe(0)
        await givesRoomToWriting(page, setHeight)
      }
    },
  )
})

describe('before writing', () => {
  it('[CHAT-1] [AUTH-23] a visitor logs in over the stream, and goes on to write', async () => {
    const page = await scene.open(undefined)
    expect(await accessibilityFindings(page)).toEqual([])
    const link = page.getByRole('link', { name: 'Log in to chat' })
    expect(await link.getAttribute('href')).toBe('/login?next=%2Fwatch%3Fuser%3Dalice')
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    await link.click()
    await page.getByLabel('Hive Username').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await link.click()
    await page.getByLabel('Hive Username').fill('frank')
    await page.getByRole('button', { name: 'Sign with Keychain' }).click()
    await approveInWallet(page)
    await messageInput(page).waitFor()
    await expect.poll(() => messageInput(page).evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.type('straight on')
    await page.keyboard.press('Enter')
    await messageRow(page, 'straight on').waitFor()
    expect(new URL(page.url()).pathname).toBe('/watch')
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  })

  it('[CHAT-17] a user follows the channel where only followers may write', async () => {
    await scene.alice.post('/config/alice', { followersOnly: true }, 'PUT')
    onTestFinished(async () => {
      await scene.alice.post('/config/alice', { followersOnly: false }, 'PUT')
      await callApi(scene.site.url, '/api/follows/unfollow', { body: { username: 'alice' }, token: scene.carol.token })
    })
    for (const path of ['/watch?user=alice', '/chat/alice']) {
      const page = await scene.open(scene.carol, path)
      await page.getByText('Only followers can chat here.').waitFor()
      expect(await messageInput(page).count()).toBe(0)
      expect(await accessibilityFindings(page), path).toEqual([])
      await saveScreenshot(page, `chat-follow-to-chat-${path.startsWith('/chat') ? 'page' : 'watch'}`)
      const answer = Promise.withResolvers<void>()
      await page.route('**/api/follows/follow', (route) => answer.promise.then(() => route.continue()))
      await page.getByRole('button', { name: 'Follow to chat' }).click()
      // A message sent before the server knows of the follow would be refused.
      await expect
        .poll(() => page.getByRole('button', { name: 'Follow to chat' }).getAttribute('aria-disabled'))
        .toBe('true')
      expect(await messageInput(page).count()).toBe(0)
      answer.resolve()
      await expect.poll(() => messageInput(page).evaluate((input) => input === document.activeElement)).toBe(true)
      await sendFromPage(page, `I follow, on ${path}`)
      await messageRow(page, `I follow, on ${path}`).waitFor()
      await callApi(scene.site.url, '/api/follows/unfollow', { body: { username: 'alice' }, token: scene.carol.token })
    }
    const ofOwner = await scene.open(scene.alice)
    await messageInput(ofOwner).waitFor()
  })

  it('[CHAT-18] a user waits in slow mode, and keeps what was typed', async () => {
    await scene.alice.post('/config/alice', { slowMode: true, slowModeInterval: 600 }, 'PUT')
    onTestFinished(async () => {
      await scene.alice.post('/config/alice', { slowMode: false }, 'PUT')
    })
    const page = await scene.open(scene.bob)
    await sendFromPage(page, 'one at a time')
    await messageInput(page).fill('kept until then')
    await page.keyboard.press('Enter')
    await page
      .getByRole('timer')
      .getByText(/^Slow mode: you can write again in \d+ s$/)
      .waitFor()
    expect(await messageInput(page).inputValue()).toBe('kept until then')
    // Another window does not know of the first message: the server refuses, and the countdown takes the place of its sentence.
    const other = await scene.open(scene.bob, '/chat/alice')
    await messageInput(other).fill('from another window')
    await other.keyboard.press('Enter')
    await other.getByRole('timer').waitFor()
    expect(await messageInput(other).inputValue()).toBe('from another window')
    expect(await other.getByRole('alert').count()).toBe(0)
    expect(await accessibilityFindings(other)).toEqual([])
  })
})

describe('as the reader likes it', () => {
  it('[CHAT-15] the size of the text and the times are remembered', async () => {
    await scene.bob.send('large enough')
    const page = await scene.open(scene.bob)
    const size = () =>
      messageRow(page, 'large enough').evaluate((row) => Number.parseFloat(getComputedStyle(row).fontSize))
    const time = messageRow(page, 'large enough').locator('time')
    await messageRow(page, 'large enough').waitFor()
    expect(await time.isVisible()).toBe(false)
    const before = await size()
    await page.getByRole('button', { name: 'Chat settings' }).click()
    await page.getByRole('radio', { name: 'Normal' }).press('ArrowRight')
    await page.getByRole('switch', { name: 'Show times' }).click()
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'chat-settings')
    await page.keyboard.press('Escape')
    const after = await size()
    expect(after).toBeGreaterThan(before)
    expect(await time.isVisible()).toBe(true)
    await page.reload()
    await messageRow(page, 'large enough').waitFor()
    expect([await size(), await time.isVisible()]).toEqual([after, true])
  })

  it('[CHAT-15] the emotes picked last come first', async () => {
    const page = await scene.open(scene.bob)
    const recent = page.getByRole('group', { name: 'Recent' })
    await page.getByRole('button', { name: 'Emoji', exact: true }).click()
    expect(await recent.count()).toBe(0)
    const current = page.locator('[data-emotes] [aria-current]')
    expect(await current.allTextContents()).toEqual(['😄'])
    await page.getByRole('searchbox', { name: 'Search emoji' }).fill('rocke')
    await page.keyboard.press('Enter')
    await page.getByRole('searchbox', { name: 'Search emoji' }).fill('')
    await page.getByRole('group', { name: 'Nature' }).getByRole('button', { name: 'bee', exact: true }).click()
    // A line below leads to a group.
    const warning = page.getByRole('group', { name: 'Signs' }).getByRole('button', { name: 'warning' })
    const isInView = () =>
      warning.evaluate((one) =>
        one.contains(document.elementFromPoint(one.getBoundingClientRect().x + 5, one.getBoundingClientRect().y + 5)),
      )
    expect(await isInView()).toBe(false)
    await page.getByRole('button', { name: 'Signs' }).click()
    expect(await isInView()).toBe(true)
    await expect.poll(() => current.allTextContents()).toEqual(['❤️'])
    expect(await messageInput(page).inputValue()).toBe('🚀🐝')
    await page.reload()
    await page.getByRole('button', { name: 'Emoji', exact: true }).click()
    const names = await recent
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    expect(names).toEqual(['bee', 'rocket'])
    // With the keyboard from the recent ones down into all of them.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const focused = () => page.evaluate(() => document.activeElement?.closest('[role=group]')?.textContent ?? '')
    expect(await focused()).toContain('Faces')
    expect(await accessibilityFindings(page)).toEqual([])
    // The messages give way: the emotes are a part of the form below them.
    const emotes = page.locator('[data-emotes]')
    const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN
    expect(await topOf(emotes)).toBeGreaterThanOrEqual(await topOf(page.locator('form').filter({ has: emotes })))
    await saveScreenshot(page, 'chat-emotes')
  })
})

it('[MOD-2] the owner switches the modes beside the messages', async () => {
  const ofOwner = await scene.open(scene.alice)
  const ofBob = await scene.open(scene.bob)
  const emoteOnly = ofOwner.getByRole('button', { name: 'Emote only', pressed: false })
  await emoteOnly.click()
  await ofOwner.getByRole('button', { name: 'Emote only', pressed: true }).waitFor()
  await ofBob.getByRole('list', { name: 'Chat modes' }).getByText('Emote only').waitFor()
  expect(await ofBob.getByRole('button', { name: 'Emote only' }).count()).toBe(0)
  expect(await accessibilityFindings(ofOwner)).toEqual([])
  await ofOwner.getByRole('button', { name: 'Emote only', pressed: true }).click()
  await ofBob.getByRole('list', { name: 'Chat modes' }).waitFor({ state: 'detached' })
})

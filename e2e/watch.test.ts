import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { amberButtons } from './support/browser/amber-buttons.ts'
import { boxOf, desktop, launchBrowser, openProfile, saveScreenshot } from './support/browser/browser.ts'
import {
  announced,
  approveInWallet,
  logIn,
  shownDelaySeconds,
  signIn,
  waitUntilPlaying,
} from './support/browser/journeys.ts'
import { fillsScreen, turn } from './support/browser/turning.ts'
import { openChatPage, openChatUser } from './support/chat/chat-users.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { preferLowDelay } from './support/players/delay-mode.ts'
import { callApi, newSession, newStreamKey, waitUntilLive } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

const portrait = { width: 390, height: 844 }
const landscape = { width: 844, height: 390 }
const description = 'My shop: https://shop.example/hats. Come in!'

let site: Site
let browser: Browser
const encoders: Encoder[] = []

beforeAll(async () => {
  // What is recorded makes the seek bar longer: e2e/rewind.test.ts.
  site = await startSite({ WAGGLE_TRANSCODE: 'off', WAGGLE_REWIND_HOURS: '0' })
  browser = await launchBrowser()
  for (const username of ['alice', 'carol']) {
    encoders.push(startEncoder(site.rtmpUrl, await newStreamKey(site.url, username), { size: '320x180' }))
    await waitUntilLive(site.url, username)
  }
  await callApi(site.url, '/api/streams/settings/alice', {
    method: 'PUT',
    token: await newSession(site.url, 'alice'),
    body: { title: 'Hats, and how to fold them', description },
  })
})
afterAll(async () => {
  await Promise.all(encoders.map((encoder) => encoder.kill()))
  await browser?.close()
  await site?.remove()
})

async function watch(viewport: typeof desktop, username = 'alice', prepare?: typeof preferLowDelay) {
  const profile = await openProfile(browser, viewport)
  await prepare?.(profile.context)
  await profile.page.goto(`${site.url}/watch?user=${username}`)
  await profile.page.getByTestId('player-video').or(profile.page.getByText('is offline')).first().waitFor()
  return profile
}

describe('signed out, in place', () => {
  it.each([
    ['Follow', 'bob', 'Log in to follow @alice', (page: Page) => page.getByRole('button', { name: /^Following/ })],
    ['Upvote', 'dave', 'Please log in to upvote', (page: Page) => page.getByRole('button', { name: 'Vote with 100%' })],
    ['Tip', 'erin', 'Please log in to send a tip', (page: Page) => page.getByRole('dialog', { name: 'Tip @alice' })],
  ] as const)(
    '[AUTH-23] %s asks for a login and goes on with what was wanted',
    async (name, username, reason, outcome) => {
      const { context, page } = await watch(desktop, 'alice', (context) => announced(context, site.url))
      await page.getByRole('button', { name }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Login with Hive Keychain' })
      await dialog.getByText(reason).waitFor()
      await logIn(page, username)
      await outcome(page).waitFor()
      expect(page.url()).toBe(`${site.url}/watch?user=alice`)
      await context.close()
    },
  )

  it('[UPVOTE-1] Upvote says that the broadcast has no post, and asks for no login', async () => {
    const { context, page } = await watch(desktop)
    await page.getByRole('button', { name: 'Upvote' }).press('Enter')
    const panel = page.getByRole('dialog', { name: 'Stream post not found' })
    await panel.getByText('This broadcast has not been announced on Hive').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    await context.close()
  })
})

describe('from a link to typing in the chat', () => {
  it.each([
    ['a desktop', desktop, 'frank'],
    ['a phone', portrait, 'bob'],
  ] as const)('[AUTH-23] on %s are two clicks, and the picture plays on', async (_, viewport, username) => {
    const { context, page } = await watch(viewport, 'alice', preferLowDelay)
    await waitUntilPlaying(page)
    const observed = await page.evaluateHandle(() => {
      const video = document.querySelector('video')
      const seen = { clicks: 0, interruptions: new Set<string>() }
      // Enter in a form presses its button, too: with no detail.
      document.addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && seen.clicks++, true)
      const look = () => {
        if (document.querySelector('video') !== video) seen.interruptions.add('replaced')
        if (video?.paused) seen.interruptions.add('paused')
        if (!video?.checkVisibility({ visibilityProperty: true })) seen.interruptions.add('hidden')
        requestAnimationFrame(look)
      }
      look()
      return seen
    })
    await page.getByRole('link', { name: 'Log in to chat' }).click()
    await expect
      .poll(() => page.getByLabel('Hive Username').evaluate((field) => field === document.activeElement))
      .toBe(true)
    await page.keyboard.type(username)
    await page.keyboard.press('Enter')
    // The wallet's own question, which every signature has.
    await approveInWallet(page)
    expect(await observed.evaluate(({ clicks }) => clicks)).toBe(2)
    const input = page.getByLabel('Message', { exact: true })
    await expect.poll(() => input.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('good evening')
    expect(await input.inputValue()).toBe('good evening')
    expect(await observed.evaluate(({ interruptions }) => [...interruptions])).toEqual([])
    await context.close()
  })
})

describe('the channel', () => {
  it('[WATCH-2] has the title as its heading, links in the description, and tags that lead to streams', async () => {
    const { context, page } = await watch(desktop)
    await page.getByRole('heading', { level: 1, name: 'Hats, and how to fold them' }).waitFor()
    const link = page.getByRole('link', { name: 'https://shop.example/hats', exact: true })
    expect(await link.getAttribute('rel')).toContain('nofollow')
    // In one line with what a viewer can do.
    const [title, follow] = await Promise.all([
      page.getByRole('heading', { level: 1 }).boundingBox(),
      page
        .getByRole('main')
        .getByRole('button', { name: /^Follow/ })
        .boundingBox(),
    ])
    if (!title || !follow) throw new Error('The header is not shown')
    expect(follow.y).toBeLessThan(title.y + title.height)
    expect(follow.y + follow.height).toBeGreaterThan(title.y)
    const others = page.getByRole('region', { name: 'Also live' })
    await others.getByRole('link', { name: 'Night ride' }).or(others.getByText('carol')).first().waitFor()
    expect(await others.getByText('alice').count()).toBe(0)
    await page.getByRole('list', { name: 'Tags' }).first().getByRole('link', { name: 'General' }).click()
    await page.waitForURL('**/directory?category=General')
    await context.close()
  })

  it('[WATCH-2, WATCH-12] shows no description where the streamer wrote none, and no vote for a stream that is not', async () => {
    const { context, page } = await watch(desktop, 'bob')
    await page.getByText('OFFLINE', { exact: true }).waitFor()
    // What the player offers while nobody is live comes with its own code.
    await expect.poll(() => amberButtons(page)).toEqual(['Follow bob'])
    expect(await page.getByText('Stream Description').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Upvote' }).count()).toBe(0)
    await context.close()
  })

  it('following moves nothing', async () => {
    const { context, page } = await openProfile(browser)
    await signIn(page, site.url, 'frank')
    await page.goto(`${site.url}/watch?user=alice`)
    const heading = page.getByRole('heading', { level: 1 })
    await heading.waitFor()
    const follow = page.getByRole('main').getByRole('button', { name: 'Follow alice' })
    await follow.waitFor()
    const before = await heading.boundingBox()
    await follow.click()
    await page.getByRole('main').getByRole('button', { name: 'Following alice' }).waitFor()
    await page.getByText(/^\d+ followers?$/).waitFor()
    expect(await heading.boundingBox()).toEqual(before)
    await context.close()
  })

  it('its owner edits the title in place', async () => {
    const { context, page } = await openProfile(browser)
    await signIn(page, site.url, 'carol')
    await page.goto(`${site.url}/watch?user=carol`)
    await page.getByRole('button', { name: 'Edit the title' }).click()
    await expect.poll(() => page.getByRole('banner').getByRole('link', { name: 'Go live' }).count()).toBe(0)
    const editor = page.getByRole('dialog', { name: 'Edit the title' })
    await editor.getByRole('textbox').fill('Night ride')
    await saveScreenshot(page, 'title-editor')
    await editor.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Night ride' }).waitFor()
    await context.close()
  })

  it('sharing and tipping leave the picture in view and its controls free', async () => {
    const { context, page } = await openChatPage(browser, await openChatUser(site.url, 'frank'))
    await page.goto(`${site.url}/watch?user=alice`)
    for (const name of ['Share', 'Tip', 'Tip without the chat']) {
      const [action = ''] = name.split(' ')
      if (action !== name) await page.getByRole('button', { name: 'Hide the chat' }).click()
      await page.getByRole('main').getByRole('button', { name: action, exact: true }).click()
      await page.getByRole('dialog', { name: `${action} @alice` }).waitFor()
      const covered = await page.evaluate(
        ({ x, y, width, height }) =>
          [0.5, ...Array.from({ length: 50 }, (_, index) => 0.01 + index / 50)].filter((part, index) =>
            document.elementFromPoint(x + part * width, y + height * (index ? 0.95 : 0.5))?.closest('dialog'),
          ),
        await boxOf(page, 'player-video'),
      )
      expect(covered, name).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await context.close()
  })
})

describe('a wide window', () => {
  it('the chat can be hidden, which enlarges the picture and is remembered', async () => {
    const { context, page } = await watch(desktop)
    const before = await boxOf(page, 'player-video')
    const chat = await page.getByRole('region', { name: 'Chat', exact: true }).boundingBox()
    // With the line at its left.
    expect(desktop.width - (chat?.x ?? 0) + 1).toBe(340)
    await page.getByRole('button', { name: 'Hide the chat' }).click()
    await expect.poll(async () => (await boxOf(page, 'player-video')).width).toBeGreaterThan(before.width + 100)
    await page.reload()
    await page.getByRole('button', { name: 'Show the chat' }).click()
    await expect.poll(async () => (await boxOf(page, 'player-video')).width).toBe(before.width)
    await context.close()
  })

  it('the theatre mode enlarges the picture', async () => {
    const { context, page } = await watch(desktop)
    await waitUntilPlaying(page)
    // The picture is there before the app, which reads the keys.
    await page.locator('button[aria-label="Theatre mode"]').waitFor({ state: 'attached' })
    const before = await boxOf(page, 'player-video')
    await page.locator('body').press('t')
    await expect.poll(async () => (await boxOf(page, 'player-video')).width).toBeGreaterThan(before.width * 1.05)
    await context.close()
  })

  it('[PLAYER-17] the seek bar goes back by key, click and drag, and returns to the live edge', async () => {
    const { context, page } = await watch(desktop, 'alice', preferLowDelay)
    await waitUntilPlaying(page)
    // The mouse shows the controls, and the focus keeps them.
    await page.mouse.move(400, 300)
    await page.mouse.move(420, 310)
    await page.getByRole('button', { name: 'Pause' }).focus()
    // The playlist has as much as the bar needs, also of what was on before the viewer came.
    const bar = page.getByRole('slider', { name: 'Seek' })
    await bar.waitFor()
    const lengthNow = async () => -Number(await bar.getAttribute('min'))
    const behind = async () => {
      const text = (await bar.getAttribute('aria-valuetext')) ?? ''
      return text === 'Live' ? 0 : Number(/^(\d+) seconds? behind live$/.exec(text)?.[1] ?? Number.NaN)
    }
    /** How far the picture is from the newest one in memory. */
    const fromNewest = () =>
      page
        .getByTestId('player-video')
        .evaluate(({ buffered, currentTime }: HTMLVideoElement) => buffered.end(buffered.length - 1) - currentTime)
    await expect.poll(lengthNow).toBeGreaterThanOrEqual(15)
    expect(await behind()).toBe(0)

    await bar.press('Home')
    await expect.poll(behind).toBeGreaterThanOrEqual(14)
    await expect.poll(() => shownDelaySeconds(page)).toBeGreaterThanOrEqual(14)
    const delayBehind = await shownDelaySeconds(page)
    // The picture is there, also where it had to be loaded, and nothing pulls it away.
    const shownAt = () => page.getByTestId('player-video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime)
    const [from, length] = [await shownAt(), await lengthNow()]
    await expect.poll(shownAt).toBeGreaterThan(from + 1.5)
    expect(await fromNewest()).toBeGreaterThan(10)
    expect(await behind()).toBeGreaterThanOrEqual(length - 2)

    const home = await behind()
    await bar.press('ArrowRight')
    await expect.poll(behind).toBeLessThanOrEqual(home - 4)
    expect(await behind()).toBeGreaterThanOrEqual(home - 6)
    await bar.press('ArrowLeft')
    await expect.poll(behind).toBeGreaterThanOrEqual(home - 1)
    await saveScreenshot(page, 'seek-bar-behind')
    await bar.press('End')
    await expect.poll(behind).toBe(0)
    await expect.poll(() => shownDelaySeconds(page)).toBeLessThan(delayBehind - 8)

    const box = await bar.boundingBox()
    if (!box) throw new Error('The seek bar is not shown')
    const at = (share: number) => [box.x + box.width * share, box.y + box.height / 2] as const
    await page.mouse.click(...at(0.5))
    await expect.poll(async () => Math.abs((await behind()) - (await lengthNow()) / 2)).toBeLessThanOrEqual(2)
    await page.getByRole('button', { name: 'Go to live' }).click()
    await expect.poll(behind).toBe(0)
    await expect.poll(fromNewest).toBeLessThan(6)

    await page.mouse.move(...at(0.999))
    await page.mouse.down()
    await page.mouse.move(...at(0.6), { steps: 4 })
    await page.mouse.move(...at(0.25), { steps: 4 })
    await saveScreenshot(page, 'seek-bar-dragged')
    await page.mouse.up()
    await expect.poll(async () => Math.abs((await behind()) - (await lengthNow()) * 0.75)).toBeLessThanOrEqual(2)
    await expect.poll(fromNewest).toBeGreaterThan(8)
    expect(await accessibilityFindings(page)).toEqual([])
    await context.close()
  })
})

describe('a phone', () => {
  it('shows picture, channel and chat at once, and its page does not scroll', async () => {
    const { context, page } = await watch(portrait)
    const chat = await page.getByRole('region', { name: 'Chat' }).boundingBox()
    const player = await boxOf(page, 'player-video')
    expect(player.y).toBe(0)
    expect(chat && chat.y + chat.height).toBeLessThanOrEqual(portrait.height)
    const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 1)
    expect(scrolls).toBe(false)
    await saveScreenshot(page, 'phone-watch')
    expect(await accessibilityFindings(page)).toEqual([])
    for (const viewport of [portrait, { width: 768, height: 1024 }, landscape]) {
      await page.setViewportSize(viewport)
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(await overflow(), `${viewport.width} px`).toBeLessThanOrEqual(0)
    }
    await context.close()
  })

  it('a tab opens the details of the channel over the chat, below the picture', async () => {
    const { context, page } = await watch(portrait)
    await page.getByRole('tab', { name: 'About' }).click()
    const title = page.getByRole('heading', { level: 2, name: 'Hats, and how to fold them' })
    await title.waitFor()
    const player = await boxOf(page, 'player-video')
    expect((await title.boundingBox())?.y).toBeGreaterThan(player.y + player.height)
    await saveScreenshot(page, 'phone-watch-details')
    await page.getByRole('tab', { name: 'Chat' }).click()
    await title.waitFor({ state: 'hidden' })
    await context.close()
  })

  it('on its side fills its height with the picture, and the chat is a drawer', async () => {
    const { context, page } = await watch(landscape)
    expect((await boxOf(page, 'player-video')).height).toBeCloseTo(landscape.height, 0)
    await page.getByRole('button', { name: 'Show the chat' }).click()
    await page.getByText('Log in to chat').waitFor()
    await saveScreenshot(page, 'phone-landscape-chat')
    await page.getByRole('button', { name: 'Hide the chat' }).click()
    await page.getByText('Log in to chat').waitFor({ state: 'hidden' })
    await context.close()
  })

  it.each([320, 360, 390])(
    '%i px wide, the actions take one line and nothing is wider than the page',
    async (width) => {
      const { context, page } = await watch({ width, height: 720 })
      await page.getByRole('tab', { name: 'About' }).click()
      const buttons = page.getByRole('main').getByRole('button', { name: /^(Upvote|Tip|More about)/ })
      await expect.poll(() => buttons.count()).toBe(3)
      const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()))
      expect(new Set(boxes.map((box) => box && Math.round(box.y + box.height / 2))).size).toBe(1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      await context.close()
    },
  )

  it('[WATCH-3] fills the screen when it is turned, unless a dialog is open or something is being typed', async () => {
    const { context, page } = await openChatPage(browser, await openChatUser(site.url, 'bob'), portrait)
    const devtools = await context.newCDPSession(page)
    const resize = (size: typeof portrait) => turn(page, devtools, size)
    const isFilled = () => fillsScreen(page)
    await page.goto(`${site.url}/watch?user=alice`)
    await waitUntilPlaying(page)
    // With a mouse it is a window, which was made wider.
    await resize(portrait)
    await resize(landscape)
    expect(await isFilled()).toBe(false)
    await resize(portrait)

    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await resize(landscape)
    await expect.poll(isFilled).toBe(true)
    await resize(portrait)
    await expect.poll(isFilled).toBe(false)
    await page.getByLabel('Message', { exact: true }).focus()
    // A keyboard, in a browser that makes the page smaller for it.
    await resize({ width: portrait.width, height: 380 })
    expect(await isFilled()).toBe(false)
    await resize(portrait)
    await page.getByRole('tab', { name: 'About' }).click()
    await page.getByRole('button', { name: 'Tip', exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await resize(landscape)
    expect(await isFilled()).toBe(false)
    await context.close()
  })
})

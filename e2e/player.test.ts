import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { limits } from '@waggle/contract/limits'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { permitNotifications } from './support/alerts/push-browser.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { launchBrowser, openProfile, phone, saveScreenshot } from './support/browser/browser.ts'
import { shownDelaySeconds, waitUntilPlaying } from './support/browser/journeys.ts'
import { type Encoder, type EncoderOptions, startEncoder } from './support/encoders/encoder.ts'
import { preferLowDelay } from './support/players/delay-mode.ts'
import { waitUntilLive } from './support/server/account.ts'

let site: TestSite
let browser: Browser
let context: BrowserContext
let page: Page
let problems: string[]
let streamKey: string
let encoder: Encoder
let otherSite: Server

beforeAll(async () => {
  // In this process, so that its clock can be moved by hours.
  // What is recorded lets viewers go back further, also after a pause: e2e/rewind.test.ts.
  const env = { WAGGLE_REWIND_HOURS: '0' }
  site = await startTestSite({ webDist: fileURLToPath(new URL('../apps/web/dist', import.meta.url)), env })
  browser = await launchBrowser()
  streamKey = await site.streamKey('alice')
  encoder = startEncoder(site.rtmpUrl, streamKey, { size: '320x180' })
  ;({ context, page, problems } = await openProfile(browser))
  await preferLowDelay(context)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
  await waitUntilLive(site.url, 'alice')
  await page.goto(`${site.url}/watch?user=alice`)
  await waitUntilPlaying(page)
  await page.evaluate(() => Object.assign(globalThis, { wasNotReloaded: true }))
})
afterAll(async () => {
  await encoder?.kill()
  await browser?.close()
  await site?.close()
  otherSite?.close()
})

const player = () => page.getByRole('region', { name: 'Video player' })

async function restartEncoder(options: EncoderOptions): Promise<string> {
  await encoder.kill()
  encoder = startEncoder(site.rtmpUrl, streamKey, options)
  return waitUntilLive(site.url, 'alice')
}

/** Waits until the video plays and the player displays a delay of less than 8 s: on a busy machine it stays 6 s behind (rule PLAYER-18). */
async function waitUntilAtLiveEdge(): Promise<void> {
  await waitUntilPlaying(page)
  await expect.poll(() => shownDelaySeconds(page)).toBeLessThan(8)
}

/** Records the titles that the player shows over its picture from now on. */
async function watchTitles(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.getByRole('region', { name: 'Video player' }).evaluateHandle((player) => {
    const titles = new Set<string>()
    const record = () => {
      const title = player.querySelector('[role=status] p, [role=alert] p')?.textContent
      if (title) titles.add(title)
    }
    record()
    new MutationObserver(record).observe(player, { subtree: true, childList: true, characterData: true })
    return titles
  })
  return () => seen.evaluate((titles) => [...titles])
}

/** Takes a screenshot of the state and expects that axe finds no violation. */
async function inspect(state: string): Promise<void> {
  await saveScreenshot(page, `player-${state}`)
  expect(await accessibilityFindings(page)).toEqual([])
}

describe('with the keyboard', () => {
  it('? lists the shortcuts; s shows the statistics, which can be copied and closed', async () => {
    await page.locator('body').press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByText('Theatre mode').waitFor()
    await inspect('shortcuts')
    // A button says its name when somebody moves the focus to it, not when the dialog gives it away.
    const tooltip = page.locator('[popover]:popover-open').filter({ hasText: 'Close' })
    expect(await tooltip.count()).toBe(0)
    await page.keyboard.press('Tab')
    await tooltip.waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.locator('body').press('s')
    const statistics = page.getByRole('region', { name: 'Statistics' })
    await statistics.getByText('320×180 (player').waitFor()
    await statistics.getByText(/^avc1\.\w{6}, mp4a\.40\.2$/).waitFor()
    // The test's processor is shared, so that any of the reasons may hold.
    await statistics.getByText(/^the (connection is being measured|video arrives)|^playback has stalled/).waitFor()
    await inspect('statistics')
    await statistics.getByRole('button', { name: 'Copy' }).click()
    await page.getByText('Statistics copied to clipboard!').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/Estimated bandwidth: [\d,]+ kbit\/s/)
    await statistics.getByRole('button', { name: 'Close statistics' }).click()
    await statistics.waitFor({ state: 'detached' })
  })

  it('[PLAYER-23] t toggles the theatre mode, which is remembered like the volume', async () => {
    await page.locator('body').press('t')
    await page.getByRole('banner').waitFor({ state: 'hidden' })
    // Dispatched to the video: the controls, which could take the focus, may have hidden themselves by now.
    await page.getByTestId('player-video').dispatchEvent('keydown', { key: 'ArrowDown' })
    // Neither header nor details are in view, so the picture says what it is of (rule PLAYER-23).
    const title = page.getByTestId('picture-title')
    await title.getByText('alice', { exact: true }).waitFor()
    await title.getByText('LIVE', { exact: true }).waitFor()
    await inspect('theatre')
    await title.waitFor({ state: 'hidden' })
    const other = await context.newPage()
    await other.goto(`${site.url}/watch?user=alice`)
    const volume = () => other.locator('video').evaluate((video: HTMLVideoElement) => video.volume)
    await expect.poll(volume).toBe(0.9)
    await other.getByRole('banner').waitFor({ state: 'hidden' })
    await other.close()
    await page.locator('body').press('t')
    await page.getByRole('banner').waitFor()
    expect(await title.count()).toBe(0)
  })

  it('0 seeks to the oldest picture, and playback stays behind until the viewer goes live', async () => {
    const time = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
    const back = () =>
      page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime - video.buffered.start(0))
    await expect.poll(back).toBeGreaterThan(5)
    const before = await time()
    // Measured in the page: between the key and a call from here the machine may pause while the video plays on.
    const jumps = await page.locator('video').evaluateHandle((video: HTMLVideoElement) => {
      const seen: number[] = []
      const onKey = () => {
        const from = video.currentTime
        video.addEventListener('seeking', () => seen.push(video.currentTime - from), { once: true })
      }
      addEventListener('keydown', onKey, { capture: true, once: true })
      return seen
    })
    await page.locator('body').press('0')
    await expect.poll(async () => (await jumps.jsonValue())[0]).toBeLessThan(-4)
    // After more than one playlist update nothing has pulled it to the live edge: it plays on in real time.
    const [from, sinceMs] = [await time(), Date.now()]
    await expect.poll(time).toBeGreaterThan(from + 1.5)
    expect(await time()).toBeLessThan(from + (Date.now() - sinceMs) / 1000 + 1)
    // The controls, which the key showed, may have hidden themselves by now.
    await player().hover()
    await player().getByRole('button', { name: 'Go to live' }).click()
    await expect.poll(time).toBeGreaterThan(before)
    await player().getByText('Live', { exact: true }).waitFor()
  })
})

describe('with the mouse', () => {
  it('[PLAYER-18] a click pauses the stream, whose picture then stays, and a right click does not', async () => {
    const time = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
    const isPaused = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)
    await page.getByTestId('player-video').click({ button: 'right', force: true })
    expect(await isPaused()).toBe(false)
    await page.getByTestId('player-video').click({ force: true })
    await expect.poll(isPaused).toBe(true)
    await page.getByTestId('paused-play').waitFor()
    // hls.js jumps at 4 s.
    const pausedAt = await time()
    await expect.poll(() => shownDelaySeconds(page)).toBeGreaterThan(5.5)
    expect(await time()).toBe(pausedAt)
    await page.getByTestId('paused-play').click()
    await expect.poll(isPaused).toBe(false)
    await page.getByTestId('paused-play').waitFor({ state: 'detached' })
    await waitUntilAtLiveEdge()
  })
})

it('on a phone opens the qualities in a sheet of which nothing is cut off', async () => {
  const onPhone = await openProfile(browser, phone)
  await onPhone.page.goto(`${site.url}/watch?user=alice`)
  await onPhone.page.getByRole('button', { name: /^Quality/ }).press('Enter')
  await onPhone.page.getByRole('menu', { name: /^Quality/ }).waitFor()
  for (const entry of await onPhone.page.locator('[role^="menuitem"]').all()) {
    // Waits until it moves no more.
    await entry.click({ trial: true })
    const box = await entry.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect(box && box.y + box.height).toBeLessThanOrEqual(phone.height)
  }
  await onPhone.context.close()
})

it('[SHELL-10] what was opened over the picture and does not arrive says so on a panel', async () => {
  const visitor = await openProfile(browser)
  await preferLowDelay(visitor.context)
  await visitor.context.route('**/statistics-panel-*.js', (route) => route.abort())
  await visitor.page.goto(`${site.url}/watch?user=alice`)
  await waitUntilPlaying(visitor.page)
  await visitor.page.keyboard.press('s')
  const failure = visitor.page.getByRole('alert').filter({ hasText: 'This page could not be loaded' })
  await failure.waitFor()
  const background = await failure.evaluate((panel) => getComputedStyle(panel).backgroundColor)
  expect(background).not.toBe('rgba(0, 0, 0, 0)')
  await visitor.context.close()
})

// Concurrent: most of it waits for retries.
describe.concurrent('the right cause is named', () => {
  it('[PLAYER-8] while only /live/ cannot be reached, through all retries', async ({ expect }) => {
    const title = 'Network error - please check your connection'
    const other = await context.newPage()
    await other.goto(`${site.url}/watch?user=alice`)
    await waitUntilPlaying(other)
    let failures = 0
    await other.route(/\/live\//, (route) => {
      failures++
      return route.abort('connectionrefused')
    })
    await other.getByText(title).waitFor()
    const titles = await watchTitles(other)
    await expect.poll(() => failures).toBeGreaterThan(10)
    expect(await titles()).toEqual([title])
    await other.unroute(/\/live\//)
    await waitUntilPlaying(other)
    await other.getByText(title).waitFor({ state: 'detached' })
    await other.close()
  })

  it('[PLAYER-7] while segments cannot be decrypted; playback begins once they can', async () => {
    const other = await context.newPage()
    await other.route(/\/api\/hls\/key\//, (route) => route.fulfill({ body: Buffer.alloc(16, 7) }))
    await other.goto(`${site.url}/watch?user=alice`)
    await other.getByRole('status').getByText('Media error - unable to play video').waitFor()
    const error = other.getByRole('alert').filter({ hasText: 'Stream Error' })
    await error.getByText('Media error - unable to play video').waitFor()
    await other.unroute(/\/api\/hls\/key\//)
    await error.getByRole('button', { name: 'Retry' }).click()
    await waitUntilPlaying(other)
    await other.close()
  })

  it('[T8] while tokens are limited for its address; playback begins as soon as there is one', async () => {
    const other = await context.newPage()
    await other.route(/\/api\/hls\/(token|refresh-token)/, (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { code: 'rate_limited' } }),
    )
    await other.goto(`${site.url}/watch?user=alice`)
    await other.getByText('Many people who share your internet address are joining at once.').waitFor()
    await other.unroute(/\/api\/hls\/(token|refresh-token)/)
    await waitUntilPlaying(other)
    await other.close()
  })
})

describe('a link', () => {
  it('is shared; its embed code plays on another site, where other pages of the site cannot be framed', async () => {
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share @alice' })
    expect(await dialog.getByLabel('Link', { exact: true }).inputValue()).toBe(`${site.url}/watch?user=alice`)
    await dialog.getByText('Embed', { exact: true }).click()
    await inspect('share')
    await dialog.getByRole('button', { name: 'Copy: Embed code' }).click()
    // Outside the dialog the message would be inert.
    await dialog.getByRole('status').getByText('Embed code copied to clipboard!').waitFor()
    const code = await page.evaluate(() => navigator.clipboard.readText())
    await page.keyboard.press('Escape')

    otherSite = createServer((request, response) => {
      const isPlayer = request.url === '/player'
      response.setHeader('content-type', 'text/html').end(isPlayer ? code : code.replace('/embed?', '/watch?'))
    })
    await new Promise<void>((resolve) => otherSite.listen(0, 'localhost', resolve))
    const address = `http://localhost:${(otherSite.address() as AddressInfo).port}`
    const other = await openProfile(browser, phone)
    await other.page.goto(`${address}/player`)
    const frame = other.page.frameLocator('iframe')
    await frame.getByRole('heading', { name: 'alice' }).waitFor()
    const video = frame.locator('video')
    await expect
      .poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime > 0 && !video.paused))
      .toBe(true)
    expect(await frame.getByRole('link', { name: 'Watch on Waggle' }).getAttribute('href')).toBe('/watch?user=alice')
    expect(await frame.getByRole('button', { name: /Login/ }).count()).toBe(0)
    await saveScreenshot(other.page, 'player-embedded')
    expect(other.problems).toEqual([])
    await other.page.goto(`${address}/site`)
    await expect.poll(() => other.problems.join()).toContain("frame-ancestors 'none'")
    await other.context.close()
  })
})

describe('playback resumes by itself', () => {
  it('[PLAYER-8] after the network was lost, which the player reports', async () => {
    await context.setOffline(true)
    await player().getByText('You are offline').waitFor()
    await saveScreenshot(page, 'player-offline')
    await context.setOffline(false)
    await waitUntilAtLiveEdge()
    await player().getByText('You are offline').waitFor({ state: 'detached' })
  })

  it('[F13, PLAYER-9] after its token was refused, once there is a new one', async () => {
    const other = await context.newPage()
    let first: string | null = null
    let areTokensDown = true
    const requests: { path: string; isFirst: boolean }[] = []
    await other.route(/\/api\/hls\/key\//, (route) => {
      const url = new URL(route.request().url())
      const token = url.searchParams.get('token')
      first ??= token
      requests.push({ path: url.pathname, isFirst: token === first })
      // Lets the server refuse the first token.
      if (token === first) url.searchParams.set('token', 'expired')
      return route.continue({ url: url.href })
    })
    await other.route(/\/api\/hls\/(token|refresh-token)/, (route) =>
      first !== null && areTokensDown ? route.fulfill({ status: 503 }) : route.continue(),
    )
    await other.goto(`${site.url}/watch?user=alice`)
    await other.getByText('Failed to load stream encryption token').waitFor()
    await saveScreenshot(other, 'player-without-key')
    areTokensDown = false
    await waitUntilPlaying(other)
    await other.getByText('Failed to load stream encryption token').waitFor({ state: 'detached' })
    // The key that was refused is requested again with the new token.
    const opened = requests.find(({ isFirst }) => !isFirst)
    expect(requests.some(({ path, isFirst }) => isFirst && path === opened?.path)).toBe(true)
    await other.close()
  })

  it('[F13] after an hour of sleep in which its token expired', async () => {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
    site.moveClock(limits.hlsTokenLifeMs + 60_000)
    const renewed = page.waitForRequest(/\/api\/hls\/(token|refresh-token)/)
    await devtools.send('Page.setWebLifecycleState', { state: 'active' })
    await renewed
    await waitUntilAtLiveEdge()
  })

  it('after the encoder returned with another picture size and without sound', async () => {
    const streamId = await restartEncoder({ size: '640x360', hasSound: false })
    await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(640)
    await waitUntilAtLiveEdge()
    expect(await restartEncoder({ size: '320x180' })).toBe(streamId)
    await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(320)
    await waitUntilAtLiveEdge()
  })

  it('when a new stream begins after the end of the first; another page shows a notification', async () => {
    const ended = await waitUntilLive(site.url, 'alice')
    await encoder.kill()
    site.moveClock(limits.reconnectWindowMs + 1000)
    await player().getByText('@alice is offline').waitFor()
    await page.getByText(/^Last live .*, for \d+h \d+m/).waitFor()
    await page.evaluate(permitNotifications)
    await player().getByRole('button', { name: 'Notify me', exact: true }).click()
    await page.getByText('You will be notified when @alice goes live').waitFor()
    await inspect('channel-offline')

    const home = await context.newPage()
    await home.clock.install()
    await home.addInitScript(permitNotifications)
    await home.goto(site.url)
    await home.getByRole('heading', { name: 'No Active Streams' }).waitFor()
    expect(await restartEncoder({ size: '320x180' })).not.toBe(ended)
    await home.clock.runFor(limits.streamsRefreshMs + 1000)
    await expect
      .poll(() => home.evaluate(() => (globalThis as unknown as { notifications: string[] }).notifications))
      .toEqual(['@alice is live'])
    await home.close()
    await waitUntilAtLiveEdge()
    // [WATCH-14]
    await page.getByRole('button', { name: 'Stop notifying me' }).click()
    await page.getByRole('button', { name: 'Notify me', exact: true }).waitFor()
  })

  it('without a reload of the page', async () => {
    expect(await page.evaluate(() => 'wasNotReloaded' in globalThis)).toBe(true)
    // The browser logs the failures that these tests cause.
    const isExpected = /Failed to load resource|Push API in incognito|WebSocket connection|ERR_|frame-ancestors/
    expect(problems.filter((problem) => !isExpected.test(problem))).toEqual([])
  })
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { limits } from '@waggle/contract/limits'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { untilLive } from './support/browser/account.ts'
import { keepScreenshot, launchBrowser, openPerson, phone } from './support/browser/browser.ts'
import { untilPlaying } from './support/browser/journeys.ts'
import { type Encoder, type EncoderOptions, startEncoder } from './support/encoders/encoder.ts'

let site: TestSite
let browser: Browser
let context: BrowserContext
let page: Page
let problems: string[]
let streamKey: string
let encoder: Encoder
let otherSite: Server

beforeAll(async () => {
  // In this process, for its clock: nobody sleeps an hour here.
  site = await startTestSite({ webDist: fileURLToPath(new URL('../apps/web/dist', import.meta.url)) })
  browser = await launchBrowser()
  streamKey = await site.streamKey('alice')
  encoder = startEncoder(site.rtmpUrl, streamKey, { size: '320x180' })
  ;({ context, page, problems } = await openPerson(browser))
  await context.grantPermissions(['clipboard-read', 'clipboard-write', 'notifications'], { origin: site.url })
  await untilLive(site.url, 'alice')
  await page.goto(`${site.url}/watch?user=alice`)
  await untilPlaying(page)
  await page.evaluate(() => Object.assign(globalThis, { wasNotReloaded: true }))
})
afterAll(async () => {
  await encoder?.kill()
  await browser?.close()
  await site?.close()
  otherSite?.close()
})

/** A shared machine may pause. */

const player = () => page.getByRole('region', { name: 'Video player' })

async function restartEncoder(options: EncoderOptions): Promise<string> {
  await encoder.kill()
  encoder = startEncoder(site.rtmpUrl, streamKey, options)
  return untilLive(site.url, 'alice')
}

/** Near the live edge, as the player itself sees it. */
async function untilAtLiveEdge(): Promise<void> {
  await untilPlaying(page)
  const delay = page.getByTitle('Delay behind the broadcast')
  const seconds = async () => Number.parseFloat((await delay.textContent())?.replace(/^\D+/, '') ?? '')
  await expect.poll(seconds).toBeLessThan(6)
}

/** A picture of the state, in which axe finds nothing. */
async function inspect(state: string): Promise<void> {
  await keepScreenshot(page, `player-${state}`)
  expect(await accessibilityFindings(page)).toEqual([])
}

describe('with the keyboard', () => {
  it('? lists the keys, s shows the statistics, and both can be copied or closed', async () => {
    await page.locator('body').press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByText('Theatre mode').waitFor()
    await inspect('shortcuts')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.locator('body').press('s')
    const statistics = page.getByRole('region', { name: 'Statistics' })
    await statistics.getByText('320×180 in').waitFor()
    await statistics.getByText(/^avc1\.\w{6}, mp4a\.40\.2$/).waitFor()
    await inspect('statistics')
    await statistics.getByRole('button', { name: 'Copy' }).click()
    await page.getByText('Statistics copied to clipboard!').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/Estimated bandwidth: [\d,]+ kbit\/s/)
    await statistics.getByRole('button', { name: 'Close the statistics' }).click()
    await statistics.waitFor({ state: 'detached' })
  })

  it('t is the theatre, which is remembered with the volume', async () => {
    await page.locator('body').press('t')
    await page.getByRole('banner').waitFor({ state: 'hidden' })
    // Sent into the player: what could take the focus there hides by itself, and may be hidden by now.
    await page.getByTestId('player-video').dispatchEvent('keydown', { key: 'ArrowDown' })
    await inspect('theatre')
    const other = await context.newPage()
    await other.goto(`${site.url}/watch?user=alice`)
    const volume = () => other.locator('video').evaluate((video: HTMLVideoElement) => video.volume)
    await expect.poll(volume).toBe(0.9)
    expect(await other.getByRole('banner').isVisible()).toBe(false)
    await other.close()
    await page.locator('body').press('t')
    await page.getByRole('banner').waitFor()
  })

  it('0 looks back, and stays there until the viewer wants to go live', async () => {
    const time = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
    const back = () =>
      page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime - video.buffered.start(0))
    await expect.poll(back).toBeGreaterThan(5)
    const before = await time()
    // Measured in the page: between the key and another question the video may have gone on for as long as the machine paused.
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
    // More than one playlist later nothing has pulled it back: it plays on from where it is, no faster than time goes.
    const [from, sinceMs] = [await time(), Date.now()]
    await expect.poll(time).toBeGreaterThan(from + 1.5)
    expect(await time()).toBeLessThan(from + (Date.now() - sinceMs) / 1000 + 1)
    await player().getByRole('button', { name: 'Go to live' }).click()
    await expect.poll(time).toBeGreaterThan(before)
    await player().getByText('Live', { exact: true }).waitFor()
  })
})

describe('a link', () => {
  it('is shared, and its embed code plays in a page of another site, where the site itself is refused', async () => {
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share @alice' })
    expect(await dialog.getByLabel('Link', { exact: true }).inputValue()).toBe(`${site.url}/watch?user=alice`)
    await inspect('share')
    await dialog.getByRole('button', { name: 'Copy: Embed code' }).click()
    // Outside the dialog it would be inert.
    await dialog.getByRole('status').getByText('Embed code copied to clipboard!').waitFor()
    const code = await page.evaluate(() => navigator.clipboard.readText())
    await page.keyboard.press('Escape')

    otherSite = createServer((request, response) => {
      const isPlayer = request.url === '/player'
      response.setHeader('content-type', 'text/html').end(isPlayer ? code : code.replace('/embed?', '/watch?'))
    })
    await new Promise<void>((resolve) => otherSite.listen(0, 'localhost', resolve))
    const address = `http://localhost:${(otherSite.address() as AddressInfo).port}`
    const other = await openPerson(browser, phone)
    await other.page.goto(`${address}/player`)
    const frame = other.page.frameLocator('iframe')
    await frame.getByRole('heading', { name: 'alice' }).waitFor()
    const video = frame.locator('video')
    await expect
      .poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime > 0 && !video.paused))
      .toBe(true)
    expect(await frame.getByRole('link', { name: 'Watch on Waggle' }).getAttribute('href')).toBe('/watch?user=alice')
    expect(await frame.getByRole('button', { name: /Login/ }).count()).toBe(0)
    await keepScreenshot(other.page, 'player-embedded')
    expect(other.problems).toEqual([])
    await other.page.goto(`${address}/site`)
    await expect.poll(() => other.problems.join()).toContain("frame-ancestors 'none'")
    await other.context.close()
  })
})

describe('it comes back by itself', () => {
  it('from a lost network, saying whose fault it is', async () => {
    await context.setOffline(true)
    await player().getByText('You are offline').waitFor()
    await keepScreenshot(page, 'player-offline')
    await context.setOffline(false)
    await untilAtLiveEdge()
    await player().getByText('You are offline').waitFor({ state: 'detached' })
  })

  it('[F13] from a token that no key is given for any more, at once or when there is another', async () => {
    const other = await context.newPage()
    let first: string | null = null
    let areTokensDown = true
    const asked: { path: string; isFirst: boolean }[] = []
    await other.route(/\/api\/hls\/key\//, (route) => {
      const url = new URL(route.request().url())
      const token = url.searchParams.get('token')
      first ??= token
      asked.push({ path: url.pathname, isFirst: token === first })
      // The server's own answer to a token that it does not take.
      if (token === first) url.searchParams.set('token', 'expired')
      return route.continue({ url: url.href })
    })
    await other.route(/\/api\/hls\/(token|refresh-token)/, (route) =>
      first !== null && areTokensDown ? route.fulfill({ status: 503 }) : route.continue(),
    )
    await other.goto(`${site.url}/watch?user=alice`)
    await other.getByText('Failed to load stream encryption token').waitFor()
    await keepScreenshot(other, 'player-without-key')
    areTokensDown = false
    await untilPlaying(other)
    await other.getByText('Failed to load stream encryption token').waitFor({ state: 'detached' })
    // The key that was refused is the one that was asked for with the new token.
    const opened = asked.find(({ isFirst }) => !isFirst)
    expect(asked.some(({ path, isFirst }) => isFirst && path === opened?.path)).toBe(true)
    await other.close()
  })

  it('[F13] from an hour of sleep, over which its token has expired', async () => {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
    site.moveClock(limits.hlsTokenLifeMs + 60_000)
    const renewed = page.waitForRequest(/\/api\/hls\/(token|refresh-token)/)
    await devtools.send('Page.setWebLifecycleState', { state: 'active' })
    await renewed
    await untilAtLiveEdge()
  })

  it('from an encoder that returns with another picture and without sound', async () => {
    const streamId = await restartEncoder({ size: '640x360', hasSound: false })
    await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(640)
    await untilAtLiveEdge()
    expect(await restartEncoder({ size: '320x180' })).toBe(streamId)
    await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(320)
    await untilAtLiveEdge()
  })

  it('when the stream has ended and another one begins; on another page a notification tells', async () => {
    const ended = await untilLive(site.url, 'alice')
    await encoder.kill()
    site.moveClock(limits.reconnectWindowMs + 1000)
    await player().getByText('@alice is offline').waitFor()
    await player()
      .getByText(/^Last live .*, for \d+ h \d+ min/)
      .waitFor()
    await player().getByRole('button', { name: 'Notify me when live' }).click()
    await page.getByText('You will be notified when @alice goes live').waitFor()
    await inspect('channel-offline')

    const home = await context.newPage()
    await home.clock.install()
    await home.addInitScript(() => {
      const told: string[] = []
      Object.assign(globalThis, { told })
      globalThis.Notification = class {
        constructor(title: string) {
          told.push(title)
        }
        static permission = 'granted'
      } as unknown as typeof Notification
    })
    await home.goto(site.url)
    await home.getByRole('heading', { name: 'No Active Streams' }).waitFor()
    expect(await restartEncoder({ size: '320x180' })).not.toBe(ended)
    await home.clock.runFor(limits.streamsRefreshMs + 1000)
    await expect
      .poll(() => home.evaluate(() => (globalThis as unknown as { told: string[] }).told))
      .toEqual(['@alice is live'])
    await home.close()
    await untilAtLiveEdge()
  })

  it('without ever reloading the page', async () => {
    expect(await page.evaluate(() => 'wasNotReloaded' in globalThis)).toBe(true)
    // What the test itself took away is logged by the browser.
    const isExpected = /Failed to load resource|WebSocket connection|ERR_|frame-ancestors/
    expect(problems.filter((problem) => !isExpected.test(problem))).toEqual([])
  })
})

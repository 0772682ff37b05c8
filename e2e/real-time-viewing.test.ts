import { fileURLToPath } from 'node:url'
import { limits } from '@waggle/contract/limits'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectRealTime } from '../apps/server/src/testing/real-time-viewer.ts'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, openProfile, phone, saveScreenshot } from './support/browser/browser.ts'
import { shownDelaySeconds, waitUntilPlaying } from './support/browser/journeys.ts'
import { fillsScreen, turn } from './support/browser/turning.ts'
import { type Encoder, type EncoderOptions, startEncoder } from './support/encoders/encoder.ts'
import { shortenLongTimers, shownMode } from './support/players/delay-mode.ts'
import { waitUntilLive } from './support/server/account.ts'

/** So few that a test can take them all. */
const seats = 3
/** The player's buffer has an end, however busy the machine is. */
const mostDelaySeconds = 4

let site: TestSite
let browser: Browser
let page: Page
let problems: string[]
let encoder: Encoder
let streamKey: string
let streamId: string

beforeAll(async () => {
  // In this process, so that its clock can be moved by hours.
  const webDist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
  // What is recorded lets viewers go back further, also after a pause: e2e/rewind.test.ts.
  const env = { WAGGLE_REALTIME: String(seats), WAGGLE_TRANSCODE: 'off', WAGGLE_REWIND_HOURS: '0' }
  site = await startTestSite({ webDist, env })
  browser = await launchBrowser()
  streamKey = await site.streamKey('alice')
  encoder = startEncoder(site.rtmpUrl, streamKey, { size: '320x180' })
  const profile = await openProfile(browser)
  page = profile.page
  problems = profile.problems
  await profile.context.addInitScript(shortenLongTimers)
  streamId = await waitUntilLive(site.url, 'alice')
  await page.goto(`${site.url}/watch?user=alice`)
  await page.evaluate(() => Object.assign(globalThis, { wasNotReloaded: true }))
  await waitUntilPlaying(page, 30_000)
})
afterAll(async () => {
  await encoder?.kill()
  await browser?.close()
  await site?.close()
})

const player = () => page.getByRole('region', { name: 'Video player' })
const video = () => page.getByTestId('player-video')
const isStream = () => video().evaluate((element: HTMLVideoElement) => element.srcObject !== null)
const isFullscreen = () => page.evaluate(() => document.fullscreenElement !== null)

/** What a busy machine interrupts is tried again, because the page's long timers are short. */
async function expectRealTime(): Promise<void> {
  await waitUntilPlaying(page, 30_000)
  await expect
    .poll(async () => [await shownMode(page), await isStream()], { timeout: 60_000 })
    .toEqual(['Real time', true])
  await waitUntilPlaying(page, 30_000)
  await expect.poll(() => shownDelaySeconds(page)).toBeLessThan(mostDelaySeconds)
}

async function restartEncoder(options: EncoderOptions): Promise<string> {
  await encoder.kill()
  encoder = startEncoder(site.rtmpUrl, streamKey, options)
  return waitUntilLive(site.url, 'alice')
}

/** Everybody who can have a seat beside the page's viewer. */
async function takeOtherSeats() {
  const response = await fetch(`${site.url}/api/hls/token/${streamId}`, { method: 'POST' })
  const { token } = await response.json()
  const others = await Promise.all(Array.from({ length: seats }, () => connectRealTime(site.url, streamId, { token })))
  for (const other of others) other.subscribe()
  const isIn = await Promise.all(
    others.map((other) => Promise.race([other.firstMessage.then(() => true), other.closed.then(() => false)])),
  )
  await Promise.all(others.map((other) => other.leave()))
  return isIn.filter(Boolean).length
}

describe('in real time, which is the default', () => {
  it('[PLAYER-19] gives the seat back in a long pause, and goes on with the present', async () => {
    await expectRealTime()
    expect(await takeOtherSeats()).toBe(seats - 1)
    await page.locator('body').press('k')
    await expect.poll(takeOtherSeats).toBe(seats)
    await page.locator('body').press('k')
    await expectRealTime()
    expect(await takeOtherSeats()).toBe(seats - 1)
  })

  it('[PLAYER-26] plays in theatre mode and full screen, there with its chat where the viewer wants it', async () => {
    await page.locator('body').press('t')
    await waitUntilPlaying(page, 30_000)
    await page.locator('body').press('t')
    await page.locator('body').press('f')
    await expect.poll(isFullscreen).toBe(true)
    await waitUntilPlaying(page, 30_000)
    const chat = page.getByRole('region', { name: 'Chat', exact: true })
    const boxes = async () => [await player().boundingBox(), (await chat.isVisible()) && (await chat.boundingBox())]
    const whole = { x: 0, y: 0, width: desktop.width, height: desktop.height }
    const beside = { ...whole, width: desktop.width - 340 }
    expect(await boxes()).toEqual([whole, false])
    await player().hover()
    await page.getByRole('button', { name: 'Show the chat' }).click()
    const withChat = [beside, { ...whole, x: beside.width + 1, width: 339 }]
    await expect.poll(boxes).toEqual(withChat)
    // What the chat opens is above the picture, and the choice is remembered.
    await page.getByRole('link', { name: 'Log in to chat' }).click()
    await page.getByRole('dialog', { name: /^Login/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: /^Login/ }).waitFor({ state: 'detached' })
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'fullscreen-chat')
    // The focus is in the chat, whose letters are not for the player.
    await video().dispatchEvent('keydown', { key: 'f' })
    await expect.poll(isFullscreen).toBe(false)
    await video().dispatchEvent('keydown', { key: 'f' })
    await expect.poll(boxes).toEqual(withChat)
    await waitUntilPlaying(page, 30_000)
    await player().hover()
    await page.getByRole('button', { name: 'Hide the chat' }).click()
    await expect.poll(boxes).toEqual([whole, false])
    await video().dispatchEvent('keydown', { key: 'f' })
    await expect.poll(isFullscreen).toBe(false)
    await expectRealTime()
  })

  it('[PLAYER-19] can be watched in a window of its own', async () => {
    // Headless Chromium has no such window: it is asked for the video that plays.
    await video().evaluate((element: HTMLVideoElement) => {
      element.requestPictureInPicture = async () => {
        element.dataset.isAskedFor = String(element.srcObject !== null)
        return {} as PictureInPictureWindow
      }
    })
    await page.locator('body').press('p')
    await expect.poll(() => video().getAttribute('data-is-asked-for')).toBe('true')
  })

  it('[WATCH-3] is full screen on a phone that is turned, until it is turned back', async () => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    // Beside an open dialog, as the statistics are on a phone, nothing fills the screen.
    if (await page.getByRole('region', { name: 'Statistics' }).isVisible()) await page.locator('body').press('s')
    await page.getByRole('region', { name: 'Statistics' }).waitFor({ state: 'detached' })
    await turn(page, devtools, phone)
    await turn(page, devtools, { width: phone.height, height: phone.width })
    await expect.poll(() => fillsScreen(page)).toBe(true)
    await waitUntilPlaying(page, 30_000)
    await turn(page, devtools, phone)
    await expect.poll(() => fillsScreen(page)).toBe(false)
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await turn(page, devtools, desktop)
    await expectRealTime()
  })

  it('goes on after the tab was frozen, and after the machine stood still', async () => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
    await page.waitForTimeout(2500)
    await devtools.send('Page.setWebLifecycleState', { state: 'active' })
    await expectRealTime()
    const system = await browser.newBrowserCDPSession()
    const { processInfo } = await system.send('SystemInfo.getProcessInfo')
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
    expect(renderers.length).toBeGreaterThan(0)
    for (const id of renderers) process.kill(id, 'SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, 2500))
    for (const id of renderers) process.kill(id, 'SIGCONT')
    await expectRealTime()
  })

  it('goes on with another picture size and without sound, and back', async () => {
    const widthOf = () => video().evaluate((element: HTMLVideoElement) => element.videoWidth)
    expect(await restartEncoder({ size: '640x360', hasSound: false })).toBe(streamId)
    await expect.poll(widthOf).toBe(640)
    await expectRealTime()
    expect(await restartEncoder({ size: '320x180' })).toBe(streamId)
    await expect.poll(widthOf).toBe(320)
    await expectRealTime()
  })

  it('[F13] gets a new token after an hour, in which the old one has expired', async () => {
    const renewed = page.waitForRequest(/\/api\/hls\/(token|refresh-token)/)
    site.moveClock(limits.hlsTokenLifeMs + 60_000)
    await renewed
    await expectRealTime()
  })

  it('[PLAYER-14] ends with the broadcast, and begins with the next one', async () => {
    await encoder.kill()
    site.moveClock(limits.reconnectWindowMs + 1000)
    await player().getByText('@alice is offline').waitFor()
    expect(await restartEncoder({ size: '320x180' })).not.toBe(streamId)
    await expectRealTime()
  })

  it('without a reload of the page, and without an error in it', async () => {
    expect(await page.evaluate(() => 'wasNotReloaded' in globalThis)).toBe(true)
    expect(problems.filter((problem) => !/Failed to load resource|WebSocket|ERR_/.test(problem))).toEqual([])
    await page.getByTestId('player-video').hover({ force: true })
    await page.getByRole('button', { name: /^Quality: / }).click()
    const modes = page.getByRole('group', { name: 'Delay' }).getByRole('menuitemradio')
    expect(await modes.allInnerTexts()).toEqual(['Real time\nabout 0.4 s', 'Low delay\nabout 0.9 s'])
    await modes.last().click()
    await expect.poll(() => shownMode(page)).toBe('Low delay (chosen by you)')
  })
})

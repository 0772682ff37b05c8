import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { limits } from '@waggle/contract/limits'
import { strFromU8, unzipSync } from 'fflate'
import type { Browser, Download, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { call, newSession } from './support/browser/account.ts'
import { keepScreenshot, launchBrowser, openPerson, phone } from './support/browser/browser.ts'
import { generateStreamKey, signIn, untilPlaying } from './support/browser/journeys.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'

let site: TestSite
let browser: Browser
let encoder: Encoder | undefined
let streamKey: string
let alice: Awaited<ReturnType<typeof openPerson>>

beforeAll(async () => {
  // In this process, for its clock: nobody waits out the minute in which an encoder may come back.
  const webDist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
  site = await startTestSite({ webDist, env: { WAGGLE_TRANSCODE: 'off' } })
  browser = await launchBrowser()
  alice = await openPerson(browser)
})
afterAll(async () => {
  await encoder?.kill()
  await browser?.close()
  await site?.close()
})

/** A shared machine may pause. */

/** The value beside a name in a list of figures. */
const figure = (page: Page | Locator, name: string) =>
  page.locator('dt', { hasText: name }).first().locator('xpath=../dd')

async function contentOf(download: Download): Promise<Buffer> {
  return readFile(await download.path())
}

// One story in order: each step stands on the one before.
describe('a streamer', () => {
  it('is led from the key to a profile that OBS imports, and is waited for', async () => {
    const { page } = alice
    await page.goto(`${site.url}/dashboard/streamer`)
    await page.waitForURL(`${site.url}/`)
    await signIn(page, site.url, 'alice')
    streamKey = await generateStreamKey(page, site.url)
    await page.getByText('Waiting for your encoder…').waitFor()
    const [withoutKey] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText('Download the OBS profile').click(),
    ])
    expect(strFromU8(unzipSync(await contentOf(withoutKey))['Waggle-720p30/service.json']!)).not.toContain(streamKey)
    await page.getByLabel('Put my stream key in it').check()
    await page.getByLabel('Quality').selectOption('1080p60')
    const [withKey] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText('Download the OBS profile').click(),
    ])
    expect(withKey.suggestedFilename()).toBe('Waggle-1080p60.zip')
    const files = unzipSync(await contentOf(withKey))
    expect(Object.keys(files).filter((path) => !path.endsWith('/'))).toEqual([
      'Waggle-1080p60/basic.ini',
      'Waggle-1080p60/service.json',
      'Waggle-1080p60/streamEncoder.json',
    ])
    const { settings } = JSON.parse(strFromU8(files['Waggle-1080p60/service.json']!))
    expect(settings).toMatchObject({ server: site.rtmpUrl, key: streamKey })
  })

  it('is told in plain words what is wrong with bad settings', async () => {
    const { page } = alice
    encoder = startEncoder(site.rtmpUrl, streamKey, {
      size: '1280x720',
      keyIntervalFrames: 300,
      videoKbps: 200,
      hasSound: false,
    })
    await page.getByText('No sound arrives: viewers hear nothing.').waitFor()
    await page.getByText(/Your key-frame interval is [\d.]+ s: viewers wait. Set it to 2 s in OBS, Output./).waitFor()
    await page.getByText(/Your video has \d+ kbit\/s, too little for its size: set at least 1,500 kbit\/s/).waitFor()
    await page.setViewportSize(phone)
    await keepScreenshot(page, 'stream-check-bad-phone')
    expect(await accessibilityFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    await encoder.kill()
  })

  it('sees by itself that good settings are good, and that the stream is live', async () => {
    const { page } = alice
    encoder = startEncoder(site.rtmpUrl, streamKey)
    await page.getByText('You are live!').waitFor({ timeout: 90_000 })
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await row('Key-frame interval').filter({ hasText: '2 s' }).getByLabel('Good').waitFor({ timeout: 90_000 })
    await row('Picture').filter({ hasText: '640×360, H.264' }).getByLabel('Good').waitFor()
    await row('Sound').filter({ hasText: 'AAC, 48 kHz, stereo' }).getByLabel('Good').waitFor()
  })

  it('reads on the dashboard what viewers do, without being one', async () => {
    const { page } = alice
    await page.goto(`${site.url}/dashboard/streamer`)
    await page.getByText('Welcome back, @alice!').waitFor()
    const preview = page.getByTestId('preview-video')
    await expect
      .poll(() => preview.evaluate((video: HTMLVideoElement) => video.currentTime > 0 && video.muted))
      .toBe(true)
    await page.getByRole('button', { name: 'Unmute the preview' }).click()
    expect(await preview.evaluate((video: HTMLVideoElement) => video.muted)).toBe(false)
    expect(await figure(page, 'Current viewers').textContent()).toBe('0')

    const bob = await openPerson(browser)
    await bob.page.goto(`${site.url}/watch?user=alice`)
    await untilPlaying(bob.page)
    const sinceMs = Date.now()
    const token = await newSession(site.url, 'bob')
    await call(site.url, '/api/follows/follow', { token, body: { username: 'alice' } })
    for (const message of ['one', 'two']) await call(site.url, '/api/chat/messages/alice', { token, body: { message } })
    // By the event, long before the thirty seconds are over.
    await expect.poll(() => figure(page, 'New followers').textContent()).toBe('1')
    await expect.poll(() => figure(page, 'Current viewers').textContent()).toBe('1')
    await expect.poll(() => figure(page, 'Chat messages per minute').textContent()).toMatch(/^[12]\.\d$/)
    const clock = await page.getByTestId('uptime').textContent()
    expect(clock).toMatch(/^00:0\d:\d\d$/)
    await expect.poll(() => page.getByTestId('uptime').textContent()).not.toBe(clock)
    await keepScreenshot(page, 'dashboard-live')
    expect(await accessibilityFindings(page)).toEqual([])

    await bob.page.close({ runBeforeUnload: false })
    const watchedS = (Date.now() - sinceMs) / 1000
    const aliceToken = await newSession(site.url, 'alice')
    const stats = () => call(site.url, '/api/streams/stats/alice', { token: aliceToken })
    await expect.poll(async () => (await stats()).currentViewers).toBe(0)
    // Loading took a moment too; the exact sums are shown in core/stats.test.ts.
    const { totalWatchTime, peakViewers } = await stats()
    expect(totalWatchTime).toBeGreaterThan(watchedS - 2)
    expect(totalWatchTime).toBeLessThan(watchedS + 8)
    expect(peakViewers).toBe(1)
    await bob.context.close()
    // A stretch is written down every ten seconds, when one has passed: the charts of a shorter broadcast are empty.
    const { streamId } = await stats()
    const course = () => call(site.url, `/api/streams/history/alice/${streamId}`, { token: aliceToken })
    await expect.poll(async () => (await course()).samples.length).toBeGreaterThan(0)
  })

  it('is warned when the encoder is away, and finds the broadcast in the history when it has ended', async () => {
    const { page } = alice
    await encoder?.stop()
    await page.getByText(/Your encoder's connection broke off. The broadcast waits \d+ s for it/).waitFor()
    site.moveClock(limits.reconnectWindowMs)
    await page.getByText('Your stream is currently offline').waitFor({ timeout: 90_000 })
    await page.getByText('Start streaming to see a live preview').waitFor()
    const row = page.getByRole('listitem').filter({ hasText: 'Average viewers' }).first()
    const messages = async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      return figure(row, 'Chat messages').textContent()
    }
    // It is counted to its end within ten seconds.
    await expect.poll(messages, { interval: 1000 }).toBe('2')
    expect(await figure(row, 'Peak viewers').textContent()).toBe('1')
    await row.getByRole('button', { name: 'Charts' }).click()
    await row.getByRole('img', { name: /^Viewers: from/ }).waitFor()
    await row.getByText('As a table').first().click()
    await row.getByRole('table').first().waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    expect((await contentOf(download)).toString()).toMatch(/^stream,title,[^\r]+\r\n[a-z0-9]{20},/)
    await page.setViewportSize(phone)
    await keepScreenshot(page, 'dashboard-ended-phone')
    expect(await accessibilityFindings(page)).toEqual([])
    // The preview asks on while the clock jumps to the broadcast's end, and is told that there is none any more.
    const isOfEnd = (problem: string) => /status of 404 .*\/(live|api\/hls)\//.test(problem)
    expect(alice.problems.filter((problem) => !isOfEnd(problem))).toEqual([])
  })
})

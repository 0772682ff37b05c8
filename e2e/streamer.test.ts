import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { limits } from '@waggle/contract/limits'
import { strFromU8, unzipSync } from 'fflate'
import type { Browser, Download, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, openProfile, phone, saveScreenshot } from './support/browser/browser.ts'
import { approveInWallet, waitUntilPlaying } from './support/browser/journeys.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { callApi, newSession } from './support/server/account.ts'

let site: TestSite
let browser: Browser
let encoder: Encoder | undefined
let streamKey: string
let alice: Awaited<ReturnType<typeof openProfile>>

beforeAll(async () => {
  // In this process, so that its clock can be moved past the minute in which an encoder may come back.
  const webDist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
  site = await startTestSite({ webDist, env: { WAGGLE_TRANSCODE: 'off' } })
  browser = await launchBrowser()
  alice = await openProfile(browser)
})
afterAll(async () => {
  await encoder?.kill()
  await browser?.close()
  await site?.close()
})

/** The value next to a name in a list of figures. */
const figure = (page: Page | Locator, name: string) =>
  page.locator('dt', { hasText: name }).first().locator('xpath=../dd')

async function contentOf(download: Download): Promise<Buffer> {
  return readFile(await download.path())
}

/** The states of the steps key, encoder, title and check. */
const stepsOf = (page: Page) =>
  page
    .getByRole('main')
    .locator('ol > li')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
    .evaluateAll((steps) =>
      steps.map((step) => {
        const isCurrent = step.getAttribute('aria-current') === 'step'
        return isCurrent ? 'current' : (step.querySelector('svg[role=img]')?.getAttribute('aria-label') ?? '')
      }),
    )

// One sequence: each test depends on the ones before.
describe('a streamer', () => {
  it('[KEY-9, KEY-10, DASH-2] copies a stream key five clicks after arriving signed out, without showing it', async () => {
    const { page, context } = alice
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${site.url}/dashboard/streamer`)
    await page.waitForURL(`${site.url}/`)
    await page.evaluate(() => {
      const counted = globalThis as unknown as { clicks: number }
      counted.clicks = 0
      // Enter in a form presses its button, too: with no detail.
      document.addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && counted.clicks++, true)
    })
    await page.getByRole('link', { name: 'Go live' }).first().click()
    await page.getByText('Please log in with your Hive account to generate a stream key.').waitFor()
    const isTypedInto = () => page.getByLabel('Hive Username').evaluate((field) => field === document.activeElement)
    await expect.poll(isTypedInto).toBe(true)
    await page.keyboard.type('alice')
    await page.keyboard.press('Enter')
    await approveInWallet(page)
    await page.getByText('Next: generate your stream key').waitFor()
    // Rule SHELL-4: this page is where it leads.
    expect(await page.getByRole('banner').getByRole('link', { name: 'Go live' }).count()).toBe(0)
    const back = page.getByRole('main').getByRole('link', { name: 'Streamer Dashboard' })
    expect(await back.getAttribute('href')).toBe('/dashboard/streamer')
    // Rule KEY-9: what one needs, in the order that one needs it.
    const headings = page.getByRole('main').locator('ol > li').getByRole('heading', { level: 2 })
    expect(await headings.allTextContents()).toEqual([
      'Server and stream key',
      'Connect your encoder',
      'Give your stream a title',
      'Signal from your encoder',
    ])
    // In a wide window the check, the last of them, is beside the first.
    const boxes = await Promise.all([headings.first(), headings.last()].map((heading) => heading.boundingBox()))
    const [first, check] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 })
    expect(check!.x).toBeGreaterThan(first!.x + 200)
    expect(check!.y).toBeCloseTo(first!.y, 0)
    await page.getByRole('region', { name: 'Server and stream key' }).getByLabel('Server', { exact: true }).waitFor()
    const generate = page.getByRole('button', { name: 'Generate Stream Key' })
    await generate.click()
    await approveInWallet(page)
    await page.getByRole('button', { name: 'Copy: Stream key' }).click()
    await page.getByText('Stream key copied to clipboard!').waitFor()
    expect(await page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks)).toBe(5)
    const field = page.getByLabel('Stream key', { exact: true })
    streamKey = await field.inputValue()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(streamKey)
    expect(await field.getAttribute('type')).toBe('password')
    expect(await page.getByText(streamKey).count()).toBe(0)
    await page.getByRole('button', { name: 'Show: Stream key' }).click()
    expect(await field.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Hide: Stream key' }).click()
    await expect.poll(() => stepsOf(page)).toEqual(['Done', 'current', '', ''])
    // Rule KEY-4: the next press would end what this key is for.
    await generate.locator('..').getByText('The key above stops working at once.').waitFor()
    await generate.click()
    const question = page.getByRole('dialog', { name: 'Replace your stream key' })
    await question.getByText('The current key in OBS stops working immediately').waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await field.inputValue()).toBe(streamKey)

    // Plain http has no clipboard to ask for: the selection is copied, and the key stays masked.
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.evaluate(() =>
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject() }),
    )
    await page.getByRole('button', { name: 'Copy: Stream key' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(streamKey)
    expect(await field.getAttribute('type')).toBe('password')
    expect(await accessibilityFindings(page)).toEqual([])
  })

  it('downloads a profile for OBS, and the page waits for the encoder', async () => {
    const { page } = alice
    await page.getByText('Waiting for your encoder…').waitFor()
    const [withoutKey] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText('Download the OBS profile').click(),
    ])
    expect(strFromU8(unzipSync(await contentOf(withoutKey))['Waggle-720p30/service.json']!)).not.toContain(streamKey)
    await page.getByLabel('Include my stream key').check()
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

  it('sees in plain words what is wrong with bad settings', async () => {
    const { page } = alice
    encoder = startEncoder(site.rtmpUrl, streamKey, {
      size: '1280x720',
      keyIntervalFrames: 300,
      videoKbps: 200,
      hasSound: false,
    })
    await page.getByText('No audio is arriving, so viewers hear nothing.').waitFor()
    await page
      .getByText(/Your keyframe interval of [\d.]+ s makes viewers wait. Set it to 2 s in OBS, Output./)
      .waitFor()
    await page
      .getByText(/Your video bitrate of \d+ kbit\/s is too low for its resolution. Set at least 1,500 kbit\/s/)
      .waitFor()
    // Rule KEY-9: whoever reads that they are live reads that something is wrong, and gets there.
    await page.getByRole('link', { name: /^[2-9] problems with your signal$/ }).click()
    const check = page.getByRole('heading', { name: 'Signal from your encoder' })
    const isBelowState = () =>
      check.evaluate((heading) => {
        const state = document.querySelector('[data-state="live"]')?.getBoundingClientRect()
        const { top } = heading.getBoundingClientRect()
        return state !== undefined && top > state.bottom && top < innerHeight / 2
      })
    await expect.poll(isBelowState).toBe(true)
    await page.setViewportSize(phone)
    await saveScreenshot(page, 'stream-check-bad-phone')
    expect(await accessibilityFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    await encoder.kill()
    await page.getByText('Your encoder is disconnected. The broadcast is waiting for it…').waitFor()
  })

  it('[KEY-9] sees at the top of the page, in its last step and in the sidebar that the stream is live', async () => {
    const { page } = alice
    await page.setViewportSize(desktop)
    encoder = startEncoder(site.rtmpUrl, streamKey)
    const state = page.getByText('You are live!')
    await state.waitFor({ timeout: 90_000 })
    // Long before the list of streams would be loaded again.
    await page.getByLabel('Sidebar').getByText('alice').waitFor({ timeout: 10_000 })
    const isInView = () =>
      state.evaluate((text) => {
        const { top, bottom } = text.getBoundingClientRect()
        return top >= 0 && bottom < innerHeight / 3
      })
    for (const end of [0, 1]) {
      await page.evaluate((part) => scrollTo(0, document.documentElement.scrollHeight * part), end)
      await expect.poll(isInView).toBe(true)
    }
    const rows = page.getByRole('list', { name: 'Signal from your encoder' }).getByRole('listitem')
    const row = (name: string) => rows.filter({ hasText: name })
    await row('Keyframe interval').filter({ hasText: '2 s' }).getByLabel('Good').waitFor({ timeout: 90_000 })
    await row('Video').filter({ hasText: '640×360, H.264' }).getByLabel('Good').waitFor()
    await row('Audio').filter({ hasText: 'AAC, 48 kHz, stereo' }).getByLabel('Good').waitFor()
    const picture = page.getByTestId('preview-video')
    await expect.poll(() => picture.evaluate((video: HTMLVideoElement) => video.currentTime > 0)).toBe(true)
    // Alice has no title.
    await expect.poll(() => stepsOf(page)).toEqual(['Done', 'Done', '', 'Done'])
    expect(await page.getByText('Optional', { exact: true }).count()).toBe(1)
    await saveScreenshot(page, 'stream-key-live')
    const leftOf = async (text: string) => (await page.getByText(text, { exact: true }).boundingBox())?.x
    expect(await leftOf('Set up your encoder')).toBe(await leftOf('Stream Key Generator'))
    await page.getByRole('link', { name: 'Go to dashboard' }).click()
    await page.waitForURL('**/dashboard/streamer')
  })

  it('[DASH-3, DASH-14, DASH-15, PLAYER-13, STATS-1] sees viewers, followers and messages on the dashboard, without counting as a viewer', async () => {
    const { page } = alice
    await page.getByText('Welcome back, @alice!').waitFor()
    const preview = page.getByTestId('preview-video')
    await expect
      .poll(() => preview.evaluate((video: HTMLVideoElement) => video.currentTime > 0 && video.muted))
      .toBe(true)
    await page.getByRole('button', { name: 'Unmute preview' }).click()
    expect(await preview.evaluate((video: HTMLVideoElement) => video.muted)).toBe(false)

    // The count is that of all pages, within seconds. The statistics, which refresh every 30 s, do not have it yet.
    await page.route('**/api/streams/stats/alice', async (route) => {
      const stats = await (await route.fetch()).json()
      await route.fulfill({ json: { ...stats, currentViewers: 0, peakViewers: 0, uncountedViewers: 4 } })
    })

    const bob = await openProfile(browser)
    await bob.page.goto(`${site.url}/watch?user=alice`)
    await waitUntilPlaying(bob.page)
    const sinceMs = Date.now()
    const token = await newSession(site.url, 'bob')
    await callApi(site.url, '/api/follows/follow', { token, body: { username: 'alice' } })
    for (const message of ['one', 'two'])
      await callApi(site.url, '/api/chat/messages/alice', { token, body: { message } })
    // The event updates the figure long before the refresh every 30 s.
    await expect.poll(() => figure(page, 'New followers').textContent()).toBe('1')
    await expect.poll(() => figure(page, 'Peak viewers').textContent()).toBe('1')
    await expect.poll(() => figure(page, 'Messages per minute').textContent()).toMatch(/^[12]\.\d · 2 in total$/)
    await page.getByRole('button', { name: '4 more not counted' }).click()
    await page.getByText(/^4 more viewers are watching\. Of viewers who share/).waitFor()
    const clock = await page.getByTestId('uptime').textContent()
    expect(clock).toMatch(/^00:0\d:\d\d$/)
    await expect.poll(() => page.getByTestId('uptime').textContent()).not.toBe(clock)
    // Rule DASH-14. The bitrate is below what viewers did.
    await page.getByRole('figure', { name: 'Viewers' }).getByText(/ ago$/).waitFor()
    const viewers = page.getByRole('figure', { name: 'Viewers' })
    const pane = page.getByRole('region', { name: 'Stream preview', exact: true })
    const bottomOf = (element: Element) => element.getBoundingClientRect().bottom
    expect((await pane.evaluate(bottomOf)) - (await viewers.evaluate(bottomOf))).toBeLessThan(40)
    // The picture is the largest thing of its pane, and the chart beside the figures high enough to be read.
    const heights = [pane.locator('video'), viewers].map(async (part) => (await part.boundingBox())?.height ?? 0)
    const [video = 0, chart = 0] = await Promise.all(heights)
    expect(video).toBeGreaterThan(2 * chart)
    expect(chart).toBeGreaterThan(130)
    const activity = page.getByRole('region', { name: 'Activity' })
    await activity.locator('ol ~ div').getByRole('figure', { name: 'Bitrate (kbit/s)' }).waitFor()
    const shown = page.getByRole('group', { name: 'Show only' })
    const latest = page.getByRole('list', { name: 'Latest activity' })
    await latest.getByText('bob followed you').waitFor()
    await shown.getByRole('button', { name: 'Signal' }).click()
    await page.getByRole('list', { name: 'Signal from your encoder' }).getByText('Keyframe interval').waitFor()
    expect(await latest.isVisible()).toBe(false)
    await shown.getByRole('button', { name: 'Follows' }).click()
    await latest.getByText('bob followed you').waitFor()
    expect(await page.getByRole('region', { name: 'Stream health' }).isVisible()).toBe(false)
    // Rule DASH-1: only there, and nowhere else on the page.
    const state = page.getByRole('group', { name: 'Your broadcast' })
    expect(
      await page
        .getByRole('main')
        .getByText(/^(LIVE|Uptime|Current viewers|1 viewer)$/)
        .allTextContents(),
    ).toEqual(['LIVE', 'Uptime', '1 viewer'])
    await expect
      .poll(() => state.textContent())
      .toMatch(/^LIVEUptime00:0\d:\d\d11 viewer[\d,]+\skbit\/s(Good signal|1 problem|\d problems)$/)
    const said = await state.textContent()
    await expect.poll(() => state.textContent()).not.toBe(said)
    const signal = state.getByRole('button')
    await signal.click()
    await expect.poll(() => activity.evaluate((pane) => document.activeElement === pane)).toBe(true)
    await page.getByRole('region', { name: 'Stream health' }).waitFor()
    await saveScreenshot(page, 'dashboard-live')
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: 'Stream', exact: true }).click()
    expect(await activity.isVisible()).toBe(false)
    await signal.click()
    await activity.getByRole('region', { name: 'Stream health' }).waitFor()
    await saveScreenshot(page, 'dashboard-live-phone')
    await page.setViewportSize(desktop)
    // Rule DASH-9. The page has a clipboard again.
    await page.reload()
    const actions = page.getByRole('list', { name: 'Quick actions' })
    const address = `${site.url}/watch?user=alice`
    await actions.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Link copied to clipboard!').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await actions.getByRole('button', { name: 'Share' }).click()
    const link = page.getByRole('dialog', { name: 'Share @alice' }).getByLabel('Link', { exact: true })
    expect(await link.inputValue()).toBe(address)
    await page.keyboard.press('Escape')
    await link.waitFor({ state: 'detached' })
    // Without a clipboard the address is shown, to be selected.
    await page.evaluate(() => {
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject() })
    })
    await actions.getByRole('button', { name: 'Copy link' }).click()
    expect(await link.inputValue()).toBe(address)
    await page.keyboard.press('Escape')
    expect(await actions.getByRole('link', { name: 'Channel' }).getAttribute('href')).toBe('/watch?user=alice')
    // What was just broadcast is offered as a clip; clips.test.ts makes one.
    await actions.getByRole('button', { name: 'Clip' }).click()
    const editor = page.getByRole('dialog', { name: 'Make a clip' })
    await editor.getByRole('slider', { name: 'Start' }).waitFor()
    await page.keyboard.press('Escape')
    await editor.waitFor({ state: 'detached' })
    await actions.getByRole('button', { name: 'Cut out' }).click()
    const cutting = page.getByRole('dialog', { name: 'Cut the last minutes out' })
    await cutting.getByLabel('How much').selectOption('The last 5 minutes')
    await cutting.getByText('The last 5 minutes of the recording will be removed for good.').waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    // The broadcast goes on whole; core/replays/replays.test.ts cuts.
    const isCut = page.waitForRequest('**/api/replays/cuts/*')
    await page.route('**/api/replays/cuts/*', (route) => route.fulfill({ json: { success: true } }))
    await cutting.getByRole('button', { name: 'Cut it out' }).click()
    expect((await isCut).postDataJSON()).toEqual({ lastSeconds: 300 })
    await page.getByText('The last 5 minutes are cut out.').waitFor()
    await cutting.waitFor({ state: 'detached' })
    expect(await accessibilityFindings(page)).toEqual([])

    // Rule DASH-11: over the picture of that moment, with what was said.
    await page.getByRole('tab', { name: 'Overlay' }).click()
    const overlay = page.getByRole('region', { name: 'Preview' })
    await overlay.getByText('two', { exact: true }).waitFor()
    const picture = overlay.locator('img').first()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await page.getByRole('tab', { name: 'Stream' }).click()

    await page.unrouteAll({ behavior: 'wait' })
    await bob.page.close({ runBeforeUnload: false })
    const watchedS = (Date.now() - sinceMs) / 1000
    const aliceToken = await newSession(site.url, 'alice')
    const stats = () => callApi(site.url, '/api/streams/stats/alice', { token: aliceToken })
    await expect.poll(async () => (await stats()).currentViewers).toBe(0)
    // Loading takes a moment too; core/stats/stats.test.ts checks the exact sums.
    const { totalWatchTime, peakViewers } = await stats()
    expect(totalWatchTime).toBeGreaterThan(watchedS - 2)
    expect(totalWatchTime).toBeLessThan(watchedS + 8)
    expect(peakViewers).toBe(1)
    await bob.context.close()
    // A sample is stored every ten seconds: the charts of a shorter broadcast are empty.
    const { streamId } = await stats()
    const course = () => callApi(site.url, `/api/streams/history/alice/${streamId}`, { token: aliceToken })
    await expect.poll(async () => (await course()).samples.length).toBeGreaterThan(0)
  })

  it('[KEY-12] reads that the stream was stopped on purpose, and finds the broadcast in the history when it has ended', async () => {
    const { page } = alice
    await encoder?.stop()
    await page.getByText(/You stopped the stream. The broadcast ends in \d+ s unless you start it again/).waitFor()
    site.moveClock(limits.reconnectWindowMs)
    await page.getByText('Your stream is currently offline').waitFor({ timeout: 90_000 })
    await page.getByText('Start streaming to see a live preview').waitFor()
    // The figures of the last broadcast keep their chart (rule DASH-3).
    await page.getByRole('region', { name: 'Stream preview' }).getByRole('figure', { name: 'Viewers' }).waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Average viewers' }).first()
    const messages = async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      return figure(row, 'Chat messages').textContent()
    }
    // The figures are final within ten seconds of the end.
    await expect.poll(messages, { interval: 1000 }).toBe('2')
    expect(await figure(row, 'Peak viewers').textContent()).toBe('1')
    await row.getByRole('button', { name: 'Charts' }).click()
    await row.getByRole('img', { name: /^Viewers: from/ }).waitFor()
    await row.getByRole('button', { name: 'Show as a table' }).first().click()
    await row.getByRole('table').first().waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    expect((await contentOf(download)).toString()).toMatch(/^stream,title,[^\r]+\r\n[a-z0-9]{20},/)
    await page.setViewportSize(phone)
    await saveScreenshot(page, 'dashboard-ended-phone')
    expect(await accessibilityFindings(page)).toEqual([])
    // The preview keeps requesting media, or a socket, while the clock jumps past the broadcast's end, and receives 404.
    const isOfEnd = (problem: string) => problem.includes('404') && /\/(live|api\/hls)\//.test(problem)
    expect(alice.problems.filter((problem) => !isOfEnd(problem))).toEqual([])
  })
})

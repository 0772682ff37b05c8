import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clipEmbedPath, clipPath, pagePaths, replayPath, watchPath } from '@waggle/contract/pages/page-addresses'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeAll } from '../apps/server/src/media/recording/testing/play-replay.ts'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { waitFor } from '../apps/server/src/testing/wait-for.ts'
import { run } from '../packages/media/src/hls/testing/encoder.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, openProfile, phone, saveScreenshot } from './support/browser/browser.ts'
import { signIn, waitUntilPlaying } from './support/browser/journeys.ts'
import {
  framesPerSecond,
  numberBits,
  numberIn,
  numbersOf,
  publishNumbered,
  watchNumbers,
} from './support/encoders/numbered-picture.ts'
import { areControlsSeen, dialog, dragThumb, expectSheet, moveThumb } from './support/players/clip-editor.ts'
import { preferLowDelay } from './support/players/delay-mode.ts'
import { waitUntilLive } from './support/server/account.ts'
import { waitForReplay } from './support/server/record-broadcast.ts'

const webDist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
const lengthSeconds = 75
const sizes = [
  [320, 640],
  [390, 844],
  [1440, 900],
] as const

let site: TestSite
let browser: Browser
let streamId = ''
let encoder: ReturnType<typeof publishNumbered>
/** Bob's, who makes the clips. */
let bob: Awaited<ReturnType<typeof openProfile>>
/** The clip of the live broadcast, with the numbers of its first and last picture. */
const clip = { id: '', first: 0, last: 0 }

beforeAll(async () => {
  // In this process, so that its clock can be moved over the end of a broadcast.
  site = await startTestSite({ webDist, env: { WAGGLE_REWIND_HOURS: '6', WAGGLE_TRANSCODE: 'off' } })
  browser = await launchBrowser()
  encoder = publishNumbered(`${site.rtmpUrl}/${await site.streamKey('alice')}`, lengthSeconds)
  streamId = await waitUntilLive(site.url, 'alice')
  bob = await openProfile(browser, desktop)
  await bob.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
  await signIn(bob.page, site.url, 'bob')
}, 120_000)
afterAll(async () => {
  await encoder?.stop()
  await browser?.close()
  await site?.close()
})

const video = (page: Page) => page.getByTestId('player-video')
/** The file of a download, fetched once: players that seek in an address open more downloads at a time than one address may. */
async function downloaded(path: string): Promise<string> {
  const answer = await wholeOf(await fetch(site.url + path))
  expect(answer?.status, 'the status of a whole download').toBe(200)
  const file = join(site.dataDir, 'downloaded.mp4')
  await writeFile(file, answer!.body)
  return file
}

/** Undefined where its body ends early. */
async function wholeOf(answer: Response): Promise<{ status: number; body: Buffer } | undefined> {
  const body = await answer.arrayBuffer().catch(() => undefined)
  return body && { status: answer.status, body: Buffer.from(body) }
}

async function create(page: Page, title: string): Promise<string> {
  await dialog(page).getByRole('textbox', { name: 'Title' }).fill(title)
  // Who presses Escape while it is being made still gets its address.
  await page.route(
    '**/api/clips',
    async (route) => {
      await page.keyboard.press('Escape')
      await route.continue()
    },
    { times: 1 },
  )
  await dialog(page).getByRole('button', { name: 'Create the clip' }).click()
  const address = await dialog(page).getByLabel('Link', { exact: true }).inputValue()
  await dialog(page)
    .getByRole('button', { name: 'Copy: Link' })
    .or(dialog(page).getByRole('button', { name: /Copy/ }))
    .first()
    .click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  const [, id = ''] = /\/clips\/(clip[a-z0-9]{20})$/.exec(address) ?? []
  expect(address).toBe(site.url + clipPath(id))
  return id
}

/** What a player has shown. Times are those of its element, in seconds. */
interface Shown {
  numbers: number[]
  played: (readonly [start: number, end: number])[]
  endedAt: number
}

/** Opens a page with a player that ends by itself, and returns what it shows until then. */
async function playedNumbers(path: string): Promise<Shown & { page: Page; close(): Promise<void> }> {
  const { context, page, problems } = await openProfile(browser, desktop)
  await context.addInitScript(watchNumbers, numberBits)
  await page.goto(site.url + path)
  const isPlaying = () => video(page).evaluate((element: HTMLVideoElement) => !element.paused)
  await expect.poll(isPlaying, { timeout: 60_000 }).toBe(true)
  await expect.poll(isPlaying, { timeout: 60_000 }).toBe(false)
  await expect.poll(() => video(page).evaluate((element: HTMLVideoElement) => element.seeking)).toBe(false)
  const numbers = await page.evaluate(() => window.shownNumbers ?? [])
  const { played, endedAt } = await video(page).evaluate(({ played, currentTime }: HTMLVideoElement) => ({
    played: Array.from({ length: played.length }, (_, index) => [played.start(index), played.end(index)] as const),
    endedAt: currentTime,
  }))
  // The advertisement's frame runs no scripts, also not those of the test.
  expect(problems.filter((problem) => !problem.includes('/ads/house'))).toEqual([])
  return { page, numbers, played, endedAt, close: () => context.close() }
}

/** All of the stretch is played, nothing is shown from before the first picture, and the last one stays. */
function expectStretch({ numbers, played, endedAt }: Shown, { first, last }: { first: number; last: number }): void {
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(first)
  // A busy machine may miss pictures that were played.
  expect(numbers[0]).toBeLessThanOrEqual(first + 15)
  const beginsAt = endedAt - (last - first) / framesPerSecond
  const isPlayed = played.some(([start, end]) => start < beginsAt + 1.5 / framesPerSecond && end > beginsAt)
  expect(isPlayed, `${beginsAt} is in ${JSON.stringify(played)}`).toBe(true)
  expect(numbers.at(-1)).toBe(last)
}

describe('[CLIP-5] a clip of a live broadcast', () => {
  it('can be made of the first pictures, before their delay is known', { timeout: 120_000 }, async () => {
    await waitFor(
      'something recorded',
      async () => (await site.request('GET', '/api/streams/info/alice')).json.recordedSince !== null,
      { timeoutMs: 60_000 },
    )
    const { context, page } = await openProfile(browser, desktop)
    await preferLowDelay(context)
    await page.addInitScript(() => {
      const timer = setInterval(() => {
        const button = document.querySelector<HTMLButtonElement>('button[aria-label="Make a clip"]')
        if (!button) return
        clearInterval(timer)
        button.click()
      }, 20)
    })
    await page.goto(site.url + watchPath('alice'))
    await dialog(page).getByRole('slider', { name: 'Start' }).waitFor()
    await context.close()
  })

  it('is made in the player with the key C, trimmed by keys, and has an address', { timeout: 180_000 }, async () => {
    const { page, problems } = bob
    await waitFor(
      'something recorded',
      async () => (await site.request('GET', '/api/streams/info/alice')).json.recordedSince !== null,
      { timeoutMs: 60_000 },
    )
    await page.goto(site.url + watchPath('alice'))
    // A clip is of a picture that is shown. Controls that are not needed are hidden.
    await waitUntilPlaying(page)
    await page.locator('button[aria-label="Make a clip"]').waitFor({ state: 'attached' })
    await page.keyboard.press('c')
    await dialog(page).getByRole('slider', { name: 'Start' }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'clip-dialog')
    // The title of the broadcast is proposed, and typing replaces it.
    const name = dialog(page).getByRole('textbox', { name: 'Title' })
    const { title } = (await site.request('GET', '/api/streams/info/alice')).json
    expect(title).not.toBe('')
    expect(await name.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(title)
    clip.first = await moveThumb(page, 'Start', [...Array(20).fill('PageUp'), 'ArrowRight', 'ArrowRight'])
    clip.last = await moveThumb(page, 'End', ['ArrowLeft', 'ArrowLeft', 'ArrowLeft'])
    expect(clip.last - clip.first).toBeGreaterThanOrEqual(140)
    clip.id = await create(page, 'The bees come home')
    await saveScreenshot(page, 'clip-made')
    expect(problems).toEqual([])
  })

  it('plays from its first picture to its last one, and again', { timeout: 120_000 }, async () => {
    const { page, close, ...shown } = await playedNumbers(clipPath(clip.id))
    expectStretch(shown, clip)
    expect(await numberIn(video(page))).toBe(clip.last)
    await page.evaluate(() => {
      window.shownNumbers = []
    })
    await page.getByRole('button', { name: 'Watch again' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await expect.poll(() => page.evaluate(() => window.shownNumbers?.length ?? 0)).toBeGreaterThan(3)
    const again = await page.evaluate(() => window.shownNumbers ?? [])
    expect(again.some((number) => number < clip.first + 30)).toBe(true)
    expect(Math.min(...again)).toBeGreaterThanOrEqual(clip.first)
    await page.keyboard.press('k')
    await page.keyboard.press('0')
    await expect.poll(() => numberIn(video(page))).toBe(clip.first)
    await close()
  })

  it('has a page for every size, in both languages, an embedded player, a preview and oEmbed', {
    timeout: 180_000,
  }, async () => {
    const { text } = await site.request('GET', clipPath(clip.id))
    expect(text).toContain(`<link rel="canonical" href="${site.url}${clipPath(clip.id)}" />`)
    expect(text).toContain(`<meta property="og:video:url" content="${site.url}${clipEmbedPath(clip.id)}" />`)
    const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(text) ?? []
    const jpeg = Buffer.from(await (await fetch(picture)).arrayBuffer())
    const grey = await run('ffmpeg', [...silent, '-i', '-', ...greyLine], jpeg)
    // Its time in the preview is that of playlists: a picture or two beside that of the player.
    expect(Math.abs((numbersOf(grey)[0] ?? 0) - clip.first)).toBeLessThanOrEqual(3)
    const oembed = `/api/oembed?url=${encodeURIComponent(site.url + clipPath(clip.id))}`
    const { json } = await site.request('GET', oembed)
    expect(json).toMatchObject({ title: 'The bees come home', author_name: 'alice', thumbnail_url: picture })
    expect(json.html).toContain(clipEmbedPath(clip.id))
    const embedded = await playedNumbers(clipEmbedPath(clip.id))
    expectStretch(embedded, clip)
    await embedded.close()
    for (const [width, height] of sizes) {
      const { context, page } = await openProfile(
        browser,
        { width, height },
        { locale: width === 390 ? 'es-ES' : 'en-US' },
      )
      await page.goto(site.url + clipPath(clip.id))
      await page.getByRole('heading', { level: 1, name: 'The bees come home' }).waitFor()
      await expect
        .poll(() => video(page).evaluate((element: HTMLVideoElement) => element.readyState))
        .toBeGreaterThan(1)
      expect(await accessibilityFindings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await saveScreenshot(page, `clip-${width}`)
      await context.close()
    }
    const missing = await site.request('GET', `/clips/clip${'x'.repeat(20)}`)
    expect(missing.status).toBe(404)
  })
})

describe('[CLIP-5] a clip of a replay', () => {
  it('is made on its page, on a phone too', { timeout: 240_000 }, async () => {
    await encoder.ended
    await waitForReplay(site, streamId, lengthSeconds)
    const { page } = bob
    const touch = await page.context().newCDPSession(page)
    for (const [width, height] of sizes) {
      await touch.send('Emulation.setTouchEmulationEnabled', { enabled: width < 500 })
      await page.setViewportSize({ width, height })
      await page.goto(site.url + replayPath(streamId, 40))
      await expect
        .poll(() => video(page).evaluate((element: HTMLVideoElement) => element.readyState))
        .toBeGreaterThan(1)
      await page.keyboard.press('c')
      await dialog(page).getByRole('slider', { name: 'Start' }).waitFor()
      expect(await dialog(page).locator(':focus').getAttribute('type')).toBe(width < 500 ? 'range' : null)
      expect(await accessibilityFindings(page)).toEqual([])
      await saveScreenshot(page, `clip-dialog-${width}`)
    }
    const first = await moveThumb(page, 'Start', ['ArrowLeft'])
    const last = await moveThumb(page, 'End', ['PageDown'])
    const id = await create(page, 'A second one')
    const played = await playedNumbers(clipPath(id))
    expectStretch(played, { first, last })
    await played.page.keyboard.press('0')
    await expect.poll(() => numberIn(video(played.page))).toBe(first)
    await played.close()

    await page.goto(site.url + watchPath('alice'))
    // [CLIP-7, CLIP-8] The first one was played more often.
    const clips = page.getByRole('region', { name: 'Clips' })
    const first1 = () => clips.getByRole('link').first().innerText()
    await expect.poll(first1).toBe('A second one')
    await clips.getByRole('button', { name: 'Most watched' }).click()
    await expect.poll(first1).toBe('The bees come home')
    expect(await clips.getByText(/\d views?$/).count()).toBe(await clips.getByRole('article').count())
    await page.goto(site.url)
    const best = page.getByRole('region', { name: 'Clips of the week' }).getByRole('article')
    await best.filter({ hasText: 'alice' }).getByRole('link', { name: 'The bees come home' }).waitFor()
    await page.goto(`${site.url}${pagePaths.dashboard}#recordings`)
    await page.getByRole('tabpanel').getByRole('link', { name: 'The bees come home' }).waitFor()
    await page.getByRole('button', { name: 'More for “A second one”' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The clip has been deleted.').waitFor()
    expect((await site.request('GET', `/recordings/${id}/master.m3u8`)).status).toBe(404)
  })

  it('[WATCH-11] is trimmed by a finger, on handles that are alike, while the picture behind the sheet is dark', {
    timeout: 120_000,
  }, async () => {
    const { context, page } = await openProfile(browser, phone, { hasTouch: true, isMobile: true })
    await page.goto(site.url + replayPath(streamId, 40))
    await expect.poll(() => video(page).evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(1)
    await page.keyboard.press('c')
    const thumbs = ['Start', 'End'].map((name) => dialog(page).getByRole('slider', { name }))
    const valuesMs = () => Promise.all(thumbs.map(async (thumb) => Number(await thumb.inputValue())))
    await thumbs[0]?.waitFor()
    await expectSheet(page)
    const finger = await context.newCDPSession(page)
    const [startMs = 0, endMs = 0] = await valuesMs()
    for (const [index, byPx] of [40, -40].entries()) {
      await dragThumb(finger, thumbs[index]!, byPx)
    }
    const [movedStartMs = 0, movedEndMs = 0] = await valuesMs()
    expect(movedStartMs).toBeGreaterThan(startMs)
    expect(movedEndMs).toBeLessThan(endMs)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift')
    await expect.poll(() => areControlsSeen(page)).toBe(true)
    await context.close()
  })

  it('[CLIP-6] is downloaded as one MP4 that plays', { timeout: 60_000 }, async () => {
    const refused = await site.request('POST', `/api/replays/downloads/${clip.id}`)
    expect(refused.json.code).toBe('download_refused')
    const token = await site.signIn('alice')
    await site.request('PUT', '/api/replays/settings', { token, body: { isDownloadable: true } })
    const { json } = await site.request('POST', `/api/replays/downloads/${clip.id}`)
    const file = await downloaded(json.path)
    await decodeAll(file)
    const numbers = numbersOf(await run('ffmpeg', [...silent, '-i', file, ...greyLine]))
    expect(numbers).toContain(clip.first)
    expect(numbers).toContain(clip.last)
    expect(numbers.length).toBeLessThan(clip.last - clip.first + 5 * 60)
    const [begin = 0] = numbers
    expect(numbers).toEqual(numbers.map((_, index) => begin + index))
  })
})

describe('[REC-12] a stretch that is cut out of a replay', () => {
  it('is chosen by its pictures, and none of them is played, downloaded or served', { timeout: 180_000 }, async () => {
    const { context, page } = await openProfile(browser, desktop)
    await signIn(page, site.url, 'alice')
    const before = await site.request('GET', `/recordings/${streamId}/source/media.m3u8`)
    const pause = async (atSeconds: number) => {
      await page.goto(site.url + replayPath(streamId, atSeconds))
      await expect
        .poll(() => video(page).evaluate((element: HTMLVideoElement) => element.currentTime))
        .toBeGreaterThan(atSeconds)
      await page.keyboard.press('k')
      await expect.poll(() => video(page).evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
      return numberIn(video(page))
    }
    const first = await pause(20)
    await page.getByRole('button', { name: 'Begin here' }).click()
    // On the same page, or what was chosen is forgotten.
    await video(page).evaluate((element: HTMLVideoElement) => {
      element.currentTime += 9.3
    })
    // The picture may change after the element says that it has sought.
    await expect.poll(() => numberIn(video(page))).toBeGreaterThan(first + 9 * framesPerSecond)
    const last = await numberIn(video(page))
    await page.getByRole('button', { name: 'End here' }).click()
    expect(await accessibilityFindings(page)).toEqual([])
    await page.getByRole('region', { name: 'Cut out a stretch' }).scrollIntoViewIfNeeded()
    await saveScreenshot(page, 'replay-cut')
    await page.getByRole('button', { name: 'Cut it out' }).click()
    await dialog(page).getByRole('button', { name: 'Cut it out' }).click()
    await page.getByText('The stretch is cut out.').waitFor()
    const after = await site.request('GET', `/recordings/${streamId}/source/media.m3u8`)
    expect(after.text).toContain('#EXT-X-DISCONTINUITY')
    const ranges = (text: string) => text.split('\n').filter((line) => line.includes('?bytes='))
    const removed = ranges(before.text).filter((line) => !ranges(after.text).includes(line) && !line.startsWith('#'))
    expect(removed.length).toBeGreaterThanOrEqual(5)
    for (const line of removed) {
      const address = `${site.url}/recordings/${streamId}/${line.replace('../', '')}`
      // An answer ends early whose object is deleted meanwhile.
      const { status, body } = await waitFor('a whole answer', async () => wholeOf(await fetch(address)))
      expect(status === 404 || body.every((byte) => byte === 0)).toBe(true)
    }
    const { json } = await site.request('POST', `/api/replays/downloads/${streamId}`)
    const file = await downloaded(json.path)
    await decodeAll(file)
    const numbers = numbersOf(await run('ffmpeg', [...silent, '-i', file, ...greyLine]))
    expect(numbers.filter((number) => number >= first && number <= last)).toEqual([])
    // Whole segments beside the edges, and no more.
    const [before1 = 0] = numbers.filter((number) => number < first).slice(-1)
    const [after1 = 0] = numbers.filter((number) => number > last)
    expect(Math.max(first - before1, after1 - last)).toBeLessThan(5 * 30)
    await context.close()
  })
})

const silent = ['-v', 'error']
/** One line of each picture, in shades of grey. */
const greyLine = [
  ...['-an', '-fps_mode', 'passthrough', '-vf', 'format=gray,crop=iw:1'],
  ...['-pix_fmt', 'gray', '-f', 'rawvideo', '-'],
]

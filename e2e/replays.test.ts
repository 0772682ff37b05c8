import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pagePaths, replayPath, watchPath } from '@waggle/contract/pages/page-addresses'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginLate } from '../apps/server/src/media/recording/testing/late-rendition.ts'
import { decodeAll, probe } from '../apps/server/src/media/recording/testing/play-replay.ts'
import { publish } from '../apps/server/src/media/recording/testing/publish.ts'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { waitFor } from '../apps/server/src/testing/wait-for.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, openProfile, phone, saveScreenshot } from './support/browser/browser.ts'
import { signIn } from './support/browser/journeys.ts'
import { sayThen } from './support/chat/say-then.ts'
import { readToEnd } from './support/players/program-players.ts'
import { waitUntilLive } from './support/server/account.ts'
import { recordBroadcast } from './support/server/record-broadcast.ts'

const webDist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
const lengthSeconds = 40

let site: TestSite
let browser: Browser
/** Of alice's broadcasts, the first one with a ladder. */
const streamIds: string[] = []

beforeAll(async () => {
  // In this process, so that its clock can be moved over the end of a broadcast.
  site = await startTestSite({ webDist, env: { WAGGLE_TRANSCODE: '360p' } })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

/** The addresses of the pictures that have loaded. */
const loadedPictures = (pictures: Locator) =>
  pictures.evaluateAll((all) =>
    all.flatMap((picture) => (picture instanceof HTMLImageElement && picture.naturalWidth > 0 ? [picture.src] : [])),
  )

const openReplay = async (viewport: typeof desktop, path = replayPath(streamIds[0] ?? '')) => {
  const profile = await openProfile(browser, viewport)
  await profile.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
  await profile.page.goto(site.url + path)
  return profile
}
const video = (page: Page) => page.getByTestId('player-video')
const timeOf = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime)

async function waitUntilPlayingFrom(page: Page, seconds: number): Promise<void> {
  await expect.poll(() => timeOf(page), { timeout: 60_000 }).toBeGreaterThan(seconds)
}

describe('[REC-6] the page of a recorded broadcast', () => {
  it('is there once the broadcast is over', { timeout: 240_000 }, async () => {
    const body = { title: 'How bees make honey', category: 'Education', tags: ['honey'] }
    await site.request('PUT', '/api/channels/my-channel', { token: await site.signIn('alice'), body })
    // Few frames, so that other work on the machine does not make the ladder shed its rung.
    const first = { seconds: lengthSeconds, speed: 1.5, size: '854x480', framesPerSecond: 15 }
    for (const options of [first, { seconds: 12, size: '320x240' }])
      streamIds.push(await recordBroadcast(site, options))
    await beginLate(site.dataDir, streamIds[0] ?? '', '360p')
  })

  it('plays to its end in ffmpeg, mpv and VLC without an error, although a lower quality begins late', {
    timeout: 120_000,
  }, async () => {
    const { token } = (await site.request('POST', `/api/hls/token/${streamIds[0]}`)).json
    const master = `/recordings/${streamIds[0]}/master.m3u8?token=${token}`
    const paths = (await site.request('GET', master)).text.split('\n').filter((line) => line.includes('media.m3u8'))
    const [low = '', source = ''] = paths.sort().map((path) => `${site.url}/recordings/${streamIds[0]}/${path}`)
    const segments = (await (await fetch(low)).text()).match(/^\.\.\/(360p|source)-/gm)
    expect([...new Set(segments)]).toEqual(['../source-', '../360p-'])
    await decodeAll(source)
    const { frames } = await probe(source)
    expect(frames).toBeGreaterThan((lengthSeconds - 4) * 15)
    const [inMpv, inVlc] = await Promise.all([readToEnd('mpv', site.url + master), readToEnd('VLC', site.url + master)])
    expect([inMpv.errors, inVlc.errors]).toEqual([[], []])
    // VLC writes all but the last few pictures, which wait for the next one; mpv's file may repeat one.
    for (const read of [inMpv, inVlc]) expect(Math.abs(read.frames - frames)).toBeLessThan(10)
  })

  it('plays in the browser: seek, quality, speed, keys; it is accessible', { timeout: 180_000 }, async () => {
    const { context, page, problems } = await openReplay(desktop)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // Rule REC-16.
    const about = page.getByRole('list', { name: 'Tags' }).getByRole('listitem')
    expect(await about.allTextContents()).toEqual(['Education', 'honey'])
    await waitUntilPlayingFrom(page, 0.5)
    const seekBar = page.getByRole('slider', { name: 'Seek' })
    await page.mouse.move(500, 300)
    await seekBar.waitFor()
    const length = await video(page).evaluate((element: HTMLVideoElement) => element.duration)
    expect(Math.abs(length - lengthSeconds)).toBeLessThan(4)

    // Almost to the end of the bar, and back by keys.
    const box = await seekBar.boundingBox()
    if (!box) throw new Error('no bar')
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2)
    const picture = page.getByTestId('seek-picture')
    await picture.waitFor()
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
    await saveScreenshot(page, 'replay-seek-picture')
    await page.mouse.click(box.x + box.width * 0.8, box.y + box.height / 2)
    await waitUntilPlayingFrom(page, length * 0.75)
    expect(await seekBar.getAttribute('aria-valuetext')).toMatch(/^0:\d\d of 0:\d\d$/)
    await page.keyboard.press('0')
    await expect.poll(() => timeOf(page)).toBeLessThan(length * 0.5)

    await page.getByRole('button', { name: /^Speed/ }).click()
    await page.getByRole('menuitemradio', { name: '2×' }).click()
    const rate = () => video(page).evaluate((element: HTMLVideoElement) => element.playbackRate)
    expect(await rate()).toBe(2)
    await page.keyboard.press('<')
    expect(await rate()).toBe(1.75)

    await page.getByRole('button', { name: /^Quality/ }).click()
    await page.getByRole('menuitemradio', { name: '480p', exact: true }).click()
    await page.keyboard.press('0')
    const height = () => video(page).evaluate((element: HTMLVideoElement) => element.videoHeight)
    await expect.poll(height, { timeout: 60_000 }).toBe(480)
    await page.getByRole('button', { name: /^Quality/ }).click()
    await page.getByRole('menuitemradio', { name: '360p', exact: true }).click()
    await page.keyboard.press('4')
    await expect.poll(height, { timeout: 60_000 }).toBe(360)
    await waitUntilPlayingFrom(page, length * 0.45)

    expect(await accessibilityFindings(page)).toEqual([])
    await page.mouse.move(500, 301)
    await saveScreenshot(page, 'replay-desktop')
    expect(problems).toEqual([])
    await context.close()
  })

  it('[CHAT-19] shows the chat on the clock of the picture, and that of now', { timeout: 120_000 }, async () => {
    const { startedAt } = (await site.request('GET', `/api/replays/${streamIds[0]}`)).json
    await sayThen(site, startedAt + 3000, 'at the beginning')
    await sayThen(site, startedAt + 25_000, 'much later')
    const { context, page } = await openReplay(desktop, replayPath(streamIds[0] ?? '', 8))
    const chat = page.getByRole('region', { name: 'Chat' })
    await waitUntilPlayingFrom(page, 8)
    await page.keyboard.press('k')
    await chat.getByText('at the beginning').waitFor()
    expect(await chat.getByText('much later').count()).toBe(0)
    expect(await accessibilityFindings(page)).toEqual([])
    await page.keyboard.press('9')
    await chat.getByText('much later').waitFor()
    await saveScreenshot(page, 'replay-chat')
    await page.keyboard.press('0')
    await expect.poll(() => chat.getByText('much later').count()).toBe(0)
    await chat.getByRole('button', { name: 'Live chat' }).click()
    await chat.getByText('much later').waitFor()
    await chat.getByText('Log in to chat').waitFor()
    await context.close()
  })

  it('goes on where the viewer left it, and begins at the time of a shared link', { timeout: 120_000 }, async () => {
    const { context, page } = await openReplay(desktop, replayPath(streamIds[0] ?? '', 20))
    await waitUntilPlayingFrom(page, 20)
    expect(await timeOf(page)).toBeLessThan(35)
    await page.keyboard.press('k')
    const leftAt = await timeOf(page)

    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('checkbox', { name: /^Start at 0:2\d/ }).check()
    await page.getByRole('button', { name: /Copy.*Link/ }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(site.url + replayPath(streamIds[0] ?? '', leftAt))

    await page.goto(site.url + replayPath(streamIds[0] ?? ''))
    await page.getByText(/^Continued at 0:2\d$/).waitFor()
    await waitUntilPlayingFrom(page, Math.floor(leftAt) - 0.5)
    await context.close()
  })

  it('is found from its channel and from the broadcasts beside it, also on a phone and in Spanish', {
    timeout: 120_000,
  }, async () => {
    const profile = await openProfile(browser, phone, { locale: 'es-ES', hasTouch: true, isMobile: true })
    const { context, page, problems } = profile
    await page.goto(site.url + watchPath('alice'))
    await page.getByRole('link', { name: 'Ver la última transmisión' }).click()
    await page.waitForURL(site.url + replayPath(streamIds[1] ?? ''))
    await waitUntilPlayingFrom(page, 0)
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'replay-phone')
    // The last of the controls is within the smallest phone.
    await page.setViewportSize({ width: 320, height: 640 })
    const full = page.getByRole('button', { name: 'Pantalla completa', includeHidden: true })
    await expect.poll(() => full.evaluate((own) => own.getBoundingClientRect().right)).toBeLessThanOrEqual(320)
    await page.setViewportSize(phone)
    await page.getByRole('link', { name: /^Transmisión anterior/ }).click()
    await page.waitForURL(site.url + replayPath(streamIds[0] ?? ''))
    await waitUntilPlayingFrom(page, 0)
    await page.getByRole('tab', { name: 'Información' }).click()
    await page.getByRole('link', { name: /^Transmisión siguiente: / }).waitFor()
    // At its end the next one is one press away.
    await page.keyboard.press('9')
    const next = page.getByRole('link', { name: 'Transmisión siguiente', exact: true })
    await next.waitFor()
    await saveScreenshot(page, 'replay-end-phone')
    await next.click()
    await page.waitForURL(site.url + replayPath(streamIds[1] ?? ''))
    expect(problems).toEqual([])
    await context.close()
    const wide = await openReplay(desktop, watchPath('alice'))
    const past = wide.page.getByRole('region', { name: 'Past broadcasts' })
    await past.waitFor()
    await expect
      .poll(() =>
        past.locator('img').evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth)),
      )
      .toEqual([320, 640])
    await wide.page.evaluate(() => scrollTo(0, 600))
    await saveScreenshot(wide.page, 'channel-with-past-broadcasts')
    await wide.context.close()
  })

  it('[WATCH-10] has a preview and an embedded player; one that does not exist says so', async () => {
    const { text } = await site.request('GET', replayPath(streamIds[0] ?? ''))
    expect(text).toContain(`<link rel="canonical" href="${site.url}${replayPath(streamIds[0] ?? '')}" />`)
    expect(text).toContain('<meta property="og:type" content="video.other" />')
    const address = encodeURIComponent(site.url + replayPath(streamIds[0] ?? ''))
    const { json } = await site.request('GET', `/api/oembed?url=${address}&maxwidth=640`)
    expect(json).toMatchObject({ type: 'video', author_name: 'alice', width: 640, height: 360 })
    expect(json.html).toContain(`/embed?replay=${streamIds[0]}`)
    const { context, page } = await openReplay(desktop, `/embed?replay=${streamIds[0]}`)
    await waitUntilPlayingFrom(page, 0)
    await page.goto(`${site.url}/embed?user=alice`)
    await page.getByText(/^Last live .*, for \d+[ms]$/).waitFor()
    await page.getByRole('link', { name: 'Watch the last broadcast' }).locator('strong').click()
    await page.waitForURL(`**/embed?replay=${streamIds.at(-1)}`)
    // Without the script that says more.
    await context.route(/offline-screen-.*\.js$/, (route) => route.abort())
    await page.goto(`${site.url}/embed?user=alice`)
    await page.getByText('@alice is offline').waitFor()
    const missing = await page.goto(`${site.url}/replay/k3f9x2m7q1w8e5r4t6y0`)
    expect(missing?.status()).toBe(404)
    await page.getByRole('heading', { name: 'This broadcast is no longer available' }).waitFor()
    await context.close()
  })
})

it('[HOME-5, FOLLOW-10] who was live lately, or is followed, is shown with a picture of the broadcast', async () => {
  const { context, page, problems } = await openProfile(browser)
  await page.goto(site.url)
  const recent = page.getByRole('region', { name: 'Recently live' })
  await expect
    .poll(async () => (await loadedPictures(recent.locator('img'))).join())
    .toContain(`/recordings/${streamIds.at(-1)}/`)
  expect(await accessibilityFindings(page)).toEqual([])
  await saveScreenshot(page, 'home-recent-pictures')
  await page.setViewportSize(phone)
  await saveScreenshot(page, 'home-recent-pictures-phone')
  await signIn(page, site.url, 'erin')
  await site.request('POST', '/api/follows/follow', { token: await site.signIn('erin'), body: { username: 'alice' } })
  await page.goto(`${site.url}${pagePaths.following}`)
  const again = page.getByRole('region', { name: 'Watch again from channels you follow' })
  await expect
    .poll(async () => (await loadedPictures(again.locator('img'))).join())
    .toContain(`/recordings/${streamIds.at(-1)}/`)
  expect(problems).toEqual([])
  await context.close()
})

describe('[REC-7] the recordings in the dashboard', () => {
  it('are published, renamed and deleted by their channel', { timeout: 180_000 }, async () => {
    const { context, page, problems } = await openProfile(browser)
    await signIn(page, site.url, 'alice')
    const keepFor = async (keepDays: number | null) => {
      const call = { body: { keepDays }, token: await site.signIn('alice') }
      expect((await site.request('PUT', '/api/replays/settings', call)).status).toBe(200)
    }
    await keepFor(1)
    await page.goto(`${site.url}${pagePaths.dashboard}`)
    const warning = page.getByText('2 of your replays will be deleted within two days')
    await warning.waitFor()
    // The list of the chat has no rows for a moment.
    await page.getByText('much later').first().waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'dashboard-leaving-replays')
    await keepFor(null)
    await page.getByRole('link', { name: 'See your recordings' }).click()
    await page.reload()
    const rows = page.getByRole('tabpanel').getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByText('much later').first().waitFor({ state: 'attached' })
    expect(await accessibilityFindings(page)).toEqual([])
    expect(await warning.count()).toBe(0)
    await page.getByRole('tabpanel').scrollIntoViewIfNeeded()
    await saveScreenshot(page, 'dashboard-recordings')

    const latest = rows.first()
    const { picturePath } = (await site.request('GET', `/api/replays/${streamIds[1]}`)).json
    const pictureStatus = async (token = '') => (await site.request('GET', `${picturePath}&token=${token}`)).status
    const tokenOf = async (user: string) =>
      (await site.request('POST', `/api/hls/token/${streamIds[1]}`, { token: await site.signIn(user) })).json?.token
    const viewers = await tokenOf('bob')
    expect(await pictureStatus()).toBe(200)
    const choose = async (command: string) => {
      await latest.getByRole('button', { name: /^More for “/ }).click()
      await latest.getByRole('menuitem', { name: command }).click()
    }
    await latest.getByText('Public', { exact: true }).waitFor()
    await latest.getByRole('button', { name: 'Unpublish' }).click()
    await latest.getByText('Only for you').waitFor()
    expect((await site.request('GET', `/api/replays/${streamIds[1]}`)).status).toBe(404)
    expect([await pictureStatus(), await pictureStatus(viewers)]).toEqual([404, 404])
    const owners = await tokenOf('alice')
    expect(await pictureStatus(owners)).toBe(200)
    expect(await latest.getByText('Public', { exact: true }).count()).toBe(0)
    await choose('Edit title and picture')
    await page.getByRole('textbox', { name: 'Title' }).fill('A look inside')
    await page.getByRole('slider', { name: 'Picture' }).press('End')
    // Also while nobody else may see it.
    const pictures = page.locator('img[src*="picture.jpg"]')
    await expect.poll(async () => (await loadedPictures(pictures)).length).toBe(3)
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'dashboard-edit-recording')
    await page.getByRole('button', { name: 'Save' }).click()
    const { endedAt } = (
      await site.request('GET', `/api/replays/${streamIds[1]}`, { token: await site.signIn('alice') })
    ).json
    await expect.poll(async () => (await loadedPictures(latest.locator('img')))[0]).toContain(`at=${endedAt}`)
    // Rule REC-10.
    const [fromList] = await Promise.all([
      page.waitForEvent('download'),
      latest.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(fromList.suggestedFilename()).toMatch(/^alice-.*\.mp4$/)
    await fromList.path()
    await latest.getByRole('link', { name: 'A look inside' }).click()
    // Its channel watches and downloads it, though it is not published.
    await waitUntilPlayingFrom(page, 0)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^alice-.*\.mp4$/)
    await decodeAll(await download.path())
    await waitUntilPlayingFrom(page, 0.5)

    await page.goto(`${site.url}${pagePaths.dashboard}#recordings`)
    await page.getByRole('switch', { name: 'Record my broadcasts' }).click()
    await page.getByText('Saved.').first().waitFor()
    await choose('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    expect(await pictureStatus(owners)).toBe(404)
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
    await context.close()
  })

  it('are of the channels that want to be recorded', { timeout: 60_000 }, async () => {
    const encoder = publish(`${site.rtmpUrl}/${await site.streamKey('alice')}`, { size: '320x240' })
    await waitUntilLive(site.url, 'alice')
    const token = await site.signIn('alice')
    const { json } = await site.request('GET', '/api/replays/settings', { token })
    expect(json.isRecorded).toBe(false)
    const health = async () => (await site.request('GET', '/api/streams/info/alice')).json.isLive
    await waitFor('media', health, { timeoutMs: 30_000 })
    expect(await readdir(join(site.dataDir, 'recordings/waiting/here'))).toEqual([])
    await encoder.drop()
  })
})

it('[REC-6] a site whose recordings are in a public bucket plays them from there', async () => {
  // Answers ranges as S3 does, to pages of any site.
  let requests = 0
  const bucket = createServer(({ url = '', headers }, response) => {
    requests++
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    response.writeHead(206, { 'access-control-allow-origin': '*' })
    createReadStream(join(site.dataDir, 'recordings/stored', url), { start: Number(start), end: Number(end) }).pipe(
      response,
    )
  })
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve))
  const publicUrl = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`
  const env = { WAGGLE_DATA_DIR: site.dataDir, WAGGLE_RECORDINGS_PUBLIC_URL: publicUrl, WAGGLE_TRANSCODE: 'off' }
  const served = await startTestSite({ webDist, env })
  served.moveClock(site.now() - served.now())
  try {
    const { page, context, problems } = await openProfile(browser)
    await page.goto(served.url + replayPath(streamIds[0] ?? ''))
    await waitUntilPlayingFrom(page, 0.5)
    expect(requests).toBeGreaterThan(1)
    expect(problems).toEqual([])
    await context.close()
  } finally {
    await served.close()
    bucket.close()
  }
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, openProfile } from './support/browser/browser.ts'
import { measureMotion, waitUntilPlaying } from './support/browser/journeys.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import {
  keyFrameInterval,
  numberBits,
  numberIn,
  publishNumbered,
  watchNumbers,
} from './support/encoders/numbered-picture.ts'
import { preferLowDelay, preferRealTime, shortenLongTimers, shownMode } from './support/players/delay-mode.ts'
import { callApi, newStreamKey, waitUntilLive } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
let encoder: Encoder

beforeAll(async () => {
  site = await startSite({ WAGGLE_TRANSCODE: 'off' })
  browser = await launchBrowser()
  encoder = startEncoder(site.rtmpUrl, await newStreamKey(site.url, 'alice'), { size: '320x180' })
  await waitUntilLive(site.url, 'alice')
})
afterAll(async () => {
  await encoder?.kill()
  await browser?.close()
  await site?.remove()
})

/** What only one of the modes needs. In real time, hls.js is fetched too, behind the first picture. */
const filesOf = {
  realTime: /real-time-engine|real-time-worker|playout-worklet/,
  lowDelay: /\.m3u8|\.m4s|\/api\/hls\/key\//,
}

/** Requests of these addresses wait until they are released. */
async function holdBack(page: Page, addresses: string | RegExp): Promise<{ release: () => void }> {
  const released = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await released.promise
    await route.continue()
  })
  return { release: released.resolve }
}

/** How much of the page moves by itself, as `layoutShift` reads it. */
const observeLayoutShift = (page: Page) =>
  page.addInitScript(() => {
    const reading = { shift: 0 }
    Object.assign(globalThis, { reading })
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) reading.shift += value
    }).observe({ type: 'layout-shift', buffered: true })
  })
const layoutShift = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { reading: { shift: number } }).reading.shift)

it.each([
  ['in real time', preferRealTime, filesOf.lowDelay],
  ['in low delay', preferLowDelay, filesOf.realTime],
] as const)(
  'the first picture is shown before the app is drawn, and the same video goes on in the player without a break: %s',
  async (_, prefer, foreign) => {
    const { context, page, problems } = await openProfile(browser)
    await prefer(context)
    await observeLayoutShift(page)
    const app = await holdBack(page, /\/assets\/watch-[^/]*\.js$/)
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(`${site.url}/watch?user=alice`, { waitUntil: 'commit' })
    const video = page.getByTestId('player-video')
    await video.evaluate(
      (element: HTMLVideoElement) => new Promise((resolve) => element.requestVideoFrameCallback(resolve)),
    )
    expect(requested.filter((address) => foreign.test(address))).toEqual([])
    await expect.poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime)).toBeGreaterThan(0)
    expect(await page.getByRole('region', { name: 'Video player' }).count()).toBe(0)
    const before = await video.evaluateHandle((element: HTMLVideoElement) => {
      const breaks: string[] = []
      for (const name of ['pause', 'emptied', 'loadstart'])
        element.addEventListener(name, ({ type }) => breaks.push(type))
      return { element, breaks, box: element.getBoundingClientRect().toJSON() }
    })
    app.release()
    await page.getByRole('region', { name: 'Video player' }).getByRole('button', { name: 'Pause' }).waitFor()
    const after = await video.evaluate(
      (element: HTMLVideoElement, { element: first, breaks, box }) => ({
        isSame: element === first,
        isPaused: element.paused,
        breaks,
        // In whole pixels.
        movedBy: (['x', 'y', 'width', 'height'] as const).map((key) =>
          Math.abs(Math.trunc(element.getBoundingClientRect()[key] - box[key])),
        ),
        stages: document.querySelectorAll('.first-stage').length,
      }),
      before,
    )
    expect(after).toEqual({ isSame: true, isPaused: false, breaks: [], movedBy: [0, 0, 0, 0], stages: 0 })
    // The chat comes last.
    await page.getByRole('link', { name: 'Log in to chat' }).waitFor()
    expect(await layoutShift(page)).toBeLessThan(0.02)
    expect(problems).toEqual([])
    await context.close()
  },
)

it("[PLAYER-25] the stream's newest key frame is on the screen before any script of the player has come, and the player goes on with it", async () => {
  const { context, page, problems } = await openProfile(browser)
  await observeLayoutShift(page)
  const scripts = await holdBack(page, /\/assets\/[^/]*\.js$/)
  await page.goto(`${site.url}/watch?user=alice`, { waitUntil: 'commit' })
  const video = page.locator('.first-picture > video')
  await expect.poll(() => video.evaluate(({ videoWidth }: HTMLVideoElement) => videoWidth)).toBe(320)
  // What is seen there is the frame, not the still below.
  const spread = await video.evaluate((element: HTMLVideoElement) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 16, height: 9 })
    const drawing = canvas.getContext('2d')
    drawing?.drawImage(element, 0, 0, 16, 9)
    const { data = [] } = drawing?.getImageData(0, 0, 16, 9) ?? {}
    return Math.max(...data.filter((_, at) => at % 4 < 3)) - Math.min(...data.filter((_, at) => at % 4 < 3))
  })
  expect(spread).toBeGreaterThan(100)
  expect(await page.getByRole('alert').count()).toBe(0)
  const first = await video.evaluateHandle((element: HTMLVideoElement) => {
    const breaks: string[] = []
    for (const name of ['pause', 'emptied', 'loadstart'])
      element.addEventListener(name, ({ type }) => breaks.push(type))
    return { element, breaks }
  })
  scripts.release()
  await page.getByRole('region', { name: 'Video player' }).getByRole('button', { name: 'Pause' }).waitFor()
  const { isSame, breaks } = await page
    .getByTestId('player-video')
    .evaluate((element, { element: before, breaks }) => ({ isSame: element === before, breaks }), first)
  expect({ isSame, breaks }).toEqual({ isSame: true, breaks: [] })
  const shownMs = () => page.getByTestId('player-video').evaluate((element: HTMLVideoElement) => element.currentTime)
  const before = await shownMs()
  await expect.poll(shownMs).toBeGreaterThan(before + 1)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  expect(problems).toEqual([])
  await context.close()
})

it('a player whose scripts come so late that nothing waits for them any more opens the stream itself', async () => {
  const { context, page, problems } = await openProfile(browser)
  await preferRealTime(context)
  await context.addInitScript(shortenLongTimers)
  const scripts = await holdBack(page, /\/assets\/(?!real-time-worker)[^/]*\.js$/)
  const startedAhead = page.waitForEvent('worker')
  await page.goto(`${site.url}/watch?user=alice`, { waitUntil: 'commit' })
  await (await startedAhead).waitForEvent('close')
  scripts.release()
  await waitUntilPlaying(page)
  await expect.poll(() => shownMode(page)).toBe('Real time')
  await expect.poll(() => measureMotion(page, 1)).toBeGreaterThan(0.5)
  expect(problems).toEqual([])
  await context.close()
})

it('a player whose script fails at first comes back to real time later, and its picture moves', async () => {
  const { context, page } = await openProfile(browser)
  await preferRealTime(context)
  await context.addInitScript(shortenLongTimers)
  let isBroken = true
  await page.route(/\/assets\/real-time-engine[^/]*\.js$/, (route) => (isBroken ? route.abort() : route.continue()))
  await page.goto(`${site.url}/watch?user=alice`)
  await waitUntilPlaying(page)
  await expect.poll(() => shownMode(page)).toMatch(/^Low delay/)
  isBroken = false
  await expect.poll(() => shownMode(page)).toBe('Real time')
  await expect.poll(() => measureMotion(page, 1)).toBeGreaterThan(0.5)
  await context.close()
})

it('home: the still of the stage is shown before the app is drawn, and the app draws it in the same place', async () => {
  await expect.poll(async () => (await callApi(site.url, '/api/streams/info/alice')).thumbnail).not.toBeNull()
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    const { context, page, problems } = await openProfile(browser, viewport)
    const app = await holdBack(page, /\/assets\/app-[^/]*\.js$/)
    await observeLayoutShift(page)
    // Who was live lately is known last, after the advertisement.
    const recent = await holdBack(page, '**/api/streams/recent')
    await page.goto(site.url, { waitUntil: 'commit' })
    const still = page.locator('.hero-picture > img')
    const box = () =>
      still.evaluate((image: HTMLImageElement) => {
        const { x, y, width, height } = image.getBoundingClientRect()
        return [x, y, width, height].map(Math.round)
      })
    await expect.poll(() => still.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await page.getByRole('heading', { name: 'Featured Stream' }).count()).toBe(0)
    const first = await box()
    app.release()
    await page.getByRole('heading', { name: 'Featured Stream' }).waitFor()
    expect(await box()).toEqual(first)
    expect(await page.locator('.first-home').count()).toBe(0)
    // The picture's colours behind it, from a canvas: a blurred image would be painted later, and be the largest paint.
    for (const name of ['hero-ambience', 'hero-glow']) {
      const light = page.locator(`canvas.${name}`)
      const opacity = () =>
        light.evaluate((canvas: HTMLCanvasElement) => canvas.getContext('2d')?.getImageData(64, 36, 1, 1).data[3])
      await expect.poll(opacity, { message: name }).toBe(255)
    }
    // The glow continues in the page around the stage.
    const [stage, glow] = await Promise.all([
      page.locator('.hero-stage').boundingBox(),
      page.locator('.hero-glow').boundingBox(),
    ])
    if (!stage || !glow) throw new Error('The stage is not shown')
    expect(glow.x).toBeLessThan(stage.x)
    expect(glow.y + glow.height).toBeGreaterThan(stage.y + stage.height)
    await page.getByRole('main').locator('iframe').waitFor({ state: 'attached' })
    recent.release()
    // The pitch comes last, and nothing moves for it.
    await page.getByRole('main').getByRole('link', { name: 'Go live' }).waitFor()
    expect(await layoutShift(page)).toBeLessThan(0.02)
    expect(problems).toEqual([])
    await context.close()
  }
})

it('who has chosen nothing gets what real time needs, and nothing else, and so does a viewer whose storage is broken', async () => {
  for (const stored of [undefined, '{', 'null', '{"delayMode":"other"}']) {
    const { context, page } = await openProfile(browser)
    await context.addInitScript((value) => value !== undefined && localStorage.setItem('waggle.player', value), stored)
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(`${site.url}/embed?user=alice`)
    await page
      .getByTestId('player-video')
      .evaluate((element: HTMLVideoElement) => new Promise((resolve) => element.requestVideoFrameCallback(resolve)))
    expect(requested.filter((address) => filesOf.realTime.test(address)).length).toBeGreaterThan(0)
    expect(requested.filter((address) => filesOf.lowDelay.test(address))).toEqual([])
    await context.close()
  }
})

it('a pressed card plays before the page of its channel is drawn, in one playback, and not again in its own page', async () => {
  const { context, page, problems } = await openProfile(browser)
  await preferRealTime(context)
  const app = await holdBack(page, /\/assets\/watch-[^/]*\.js$/)
  let opened = 0
  let closed = 0
  page.on('websocket', (socket) => {
    if (!socket.url().endsWith('/moq')) return
    opened += 1
    socket.on('close', () => {
      closed += 1
    })
  })
  // The player's code comes when the page has nothing else to do.
  const engine = page.waitForResponse(/real-time-engine/)
  await page.goto(site.url)
  await engine
  const card = page.locator('main a[href="/watch?user=alice"]').first()
  await card.hover()
  await page.mouse.down()
  await expect.poll(() => opened).toBe(1)
  await page.mouse.move(0, 0)
  await page.mouse.up()
  await expect.poll(() => closed).toBe(1)
  await card.click()
  await expect.poll(() => opened).toBe(2)
  expect(await page.getByRole('region', { name: 'Video player' }).count()).toBe(0)
  app.release()
  const video = page.getByTestId('player-video')
  await expect.poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime)).toBeGreaterThan(0)
  await page.getByRole('link', { name: /alice/ }).first().click()
  // Controls that are not needed are hidden.
  await page.getByRole('region', { name: 'Video player' }).hover()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  expect([opened, closed]).toEqual([2, 1])
  expect(problems).toEqual([])
  await context.close()
})

it('home fetches no code of the player for a visitor who saves data', async () => {
  const { context, page } = await openProfile(browser)
  await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const nextPage = page.waitForResponse(/\/assets\/watch-/)
  await page.goto(site.url)
  await nextPage
  await page.waitForLoadState('networkidle')
  expect(requested.filter((address) => /real-time-|hls/.test(address))).toEqual([])
  await context.close()
})

it.each(['/directory', '/faq'])(
  '[SHELL-13] the places of %s are there before its code, and nothing moves when it comes',
  async (path) => {
    for (const width of [1280, 390]) {
      const { context, page, problems } = await openProfile(browser, { width, height: 800 })
      const app = await holdBack(page, /\/assets\/app-[^/]*\.js$/)
      await observeLayoutShift(page)
      await page.goto(site.url + path, { waitUntil: 'commit' })
      const places = page.locator('.first-frame')
      // Before its style is there, everything is opaque.
      const isShown = () =>
        places.evaluate((element) => {
          const { display, opacity } = getComputedStyle(element)
          return display === 'grid' && opacity === '1'
        })
      await expect.poll(isShown).toBe(true)
      const first = await places.locator('i').first().boundingBox()
      app.release()
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await places.count()).toBe(0)
      const title = await page.getByRole('heading', { level: 1 }).boundingBox()
      // The heading comes where its place was.
      expect(Math.abs((title?.x ?? 0) - (first?.x ?? 0)), `${width} px`).toBeLessThan(2)
      expect(Math.abs((title?.y ?? 0) - (first?.y ?? 0)), `${width} px`).toBeLessThan(24)
      expect(await layoutShift(page)).toBeLessThan(0.02)
      expect(problems).toEqual([])
      await context.close()
    }
  },
)

// The last one: for a minute another channel may be back.
it('[PLAYER-25] in low delay the picture that playback begins with is there before any script of the player has come', async () => {
  const numbered = publishNumbered(`${site.rtmpUrl}/${await newStreamKey(site.url, 'bob')}`, 120)
  const media = `${site.url}/live/${await waitUntilLive(site.url, 'bob')}/source/media.m3u8`
  // The number of the first key frame is 0, as is that of an empty picture.
  const keyFrames = async () => (await (await fetch(media)).text()).match(/INDEPENDENT=YES/g)?.length ?? 0
  await expect.poll(keyFrames).toBeGreaterThan(2)
  const { context, page, problems } = await openProfile(browser)
  await preferLowDelay(context)
  await context.addInitScript(watchNumbers, numberBits)
  await observeLayoutShift(page)
  const scripts = await holdBack(page, /\/assets\/[^/]*\.js$/)
  await page.goto(`${site.url}/watch?user=bob`, { waitUntil: 'commit' })
  const cover = page.locator('.first-picture > canvas')
  await expect.poll(() => numberIn(cover)).toBeGreaterThan(0)
  const covered = await numberIn(cover)
  expect(covered % keyFrameInterval).toBe(0)
  scripts.release()
  await page.getByRole('region', { name: 'Video player' }).getByRole('button', { name: 'Pause' }).waitFor()
  await expect.poll(() => page.evaluate(() => window.shownNumbers?.length)).toBeGreaterThan(30)
  // It goes on from there, and the cover has gone.
  const numbers = await page.evaluate(() => window.shownNumbers ?? [])
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(numbers[0]).toBeGreaterThanOrEqual(covered)
  expect(await page.locator('canvas').count()).toBe(0)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  expect(problems).toEqual([])
  await context.close()

  // A key has just been replaced: the page names another one than the playlist.
  const other = await openProfile(browser)
  await preferLowDelay(other.context)
  await other.page.route(/\/watch\?/, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const renamed = text.replace(/(data-key="[^"]*\/)(\d+)"/, (_, path, number) => `${path}${Number(number) - 1}"`)
    expect(renamed).not.toBe(text)
    await route.fulfill({ response, body: renamed })
  })
  await holdBack(other.page, /\/assets\/[^/]*\.js$/)
  await other.page.goto(`${site.url}/watch?user=bob`, { waitUntil: 'commit' })
  await expect.poll(() => numberIn(other.page.locator('.first-picture > canvas'))).toBeGreaterThan(covered)
  await other.context.close()
  await numbered.stop()
})

import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchChromium } from '../../../testing/chromium.ts'
import type { MediaState, MediaStore } from './media-store.ts'

declare const MediaStoreModule: typeof import('./media-store.ts')
declare const page: { video: HTMLVideoElement; media: MediaStore }

let browser: Browser
let script: string
let tab: Page

beforeAll(async () => {
  browser = await launchChromium()
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'media-store.ts'), formats: ['iife'], name: 'MediaStoreModule' },
    },
  })
  const output = Array.isArray(built) ? built[0] : undefined
  const chunk = output?.output[0]
  if (!chunk) throw new Error('the media store was not built')
  script = chunk.code
})
afterAll(() => browser?.close())

beforeEach(async () => {
  for (const context of browser.contexts()) await context.close()
  tab = await browser.newPage()
  const html = `<!doctype html><body></body><script>${script}</script><script>(${setUp})()</script>`
  await tab.route('http://site.example/**', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await tab.goto('http://site.example/')
})

/** Runs in the page: a video element with a minute of sound (a RIFF header and 8-bit samples at 8 kHz). */
function setUp(): void {
  const sampleRate = 8000
  const size = sampleRate * 60
  const view = new DataView(new ArrayBuffer(44 + size))
  const text = (at: number, value: string) => {
    for (let i = 0; i < value.length; i++) view.setUint8(at + i, value.charCodeAt(i))
  }
  text(0, 'RIFF')
  view.setUint32(4, 36 + size, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  text(36, 'data')
  view.setUint32(40, size, true)
  for (let i = 44; i < 44 + size; i++) view.setUint8(i, 128 + 60 * Math.sin(i / 3))
  const video = document.createElement('video')
  video.src = URL.createObjectURL(new Blob([view.buffer], { type: 'audio/wav' }))
  document.body.append(video)
  const media = MediaStoreModule.createMediaStore(video)
  Object.assign(globalThis, { page: { video, media } })
  // Called here because everything that the test driver runs counts as a user gesture, after which sound is allowed.
  if (location.search === '?autoplay') void media.autoplay()
}

function stateIs(expected: Partial<MediaState>): Promise<unknown> {
  return tab.waitForFunction(
    (wanted) =>
      Object.entries(wanted).every(([key, value]) => page.media.getState()[key as keyof MediaState] === value),
    expected,
    { timeout: 5000 },
  )
}

test('when the browser forbids sound, playback starts muted, the state says so, and the viewer can unmute', async () => {
  await tab.goto('http://site.example/?autoplay')
  await stateIs({ isPaused: false, isMuted: true, isMutedByBrowser: true, hasStarted: true })
  await tab.evaluate(() => page.media.toggleMute())
  await stateIs({ isMuted: false, isMutedByBrowser: false })
})

test('after a user gesture playback starts with sound', async () => {
  await tab.mouse.click(5, 5)
  await tab.evaluate(() => page.media.autoplay())
  await stateIs({ isPaused: false, isMuted: false, isMutedByBrowser: false })
})

test('the state changes only when the element reports the change', async () => {
  const seen = await tab.evaluate(() => {
    page.media.setVolume(0.3)
    const before = page.media.getState().volume
    return new Promise<number[]>((resolve) => {
      page.media.subscribe(() => resolve([before, page.media.getState().volume]))
    })
  })
  expect(seen).toEqual([1, 0.3])
})

test('[PLAYER-5] volume steps by 0.1 from 0 to 1 without rounding errors', async () => {
  const volumes = await tab.evaluate(() => {
    const seen: number[] = []
    for (let i = 0; i < 12; i++) {
      page.media.stepVolume(-1)
      seen.push(page.video.volume)
    }
    for (let i = 0; i < 12; i++) page.media.stepVolume(1)
    return [...seen, page.video.volume]
  })
  expect(volumes).toEqual([0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0, 0, 0, 1])
})

test('[PLAYER-5] unmuting restores the previous volume', async () => {
  await tab.evaluate(() => page.media.setVolume(0.7))
  await stateIs({ volume: 0.7 })
  await tab.evaluate(() => page.media.toggleMute())
  await stateIs({ isMuted: true })
  await tab.evaluate(() => page.media.toggleMute())
  await stateIs({ isMuted: false, volume: 0.7 })
  await tab.evaluate(() => page.media.setVolume(0))
  await stateIs({ isMuted: true, volume: 0 })
  await tab.evaluate(() => page.media.toggleMute())
  await stateIs({ isMuted: false, volume: 0.7 })
})

test('[PLAYER-5] unmuting without a previous volume sets 0.5', async () => {
  const volume = await tab.evaluate(() => {
    page.media.close()
    page.video.volume = 0
    const media = MediaStoreModule.createMediaStore(page.video)
    media.toggleMute()
    return [page.video.volume, page.video.muted]
  })
  expect(volume).toEqual([0.5, false])
})

test('seeking stays within the buffered media', async () => {
  await tab.mouse.click(5, 5)
  await tab.evaluate(() => page.media.autoplay())
  await stateIs({ hasStarted: true })
  await tab.waitForFunction(() => page.video.buffered.length > 0)
  const [before, after, end] = await tab.evaluate(() => {
    page.media.seekBy(-5)
    const before = page.video.currentTime
    page.media.seekBy(1000)
    return [before, page.video.currentTime, page.video.buffered.end(page.video.buffered.length - 1)]
  })
  expect(before).toBe(0)
  expect(after).toBeCloseTo(end! - 0.5, 1)
})

test('seeks to a fraction of the buffered media', async () => {
  await tab.mouse.click(5, 5)
  await tab.evaluate(() => page.media.autoplay())
  await tab.waitForFunction(() => page.video.buffered.length > 0 && page.video.buffered.end(0) > 50)
  const positions = await tab.evaluate(() =>
    [0, 0.5, 1].map((fraction) => {
      page.media.seekToFraction(fraction)
      return page.video.currentTime
    }),
  )
  expect(positions[0]).toBe(0)
  expect(positions[1]).toBeCloseTo(30, 0)
  expect(positions[2]).toBeCloseTo(59.5, 0)
})

test('a seek that is overridden is repeated once', async () => {
  await tab.waitForFunction(() => page.video.buffered.length > 0 && page.video.buffered.end(0) > 50)
  const landings = await tab.evaluate(async () => {
    const landed = () => new Promise((resolve) => page.video.addEventListener('seeked', resolve, { once: true }))
    const overridden = landed()
    page.media.seekBy(10)
    page.video.currentTime = 50
    await overridden
    await landed()
    const first = page.video.currentTime
    const moved = landed()
    page.video.currentTime = 50
    await moved
    return [first, page.video.currentTime]
  })
  expect(landings).toEqual([10, 50])
})

test('the volume and mute that the viewer chose are stored and restored', async () => {
  const seen = await tab.evaluate(() => {
    page.media.close()
    let state = { volume: 0.4, isMuted: true }
    const sound = {
      getState: () => state,
      subscribe: () => () => undefined,
      setState: (change: Partial<typeof state>) => {
        state = { ...state, ...change }
      },
    }
    const media = MediaStoreModule.createMediaStore(page.video, sound)
    const seen: unknown[] = [[page.video.volume, page.video.muted]]
    media.toggleMute()
    seen.push({ ...state })
    media.setVolume(0.2)
    seen.push({ ...state })
    media.setVolume(0)
    seen.push({ ...state })
    return seen
  })
  expect(seen).toEqual([
    [0.4, true],
    { volume: 0.4, isMuted: false },
    { volume: 0.2, isMuted: false },
    { volume: 0.2, isMuted: true },
  ])
})

test('pausing and playing', async () => {
  await tab.mouse.click(5, 5)
  await tab.evaluate(() => page.media.togglePlay())
  await stateIs({ isPaused: false, hasStarted: true, isWaiting: false })
  await tab.evaluate(() => page.media.togglePlay())
  await stateIs({ isPaused: true })
})

test('a decoder error is a stall, not a pause by the viewer', async () => {
  await tab.evaluate(async () => {
    await page.video.play()
    page.video.src = 'data:video/mp4,undecodable'
  })
  await stateIs({ isPaused: false, isWaiting: true })
})

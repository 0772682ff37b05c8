import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchChromium } from '../../../testing/chromium.ts'
import { bundleAs, openSoundPage, soundPageAddress } from '../testing/sound-page.ts'
import type { MediaState, MediaStore } from './media-store.ts'

declare const MediaStoreModule: typeof import('./media-store.ts')
declare const video: HTMLVideoElement
declare const page: { video: HTMLVideoElement; media: MediaStore }

let browser: Browser
let script: string
let tab: Page

beforeAll(async () => {
  browser = await launchChromium()
  script = await bundleAs('MediaStoreModule', join(import.meta.dirname, 'media-store.ts'))
})
afterAll(() => browser?.close())

beforeEach(async () => {
  tab = await openSoundPage(browser, [script, `(${setUp})()`])
})

/** Runs in the page. */
function setUp(): void {
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
  await tab.goto(`${soundPageAddress}?autoplay`)
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

test('[PLAYER-19] an engine that has nothing to show is a stall', async () => {
  await tab.evaluate(async () => {
    await page.video.play()
    page.media.setStarved(true)
  })
  await stateIs({ isWaiting: true, stalls: 1 })
  await tab.evaluate(() => page.media.setStarved(false))
  await stateIs({ isWaiting: false, stalls: 1 })
})

test('[PLAYER-20] while the source is exchanged, the state stays as it is', async () => {
  const before = await tab.evaluate(async () => {
    await page.video.play()
    await new Promise((resolve) => page.video.addEventListener('timeupdate', resolve, { once: true }))
    page.media.setFrozen(true)
    const state = page.media.getState()
    const { src } = page.video
    page.video.src = ''
    await new Promise((resolve) => page.video.addEventListener('error', resolve, { once: true }))
    const isSame = page.media.getState() === state
    page.video.src = src
    await page.video.play()
    page.media.setFrozen(false)
    return isSame
  })
  expect(before).toBe(true)
  await stateIs({ isPaused: false, isWaiting: false, hasStarted: true, stalls: 0 })
})

test('a browser that blocks only the sound mutes it, until the viewer unmutes', async () => {
  await tab.evaluate(async () => {
    await page.video.play()
    page.media.muteForBrowser()
  })
  await stateIs({ isMuted: true, isMutedByBrowser: true })
  await tab.evaluate(() => page.media.toggleMute())
  await stateIs({ isMuted: false, isMutedByBrowser: false })
})

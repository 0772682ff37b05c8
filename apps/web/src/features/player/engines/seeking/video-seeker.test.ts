import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchChromium } from '../../../../testing/chromium.ts'
import { bundleAs, openSoundPage } from '../../testing/sound-page.ts'
import type { VideoSeeker } from './video-seeker.ts'

declare const SeekerModule: typeof import('./video-seeker.ts')
declare const video: HTMLVideoElement
declare const seeker: VideoSeeker
declare const nextLanding: () => Promise<number>

let browser: Browser
let script: string
let tab: Page

beforeAll(async () => {
  browser = await launchChromium()
  script = await bundleAs('SeekerModule', join(import.meta.dirname, 'video-seeker.ts'))
})
afterAll(() => browser?.close())

beforeEach(async () => {
  tab = await openSoundPage(browser, [script, `(${setUp})()`])
  await tab.waitForFunction(() => video.buffered.length > 0 && video.buffered.end(0) > 50)
})

/** Runs in the page. */
function setUp(): void {
  Object.assign(globalThis, {
    seeker: SeekerModule.createVideoSeeker(video),
    // The position before the seeker has reacted, once it has.
    nextLanding: () =>
      new Promise((resolve) => {
        let landing: number
        const note = () => {
          landing = video.currentTime
        }
        video.addEventListener('seeked', note, { capture: true, once: true })
        video.addEventListener('seeked', () => resolve(landing), { once: true })
      }),
  })
}

test('seeks at once, and of several targets during a seek takes the newest', async () => {
  const seen = await tab.evaluate(async () => {
    const started: number[] = []
    video.addEventListener('seeking', () => started.push(video.currentTime))
    const first = nextLanding()
    seeker.seekTo(10)
    seeker.seekTo(20)
    seeker.seekTo(30)
    const position = seeker.position()
    return { position, landings: [await first, await nextLanding()], started, after: seeker.position() }
  })
  expect(seen).toEqual({ position: 30, landings: [10, 30], started: [10, 30], after: 30 })
})

test('repeats a seek each time that hls.js overrides it, and no other', async () => {
  const seen = await tab.evaluate(async () => {
    const landings: number[] = []
    let overrides = 2
    video.addEventListener('seeking', () => {
      if (video.currentTime !== 10 || overrides === 0) return
      overrides--
      video.currentTime = 50
    })
    video.addEventListener('seeked', () => landings.push(video.currentTime), { capture: true })
    seeker.seekTo(10)
    while (landings.at(-1) !== 10) await nextLanding()
    // Not the viewer's seek.
    video.currentTime = 50
    await nextLanding()
    return { landings, position: seeker.position() }
  })
  expect(seen).toEqual({ landings: [50, 50, 10, 50], position: 50 })
})

test('a canceled seek is not repeated', async () => {
  const position = await tab.evaluate(async () => {
    seeker.seekTo(10)
    seeker.cancel()
    video.currentTime = 50
    await nextLanding()
    return seeker.position()
  })
  expect(position).toBe(50)
})

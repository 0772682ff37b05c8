import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, openProfile } from './support/browser/browser.ts'
import { waitUntilPlaying } from './support/browser/journeys.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { preferLowDelay } from './support/players/delay-mode.ts'
import { newStreamKey, waitUntilLive } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
let encoder: Encoder

beforeAll(async () => {
  site = await startSite({ WAGGLE_TRANSCODE: 'off' })
  browser = await launchBrowser()
  encoder = startEncoder(site.rtmpUrl, await newStreamKey(site.url, 'alice'), { videoKbps: 1150 })
  await waitUntilLive(site.url, 'alice')
})
afterAll(async () => {
  await encoder?.kill()
  await browser?.close()
  await site?.remove()
})

/** Of network that leaves room for the stream, and not for a request for each of its parts. */
const bytesPerSecond = 1_500_000 / 8
const awayMs = 100
const steadySeconds = 12

it('[PLAYER-18] a stream that nearly fills the network plays on without a break, further behind', async () => {
  const { context, page } = await openProfile(browser)
  await preferLowDelay(context)
  await page.goto(`${site.url}/watch?user=alice`)
  await waitUntilPlaying(page)
  const network = await context.newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: awayMs },
    ...{ downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond },
  })
  // So long without a wait and without a jump, by the clock of the media: a machine that pauses takes longer.
  const playedOn = page.getByTestId('player-video').evaluate(
    (video: HTMLVideoElement, seconds) =>
      new Promise<void>((resolve) => {
        let since = video.currentTime
        for (const type of ['waiting', 'seeking'])
          video.addEventListener(type, () => {
            since = Number.POSITIVE_INFINITY
          })
        video.addEventListener('timeupdate', () => {
          since = Math.min(since, video.currentTime)
          if (video.currentTime - since > seconds) resolve()
        })
      }),
    steadySeconds,
  )
  await playedOn
  const behindSeconds = await page
    .getByTestId('player-video')
    .evaluate((video: HTMLVideoElement) => video.buffered.end(video.buffered.length - 1) - video.currentTime)
  expect(behindSeconds).toBeLessThan(12)
  // Nothing leads nearer to the live edge than the player keeps by itself.
  const player = page.getByRole('region', { name: 'Video player' })
  await player.hover()
  await player.getByText('Live', { exact: true }).waitFor({ timeout: 10_000 })
  await context.close()
})

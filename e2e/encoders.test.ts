import type { RtmpMessage } from '@waggle/media/rtmp/chunks/message'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { encodeTracks, enhancedMessages } from '../packages/media/src/rtmp/testing/enhanced-messages.ts'
import { launchBrowser, openProfile } from './support/browser/browser.ts'
import { waitUntilPlaying } from './support/browser/journeys.ts'
import { publishPaced } from './support/encoders/paced-publisher.ts'
import { preferLowDelay } from './support/players/delay-mode.ts'
import { watchMedia } from './support/players/media-watch.ts'
import { newStreamKey, waitUntilLive } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

const seconds = 40

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite({ WAGGLE_TRANSCODE: '360p' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.remove()
})

/** A moving picture with Opus, in the messages of an Enhanced RTMP encoder. */
function enhanced(size: string, ...video: string[]): RtmpMessage[] {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=30`]
  const sound = ['-f', 'lavfi', '-i', 'sine=sample_rate=48000']
  const codecs = [...video, '-pix_fmt', 'yuv420p', '-g', '60', '-c:a', 'libopus', '-ac', '2']
  return enhancedMessages(encodeTracks(...picture, ...sound, ...codecs, '-t', String(seconds)))
}

it('AV1 and Opus from an Enhanced RTMP encoder play in Chromium', async () => {
  // Smaller than the lowest rung, so the source is the only rendition.
  const media = enhanced('320x180', '-c:v', 'libsvtav1', '-preset', '12')
  const encoder = await publishPaced(site.rtmpUrl, await newStreamKey(site.url, 'alice'), media)
  const { context, page, problems } = await openProfile(browser)
  await preferLowDelay(context)
  try {
    const streamId = await waitUntilLive(site.url, 'alice')
    const master = await (await fetch(`${site.url}/live/${streamId}/master.m3u8`)).text()
    expect(/CODECS="([^"]*)"/.exec(master)?.[1]).toMatch(/^av01\.0\.\d\dM\.08,opus$/)
    const report = await watchMedia(page)
    await page.goto(`${site.url}/watch?user=alice`)
    await waitUntilPlaying(page)
    await page.waitForTimeout(6000)
    const { errors, frames, playedSeconds, elapsedSeconds, mediaSources } = await report()
    expect([errors, problems, mediaSources]).toEqual([[], [], 1])
    // A shared machine may pause.
    expect(playedSeconds / elapsedSeconds).toBeGreaterThan(0.6)
    expect(frames).toBeGreaterThan(10 * playedSeconds)
    const size = await page.getByTestId('player-video').evaluate((video: HTMLVideoElement) => video.videoWidth)
    expect(size).toBe(320)
  } finally {
    await encoder.stop()
    await context.close()
  }
})

it('HEVC, which this Chromium cannot play, is watched as the H.264 rung that is transcoded from it', async () => {
  const x265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error:open-gop=0']
  const encoder = await publishPaced(site.rtmpUrl, await newStreamKey(site.url, 'bob'), enhanced('640x360', ...x265))
  const { context, page, problems } = await openProfile(browser)
  try {
    const streamId = await waitUntilLive(site.url, 'bob')
    // Opened at once, before the rung exists.
    await page.goto(`${site.url}/watch?user=bob`)
    expect(await page.evaluate(() => MediaSource.isTypeSupported('video/mp4; codecs="hvc1.1.6.L93.B0"'))).toBe(false)
    await waitUntilPlaying(page)
    const master = await (await fetch(`${site.url}/live/${streamId}/master.m3u8`)).text()
    const codecs = [...master.matchAll(/CODECS="([^"]*)"/g)].map(([, names]) => names)
    expect(codecs).toEqual([expect.stringMatching(/^hvc1\.[^,]+,opus$/), expect.stringMatching(/^avc1\.[^,]+,opus$/)])
    const size = await page.getByTestId('player-video').evaluate((video: HTMLVideoElement) => video.videoHeight)
    expect(size).toBe(360)
    expect(problems).toEqual([])
  } finally {
    await encoder.stop()
    await context.close()
  }
})

import type { RtmpMessage } from '@waggle/media/rtmp/message'
import { encodeTracks, enhancedMessages } from '@waggle/media/rtmp/testing/enhanced-messages'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newStreamKey, untilLive } from './support/account.ts'
import { launchBrowser, openPerson } from './support/browser.ts'
import { untilPlaying } from './support/journeys.ts'
import { watchMedia } from './support/media-watch.ts'
import { publishPaced } from './support/paced-publisher.ts'
import { type Site, startSite } from './support/site.ts'

const seconds = 40

let site: Site
let browser: Browser
beforeAll(async () => {
  // Without a ladder there is only what the encoder sends.
  site = await startSite({ WAGGLE_TRANSCODE: 'off' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.remove()
})

function av1AndOpus(): RtmpMessage[] {
  const inputs = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=30', '-f', 'lavfi', '-i', 'sine=sample_rate=48000']
  const video = ['-c:v', 'libsvtav1', '-preset', '12', '-pix_fmt', 'yuv420p', '-g', '60']
  return enhancedMessages(encodeTracks(...inputs, ...video, '-c:a', 'libopus', '-ac', '2', '-t', String(seconds)))
}

it('AV1 and Opus from an encoder that speaks Enhanced RTMP play in Chromium', async () => {
  const encoder = await publishPaced(site.rtmpUrl, await newStreamKey(site.url, 'alice'), av1AndOpus())
  const { context, page, problems } = await openPerson(browser)
  try {
    const streamId = await untilLive(site.url, 'alice')
    const master = await (await fetch(`${site.url}/live/${streamId}/master.m3u8`)).text()
    expect(/CODECS="([^"]*)"/.exec(master)?.[1]).toMatch(/^av01\.0\.\d\dM\.08,opus$/)
    const report = await watchMedia(page)
    await page.goto(`${site.url}/watch?user=alice`)
    await untilPlaying(page)
    await page.waitForTimeout(6000)
    const { errors, frames, playedSeconds, elapsedSeconds, mediaSources } = await report()
    expect([errors, problems, mediaSources]).toEqual([[], [], 1])
    // A shared machine may pause.
    expect(playedSeconds / elapsedSeconds).toBeGreaterThan(0.6)
    expect(frames).toBeGreaterThan(20 * playedSeconds)
    const size = await page.getByTestId('player-video').evaluate((video: HTMLVideoElement) => video.videoWidth)
    expect(size).toBe(320)
  } finally {
    await encoder.stop()
    await context.close()
  }
})

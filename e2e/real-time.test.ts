import { realTimePath } from '@waggle/contract/playback/real-time'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startClockEncoder } from '../bench/support/latency/clock-picture.ts'
import { takeReading, watchClock } from '../bench/support/latency/clock-reader.ts'
import { percentile } from '../bench/support/percentile.ts'
import { launchBrowser, openProfile } from './support/browser/browser.ts'
import { type MoqPage, serveMoqPage } from './support/players/moq-page.ts'
import { callApi, newStreamKey, waitUntilLive } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let encoder: ReturnType<typeof startClockEncoder>
let browser: Browser
let player: MoqPage
let streamId: string

beforeAll(async () => {
  site = await startSite({ WAGGLE_TRANSCODE: 'off' })
  encoder = startClockEncoder(`${site.rtmpUrl}/${await newStreamKey(site.url, 'alice')}`)
  ;[browser, player] = await Promise.all([launchBrowser(), serveMoqPage()])
  streamId = await waitUntilLive(site.url, 'alice')
})
afterAll(async () => {
  await browser?.close()
  await player?.close()
  await encoder?.stop()
  await site?.remove()
})

/** What the element says about itself. */
function readElement(page: Page) {
  return page.evaluate(() => {
    interface Signal<Value> {
      peek(): Value | undefined
    }
    const element = document.querySelector('moq-watch') as unknown as {
      video: { out: { stats: Signal<{ frameCount: number }> } }
      audio: { out: { stats: Signal<{ bytesReceived: number }>; stalled: Signal<boolean>; timestamp: Signal<number> } }
      broadcast: { out: { status: Signal<string> } }
    }
    const { video, audio, broadcast } = element
    return {
      status: broadcast.out.status.peek(),
      frames: video.out.stats.peek()?.frameCount ?? 0,
      audioBytes: audio.out.stats.peek()?.bytesReceived ?? 0,
      audioMs: audio.out.timestamp.peek() ?? 0,
    }
  })
}

describe('@moq/watch, as it is published', () => {
  it('plays the broadcast, picture and sound', async () => {
    const { token } = await callApi(site.url, `/api/hls/token/${streamId}`, { method: 'POST' })
    const { context, page } = await openProfile(browser)
    await watchClock(page)
    const failures: string[] = []
    page.on('pageerror', (error) => failures.push(String(error)))
    await page.goto(player.addressOf({ url: `${site.url}${realTimePath(streamId)}?token=${token}`, name: streamId }))
    await expect.poll(async () => (await readElement(page)).status).toBe('live')
    await expect.poll(async () => (await readElement(page)).frames).toBeGreaterThan(30)
    await takeReading(page)
    const before = await readElement(page)
    await page.waitForTimeout(10_000)
    const { ages } = await takeReading(page)
    const after = await readElement(page)
    // Real time on a busy machine: nearly all of the frames, and the sound beside them.
    expect(after.frames - before.frames).toBeGreaterThan(0.8 * 300)
    expect(after.audioBytes).toBeGreaterThan(before.audioBytes)
    expect(after.audioMs - before.audioMs).toBeGreaterThan(7000)
    expect(ages.length).toBeGreaterThan(100)
    expect(percentile(ages, 50)).toBeLessThan(2500)
    expect(failures).toEqual([])
    expect(site.output()).not.toContain(token)
    await context.close()
  })
})

import { newStreamKey, untilLive } from '../e2e/support/account.ts'
import { launchBrowser, openPerson } from '../e2e/support/browser.ts'
import { startSite } from '../e2e/support/site.ts'
import { startClockEncoder } from './support/clock-picture.ts'
import { takeReading, watchClock } from './support/clock-reader.ts'
import { percentile } from './support/percentile.ts'

// Glass to glass: a picture that carries its own clock is encoded, broadcast, packaged, played by the site's own watch page in
// Chromium, and read back from the video. Encoder, server, network stack and decoder are all in it, on one clock.

const joins = Number(process.argv[2] ?? 5)
const warmUpMs = 6000
const measureMs = 20_000

const site = await startSite()
const encoder = startClockEncoder(`${site.rtmpUrl}/${await newStreamKey(site.url, 'alice')}`)
const browser = await launchBrowser()
const firstFrames: number[] = []
const ages: number[] = []
try {
  await untilLive(site.url, 'alice')
  for (let join = 0; join < joins; join += 1) {
    const { context, page } = await openPerson(browser)
    await watchClock(page)
    await page.goto(`${site.url}/watch?user=alice`)
    await page.waitForTimeout(warmUpMs)
    const start = await takeReading(page)
    await page.waitForTimeout(measureMs)
    const reading = await takeReading(page)
    if (start.firstFrameMs !== undefined) firstFrames.push(start.firstFrameMs)
    ages.push(...reading.ages)
    console.log(
      `join ${join + 1}: first frame ${show(start.firstFrameMs)}, glass to glass ${show(percentile(reading.ages, 50))} median, ` +
        `${show(percentile(reading.ages, 95))} 95th (${reading.ages.length} frames read, ${reading.unreadable} not readable)`,
    )
    await context.close()
  }
} finally {
  await browser.close()
  await encoder.stop()
  await site.remove()
}

console.log(`
                                this run     goal
glass to glass, median       ${show(percentile(ages, 50)).padStart(10)}   1600 ms
glass to glass, 95th         ${show(percentile(ages, 95)).padStart(10)}   1800 ms
first frame, median          ${show(percentile(firstFrames, 50)).padStart(10)}    800 ms   (from opening the page, empty cache)
`)

function show(ms: number | undefined): string {
  return ms === undefined ? 'none' : `${ms.toFixed(0)} ms`
}

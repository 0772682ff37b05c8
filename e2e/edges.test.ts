import { fileURLToPath } from 'node:url'
import { watchPath } from '@waggle/contract/pages/page-addresses'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../apps/server/src/testing/engines/private-process.ts'
import { startVarnish, type Varnish } from '../apps/server/src/testing/engines/varnish.ts'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { launchBrowser, openProfile } from './support/browser/browser.ts'
import { waitUntilPlaying } from './support/browser/journeys.ts'
import { startEncoder } from './support/encoders/encoder.ts'
import { preferLowDelay } from './support/players/delay-mode.ts'
import { waitUntilLive } from './support/server/account.ts'

const webDist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
/** A viewer has moved to another edge within this time (rule PLAYER-21). */
const movedWithinMs = 4000

let site: TestSite
let varnishes: Varnish[]
let browser: Browser
let encoder: ReturnType<typeof startEncoder>

beforeAll(async () => {
  const port = await freePort()
  varnishes = await Promise.all([startVarnish(port), startVarnish(port)])
  const env = { WAGGLE_HTTP_PORT: String(port), WAGGLE_EDGES: varnishes.map(({ url }) => url).join() }
  site = await startTestSite({ webDist, env: { ...env, WAGGLE_TRANSCODE: 'off' } })
  encoder = startEncoder(site.rtmpUrl, await site.streamKey('alice'))
  await waitUntilLive(site.url, 'alice')
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await encoder?.stop()
  await site?.close()
  for (const varnish of varnishes ?? []) await varnish.close()
})

/** Media requests of the page, by the origin that they went to, since the last call. */
function countRequests(page: Page) {
  let counts: Record<string, number> = {}
  let held = 0
  page.on('requestfinished', (request) => {
    const { origin, pathname, search } = new URL(request.url())
    if (!pathname.startsWith('/live/') || pathname.endsWith('.jpg')) return
    counts[origin] = (counts[origin] ?? 0) + 1
    if (search.includes('_HLS_msn=')) held += 1
  })
  return {
    held: () => held,
    counts: () => counts,
    reset() {
      counts = {}
    },
  }
}

/** The longest time for which the picture stood still since the last call, less what the machine itself stood still. */
async function longestGapMs(page: Page): Promise<number> {
  return page.evaluate(() => {
    const gap = window.pictureGap?.longestMs ?? Number.POSITIVE_INFINITY
    if (window.pictureGap) window.pictureGap.longestMs = 0
    return gap
  })
}

declare global {
  interface Window {
    pictureGap?: { longestMs: number }
  }
}

function watchGaps(): void {
  const gap = { longestMs: 0 }
  window.pictureGap = gap
  let position = -1
  let stillMs = 0
  let lastMs = performance.now()
  setInterval(() => {
    const nowMs = performance.now()
    // A timer that is late says that the machine paused: no player could have shown anything.
    const passedMs = Math.min(nowMs - lastMs, 250)
    lastMs = nowMs
    const video = document.querySelector('video')
    if (!video) return
    stillMs = video.currentTime === position ? stillMs + passedMs : 0
    position = video.currentTime
    gap.longestMs = Math.max(gap.longestMs, stillMs)
  }, 100)
}

it('[PLAYER-21] a viewer leaves an edge that is silent, and one that has ended, within 4 s, and at last watches at the site', {
  timeout: 120_000,
}, async () => {
  const { context, page } = await openProfile(browser)
  await preferLowDelay(context)
  const requests = countRequests(page)
  await page.goto(site.url + watchPath('alice'))
  await waitUntilPlaying(page)
  await expect.poll(() => requests.held(), { timeout: 20_000 }).toBeGreaterThan(5)
  const used = () => varnishes.filter(({ url }) => (requests.counts()[url] ?? 0) > 0)
  const [first] = used()
  if (!first) throw new Error('no edge is used')
  // Playlists and media all come from one edge.
  expect(requests.counts()).toEqual({ [first.url]: expect.any(Number) })
  await page.evaluate(watchGaps)

  // A machine that has stopped says nothing: no error, no end.
  await first.freeze()
  requests.reset()
  const [second] = varnishes.filter((varnish) => varnish !== first)
  if (!second) throw new Error('there is no other edge')
  await expect.poll(() => requests.counts()[second.url] ?? 0, { timeout: 30_000 }).toBeGreaterThan(20)
  expect(await longestGapMs(page)).toBeLessThan(movedWithinMs)

  await second.kill()
  requests.reset()
  await expect.poll(() => requests.counts()[site.url] ?? 0, { timeout: 30_000 }).toBeGreaterThan(20)
  expect(await longestGapMs(page)).toBeLessThan(movedWithinMs)
  await context.close()
})

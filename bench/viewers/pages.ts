import { parseArgs } from 'node:util'
import { launchBrowser, openProfile } from '../../e2e/support/browser/browser.ts'
import { preferLowDelay, preferRealTime } from '../../e2e/support/players/delay-mode.ts'
import { callApi, newStreamKey, waitUntilLive } from '../../e2e/support/server/account.ts'
import { startSite } from '../../e2e/support/server/site.ts'
import { startClockEncoder } from '../support/latency/clock-picture.ts'
import { type PageReading, readPage, waitUntilMoving, watchPage } from '../support/latency/page-reader.ts'
import { percentile } from '../support/percentile.ts'
import { startPlainPlayer } from '../support/servers/plain-player.ts'

// How soon a visitor sees something: the home page and the watch page on a processor that is four times slower, the time from a click on
// a card to the first picture, and the watch page compared with a page that only embeds hls.js. Every visit has an empty cache.

const { values } = parseArgs({
  options: {
    visits: { type: 'string', default: '5' },
    /** Makes only the visits whose name has this pattern. */
    only: { type: 'string', default: '' },
  },
})
const only = new RegExp(values.only)
/** How long layout shifts and larger paints are counted after a page has opened. */
const settleMs = 3000
const channel = 'alice'
/** What is compared side by side. */
const pages = {
  lowDelay: 'watch, low delay',
  realTime: 'watch, real time',
  plain: 'plain hls.js',
  isolated: 'plain, own process',
  linkedLowDelay: 'link, low delay',
  linkedRealTime: 'link, real time',
  linked: 'link, plain hls.js',
} as const

type Prefer = typeof preferLowDelay

const site = await startSite({ WAGGLE_TRANSCODE: 'off' })
const encoder = startClockEncoder(`${site.rtmpUrl}/${await newStreamKey(site.url, channel)}`)
const browser = await launchBrowser()
const readings = new Map<string, PageReading[]>()
try {
  const streamId = await waitUntilLive(site.url, channel)
  await waitForThumbnail()
  const { token } = await callApi(site.url, `/api/hls/token/${streamId}`, { method: 'POST' })
  const plain = await startPlainPlayer(site.url, `/live/${streamId}/master.m3u8?token=${token}`)
  const watchPath = `/watch?user=${channel}`
  const visits: Record<string, () => Promise<PageReading>> = {
    'home, 4 times slower': () => open(`${site.url}/`, { slowdown: 4 }),
    'watch, 4 times slower': () => open(`${site.url}${watchPath}`, { slowdown: 4 }),
    'card, low delay': () => clickCard(preferLowDelay),
    'card, real time': () => clickCard(preferRealTime),
    [pages.lowDelay]: () => open(`${plain.url}${watchPath}`, { prefer: preferLowDelay }),
    [pages.realTime]: () => open(`${plain.url}${watchPath}`, { prefer: preferRealTime }),
    [pages.plain]: () => open(`${plain.url}/plain`),
    [pages.isolated]: () => open(`${plain.url}/plain-isolated`),
    [pages.linkedLowDelay]: () => follow(plain.linkUrl(`${plain.url}${watchPath}`), preferLowDelay),
    [pages.linkedRealTime]: () => follow(plain.linkUrl(`${plain.url}${watchPath}`), preferRealTime),
    [pages.linked]: () => follow(plain.linkUrl(`${plain.url}/plain`)),
  }
  try {
    for (let visit = 0; visit < Number(values.visits); visit += 1) {
      for (const [name, make] of Object.entries(visits).filter(([name]) => only.test(name)))
        readings.set(name, [...(readings.get(name) ?? []), await make()])
    }
  } finally {
    plain.close()
  }
  print()
} finally {
  await browser.close()
  await encoder.stop()
  await site.remove()
}

/** A stream has no thumbnail in its first seconds, which few real visits fall into. */
async function waitForThumbnail(): Promise<void> {
  while ((await callApi(site.url, `/api/streams/info/${channel}`)).thumbnail === null)
    await new Promise((resolve) => setTimeout(resolve, 200))
}

async function open(
  address: string,
  { slowdown = 1, prefer }: { slowdown?: number; prefer?: Prefer } = {},
): Promise<PageReading> {
  const { context, page } = await openProfile(browser)
  try {
    await prefer?.(context)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await watchPage(page)
    await page.goto(address)
    if (!address.endsWith('/')) await waitUntilMoving(page)
    await page.waitForTimeout(settleMs)
    return await readPage(page)
  } finally {
    await context.close()
  }
}

/** Opens a page by the link of a page of another site, as most visitors do. */
async function follow(linkUrl: string, prefer?: Prefer): Promise<PageReading> {
  const { context, page } = await openProfile(browser)
  try {
    await prefer?.(context)
    await watchPage(page)
    await page.goto(linkUrl)
    await page.waitForTimeout(settleMs)
    await page.locator('a').click()
    await page.waitForURL(`${new URL(linkUrl).searchParams.get('to')}`, { waitUntil: 'commit' })
    await waitUntilMoving(page)
    return await readPage(page)
  } finally {
    await context.close()
  }
}

async function clickCard(prefer: Prefer): Promise<PageReading> {
  const { context, page } = await openProfile(browser)
  try {
    await prefer(context)
    await watchPage(page)
    await page.goto(`${site.url}/`)
    const card = page.locator(`main a[href*="user=${channel}"]`).first()
    await card.waitFor()
    await page.waitForTimeout(settleMs)
    await card.click()
    await waitUntilMoving(page)
    return await readPage(page)
  } finally {
    await context.close()
  }
}

function print(): void {
  const median = (of: PageReading[], read: (reading: PageReading) => number | undefined, digits = 0) => {
    const known = of.map(read).filter((value) => value !== undefined)
    return percentile(known, 50)?.toFixed(digits) ?? 'none'
  }
  console.log(
    `medians of ${values.visits} visits     largest paint   layout shift   first frame      moves   first frame of each visit`,
  )
  for (const [name, of] of readings) {
    const paint = `${median(of, (reading) => reading.largestPaintMs)} ms (${of.at(-1)?.largestPaintOf})`
    const shift = median(of, (reading) => reading.layoutShift, 3)
    const frame = `${median(of, (reading) => reading.firstFrameMs)} ms`
    const moves = `${median(of, (reading) => reading.movesMs)} ms`
    const all = of.flatMap((reading) => reading.firstFrameMs?.toFixed(0) ?? []).sort((a, b) => Number(a) - Number(b))
    console.log(
      `${name.padEnd(24)} ${paint.padStart(19)} ${shift.padStart(12)} ${frame.padStart(14)} ${moves.padStart(10)}   ${all.join(' ')}`,
    )
  }
  console.log(
    'goals: largest paint 1000 ms and layout shift 0.02 at four times slower; first frame 250 ms after a click',
  )
  const medianOf = (name: string, figure: 'firstFrameMs' | 'movesMs') =>
    Number(median(readings.get(name) ?? [], (reading) => reading[figure]))
  // A blank tab opens the plain page in its own process; the site's opener policy wants another one, as a link from another site does.
  const comparisons = [
    [pages.plain, pages.lowDelay, pages.realTime],
    [pages.isolated, pages.lowDelay, pages.realTime],
    [pages.linked, pages.linkedLowDelay, pages.linkedRealTime],
  ] as const
  for (const [base, lowDelay, realTime] of comparisons) {
    const times = (name: string, figure: 'firstFrameMs' | 'movesMs') =>
      (medianOf(name, figure) / medianOf(base, figure)).toFixed(2)
    const both = (name: string) => `${times(name, 'firstFrameMs')}, moves ${times(name, 'movesMs')}`
    console.log(
      `times the first frame of ${base}: ${lowDelay} ${both(lowDelay)} (goal 1.2), ${realTime} ${both(realTime)} (goal 0.6)`,
    )
  }
}

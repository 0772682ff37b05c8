import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { launchBrowser, openProfile } from '../../e2e/support/browser/browser.ts'
import { preferLowDelay, preferRealTime, shownMode } from '../../e2e/support/players/delay-mode.ts'
import { newStreamKey, waitUntilLive } from '../../e2e/support/server/account.ts'
import { startSite } from '../../e2e/support/server/site.ts'
import { startClockEncoder } from '../support/latency/clock-picture.ts'
import { takeReading, watchClock } from '../support/latency/clock-reader.ts'
import { startDelayingProxy, startLossyProxy } from '../support/latency/distant-proxy.ts'
import { watchOwnPauses } from '../support/latency/own-pauses.ts'
import { watchParts } from '../support/latency/part-witness.ts'
import { soundOffsets, takeSoundReading, watchSound } from '../support/latency/sound-reader.ts'
import { percentile } from '../support/percentile.ts'
import { startNginxHls } from '../support/servers/nginx-hls.ts'

// Glass to glass: a picture that carries its own clock is encoded, broadcast, packaged, played by the site's watch page in Chromium, and
// read back from the video. The figure includes encoder, server, network stack and decoder, on one clock. The page plays in real time, in
// real time with B-frames, in low delay, and in both with a delay of every request and socket frame; the same picture also goes through
// nginx-rtmp. In real time the clock's beeps say how far the sound is from the picture.

const { values } = parseArgs({
  options: {
    joins: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
    /** Joins this often at random moments instead, and checks that each settles at the usual delay. */
    settle: { type: 'string' },
    /** How many viewers join independently at a time. */
    'at-once': { type: 'string', default: '4' },
    /** Watches in low delay for this many minutes instead, at 80 to 140 ms on every request, and counts the stalls. */
    stalls: { type: 'string' },
    /** Watches in real time for this many minutes instead, with 1 % of the segments lost and 100 ms of jitter, and counts the stalls. */
    lossy: { type: 'string' },
  },
})
const warmUpMs = 6000
const measureMs = Number(values.seconds) * 1000
/** A viewer who is further behind than the usual delay plus this has not settled. */
const settledWithinMs = 1000
const settledAfterMs = 5000
/** A stall so soon after a pause of this process, which makes the picture and delays the requests, is its own doing. */
const pauseExplainsMs = 2000

interface Reading {
  firstFrames: number[]
  ages: number[]
  /** How much later than the picture the sound is heard; less than 0 is earlier. */
  soundOffsets: number[]
}

interface Watched {
  address: string
  isLowDelay?: boolean
}

const site = await startSite({ WAGGLE_TRANSCODE: 'off' })
const isComparison = [values.settle, values.stalls, values.lossy].every((minutes) => minutes === undefined)
const nginx = isComparison ? await startNginxHls() : undefined
const proxy =
  values.lossy === undefined
    ? await startDelayingProxy(site.url, 80, 140)
    : await startLossyProxy(site.url, 20, 100, 0.01)
const encoders = [startClockEncoder(`${site.rtmpUrl}/${await newStreamKey(site.url, 'alice')}`)]
const browser = await launchBrowser()
try {
  const streamId = await waitUntilLive(site.url, 'alice')
  if (values.settle !== undefined) await settle(Number(values.settle))
  else if (values.stalls !== undefined) await countStalls(Number(values.stalls), preferLowDelay, streamId)
  else if (values.lossy !== undefined) await countStalls(Number(values.lossy), preferRealTime, streamId)
  else if (nginx) await compare(nginx)
} finally {
  await browser.close()
  for (const encoder of encoders) await encoder.stop()
  proxy.close()
  await nginx?.close()
  await site.remove()
}

async function compare(nginx: Awaited<ReturnType<typeof startNginxHls>>): Promise<void> {
  encoders.push(startClockEncoder(nginx.rtmpUrl))
  const withBFrames = `${site.rtmpUrl}/${await newStreamKey(site.url, 'bob')}`
  encoders.push(startClockEncoder(withBFrames, { bFrames: 2 }))
  await waitUntilLive(site.url, 'bob')
  const pages: Record<string, Watched> = {
    'real time': { address: `${site.url}/watch?user=alice` },
    'real time, 80-140 ms away': { address: `${proxy.url}/watch?user=alice` },
    'real time, 2 B-frames': { address: `${site.url}/watch?user=bob` },
    'low delay': { address: `${site.url}/watch?user=alice`, isLowDelay: true },
    'low delay, 80-140 ms away': { address: `${proxy.url}/watch?user=alice`, isLowDelay: true },
    'nginx-rtmp': { address: nginx.url },
  }
  const readings = new Map<string, Reading>()
  for (let join = 1; join <= Number(values.joins); join += 1) {
    for (const [name, watched] of Object.entries(pages)) {
      const reading = await watch(browser, watched, warmUpMs, measureMs)
      const sum = readings.get(name) ?? { firstFrames: [], ages: [], soundOffsets: [] }
      sum.firstFrames.push(...reading.firstFrames)
      sum.ages.push(...reading.ages)
      sum.soundOffsets.push(...reading.soundOffsets)
      readings.set(name, sum)
      console.log(
        `join ${join}, ${name}: first frame ${show(reading.firstFrames[0])}, glass to glass ${show(percentile(reading.ages, 50))} median, ` +
          `${show(percentile(reading.ages, 95))} 95th (${reading.ages.length} frames read)`,
      )
    }
  }
  console.log(
    '\n                          glass to glass: median        95th   first frame, median   sound after picture',
  )
  for (const [name, { ages, firstFrames, soundOffsets }] of readings) {
    const figures = [
      percentile(ages, 50),
      percentile(ages, 95),
      percentile(firstFrames, 50),
      percentile(soundOffsets, 50),
    ]
    const cells = figures.map(show)
    console.log(`${name.padEnd(30)} ${cells.map((cell) => cell.padStart(15)).join('')}`)
  }
  const medians = ['nginx-rtmp', 'low delay'].map(
    (name) => percentile(readings.get(name)?.ages ?? [], 50) ?? Number.NaN,
  )
  console.log(`\nnginx-rtmp is ${((medians[0] ?? 0) / (medians[1] ?? 1)).toFixed(1)} times as far behind (goal 5)`)
  console.log(
    'goals: real time 400 ms median, 500 ms 95th; with B-frames 650 and 750; sound within 45 ms of the picture',
  )
  console.log('goals: low delay 1000 ms median, 1100 ms 95th, 1200 ms median with the added delay')
}

/** Joins at random moments and counts who reaches the usual delay, 3 s after the join and 5 s later. */
async function settle(joins: number): Promise<void> {
  const early: (number | undefined)[] = []
  const late: (number | undefined)[] = []
  async function join(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 2000))
    const { context, page } = await openProfile(browser)
    await preferLowDelay(context)
    await watchClock(page)
    await page.goto(`${site.url}/watch?user=alice`)
    await page.waitForTimeout(2000)
    await takeReading(page)
    await page.waitForTimeout(1000)
    early.push(percentile((await takeReading(page)).ages, 50))
    await page.waitForTimeout(settledAfterMs - 1000)
    await takeReading(page)
    await page.waitForTimeout(1000)
    late.push(percentile((await takeReading(page)).ages, 50))
    await context.close()
  }
  let left = joins
  const joinSome = async () => {
    while (left > 0) {
      left -= 1
      await join()
    }
  }
  await Promise.all(Array.from({ length: Number(values['at-once']) }, joinSome))
  const seen = (ages: readonly (number | undefined)[]) => ages.filter((age) => age !== undefined)
  const usualMs = percentile(seen(late), 50) ?? Number.NaN
  const describe = (ages: readonly (number | undefined)[]) => {
    const behind = seen(ages).filter((age) => age > usualMs + settledWithinMs).length
    const frozen = ages.length - seen(ages).length
    return `${behind} more than a second behind (worst ${show(Math.max(...seen(ages)))}), ${frozen} without a new picture in that second`
  }
  console.log(`${joins} joins, ${show(usualMs)} usual`)
  console.log(`after 3 s: ${describe(early)}`)
  console.log(`5 s later: ${describe(late)} (goal 0 and 0)`)
}

/** Watches with as many viewers as join at once, and prints their stalls and delays every minute. */
async function countStalls(minutes: number, prefer: typeof preferLowDelay, streamId: string): Promise<void> {
  const viewers = await Promise.all(
    Array.from({ length: Number(values['at-once']) }, async () => {
      const { context, page } = await openProfile(browser)
      await prefer(context)
      await watchClock(page)
      await page.addInitScript(countStallsInPage)
      await page.goto(`${proxy.url}/watch?user=alice`)
      await page.waitForTimeout(warmUpMs)
      return page
    }),
  )
  const stallsSoFar = (): Promise<Stall[][]> =>
    Promise.all(viewers.map((page) => page.evaluate(() => Reflect.get(globalThis, 'stalls'))))
  await Promise.all(viewers.map(takeReading))
  const before = (await stallsSoFar()).map((stalls) => stalls.length)
  const own = watchOwnPauses()
  const parts = watchParts(site.url, streamId)
  const told = new Set<string>()
  const ages: number[] = []
  const standstillsMs: number[] = []
  for (let minute = 1; minute <= minutes; minute += 1) {
    await new Promise((resolve) => setTimeout(resolve, 60_000))
    const readings = await Promise.all(viewers.map(takeReading))
    ages.push(...readings.flatMap((reading) => reading.ages))
    standstillsMs.push(...readings.flatMap((reading) => reading.standstillsMs))
    const seen = (await stallsSoFar()).map((all, viewer) => all.slice(before[viewer]))
    for (const [viewer, stall] of seen.flatMap((all, index) => all.map((one) => [index + 1, one] as const))) {
      const { atMs, waitedMs, slowest, bufferedMs } = stall
      const name = `${viewer} ${atMs}`
      if (told.has(name)) continue
      told.add(name)
      console.log(
        `${new Date(atMs).toISOString().slice(11, 23)}: viewer ${viewer} waited ${show(waitedMs)}; the site's longest time without a part, in the 3 s before: ` +
          `${show(parts.longestGapMs(atMs, 3000))}; the viewer's slowest requests: ${slowest.join(', ')}; buffered, from 2 s before: ${bufferedMs.join(' ')}`,
      )
    }
    const stalls = seen.map((all) => all.map(({ atMs }) => atMs))
    const hours = (viewers.length * minute) / 60
    const isOwn = (atMs: number) =>
      own.pauses.some(({ endedAtMs, lastedMs }) => atMs > endedAtMs - lastedMs && atMs < endedAtMs + pauseExplainsMs)
    const perHour = stalls.flat().length / hours
    const moments = new Set(stalls.flat().map((atMs) => new Date(atMs).toISOString().slice(11, 19)))
    console.log(
      `minute ${minute}: glass to glass ${show(percentile(ages, 50))} median, ${show(percentile(ages, 95))} 95th; ` +
        `stalls ${stalls.map(({ length }) => length).join(', ')}: ${perHour.toFixed(1)} in a viewer's hour (in low delay goal 1)` +
        `${moments.size > 0 ? `, at ${[...moments].join(', ')}, ${stalls.flat().filter(isOwn).length} of them after a pause of this measurement` : ''}; ` +
        `pauses of it: ${own.pauses.map(({ lastedMs }) => show(lastedMs)).join(', ') || 'none'}; ` +
        `still for over a second: ${standstillsMs.map(show).join(', ') || 'never'} (with loss goal never); ` +
        `playing: ${(await Promise.all(viewers.map(shownMode))).join('; ')}`,
    )
  }
  own.stop()
  parts.stop()
}

interface Stall {
  /** Of `Date.now()`. */
  atMs: number
  waitedMs?: number
  /** Of the media and playlists that arrived from 2 s before to 1 s after it: what, since when and how long, in milliseconds. */
  slowest: string[]
  /** How much was buffered ahead, ten times a second in the 2 s before. */
  bufferedMs: number[]
}

/** Runs in the page: a stall is a video that has played and then waits for media. */
function countStallsInPage(): void {
  const stalls: Stall[] = []
  Object.assign(globalThis, { stalls })
  const buffered: number[] = []
  setInterval(() => {
    const video = document.querySelector('video')
    if (!video || video.buffered.length === 0) return
    buffered.push(Math.round(1000 * (video.buffered.end(video.buffered.length - 1) - video.currentTime)))
    if (buffered.length > 20) buffered.shift()
  }, 100)
  const onWaiting = ({ target: video }: Event) => {
    if (!(video instanceof HTMLVideoElement) || video.seeking || video.played.length === 0) return
    const since = performance.now()
    const stall: Stall = { atMs: Date.now(), slowest: [], bufferedMs: [...buffered] }
    stalls.push(stall)
    video.addEventListener(
      'playing',
      () => {
        stall.waitedMs = performance.now() - since
      },
      { once: true },
    )
    setTimeout(() => {
      const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      stall.slowest = requests
        .filter(({ name, responseEnd }) => name.includes('/live/') && responseEnd > since - 2000)
        .sort((a, b) => b.duration - a.duration)
        .slice(0, 6)
        .map(
          ({ name, startTime, duration }) =>
            `${name.replace(/^.*\/live\/[^/]*/, '').replace(/token=[^&]*/, '')} ${Math.round(startTime - since)}+${Math.round(duration)}`,
        )
    }, 1000)
  }
  addEventListener('waiting', onWaiting, { capture: true })
  // A browser keeps 250 unless told.
  performance.setResourceTimingBufferSize(1000)
  setInterval(() => {
    if (performance.getEntriesByType('resource').length > 800) performance.clearResourceTimings()
  }, 10_000)
}

async function watch(
  inBrowser: Browser,
  { address, isLowDelay = false }: Watched,
  settleMs: number,
  readMs: number,
): Promise<Reading> {
  const { context, page } = await openProfile(inBrowser)
  try {
    await (isLowDelay ? preferLowDelay(context) : preferRealTime(context))
    await watchClock(page)
    await watchSound(page)
    await page.goto(address)
    await page.waitForTimeout(settleMs)
    const { firstFrameMs } = await takeReading(page)
    await takeSoundReading(page)
    await page.waitForTimeout(readMs)
    const { ages } = await takeReading(page)
    const beeps = (await takeSoundReading(page)).ages
    return {
      firstFrames: firstFrameMs === undefined ? [] : [firstFrameMs],
      ages,
      soundOffsets: soundOffsets(beeps, percentile(ages, 50) ?? Number.NaN),
    }
  } finally {
    await context.close()
  }
}

function show(ms: number | undefined): string {
  return ms === undefined ? 'none' : `${ms.toFixed(0)} ms`
}

import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { largeThumbnail } from '@waggle/contract/streams/thumbnail-addresses'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitFor as waitForServer } from '../apps/server/src/testing/wait-for.ts'
import { launchBrowser, openProfile } from './support/browser/browser.ts'
import { waitUntilPlaying } from './support/browser/journeys.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { chooseMode, preferLowDelay, preferRealTime } from './support/players/delay-mode.ts'
import { readPlaylist } from './support/players/live-playlist.ts'
import { watchMedia } from './support/players/media-watch.ts'
import { newStreamKey, waitUntilLive } from './support/server/account.ts'
import { childrenOf, ladderEncoderOf } from './support/server/server-children.ts'
import { type Site, startSite } from './support/server/site.ts'

/** How often the encoder is killed or stopped. `LADDER_ATTACKS=20 npm run e2e -- e2e/ladder` is the long run. */
const attacks = Number(process.env.LADDER_ATTACKS ?? 2)
/** Slow enough for fewer than five crashes within a minute, which would take the rungs away. */
const attackIntervalMs = 16_000
/** Small and slow, so that other work on the machine hardly ever makes the ladder shed a rung. */
const picture = { size: '960x540', framesPerSecond: 10, keyIntervalFrames: 20 }
const frameMs = 1000 / picture.framesPerSecond

let site: Site
let browser: Browser
let encoder: Encoder
let streamId: string

const live = (path: string) => `${site.url}/live/${streamId}/${path}`
const serverPid = () => site.process.pid ?? 0

/** The ladder may take long to start on a busy machine. */
const waitFor = <Value>(what: string, find: () => Promise<Value | undefined | false>) =>
  waitForServer(what, find, { timeoutMs: 90_000, intervalMs: 100 })

async function run(program: string, args: string[]): Promise<{ output: string; complaints: string }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let complaints = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  child.stderr.on('data', (text) => {
    complaints += text
  })
  await new Promise((resolve) => child.once('close', resolve))
  return { output, complaints }
}

/** Decodes the whole window of a rendition with ffmpeg: its pictures and their times. */
async function decode(
  rendition: string,
): Promise<{ size: string; times: number[]; keys: number[]; complaints: string }> {
  const { token } = await (
    await fetch(`${site.url}/api/hls/token/${streamId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
  ).json()
  const { output, complaints } = await run('ffprobe', [
    ...['-v', 'error', '-live_start_index', '0', '-read_intervals', '%+5', '-select_streams', 'v'],
    ...['-show_entries', 'frame=pts_time,key_frame,width,height', '-of', 'json'],
    live(`${rendition}/media.m3u8?token=${token}`),
  ])
  const { frames } = JSON.parse(output) as {
    frames: { pts_time: string; key_frame: number; width: number; height: number }[]
  }
  const times = frames.map((frame) => 1000 * Number(frame.pts_time))
  return {
    size: `${frames[0]?.width}x${frames[0]?.height}`,
    times,
    keys: times.filter((_, index) => frames[index]?.key_frame === 1),
    complaints,
  }
}

async function chooseQuality(page: Page, name: string): Promise<void> {
  // Moving the mouse shows the controls.
  await page.mouse.move(400, 300)
  await page.mouse.move(410, 310)
  await page.getByRole('button', { name: /^Quality/ }).click()
  await page.getByRole('menuitemradio', { name, exact: true }).click()
}

async function waitForHeight(page: Page, height: number): Promise<void> {
  const isShown = (wanted: number) => document.querySelector('video')?.videoHeight === wanted
  await page.waitForFunction(isShown, height, { timeout: 90_000 })
}

/** A rung is missing after it was taken away, as a busy machine does. */
const isNotOfLadder = (problem: string) => !/404.*\/(480|360)p\//.test(problem)

/** Real time plays a stream, and low delay an address. */
async function waitForSource(page: Page, source: 'stream' | 'address'): Promise<void> {
  const isPlayed = (wanted: string) => {
    const video = document.querySelector('video')
    return wanted === (video?.srcObject ? 'stream' : video?.src && 'address')
  }
  await page.waitForFunction(isPlayed, source, { timeout: 90_000 })
}

describe('a stream with a ladder', () => {
  beforeEach(({ onTestFailed }) => onTestFailed(() => console.log(site.output())))
  beforeAll(async () => {
    site = await startSite({ WAGGLE_TRANSCODE: '480p,360p' })
    browser = await launchBrowser()
    encoder = startEncoder(site.rtmpUrl, await newStreamKey(site.url, 'alice'), { ...picture, bFrames: 2 })
    streamId = await waitUntilLive(site.url, 'alice')
  })
  afterAll(async () => {
    await encoder?.kill()
    await browser?.close()
    await site?.remove()
  })

  it('lists the rungs below the source', async () => {
    // The response waits for the rungs, but a busy machine may need longer than that.
    const findMaster = async () => {
      const master = await (await fetch(live('master.m3u8'))).text()
      return master.includes('360p/') && master
    }
    const master = await waitFor('rungs', findMaster)
    expect([...master.matchAll(/^(\w+)\/media\.m3u8$/gm)].map((match) => match[1])).toEqual(['source', '480p', '360p'])
    expect([...master.matchAll(/RESOLUTION=(\w+)/g)].map((match) => match[1])).toEqual([
      '960x540',
      '854x480',
      '640x360',
    ])
  })

  it('begins segments with the same number at the same time in all renditions', async () => {
    const lists = await Promise.all(
      ['source', '480p', '360p'].map(async (name) => {
        const findSegments = async () => {
          const playlist = await readPlaylist(live(`${name}/media.m3u8`))
          return playlist && playlist.segments.length >= 4 && playlist
        }
        return waitFor(`${name} has segments`, findSegments)
      }),
    )
    const [source, ...rungs] = lists
    for (const rung of rungs) {
      const pairs = rung.segments.flatMap((segment) => {
        const same = source?.segments.find(({ sequence }) => sequence === segment.sequence)
        return same ? [{ segment, same }] : []
      })
      expect(pairs.length).toBeGreaterThanOrEqual(3)
      for (const { segment, same } of pairs) {
        expect(Math.abs(segment.dateMs - same.dateMs)).toBeLessThanOrEqual(frameMs)
        expect(Math.abs(segment.durationS - same.durationS) * 1000).toBeLessThanOrEqual(frameMs)
      }
    }
  })

  it('shows the same pictures at the same times, with the same key frames', async () => {
    const [source, ...rungs] = await Promise.all(['source', '480p', '360p'].map(decode))
    expect(rungs.map(({ size }) => size)).toEqual(['854x480', '640x360'])
    for (const rung of rungs) {
      expect(rung.complaints).toBe('')
      const first = Math.max(rung.times[0] ?? 0, source?.times[0] ?? 0)
      const last = Math.min(rung.times.at(-1) ?? 0, source?.times.at(-1) ?? 0)
      expect(last - first).toBeGreaterThan(2000)
      const within = (times: number[] = []) => times.filter((time) => time >= first - 5 && time <= last + 5)
      const [a, b] = [within(source?.times), within(rung.times)]
      expect(b.length).toBe(a.length)
      for (const [index, time] of b.entries()) expect(Math.abs(time - (a[index] ?? 0))).toBeLessThan(5)
      for (const key of within(source?.keys)) {
        expect(rung.keys.some((time) => Math.abs(time - key) < 5)).toBe(true)
      }
    }
  })

  it('[PLAYER-4] lets a viewer switch between qualities without a stall', async () => {
    const { context, page, problems } = await openProfile(browser)
    await preferLowDelay(context)
    const report = await watchMedia(page)
    await page.goto(`${site.url}/watch?user=alice`)
    await waitUntilPlaying(page)
    await page.mouse.move(400, 300)
    await page.getByRole('button', { name: /^Quality/ }).click()
    const names = await page.getByRole('menuitemradio').allTextContents()
    expect(names.map((name) => name.replace(/ \(.*/, ''))).toEqual([
      ...['Auto', '540p', '480p', '360p'],
      ...['Real time about 0.4 s', 'Low delay about 0.9 s'],
    ])
    await page.keyboard.press('Escape')
    for (const height of [360, 540, 480]) {
      await chooseQuality(page, `${height}p`)
      await waitForHeight(page, height)
    }
    await wait(2000)
    const { stalls, errors, mediaSources } = await report()
    expect(errors.filter(isNotOfLadder)).toEqual([])
    expect(mediaSources).toBe(1)
    // A player without enough CPU time stalls for seconds at most; a broken switch stalls for good.
    expect(stalls.filter(({ forMs }) => forMs > 4000)).toEqual([])
    expect(problems.filter(isNotOfLadder)).toEqual([])
    await page.context().close()
  })

  it('[PLAYER-4] lets a viewer in real time switch between qualities; low delay and a later visit keep the chosen one', async () => {
    const { context, page, problems } = await openProfile(browser)
    await preferRealTime(context)
    await page.goto(`${site.url}/watch?user=alice`)
    await waitUntilPlaying(page)
    for (const height of [360, 540, 360]) {
      await chooseQuality(page, `${height}p`)
      await waitForHeight(page, height)
    }
    // On a busy machine the player may be in low delay by itself, and tries real time again.
    await waitForSource(page, 'stream')
    await chooseMode(page, 'Low delay')
    await waitForSource(page, 'address')
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) > 2)
    await waitForHeight(page, 360)
    await page.getByTestId('player-video').hover({ force: true })
    await page.getByRole('button', { name: 'Quality: 360p' }).waitFor()
    await page.reload()
    await waitForHeight(page, 360)
    expect(problems.filter(isNotOfLadder)).toEqual([])
    await context.close()
  })

  it(
    `[F11] continues without a gap when the ladder's encoder is killed or stopped ${attacks} times`,
    async () => {
      const tookMs: number[] = []
      for (let attack = 0; attack < attacks; attack += 1) {
        const startedMs = Date.now()
        const pid = await waitFor('an encoder', () => ladderEncoderOf(serverPid()))
        const before = (await readPlaylist(live('360p/media.m3u8')))?.endMs ?? 0
        process.kill(pid, attack % 2 === 0 ? 'SIGKILL' : 'SIGSTOP')
        const attackedMs = Date.now()
        const isBack = async () => {
          const playlist = await readPlaylist(live('360p/media.m3u8'))
          const source = await readPlaylist(live('source/media.m3u8'))
          expect(playlist).toBeDefined()
          const encoder = await ladderEncoderOf(serverPid())
          const hasContinued = (playlist?.endMs ?? 0) > before + 1000
          return (
            encoder !== undefined &&
            encoder !== pid &&
            hasContinued &&
            (source?.endMs ?? 0) - (playlist?.endMs ?? 0) < 1500
          )
        }
        await waitFor('the rung is back', isBack)
        tookMs.push(Date.now() - attackedMs)
        if (attack < attacks - 1) await wait(Math.max(0, attackIntervalMs - (Date.now() - startedMs)))
      }
      process.stdout.write(`rungs were back after ${tookMs.join(', ')} ms\n`)
      for (const name of ['source', '480p', '360p']) {
        const playlist = await readPlaylist(live(`${name}/media.m3u8`))
        expect(playlist?.discontinuities).toBe(0)
        const segments = playlist?.segments ?? []
        expect(segments.length).toBeGreaterThan(5)
        for (const [index, { dateMs }] of segments.entries()) {
          const previous = segments[index - 1]
          if (previous) expect(Math.abs(dateMs - previous.dateMs - 1000 * previous.durationS)).toBeLessThan(5)
        }
      }
      // The pictures of successive encoders decode as one stream.
      const { complaints, times } = await decode('360p')
      expect(complaints).toBe('')
      for (const [index, time] of times.entries()) {
        if (index > 0) expect(Math.abs(time - (times[index - 1] ?? 0) - frameMs)).toBeLessThan(5)
      }
    },
    60_000 + attacks * 2 * attackIntervalMs,
  )

  it('has a fresh thumbnail in the listing', async () => {
    const readThumbnail = async () => {
      const { streams } = await (await fetch(`${site.url}/api/streams`)).json()
      return streams[0]?.thumbnail as string | null
    }
    const first = await waitFor('a thumbnail', async () => (await readThumbnail()) ?? undefined)
    // A page is sent without the picture when the lookup takes too long.
    const pageHasPicture = async () => {
      const page = await (await fetch(`${site.url}/watch?user=alice`)).text()
      return page.includes('<div id="root"><div class="first-stage"><div class="first-picture"><img src="/live/')
    }
    await waitFor('the picture in the watch page', pageHasPicture)
    const takenAtMs = Number(new URL(first, site.url).searchParams.get('v'))
    expect(Date.now() - takenAtMs).toBeLessThan(15_000 + 15_000)
    await waitFor('another thumbnail', async () => (await readThumbnail()) !== first)
    const response = await fetch(site.url + (await readThumbnail()))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('cache-control')).toBe('public, max-age=10')
    const probe = async (path: string) => {
      const shown = ['-v', 'error', '-show_entries', 'stream=codec_name,width,height', '-of', 'csv=p=0']
      return (await run('ffprobe', [...shown, site.url + path])).output.trim()
    }
    const newest = (await readThumbnail()) ?? ''
    expect(await probe(newest)).toBe('mjpeg,640,360')
    // For the stage of the home page; never larger than the source.
    expect(await probe(largeThumbnail(newest))).toBe('mjpeg,960,540')
  })

  it('leaves no child process when the encoder goes away', async () => {
    await encoder.kill()
    await waitFor('no child processes', async () => (await childrenOf(serverPid())).length === 0)
  })

  it('comes back with the encoder after one discontinuity, with the same segment numbers as the source', async () => {
    encoder = startEncoder(site.rtmpUrl, await newStreamKey(site.url, 'alice'), picture)
    const findSameSegment = async () => {
      const [source, rung] = [
        await readPlaylist(live('source/media.m3u8')),
        await readPlaylist(live('360p/media.m3u8')),
      ]
      const last = rung?.segments.at(-1)
      const same = source?.segments.find(({ sequence }) => sequence === last?.sequence)
      return rung?.discontinuity === 1 && source?.discontinuity === 1 && last && same && { last, same }
    }
    const { last, same } = await waitFor('the rung is back', findSameSegment)
    expect(Math.abs(last.dateMs - same.dateMs)).toBeLessThanOrEqual(frameMs)
  })

  it('[PLAYER-4] takes rungs away that keep crashing; their viewers continue with the source until they are back', async () => {
    const other = startEncoder(site.rtmpUrl, await newStreamKey(site.url, 'bob'), { ...picture, size: '640x480' })
    const { context, page, problems } = await openProfile(browser)
    await preferLowDelay(context)
    try {
      const master = `${site.url}/live/${await waitUntilLive(site.url, 'bob')}/master.m3u8`
      const hasRung = async () => (await (await fetch(master)).text()).includes('360p/')
      await waitFor('a rung', hasRung)
      await page.goto(`${site.url}/watch?user=bob`)
      await waitUntilPlaying(page)
      await chooseQuality(page, '360p')
      await waitForHeight(page, 360)
      const crash = async () => {
        const pid = await ladderEncoderOf(serverPid(), '480:360')
        if (pid !== undefined) process.kill(pid, 'SIGKILL')
        return !(await hasRung())
      }
      await waitFor('the rung is taken away', crash)
      await waitForHeight(page, 480)
      await waitUntilPlaying(page)
      await page.mouse.move(500, 300)
      await page.getByRole('button', { name: 'Quality: Auto' }).waitFor()
      await waitFor('the rung is back', hasRung)
      // The player tries again every half minute, and when it hears that the network is back.
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await waitForHeight(page, 360)
      await page.getByTestId('player-video').hover({ force: true })
      await page.getByRole('button', { name: 'Quality: 360p' }).waitFor()
      expect(problems.filter(isNotOfLadder)).toEqual([])
    } finally {
      await page.context().close()
      await other.kill()
    }
  })

  it('leaves no child process when the server is killed', async () => {
    const children = await waitFor('child processes', async () => {
      const found = await childrenOf(serverPid())
      return found.some(({ args }) => args.includes('pipe:3')) && found
    })
    site.process.kill('SIGKILL')
    const isGone = (pid: number) => {
      try {
        return !process.kill(pid, 0)
      } catch {
        return true
      }
    }
    await expect.poll(() => children.filter(({ pid }) => !isGone(pid)), { timeout: 90_000 }).toEqual([])
  })
})

describe('without ffmpeg', () => {
  it('a stream has only the source rendition and no thumbnail, and the log says why once', async () => {
    // A PATH in which there is Node but no ffmpeg.
    site = await startSite({ PATH: dirname(process.execPath) })
    const encoders: Encoder[] = []
    try {
      for (const name of ['alice', 'bob']) {
        encoders.push(startEncoder(site.rtmpUrl, await newStreamKey(site.url, name), { size: '640x480' }))
        streamId = await waitUntilLive(site.url, name)
      }
      const master = await (await fetch(live('master.m3u8'))).text()
      expect(master.match(/#EXT-X-STREAM-INF/g)).toHaveLength(1)
      const { streams } = await (await fetch(`${site.url}/api/streams`)).json()
      expect(streams.map(({ thumbnail }: { thumbnail: string | null }) => thumbnail)).toEqual([null, null])
      expect((await fetch(live('thumbnail.jpg'))).status).toBe(404)
      expect(site.output().match(/ffmpeg is not installed/g)).toHaveLength(1)
    } finally {
      for (const encoder of encoders) await encoder.kill()
      await site.remove()
    }
  })
})

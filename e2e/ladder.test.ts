import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newStreamKey, untilLive } from './support/browser/account.ts'
import { launchBrowser, openPerson } from './support/browser/browser.ts'
import { untilPlaying } from './support/browser/journeys.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { readPlaylist } from './support/players/live-playlist.ts'
import { watchMedia } from './support/players/media-watch.ts'
import { childrenOf, ladderEncoderOf } from './support/server/server-children.ts'
import { type Site, startSite } from './support/server/site.ts'

/** `LADDER_ATTACKS=20 npm run e2e -- e2e/ladder` is the long run. */
const attacks = Number(process.env.LADDER_ATTACKS ?? 2)
/** Five crashes within a minute take the rungs away, which is not what is shown here. */
const attackIntervalMs = 16_000
/** Small and slow, so that other work on the machine does not make the ladder shed a rung. */
const picture = { size: '960x540', framesPerSecond: 15, keyIntervalFrames: 30 }
const frameMs = 1000 / picture.framesPerSecond

let site: Site
let browser: Browser
let encoder: Encoder
let streamId: string

const live = (path: string) => `${site.url}/live/${streamId}/${path}`
const serverPid = () => site.process.pid ?? 0

async function until<Value>(what: string, look: () => Promise<Value | undefined | false>, timeoutMs = 90_000) {
  const startedMs = Date.now()
  for (;;) {
    const value = await look()
    if (value) return { value, tookMs: Date.now() - startedMs }
    if (Date.now() - startedMs > timeoutMs) throw new Error(`${what}: not within ${timeoutMs} ms\n${site.output()}`)
    await wait(100)
  }
}

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

/** Its whole window, decoded by ffmpeg: pictures and their times. */
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
  // The controls show themselves when the mouse moves.
  await page.mouse.move(400, 300)
  await page.mouse.move(410, 310)
  await page.getByRole('button', { name: /^Quality/ }).click()
  await page.getByRole('menuitemradio', { name, exact: true }).click()
}

async function heightBecomes(page: Page, height: number): Promise<void> {
  const isShown = (wanted: number) => document.querySelector('video')?.videoHeight === wanted
  await page.waitForFunction(isShown, height, { timeout: 90_000 })
}

describe('a stream with a ladder', () => {
  beforeAll(async () => {
    site = await startSite({ WAGGLE_TRANSCODE: '480p,360p' })
    browser = await launchBrowser()
    encoder = startEncoder(site.rtmpUrl, await newStreamKey(site.url, 'alice'), { ...picture, bFrames: 2 })
    streamId = await untilLive(site.url, 'alice')
  })
  afterAll(async () => {
    await encoder?.kill()
    await browser?.close()
    await site?.remove()
  })

  it('lists the rungs below the source', async () => {
    // The answer waits for them, but not for as long as a machine with much else to do may take.
    const look = async () => {
      const master = await (await fetch(live('master.m3u8'))).text()
      return master.includes('360p/') && master
    }
    const { value: master } = await until('rungs', look)
    expect([...master.matchAll(/^(\w+)\/media\.m3u8$/gm)].map((match) => match[1])).toEqual(['source', '480p', '360p'])
    expect([...master.matchAll(/RESOLUTION=(\w+)/g)].map((match) => match[1])).toEqual([
      '960x540',
      '854x480',
      '640x360',
    ])
  })

  it('begins segments of the same number at the same time in all of them', async () => {
    const lists = await Promise.all(
      ['source', '480p', '360p'].map(async (name) => {
        const look = async () => {
          const playlist = await readPlaylist(live(`${name}/media.m3u8`))
          return playlist && playlist.segments.length >= 4 && playlist
        }
        return (await until(`${name} has segments`, look)).value
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

  it('shows the same pictures at the same times, with key frames at the same places', async () => {
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

  it('lets a viewer choose a quality and go back without a stall', async () => {
    const { page, problems } = await openPerson(browser)
    const report = await watchMedia(page)
    await page.goto(`${site.url}/watch?user=alice`)
    await untilPlaying(page)
    await page.mouse.move(400, 300)
    await page.getByRole('button', { name: /^Quality/ }).click()
    const names = await page.getByRole('menuitemradio').allTextContents()
    expect(names.map((name) => name.replace(/ \(.*/, ''))).toEqual(['Auto', '540p', '480p', '360p'])
    await page.keyboard.press('Escape')
    for (const height of [360, 540, 480]) {
      await chooseQuality(page, `${height}p`)
      await heightBecomes(page, height)
    }
    await wait(2000)
    const { stalls, errors, mediaSources } = await report()
    expect(errors).toEqual([])
    expect(mediaSources).toBe(1)
    // A player that is starved for want of CPU runs dry for seconds at most; a broken switch does so for good.
    expect(stalls.filter(({ forMs }) => forMs > 4000)).toEqual([])
    expect(problems).toEqual([])
    await page.context().close()
  })

  it(
    `[F11] goes on without a gap when its encoder is killed or stopped ${attacks} times`,
    async () => {
      const tookMs: number[] = []
      for (let attack = 0; attack < attacks; attack += 1) {
        const startedMs = Date.now()
        const pid = (await until('an encoder', () => ladderEncoderOf(serverPid()))).value
        const before = (await readPlaylist(live('360p/media.m3u8')))?.endMs ?? 0
        process.kill(pid, attack % 2 === 0 ? 'SIGKILL' : 'SIGSTOP')
        const attackedMs = Date.now()
        const isBack = async () => {
          const playlist = await readPlaylist(live('360p/media.m3u8'))
          const source = await readPlaylist(live('source/media.m3u8'))
          expect(playlist).toBeDefined()
          const encoder = await ladderEncoderOf(serverPid())
          const hasGoneOn = (playlist?.endMs ?? 0) > before + 1000
          return (
            encoder !== undefined &&
            encoder !== pid &&
            hasGoneOn &&
            (source?.endMs ?? 0) - (playlist?.endMs ?? 0) < 1500
          )
        }
        await until('the rung is back', isBack)
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
          const former = segments[index - 1]
          if (former) expect(Math.abs(dateMs - former.dateMs - 1000 * former.durationS)).toBeLessThan(5)
        }
      }
      // Pictures of one encoder after those of another decode as if they were of one.
      const { complaints, times } = await decode('360p')
      expect(complaints).toBe('')
      for (const [index, time] of times.entries()) {
        if (index > 0) expect(Math.abs(time - (times[index - 1] ?? 0) - frameMs)).toBeLessThan(5)
      }
    },
    60_000 + attacks * 2 * attackIntervalMs,
  )

  it('has a fresh thumbnail in the listing', async () => {
    const look = async () => {
      const { streams } = await (await fetch(`${site.url}/api/streams`)).json()
      return streams[0]?.thumbnail as string | null
    }
    const first = (await until('a thumbnail', async () => (await look()) ?? undefined)).value
    // A page that is in a hurry does without.
    await until('the watch page has the picture in it', async () => {
      const page = await (await fetch(`${site.url}/watch?user=alice`)).text()
      return page.includes('<div id="root"><div class="first-stage"><img class="first-picture" src="/live/')
    })
    const takenAtMs = Number(new URL(first, site.url).searchParams.get('v'))
    expect(Date.now() - takenAtMs).toBeLessThan(15_000 + 15_000)
    await until('another thumbnail', async () => (await look()) !== first)
    const response = await fetch(site.url + (await look()))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('cache-control')).toBe('public, max-age=10')
    const { output } = await run('ffprobe', [
      ...['-v', 'error', '-show_entries', 'stream=codec_name,width,height', '-of', 'csv=p=0'],
      site.url + (await look()),
    ])
    expect(output.trim()).toBe('mjpeg,640,360')
  })

  it('leaves no program behind when the encoder goes away', async () => {
    await encoder.kill()
    await until('no children', async () => (await childrenOf(serverPid())).length === 0)
  })

  it('comes back with the encoder, behind one discontinuity, with the same numbers', async () => {
    encoder = startEncoder(site.rtmpUrl, await newStreamKey(site.url, 'alice'), picture)
    const look = async () => {
      const [source, rung] = [
        await readPlaylist(live('source/media.m3u8')),
        await readPlaylist(live('360p/media.m3u8')),
      ]
      const last = rung?.segments.at(-1)
      const same = source?.segments.find(({ sequence }) => sequence === last?.sequence)
      return rung?.discontinuity === 1 && source?.discontinuity === 1 && last && same && { last, same }
    }
    const { last, same } = (await until('the rung is back', look)).value
    expect(Math.abs(last.dateMs - same.dateMs)).toBeLessThanOrEqual(frameMs)
  })

  it('takes rungs away that keep crashing; who watches one goes on with the source', async () => {
    const other = startEncoder(site.rtmpUrl, await newStreamKey(site.url, 'bob'), { ...picture, size: '640x480' })
    const { page, problems } = await openPerson(browser)
    try {
      const master = `${site.url}/live/${await untilLive(site.url, 'bob')}/master.m3u8`
      const hasRung = async () => (await (await fetch(master)).text()).includes('360p/')
      await until('a rung', hasRung)
      await page.goto(`${site.url}/watch?user=bob`)
      await untilPlaying(page)
      await chooseQuality(page, '360p')
      await heightBecomes(page, 360)
      const crash = async () => {
        const pid = await ladderEncoderOf(serverPid(), '480:360')
        if (pid !== undefined) process.kill(pid, 'SIGKILL')
        return !(await hasRung())
      }
      await until('the rung is taken away', crash)
      await heightBecomes(page, 480)
      await untilPlaying(page)
      await page.mouse.move(500, 300)
      await page.getByRole('button', { name: 'Quality: Auto' }).waitFor()
      expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
    } finally {
      await page.context().close()
      await other.kill()
    }
  })

  it('leaves no program behind when the server is killed', async () => {
    const children = (
      await until('children', async () => {
        const found = await childrenOf(serverPid())
        return found.some(({ args }) => args.includes('pipe:3')) && found
      })
    ).value
    site.process.kill('SIGKILL')
    const isGone = (pid: number) => {
      try {
        return !process.kill(pid, 0)
      } catch {
        return true
      }
    }
    await until('none is left', async () => children.every(({ pid }) => isGone(pid)))
  })
})

describe('without ffmpeg', () => {
  it('a stream plays in its own quality, without thumbnail, and the log says why once', async () => {
    // A folder with Node and nothing else of use.
    site = await startSite({ PATH: dirname(process.execPath) })
    const encoders: Encoder[] = []
    try {
      for (const name of ['alice', 'bob']) {
        encoders.push(startEncoder(site.rtmpUrl, await newStreamKey(site.url, name), { size: '640x480' }))
        streamId = await untilLive(site.url, name)
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

import { parseArgs } from 'node:util'
import { type Fault, faults, startFaultProxy } from '../apps/server/src/testing/engines/fault-proxy.ts'
import { newStreamKey, untilLive } from '../e2e/support/browser/account.ts'
import { launchBrowser, openPerson } from '../e2e/support/browser/browser.ts'
import { untilPlaying } from '../e2e/support/browser/journeys.ts'
import { startEncoderLoop } from '../e2e/support/encoders/encoder-loop.ts'
import { untilResumed, watchPicture } from '../e2e/support/players/stalls.ts'
import { startSite } from '../e2e/support/server/site.ts'
import { PlaylistChecker } from '../packages/media/src/hls/testing/playlist-checker.ts'
import { percentile } from './support/percentile.ts'

// Encoders that lose their network in every way and for every time, each watched in a browser: a channel for each way, one drop
// after the other in it. What is counted: the same stream, the same page, playlists that never go back, and when the picture is back.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    /** Seconds, by turns. */
    gaps: { type: 'string', default: '5,20,55' },
  },
})
const rounds = Number(values.rounds)
const gapsS = values.gaps.split(',').map(Number)
/** What the encoder needs to notice that its network is back is not the viewer's. */
const goalMs = 4000
const channels = ['alice', 'bob', 'carol', 'dave']

interface Drop {
  fault: Fault
  gapS: number
  problems: string[]
  /** After the network was back. */
  resumedAfterMs: number | undefined
}

const site = await startSite({ WAGGLE_TRANSCODE: 'off' })
const rtmpPort = Number(new URL(site.rtmpUrl).port)
const browser = await launchBrowser()
const drops: Drop[] = []

async function runChannel(username: string, fault: Fault): Promise<void> {
  const proxy = await startFaultProxy(rtmpPort)
  const encoder = startEncoderLoop(`rtmp://127.0.0.1:${proxy.port}/live`, await newStreamKey(site.url, username))
  const streamId = await untilLive(site.url, username)
  const { page } = await openPerson(browser)
  const checker = new PlaylistChecker()
  const look = async () => {
    const response = await fetch(`${site.url}/live/${streamId}/source/media.m3u8`)
    if (response.status === 200) checker.check(await response.text())
  }
  const poll = setInterval(() => void look().catch(() => undefined), 1000)
  await page.goto(`${site.url}/watch?user=${username}`)
  await untilPlaying(page)
  await watchPicture(page)
  for (let round = 0; round < rounds; round += 1) {
    for (const gapS of gapsS) {
      const drop: Drop = { fault, gapS, problems: [], resumedAfterMs: undefined }
      drops.push(drop)
      await page.waitForTimeout(4000)
      const cutAtMs = Date.now()
      proxy.cut(fault)
      await page.waitForTimeout(gapS * 1000)
      proxy.heal()
      // ffmpeg would wait for ever for a connection that says nothing; broadcasting software gives up and connects again.
      void encoder.kill()
      const backAtMs = Date.now()
      try {
        drop.resumedAfterMs = await untilResumed(page, cutAtMs, backAtMs)
        if (drop.resumedAfterMs > goalMs) drop.problems.push(`played ${drop.resumedAfterMs} ms after`)
        if ((await untilLive(site.url, username)) !== streamId) drop.problems.push('another stream')
      } catch (error) {
        drop.problems.push(String(error).split('\n')[0] ?? '')
      }
      drop.problems.push(...checker.violations.splice(0).filter((text) => text !== 'segments were never seen'))
      const facts = drop.problems.join('; ') || `plays ${drop.resumedAfterMs} ms after`
      console.log(`${fault}, ${gapS} s: ${facts}`)
    }
  }
  clearInterval(poll)
  if (!(await page.evaluate(() => 'pictureSamples' in globalThis))) throw new Error('the page was loaded again')
  await encoder.stop()
  await proxy.close()
}

try {
  await Promise.all(faults.map((fault, index) => runChannel(channels[index] ?? '', fault)))
  console.log('\nfault             gap   drops  good   median   worst')
  for (const fault of faults) {
    for (const gapS of gapsS) {
      const mine = drops.filter((drop) => drop.fault === fault && drop.gapS === gapS)
      const times = mine.flatMap(({ resumedAfterMs }) => (resumedAfterMs === undefined ? [] : [resumedAfterMs]))
      const good = mine.filter(({ problems }) => problems.length === 0).length
      const figures = [percentile(times, 50)?.toFixed(0) ?? '-', Math.max(...times).toFixed(0)]
      const columns = [
        fault.padEnd(16),
        `${gapS} s`.padStart(5),
        String(mine.length).padStart(6),
        String(good).padStart(5),
      ]
      console.log([...columns, ...figures.map((figure) => `${figure} ms`.padStart(8))].join(' '))
    }
  }
} finally {
  await browser.close()
  await site.remove()
}
process.exit(drops.every(({ problems }) => problems.length === 0) ? 0 : 1)

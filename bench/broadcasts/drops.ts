import { parseArgs } from 'node:util'
import { type Fault, faults, startFaultProxy } from '../../apps/server/src/testing/networks/fault-proxy.ts'
import { launchBrowser, openProfile } from '../../e2e/support/browser/browser.ts'
import { waitUntilPlaying } from '../../e2e/support/browser/journeys.ts'
import { startReconnectingEncoder } from '../../e2e/support/encoders/reconnecting-encoder.ts'
import { recordPicture, waitUntilResumed } from '../../e2e/support/players/stalls.ts'
import { newStreamKey, waitUntilLive } from '../../e2e/support/server/account.ts'
import { startSite } from '../../e2e/support/server/site.ts'
import { PlaylistChecker } from '../../packages/media/src/hls/testing/playlist-checker.ts'
import { percentile } from '../support/percentile.ts'

// Encoders lose their network in every way and for every length of time, each watched in a browser. Each way has a channel, with one
// drop after the other. A drop is good when stream and page stay the same, playlists never go back, and playback resumes in time.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    /** Lengths of the drops in seconds, in turn. */
    gaps: { type: 'string', default: '5,20,55' },
  },
})
const rounds = Number(values.rounds)
const gapsS = values.gaps.split(',').map(Number)
/** From the moment at which the network is back to playback. */
const goalMs = 4000
const channels = ['alice', 'bob', 'carol', 'dave']

interface Drop {
  fault: Fault
  gapS: number
  problems: string[]
  /** Time from the network's return to playback. */
  resumedAfterMs: number | undefined
}

const site = await startSite({ WAGGLE_TRANSCODE: 'off' })
const rtmpPort = Number(new URL(site.rtmpUrl).port)
const browser = await launchBrowser()
const drops: Drop[] = []

async function runChannel(username: string, fault: Fault): Promise<void> {
  const proxy = await startFaultProxy(rtmpPort)
  const encoder = startReconnectingEncoder(
    `rtmp://127.0.0.1:${proxy.port}/live`,
    await newStreamKey(site.url, username),
  )
  const streamId = await waitUntilLive(site.url, username)
  const { page } = await openProfile(browser)
  const checker = new PlaylistChecker()
  const checkPlaylist = async () => {
    const response = await fetch(`${site.url}/live/${streamId}/source/media.m3u8`)
    if (response.status === 200) checker.check(await response.text())
  }
  const poll = setInterval(() => void checkPlaylist().catch(() => undefined), 1000)
  await page.goto(`${site.url}/watch?user=${username}`)
  await waitUntilPlaying(page)
  await recordPicture(page)
  for (let round = 0; round < rounds; round += 1) {
    for (const gapS of gapsS) {
      const drop: Drop = { fault, gapS, problems: [], resumedAfterMs: undefined }
      drops.push(drop)
      await page.waitForTimeout(4000)
      const cutAtMs = Date.now()
      proxy.cut(fault)
      await page.waitForTimeout(gapS * 1000)
      proxy.heal()
      // ffmpeg would wait for a silent connection without an end; broadcasting software gives up and reconnects.
      void encoder.kill()
      const backAtMs = Date.now()
      try {
        drop.resumedAfterMs = await waitUntilResumed(page, cutAtMs, backAtMs)
        if (drop.resumedAfterMs > goalMs) drop.problems.push(`plays only ${drop.resumedAfterMs} ms after`)
        if ((await waitUntilLive(site.url, username)) !== streamId) drop.problems.push('another stream')
      } catch (error) {
        drop.problems.push(String(error).split('\n')[0] ?? '')
      }
      drop.problems.push(...checker.violations.splice(0).filter((text) => text !== 'segments were skipped'))
      const facts = drop.problems.join('; ') || `plays ${drop.resumedAfterMs} ms after`
      console.log(`${fault}, ${gapS} s: ${facts}`)
    }
  }
  clearInterval(poll)
  if (!(await page.evaluate(() => 'pictureSamples' in globalThis))) throw new Error('the page was reloaded')
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

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../apps/server/src/testing/engines/private-process.ts'
import { type FaultProxy, startFaultProxy } from '../apps/server/src/testing/networks/fault-proxy.ts'
import { PlaylistChecker } from '../packages/media/src/hls/testing/playlist-checker.ts'
import { launchBrowser, openProfile } from './support/browser/browser.ts'
import { waitUntilPlaying } from './support/browser/journeys.ts'
import { startReconnectingEncoder } from './support/encoders/reconnecting-encoder.ts'
import { preferLowDelay } from './support/players/delay-mode.ts'
import { recordPicture, stallsSince, waitUntilResumed } from './support/players/stalls.ts'
import { newStreamKey, waitUntilLive } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
let proxy: FaultProxy
let encoder: ReturnType<typeof startReconnectingEncoder> | undefined
let viewer: Awaited<ReturnType<typeof openProfile>>
let streamId: string
let firstToken: string
let poll: NodeJS.Timeout | undefined
const checker = new PlaylistChecker()
const ports: Record<string, string> = {}

/** F1: from the encoder's return to playback. */
const resumeWithinMs = 4000
/** F2: from the server's return to playback. */
const restartResumeWithinMs = 10_000
/** What the pauses of a shared machine may add. */
const machinePauseMs = 10_000

beforeAll(async () => {
  ports.WAGGLE_HTTP_PORT = String(await freePort())
  ports.WAGGLE_RTMP_PORT = String(await freePort())
  site = await startSite(ports)
  ports.WAGGLE_DATA_DIR = site.dataDir
  proxy = await startFaultProxy(Number(ports.WAGGLE_RTMP_PORT))
  browser = await launchBrowser()
  viewer = await openProfile(browser)
  await preferLowDelay(viewer.context)
  const streamKey = await newStreamKey(site.url, 'alice')
  encoder = startReconnectingEncoder(`rtmp://127.0.0.1:${proxy.port}/live`, streamKey)
  streamId = await waitUntilLive(site.url, 'alice')
  const answer = await fetch(`${site.url}/api/hls/token/${streamId}`, { method: 'POST' })
  firstToken = (await answer.json()).token
  poll = setInterval(() => void checkPlaylist(), 250)
  await viewer.page.goto(`${site.url}/watch?user=alice`)
  await waitUntilPlaying(viewer.page)
  await recordPicture(viewer.page)
  await viewer.page.waitForTimeout(4000)
})
afterAll(async () => {
  clearInterval(poll)
  await encoder?.stop()
  await browser?.close()
  await proxy?.close()
  await site?.remove()
})

let isChecking = false
/** Checks the current playlist against the previous ones, as another viewer. */
async function checkPlaylist(): Promise<void> {
  if (isChecking) return
  isChecking = true
  try {
    const response = await fetch(`${site.url}/live/${streamId}/source/media.m3u8`)
    if (response.status === 200) checker.check(await response.text())
  } catch {
    // The server is restarting.
  } finally {
    isChecking = false
  }
}

/** Ends the server and starts it again with the same folder and ports, and expects playback to resume. */
async function restart(signal: NodeJS.Signals, whileDown?: () => void): Promise<void> {
  const stopAtMs = Date.now()
  site.process.kill(signal)
  await site.exited
  whileDown?.()
  site = await startSite(ports)
  expect(await waitUntilLive(site.url, 'alice')).toBe(streamId)
  const backAtMs = Date.now()
  const resumedAfterMs = await waitUntilResumed(viewer.page, stopAtMs, backAtMs)
  console.log(`${signal}: plays ${resumedAfterMs} ms after ingest is back`)
  expect(resumedAfterMs).toBeLessThan(restartResumeWithinMs + machinePauseMs)
  expect(await fetchPlaylist()).toContain('#EXT-X-DISCONTINUITY\n')
}

async function fetchPlaylist(): Promise<string> {
  return (await fetch(`${site.url}/live/${streamId}/source/media.m3u8`)).text()
}

// One broadcast, one viewer and one page for all tests.
describe('a viewer keeps watching in the same page', () => {
  it('[F1] while the encoder is gone for 5 s and its connection stays half-open', async () => {
    const cutAtMs = Date.now()
    proxy.cut('half-open')
    await viewer.page.waitForTimeout(5000)
    proxy.heal()
    const backAtMs = Date.now()
    expect(await waitUntilLive(site.url, 'alice')).toBe(streamId)
    const resumedAfterMs = await waitUntilResumed(viewer.page, cutAtMs, backAtMs)
    console.log(`half-open, 5 s: plays ${resumedAfterMs} ms after the network is back`)
    expect(resumedAfterMs).toBeLessThan(resumeWithinMs + machinePauseMs)
    expect(await fetchPlaylist()).toContain('#EXT-X-DISCONTINUITY\n')
  })

  it('[F2] while the server is killed and restarted', async () => {
    await restart('SIGKILL')
  })

  it('[F2] while the server is stopped and restarted', async () => {
    await restart('SIGTERM')
  })

  it('[F2] while the server is killed before it could store the numbers of its last segments', async () => {
    await restart('SIGKILL', () => {
      const database = new DatabaseSync(join(site.dataDir, 'waggle.sqlite'))
      database.exec('update broadcasts set next_number = next_number + 40')
      database.close()
    })
  })

  it('with playlists that never went back, a first token that is still valid, and no reload', async () => {
    expect(checker.violations.filter((violation) => violation !== 'segments were skipped')).toEqual([])
    const key = /URI="(\/api\/hls\/key[^"]+)"/.exec(await fetchPlaylist())?.[1]
    expect((await fetch(`${site.url}${key}?token=${firstToken}`)).status).toBe(200)
    expect(await viewer.page.evaluate(() => 'pictureSamples' in globalThis)).toBe(true)
    const stalls = await stallsSince(viewer.page, 0)
    expect(stalls.length).toBeGreaterThanOrEqual(4)
  })
})

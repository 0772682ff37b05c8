import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../apps/server/src/testing/engines/fault-proxy.ts'
import { freePort } from '../apps/server/src/testing/engines/private-process.ts'
import { PlaylistChecker } from '../packages/media/src/hls/testing/playlist-checker.ts'
import { newStreamKey, untilLive } from './support/browser/account.ts'
import { launchBrowser, openPerson } from './support/browser/browser.ts'
import { untilPlaying } from './support/browser/journeys.ts'
import { startEncoderLoop } from './support/encoders/encoder-loop.ts'
import { stallsSince, untilResumed, watchPicture } from './support/players/stalls.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
let proxy: FaultProxy
let encoder: ReturnType<typeof startEncoderLoop> | undefined
let viewer: Awaited<ReturnType<typeof openPerson>>
let streamId: string
let firstToken: string
let poll: NodeJS.Timeout | undefined
const checker = new PlaylistChecker()
const ports: Record<string, string> = {}

/** What the issue allows after the encoder is back, and what a shared machine may add to it. */
const resumeWithinMs = 4000
const restartResumeWithinMs = 10_000
const machinePauseMs = 10_000

beforeAll(async () => {
  ports.WAGGLE_HTTP_PORT = String(await freePort())
  ports.WAGGLE_RTMP_PORT = String(await freePort())
  site = await startSite(ports)
  ports.WAGGLE_DATA_DIR = site.dataDir
  proxy = await startFaultProxy(Number(ports.WAGGLE_RTMP_PORT))
  browser = await launchBrowser()
  viewer = await openPerson(browser)
  const streamKey = await newStreamKey(site.url, 'alice')
  encoder = startEncoderLoop(`rtmp://127.0.0.1:${proxy.port}/live`, streamKey)
  streamId = await untilLive(site.url, 'alice')
  const answer = await fetch(`${site.url}/api/hls/token/${streamId}`, { method: 'POST' })
  firstToken = (await answer.json()).token
  poll = setInterval(() => void look(), 250)
  await viewer.page.goto(`${site.url}/watch?user=alice`)
  await untilPlaying(viewer.page)
  await watchPicture(viewer.page)
  await viewer.page.waitForTimeout(4000)
})
afterAll(async () => {
  clearInterval(poll)
  await encoder?.stop()
  await browser?.close()
  await proxy?.close()
  await site?.remove()
})

let isLooking = false
/** Another viewer, who checks every playlist against those before. */
async function look(): Promise<void> {
  if (isLooking) return
  isLooking = true
  try {
    const response = await fetch(`${site.url}/live/${streamId}/source/media.m3u8`)
    if (response.status === 200) checker.check(await response.text())
  } catch {
    // The server is down at the moment.
  } finally {
    isLooking = false
  }
}

/** Ends the server and starts it on the same folder and ports; the viewer has to play on. */
async function restart(signal: NodeJS.Signals, meanwhile?: () => void): Promise<void> {
  const stopAtMs = Date.now()
  site.process.kill(signal)
  await site.exited
  meanwhile?.()
  site = await startSite(ports)
  expect(await untilLive(site.url, 'alice')).toBe(streamId)
  const backAtMs = Date.now()
  const resumedAfterMs = await untilResumed(viewer.page, stopAtMs, backAtMs)
  console.log(`${signal}: plays ${resumedAfterMs} ms after ingest is back`)
  expect(resumedAfterMs).toBeLessThan(restartResumeWithinMs + machinePauseMs)
  expect(await current()).toContain('#EXT-X-DISCONTINUITY\n')
}

async function current(): Promise<string> {
  return (await fetch(`${site.url}/live/${streamId}/source/media.m3u8`)).text()
}

// One broadcast, one viewer and one page from beginning to end.
describe('a viewer stays in the same page', () => {
  it('[F1] while the encoder is gone for 5 s and the server heard nothing of it', async () => {
    const cutAtMs = Date.now()
    proxy.cut('half-open')
    await viewer.page.waitForTimeout(5000)
    proxy.heal()
    const backAtMs = Date.now()
    expect(await untilLive(site.url, 'alice')).toBe(streamId)
    const resumedAfterMs = await untilResumed(viewer.page, cutAtMs, backAtMs)
    console.log(`half-open, 5 s: plays ${resumedAfterMs} ms after the network is back`)
    expect(resumedAfterMs).toBeLessThan(resumeWithinMs + machinePauseMs)
    expect(await current()).toContain('#EXT-X-DISCONTINUITY\n')
  })

  it('[F2] while the server is killed and started again', async () => {
    await restart('SIGKILL')
  })

  it('[F2] while the server is stopped and started again', async () => {
    await restart('SIGTERM')
  })

  it('[F2] while the server is killed and had not been able to note its last segments', async () => {
    await restart('SIGKILL', () => {
      const database = new DatabaseSync(join(site.dataDir, 'waggle.sqlite'))
      database.exec('update broadcasts set next_number = next_number + 40')
      database.close()
    })
  })

  it('with no playlist that went back, the first token still good, and never a reload', async () => {
    expect(checker.violations.filter((violation) => violation !== 'segments were never seen')).toEqual([])
    const key = /URI="(\/api\/hls\/key[^"]+)"/.exec(await current())?.[1]
    expect((await fetch(`${site.url}${key}?token=${firstToken}`)).status).toBe(200)
    expect(await viewer.page.evaluate(() => 'pictureSamples' in globalThis)).toBe(true)
    const stalls = await stallsSince(viewer.page, 0)
    expect(stalls.length).toBeGreaterThanOrEqual(4)
  })
})

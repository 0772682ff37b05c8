import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMoqRelay } from '../apps/server/src/testing/engines/moq-relay.ts'
import { launchBrowser, openProfile } from './support/browser/browser.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { preferRealTime, shownMode } from './support/players/delay-mode.ts'
import { callApi, newStreamKey, waitUntilLive } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

let relay: Awaited<ReturnType<typeof startMoqRelay>>
let site: Site
let browser: Browser
let encoder: Encoder
let streamId: string

beforeAll(async () => {
  relay = await startMoqRelay()
  site = await startSite({ WAGGLE_TRANSCODE: 'off', WAGGLE_MOQ_RELAY: `${relay.url}?jwt=secret` })
  site.allowConnectionTo(relay.url)
  browser = await launchBrowser()
  encoder = startEncoder(site.rtmpUrl, await newStreamKey(site.url, 'alice'), { size: '320x180' })
  streamId = await waitUntilLive(site.url, 'alice')
})
afterAll(async () => {
  await encoder?.kill()
  await browser?.close()
  await site?.remove()
  await relay?.close()
})

const relayAddress = () => relay.url.replace('http', 'ws')
const ownAddress = () => `${site.url.replace('http', 'ws')}/live/${streamId}/moq`

async function watch() {
  const { context, page, problems } = await openProfile(browser)
  await preferRealTime(context)
  const sockets: string[] = []
  page.on('websocket', (socket) => socket.url().includes('/socket.io/') || sockets.push(socket.url()))
  const open = () => page.goto(`${site.url}/watch?user=alice`)
  return { context, page, problems, sockets, open }
}

async function keepsPlaying(page: Page): Promise<void> {
  const time = () => page.getByTestId('player-video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime)
  const before = await time()
  await expect.poll(time, { timeout: 10_000 }).toBeGreaterThan(before + 0.5)
}

it('[PLAYER-16] the player watches at the relay, without a token, counts as a viewer, and goes on at the site when the relay is gone', async () => {
  const { context, page, problems, sockets, open } = await watch()
  await expect.poll(relay.paths).toEqual([streamId])
  await open()
  await keepsPlaying(page)
  expect(sockets).toEqual([relayAddress()])
  expect(await shownMode(page)).toContain('Real time')
  await expect.poll(async () => (await callApi(site.url, '/api/streams/info/alice')).viewers).toBe(1)
  await relay.close()
  await expect.poll(() => sockets.at(-1)).toBe(ownAddress())
  await keepsPlaying(page)
  expect(await shownMode(page)).toContain('Real time')
  // The browser reports every socket that cannot be opened.
  expect(problems.filter((problem) => !problem.includes('WebSocket connection'))).toEqual([])
  await context.close()
})

it('[PLAYER-16] a relay that is not there costs a viewer nothing but the attempt', async () => {
  const { context, page, sockets, open } = await watch()
  await open()
  await keepsPlaying(page)
  expect(sockets.slice(0, 2)).toEqual([relayAddress(), ownAddress()])
  await context.close()
})

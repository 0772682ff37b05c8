import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, openProfile, phone, saveScreenshot } from './support/browser/browser.ts'
import {
  approveInWallet,
  generateStreamKey,
  measureMotion,
  measurePlayback,
  signIn,
  waitUntilPlaying,
} from './support/browser/journeys.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { waitUntilLive } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
let encoder: Encoder | undefined
let streamKey: string
let streamer: Awaited<ReturnType<typeof openProfile>>
let viewer: Awaited<ReturnType<typeof openProfile>>

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
  streamer = await openProfile(browser)
  viewer = await openProfile(browser)
})
afterAll(async () => {
  await encoder?.kill()
  await browser?.close()
  await site?.remove()
})

async function streamIdOfAlice(): Promise<string> {
  const response = await fetch(`${site.url}/api/streams/path/alice?type=hiveAccount`)
  expect(response.status).toBe(200)
  return (await response.json()).streamId
}

// One sequence: each test depends on the ones before.
describe('a broadcast, from the encoder to the picture', () => {
  it('[AUTH-12] begins with a sign-in through the wallet that survives a reload', async () => {
    await signIn(streamer.page, site.url, 'alice')
    await streamer.page.reload()
    await streamer.page.getByRole('button', { name: '@alice' }).waitFor()
    expect(streamer.problems).toEqual([])
  })

  it('[KEY-4, KEY-7] gives the streamer a key, shown once, and the address for the encoder', async () => {
    streamKey = await generateStreamKey(streamer.page, site.url)
    expect(streamKey).toMatch(/^wgl_[\w-]{32}$/)
    expect(await streamer.page.getByText('Logged in as: @alice').count()).toBe(1)
    expect(await streamer.page.getByLabel('Server', { exact: true }).inputValue()).toBe(site.rtmpUrl)
    await saveScreenshot(streamer.page, 'stream-key')
    await streamer.page.reload()
    await streamer.page.getByRole('button', { name: 'Generate Stream Key' }).waitFor()
    expect(await streamer.page.content()).not.toContain(streamKey)
  })

  it('refuses a wrong key with a reason that the encoder prints', async () => {
    const wrong = startEncoder(site.rtmpUrl, 'wgl_not-a-key')
    expect(await wrong.exited).not.toBe(0)
    expect(wrong.output()).toContain('This stream key is not valid')
  })

  it('is live for an anonymous viewer, who finds it on the home page and watches 20 s in real time', async () => {
    encoder = startEncoder(site.rtmpUrl, streamKey, { bFrames: 2 })
    await waitUntilLive(site.url, 'alice')
    const { page } = viewer
    await page.goto(site.url)
    await page.getByRole('main').getByRole('link', { name: /alice/ }).first().click()
    await page.waitForURL('**/watch?user=alice')
    await waitUntilPlaying(page)
    const { playedSeconds, elapsedSeconds, latencySeconds } = await measurePlayback(page, 20)
    // The player may play up to 1.3 times as fast to catch up with the live edge; a shared machine may pause.
    expect(playedSeconds / elapsedSeconds).toBeGreaterThan(0.75)
    expect(playedSeconds / elapsedSeconds).toBeLessThan(1.3)
    expect(latencySeconds).toBeGreaterThan(0)
    expect(latencySeconds).toBeLessThan(8)
    await saveScreenshot(page, 'watch-desktop')
    await page.setViewportSize(phone)
    await saveScreenshot(page, 'watch-phone')
  })

  it('[PLAYER-13] counts that viewer', async () => {
    const stream = await (await fetch(`${site.url}/api/streams/info/alice`)).json()
    expect(stream).toMatchObject({ isLive: true, viewers: 1 })
  })

  it('[PLAYER-13, HOME-6] shows a viewer who joins on the watch page and on the home page within seconds', async () => {
    const { page } = viewer
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(site.url)
    // A page that is left may be gone before it can say so: then the viewer counts until the next key is late.
    const viewers = async () => (await (await fetch(`${site.url}/api/streams/info/alice`)).json()).viewers
    await expect.poll(viewers, { timeout: 100_000 }).toBe(0)
    const home = await streamer.page.context().newPage()
    await home.goto(site.url)
    await home.getByRole('main').getByText('0 viewers', { exact: true }).first().waitFor()
    await page.goto(`${site.url}/watch?user=alice`)
    await waitUntilPlaying(page)
    // Five seconds and what a busy machine adds.
    const shows = (shown: Page) =>
      shown.getByRole('main').getByText('1 viewer', { exact: true }).first().waitFor({ timeout: 15_000 })
    await Promise.all([shows(page), shows(home)])
    await home.close()
  })

  it('[PLAYER-14] continues in the same page after the encoder was killed and restarted', async () => {
    const { page } = viewer
    await page.evaluate(() => Object.assign(globalThis, { wasNotReloaded: true }))
    const streamId = await streamIdOfAlice()
    // On a phone the badge is among the details, which are closed.
    await page.setViewportSize({ width: 1440, height: 900 })
    const badge = (text: string) => page.getByRole('main').getByText(text, { exact: true })
    await badge('LIVE').first().waitFor()
    // The sign, the dot in the controls and the one in the list of streams say the same.
    const dots = () =>
      Promise.all(
        [
          page.locator('[data-player-controls]').getByText('Live', { exact: true }).locator('> span'),
          page
            .getByRole('complementary', { name: 'Sidebar' })
            .getByRole('link', { name: /alice/ })
            .locator('[class*="dot"]'),
        ].map((dot) => dot.evaluate((shown) => getComputedStyle(shown).backgroundColor)),
      )
    const redDots = await dots()
    await encoder?.kill()
    const card = page.getByRole('status').filter({ hasText: 'Reconnecting...' })
    await card.waitFor({ timeout: 20_000 })
    await badge('RECONNECTING').first().waitFor()
    expect(await badge('LIVE').count()).toBe(0)
    await expect.poll(dots).toSatisfy((shown: string[]) => shown.every((dot, index) => dot !== redDots[index]))
    expect(await page.getByRole('button', { name: /^Go to live/ }).count()).toBe(0)
    expect(await card.locator('..').evaluate((over) => getComputedStyle(over).backdropFilter)).toContain('blur')
    const middle = async (of: Locator) => await of.boundingBox().then((box) => box!.y + box!.height / 2)
    expect(Math.abs((await middle(card)) - (await middle(page.getByTestId('player-video'))))).toBeLessThan(2)
    await saveScreenshot(page, 'watch-reconnecting')
    encoder = startEncoder(site.rtmpUrl, streamKey, { bFrames: 2 })
    await page.getByText('Reconnecting...').waitFor({ state: 'hidden', timeout: 20_000 })
    await waitUntilPlaying(page)
    expect(await measureMotion(page, 8)).toBeGreaterThan(0.8)
    expect(await page.evaluate(() => 'wasNotReloaded' in globalThis)).toBe(true)
    expect(await streamIdOfAlice()).toBe(streamId)
    const playlist = await (await fetch(`${site.url}/live/${streamId}/source/media.m3u8`)).text()
    expect(playlist).toContain('#EXT-X-DISCONTINUITY\n')
  })

  it('[PLAYER-14] says that the streamer stopped the stream, and continues when it is started again', async () => {
    const { page } = viewer
    const streamId = await streamIdOfAlice()
    await encoder?.stop()
    await page.getByText('alice stopped the stream').waitFor({ timeout: 20_000 })
    await page.getByText('It may be back: playback resumes by itself.').waitFor()
    expect(await page.getByText('Reconnecting...').count()).toBe(0)
    await page.getByRole('main').getByText('STOPPED', { exact: true }).first().waitFor()
    expect(await page.getByRole('main').getByText('LIVE', { exact: true }).count()).toBe(0)
    expect(await page.locator('[data-figures]').count()).toBe(0)
    await saveScreenshot(page, 'watch-stopped')
    const home = await page.context().newPage()
    await home.goto(site.url)
    await home.getByRole('main').getByText('STOPPED', { exact: true }).first().waitFor()
    await saveScreenshot(home, 'home-stopped')
    await home.close()
    encoder = startEncoder(site.rtmpUrl, streamKey, { bFrames: 2 })
    await page.getByText('alice stopped the stream').waitFor({ state: 'hidden', timeout: 20_000 })
    await waitUntilPlaying(page)
    expect(await streamIdOfAlice()).toBe(streamId)
  })

  it('[PLAYER-11] gives keys for a token in the address, and none without', async () => {
    const streamId = await streamIdOfAlice()
    const { token } = await (await fetch(`${site.url}/api/hls/token/${streamId}`, { method: 'POST' })).json()
    const playlist = await (await fetch(`${site.url}/live/${streamId}/source/media.m3u8`)).text()
    const key = /URI="(\/api\/hls\/key[^"]+)"/.exec(playlist)?.[1]
    expect((await fetch(site.url + key)).status).toBe(401)
    const answer = await fetch(`${site.url}${key}?token=${token}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await answer.arrayBuffer()).byteLength).toBe(16)
  })

  it('[T4] ends when its streamer generates a new key, and the old key is refused', async () => {
    const { page } = streamer
    await page.goto(`${site.url}/stream-key`)
    // Rule KEY-9: live, a step that is done is one line until it is pressed.
    await page.getByRole('status').getByRole('link', { name: 'Go to dashboard' }).waitFor()
    expect(await page.getByRole('button', { name: 'Generate Stream Key' }).isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Server and stream key' }).press('Enter')
    await page.getByRole('button', { name: 'Generate Stream Key' }).click()
    const question = page.getByRole('dialog', { name: 'Replace your stream key' })
    // Rule KEY-7: what becomes of the running broadcast.
    await question
      .getByText(/^You are live\. .+ within 60 seconds to continue the broadcast; otherwise it ends\./)
      .waitFor()
    await question.getByRole('button', { name: 'Generate Stream Key' }).click()
    await approveInWallet(page)
    // On the narrowest phones the buttons of the key are on its line.
    await page.setViewportSize({ width: 320, height: 844 })
    const topOf = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.y
    expect(await topOf('Copy: Stream key')).toBe(await topOf('Show: Stream key'))
    await encoder?.exited
    const old = startEncoder(site.rtmpUrl, streamKey)
    expect(await old.exited).not.toBe(0)
    expect(old.output()).toContain('This stream key is not valid')
  })

  it('leaves no key and no token in the log, and no error in the browsers', async () => {
    const token = await streamer.page.evaluate(() =>
      Object.values({ ...localStorage }).find((value) => value.length > 30),
    )
    expect(token).toBeTypeOf('string')
    for (const secret of [streamKey, String(token)]) expect(site.output()).not.toContain(secret)
    expect([...streamer.problems, ...viewer.problems]).toEqual([])
  })
})

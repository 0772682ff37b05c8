import type { BrowserContext, Page } from 'playwright-core'
import { callApi } from '../server/account.ts'
import { withoutPageAnswers } from './browser.ts'

/** Signs in through the login dialog and the wallet. */
export async function signIn(page: Page, siteUrl: string, username: string): Promise<void> {
  await page.goto(siteUrl)
  await page.getByRole('button', { name: 'Login with Hive' }).click()
  await logIn(page, username)
  await page.getByRole('button', { name: `@${username}` }).waitFor()
}

/** Signs in where the page asks for it. */
export async function logIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Hive Username').fill(username)
  await page.getByRole('button', { name: 'Sign with Keychain' }).click()
  await approveInWallet(page)
}

/** Shows the broadcast of alice as if it had a post on Hive. */
export async function announced(context: BrowserContext, siteUrl: string): Promise<void> {
  await withoutPageAnswers(context)
  const info = await callApi(siteUrl, '/api/streams/info/alice')
  await context.route('**/api/streams/info/alice', (route) => route.fulfill({ json: { ...info, permlink: 'live-1' } }))
}

/** Generates a stream key on the stream key page and returns it as shown. */
export async function generateStreamKey(page: Page, siteUrl: string): Promise<string> {
  await page.goto(`${siteUrl}/stream-key`)
  await page.getByRole('button', { name: 'Generate Stream Key' }).click()
  await approveInWallet(page)
  return page.getByLabel('Stream key', { exact: true }).inputValue()
}

export async function approveInWallet(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'sandbox wallet' }).getByRole('button', { name: 'Approve' }).click()
}

/** For which share of the time the picture moves: it changes at least twice a second. Holds also over an exchange of its source. */
export function measureMotion(page: Page, seconds: number): Promise<number> {
  return page.getByTestId('player-video').evaluate(
    (video: HTMLVideoElement, forMs) =>
      new Promise<number>((resolve) => {
        const startedMs = performance.now()
        let [shownMs, movingMs] = [startedMs, 0]
        const onFrame = (nowMs: number) => {
          if (nowMs - shownMs < 500) movingMs += nowMs - shownMs
          shownMs = nowMs
          video.requestVideoFrameCallback(onFrame)
        }
        video.requestVideoFrameCallback(onFrame)
        setTimeout(() => resolve(movingMs / (performance.now() - startedMs)), forMs)
      }),
    seconds * 1000,
  )
}

/** Measures the player: playback time against elapsed time, and the delay behind live that it displays. */
export async function measurePlayback(
  page: Page,
  seconds: number,
): Promise<{ playedSeconds: number; elapsedSeconds: number; latencySeconds: number }> {
  const read = () =>
    page
      .getByTestId('player-video')
      .evaluate((video: HTMLVideoElement) => ({ time: video.currentTime, atMs: performance.now() }))
  const start = await read()
  await page.waitForTimeout(seconds * 1000)
  const end = await read()
  return {
    playedSeconds: end.time - start.time,
    elapsedSeconds: (end.atMs - start.atMs) / 1000,
    latencySeconds: await shownDelaySeconds(page),
  }
}

/** What the player says of its delay: '0.3 s delay', or '12 s behind' and '1:02 behind' where the picture is behind the live edge. */
export async function shownDelaySeconds(page: Page): Promise<number> {
  const text = (await page.getByTitle('Delay behind the broadcast').textContent()) ?? ''
  return text.split(':').reduce((seconds, part) => seconds * 60 + Number.parseFloat(part), 0)
}

/** Waits until the video is playing in the app's player, which answers keys: the first picture is shown before the app is drawn. */
export async function waitUntilPlaying(page: Page, timeoutMs = 90_000): Promise<void> {
  await page.getByTestId('player-video').waitFor({ timeout: timeoutMs })
  await page.waitForFunction(
    () => {
      const video = document.querySelector('video')
      const seen = globalThis as unknown as { seenAt: number | undefined }
      const before = seen.seenAt
      seen.seenAt = video?.currentTime
      if (!video?.closest('#root') || before === undefined) return false
      return video.currentTime > before && video.readyState >= 3
    },
    undefined,
    { polling: 300, timeout: timeoutMs },
  )
}

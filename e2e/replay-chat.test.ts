import { fileURLToPath } from 'node:url'
import { replayPath } from '@waggle/contract/pages/page-addresses'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commitMessages } from '../apps/server/src/db/chat/chat-messages.ts'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { publish } from '../apps/server/src/media/recording/testing/publish.ts'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { waitFor } from '../apps/server/src/testing/wait-for.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { launchBrowser, openProfile, saveScreenshot } from './support/browser/browser.ts'
import { waitUntilLive } from './support/server/account.ts'

let site: TestSite
let browser: Browser

beforeAll(async () => {
  const webDist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
  // In this process, so that its clock can be moved over the end of a broadcast.
  site = await startTestSite({ webDist, env: { WAGGLE_TRANSCODE: 'off' } })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

async function recordBroadcast(): Promise<string> {
  const encoder = publish(`${site.rtmpUrl}/${await site.streamKey('alice')}`, { seconds: 12, size: '320x240' })
  const streamId = await waitUntilLive(site.url, 'alice')
  await encoder.ended
  site.moveClock(120_000)
  const replay = () => site.request('GET', `/api/replays/${streamId}`)
  await waitFor('a replay', async () => (await replay()).json?.durationSeconds > 8, { timeoutMs: 60_000 })
  return streamId
}

/** The broadcast is over, so the rules of the chat's call do not apply. */
async function sayAtTheBeginning(streamId: string): Promise<void> {
  const { startedAt } = (await site.request('GET', `/api/replays/${streamId}`)).json
  const db = await openDatabase({ dataDir: site.dataDir })
  const draft = { channel: 'alice', username: 'bob', kind: 'message', role: 'user', replyTo: null } as const
  const message = { ...draft, message: 'at the beginning', idempotencyKey: null, pictureAtMs: startedAt + 1000 }
  await commitMessages(db, [message], startedAt + 2500)
  await db.destroy()
}

const widthOf = async (page: Page) => (await page.getByTestId('player-video').boundingBox())?.width ?? 0

it('[CHAT-21] the picture of a replay has the room of a chat in which nothing was said', {
  timeout: 120_000,
}, async () => {
  const streamId = await recordBroadcast()
  const { context, page, problems } = await openProfile(browser, { width: 1440, height: 1200 })
  await page.goto(site.url + replayPath(streamId))
  const chat = page.getByRole('region', { name: 'Chat' })
  await chat.getByText('Nothing was said in the chat of this broadcast.').waitFor()
  const whole = await widthOf(page)
  expect((await chat.boundingBox())?.height).toBeLessThan(80)
  expect(await accessibilityFindings(page)).toEqual([])
  await saveScreenshot(page, 'replay-without-chat')
  // The chat of now has its column, and the key press goes on from the same button.
  await chat.getByRole('button', { name: 'Now' }).focus()
  await page.keyboard.press('Enter')
  await chat.getByText('Log in to chat').waitFor()
  expect(await widthOf(page)).toBeLessThan(whole - 300)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Now')

  await sayAtTheBeginning(streamId)
  await page.goto(`${site.url}${replayPath(streamId)}?t=4`)
  await chat.getByText('at the beginning').waitFor()
  expect(await widthOf(page)).toBeLessThan(whole - 300)
  expect(problems).toEqual([])
  await context.close()
})

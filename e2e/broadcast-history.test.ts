import type { Browser, BrowserContext, Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, phone, saveScreenshot } from './support/browser/browser.ts'
import { type ChatUser, openChatPage, openChatUser } from './support/chat/chat-users.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
let alice: ChatUser
const contexts: BrowserContext[] = []

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
  alice = await openChatUser(site.url, 'alice')
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})
afterAll(async () => {
  await browser?.close()
  await site?.remove()
})

/** Over, the newest first, with these viewers at most. */
function broadcastsWith(viewersOfEach: readonly number[]) {
  return viewersOfEach.map((viewers, index) => ({
    ...{ streamId: `h${index}`.padEnd(20, '0'), title: `Watched by ${viewers}`, durationSeconds: 3600 },
    ...{ startedAt: Date.UTC(2026, 10, 20 - index), endedAt: Date.UTC(2026, 10, 20 - index, 1) },
    ...{ peakViewers: viewers, averageViewers: viewers / 2, totalWatchTime: viewers * 600, newFollowers: index },
    ...{ messages: 5, replayViews: 0, permlink: null, payout: null },
  }))
}

it('[STATS-9, STATS-10] two broadcasts of the history are compared, and a third takes the place of the first', async () => {
  const { context, page } = await openChatPage(browser, alice, phone)
  contexts.push(context)
  const broadcasts = broadcastsWith([30, 20, 0])
  await page.route('**/api/streams/history/alice', (route) => route.fulfill({ json: { broadcasts, hasMore: false } }))
  await page.goto(`${site.url}/dashboard/streamer#history`)
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: 'Compare', exact: true }) })
  const compare = (title: string) =>
    rows.filter({ hasText: title }).getByRole('checkbox', { name: 'Compare', exact: true })
  const panel = page.getByRole('region', { name: 'Two broadcasts compared' })
  const cells = async (figure: string) =>
    panel
      .getByRole('row', { name: new RegExp(`^${figure}`) })
      .getByRole('cell')
      .allTextContents()
  await compare('Watched by 30').click()
  await panel.getByText('Choose another one in the list to compare “Watched by 30” with.').waitFor()
  await compare('Watched by 20').click()
  await panel.getByRole('table').waitFor()
  expect(await cells('Peak viewers')).toEqual(['20', '30', '+10 (+50%)'])
  expect(await cells('Watch time')).toEqual(['3h 20m', '5h 0m', '+1h 40m (+50%)'])
  expect(await cells('New followers')).toEqual(['1', '0', '−1 (−100%)'])
  expect(await cells('Chat messages')).toEqual(['5', '5', '0'])
  expect(await panel.locator('[data-trend="down"]').allTextContents()).toEqual(['−1 (−100%)'])
  // It comes into view, with the focus.
  expect(await panel.evaluate((element) => element.parentElement === document.activeElement)).toBe(true)
  await expect.poll(async () => (await panel.boundingBox())?.y ?? -1).toBeGreaterThan(0)
  expect(await accessibilityFindings(page)).toEqual([])
  await saveScreenshot(page, 'phone-history-two')
  await compare('Watched by 0').click()
  expect(await cells('Peak viewers')).toEqual(['0', '20', '+20'])
  expect(await compare('Watched by 30').isChecked()).toBe(false)
  // In a wide window the tabs stay at the top, and every column of figures has its name.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.locator('li[aria-hidden]').getByText('Peak viewers').waitFor()
  // Each broadcast is a row of a table.
  expect((await rows.first().boundingBox())?.height).toBeLessThan(80)
  await compare('Watched by 30').click()
  const tabs = page.getByRole('tablist', { name: 'Dashboard sections' })
  const gap = async () => {
    const [above, below] = [await tabs.boundingBox(), await panel.boundingBox()]
    return (below?.y ?? 0) - (above ? above.y + above.height : Number.NaN)
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
  await panel.getByRole('button', { name: 'Clear' }).click()
  await panel.waitFor({ state: 'detached' })
})

it('[STATS-9, STATS-10] in a wide window each figure stands below its name, also those of two that are compared, and of one alone', async () => {
  const { context, page } = await openChatPage(browser, alice, desktop)
  contexts.push(context)
  let broadcasts = broadcastsWith([30, 20])
  await page.route('**/api/streams/history/alice', (route) => route.fulfill({ json: { broadcasts, hasMore: false } }))
  const endOf = async (found: Locator) => {
    const { x, width } = (await found.boundingBox()) ?? { x: Number.NaN, width: 0 }
    return Math.round(x + width)
  }
  for (const viewers of [[30, 20], [30]]) {
    broadcasts = broadcastsWith(viewers)
    await page.goto(`${site.url}/dashboard/streamer#history`)
    await page.reload()
    await page.getByRole('heading', { name: 'Watched by 30' }).waitFor()
    const figures = page.getByRole('listitem').filter({ hasText: 'Watched by 30' }).locator('dd')
    for (const [index, name] of ['Duration', 'Average viewers', 'Peak viewers'].entries()) {
      const heading = page.locator('li[aria-hidden]').getByText(name, { exact: true })
      expect(await endOf(figures.nth(index))).toBe(await endOf(heading))
    }
    // One alone is compared with nothing.
    const columns = page.locator('li[aria-hidden]').locator('span')
    const isAlone = viewers.length === 1
    expect(await columns.first().textContent()).toBe(isAlone ? 'Title' : 'Compare')
    const choices = page.getByRole('checkbox', { name: 'Compare', exact: true })
    expect(await choices.count()).toBe(isAlone ? 0 : 2)
    if (isAlone) continue
    await choices.first().check()
    await choices.last().check()
    const table = page.getByRole('table')
    const beginOf = async (found: Locator) => Math.round((await found.boundingBox())?.x ?? Number.NaN)
    const title = table.getByRole('columnheader', { name: 'Watched by 30' }).locator('span').first()
    expect(await beginOf(title)).toBe(await beginOf(page.getByRole('heading', { name: 'Watched by 30' })))
    for (const name of ['Duration', 'Watch time', 'Replay views']) {
      const value = table.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell')
      const heading = page.locator('li[aria-hidden]').getByText(name, { exact: true })
      expect(await endOf(value.first())).toBe(await endOf(heading))
    }
  }
})

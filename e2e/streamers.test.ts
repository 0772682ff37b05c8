import { fileURLToPath } from 'node:url'
import { operatePath, pagePaths } from '@waggle/contract/pages/page-addresses'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, openProfile, phone, saveScreenshot } from './support/browser/browser.ts'
import { approveInWallet, signIn } from './support/browser/journeys.ts'

let site: TestSite
let browser: Browser
let operator: Page
let streamer: Page

beforeAll(async () => {
  const webDist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
  site = await startTestSite({ webDist, env: { WAGGLE_OPERATORS: 'alice', WAGGLE_TRANSCODE: 'off' } })
  browser = await launchBrowser()
  operator = (await openProfile(browser, desktop)).page
  streamer = (await openProfile(browser, desktop)).page
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

async function inspect(page: Page, name: string): Promise<void> {
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size)
    expect(await accessibilityFindings(page), `${name} ${size.width}`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${name} ${size.width}`).toBeLessThanOrEqual(0)
    await saveScreenshot(page, `streamers-${name}-${size.width}`)
  }
  await page.setViewportSize(desktop)
}

const setUp = (page: Page) => page.getByRole('heading', { name: 'Server and stream key' })

it('[ADMIT-1] [ADMIT-2] [ADMIT-7] an operator lets streamers in: one who asks, and one with an invitation', async () => {
  await signIn(operator, site.url, 'alice')
  await operator.goto(site.url + operatePath({ section: 'streamers' }))
  await operator.getByRole('button', { name: 'Approve with Hive Keychain' }).click()
  await approveInWallet(operator)
  await operator.getByRole('radio', { name: 'Accounts that you approve' }).check()
  await operator.getByLabel('Bitrate, in kbit/s').fill('6000')
  await operator.getByRole('button', { name: 'Save', exact: true }).click()
  await operator.getByText('Saved. It is in effect everywhere within two seconds.').waitFor()

  await signIn(streamer, site.url, 'bob')
  await streamer.goto(site.url + pagePaths.streamKey)
  await streamer.getByText('The people who run this site approve streamers one by one.').waitFor()
  expect(await streamer.getByText('Server address').count()).toBe(0)
  await inspect(streamer, 'ask')
  await streamer.getByLabel('Tell the people who run this site').fill('Bees, every evening.\nFrom my own garden.')
  await streamer.getByRole('button', { name: 'Ask to broadcast' }).click()
  await streamer.getByText('Bees, every evening.').waitFor()

  await operator.reload()
  await operator.getByText('Bees, every evening.').waitFor()
  await inspect(operator, 'queue')
  // A decision that changes nothing now says so.
  const isIdle = operator.getByText(
    'Everybody may broadcast now. What you decide here counts once you choose otherwise.',
  )
  expect(await isIdle.count()).toBe(0)
  const tab = operator.getByRole('tab', { name: /^Streamers/ })
  await expect.poll(() => tab.textContent()).toBe('Streamers1')
  for (const [who, count] of [
    ['Everybody', 1],
    ['Accounts that you approve', 0],
  ] as const) {
    await operator.getByRole('radio', { name: who }).check()
    await operator.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => isIdle.count()).toBe(count)
    // What waits for a decision that matters is counted.
    await expect.poll(() => tab.textContent()).toBe(count === 0 ? 'Streamers1' : 'Streamers')
  }
  // Who waits for an answer comes before what is changed once a year, and has more room.
  const [requests, settings] = ['Requests', 'Who may broadcast'].map((name) => operator.getByRole('region', { name }))
  const [first, beside] = [await requests!.boundingBox(), await settings!.boundingBox()]
  expect(first!.x).toBeLessThan(beside!.x)
  expect(first!.width).toBeGreaterThan(beside!.width)
  // In a narrow window the top says what is in effect, and leads to it.
  const toSettings = operator.getByRole('link', { name: 'Who may broadcast Accounts that you approve' })
  expect(await toSettings.count()).toBe(0)
  await operator.setViewportSize(phone)
  expect((await toSettings.boundingBox())!.y).toBeLessThan((await requests!.boundingBox())!.y)
  await toSettings.click()
  await expect.poll(async () => (await settings!.boundingBox())!.y).toBeLessThan(phone.height / 2)
  await inspect(operator, 'settings-phone')
  await operator.setViewportSize(desktop)
  await operator.getByRole('button', { name: 'Approve @bob' }).click()
  await operator.getByRole('button', { name: 'Remove @bob from the list' }).waitFor()
  await expect.poll(() => tab.textContent()).toBe('Streamers')
  await streamer.getByText('Limits of this site: at most 6000 kbit/s').waitFor()
  await setUp(streamer).waitFor()

  await operator.getByLabel('For whom, as a note for you').fill('carol of the band')
  await operator.getByRole('button', { name: 'Make an invitation' }).click()
  const link = await operator.getByRole('textbox', { name: 'Link, shown only now' }).inputValue()
  await inspect(operator, 'invitation')
  const invited = (await openProfile(browser, desktop)).page
  await signIn(invited, site.url, 'carol')
  await invited.goto(link)
  await invited.getByRole('heading', { name: 'You are invited to broadcast on this site' }).waitFor()
  await inspect(invited, 'invited')
  await invited.getByRole('button', { name: 'Accept the invitation' }).click()
  await setUp(invited).waitFor()
  expect(new URL(invited.url()).hash).toBe('')
})

it('[OPERATE-3] [HEALTH-5] says who an action is about, the mildest actions first, and whether all is well', async () => {
  await operator.goto(site.url + operatePath({ account: 'bob' }))
  await operator.getByRole('button', { name: 'Take action against @bob' }).click()
  const dialog = operator.getByRole('dialog')
  await dialog.getByRole('region', { name: 'Who it is about' }).getByText('Nothing is in effect').waitFor()
  expect((await dialog.getByRole('radio').all()).length).toBeGreaterThan(5)
  const names = await dialog
    .getByRole('group', { name: 'Account' })
    .locator('label span > span:first-child')
    .allTextContents()
  expect(names).toEqual([
    'Log out everywhere',
    'Hide from lists',
    'Remove the texts of the channel',
    'Suspend the account',
  ])
  // The colour of its sign says how grave each is: of the last two, that they are the gravest.
  const signs = await dialog
    .getByRole('group', { name: 'Account' })
    .locator('label [data-weight]')
    .evaluateAll((all) => all.map((sign) => getComputedStyle(sign).color))
  expect(new Set(signs).size).toBe(3)
  expect(signs[3]).toBe(signs[2])
  await inspect(operator, 'act')
  // On a phone: who it is in one row, and what can be done in another.
  await operator.setViewportSize(phone)
  await operator.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const account = operator.getByRole('region', { name: '@bob' })
  const rowOf = async (...parts: Locator[]) => {
    const middles = parts.map(async (part) => {
      const box = await part.boundingBox()
      return (box?.y ?? Number.NaN) + (box?.height ?? 0) / 2
    })
    const [first = Number.NaN, other = Number.NaN] = await Promise.all(middles)
    return Math.abs(first - other)
  }
  expect(
    await rowOf(account.getByRole('heading'), account.locator('h2').locator('xpath=preceding::*[1]')),
  ).toBeLessThan(2)
  expect(await rowOf(account.getByRole('button'), account.getByRole('link', { name: 'Channel' }))).toBeLessThan(2)
  await operator.setViewportSize(desktop)
  let [eventLoopMs, processorShare] = [2, 0.2]
  await operator.route('**/api/operate/health', async (route) => {
    const health = await (await route.fetch()).json()
    const [process] = health.processes
    health.processes = [{ ...process, name: 'one', eventLoopMs, processorShare }]
    await route.fulfill({ json: { ...health, alerts: [] } })
  })
  await operator.goto(site.url + operatePath({ section: 'health' }))
  const verdict = operator.getByRole('status').filter({ hasText: /\w/ })
  await verdict.filter({ hasText: /^All works\. One thing to set up: alerts$/ }).waitFor()
  ;[eventLoopMs, processorShare] = [305, 1]
  await operator.reload()
  await verdict.getByRole('link', { name: 'Event loop 305 ms late on one' }).waitFor()
  await verdict.getByRole('link', { name: 'Processor at 100% on one' }).click()
  const process = operator.getByRole('article', { name: 'one' })
  expect(await process.evaluate((card) => card.matches(':target'))).toBe(true)
  await process.getByRole('heading', { name: 'one 2 faults' }).waitFor()
  // Marked in their place, below a heading that says of what time they are.
  const load = process.locator('div', { has: operator.getByRole('heading', { name: 'Load now' }) }).last()
  expect(await load.locator('dt', { hasText: /^(Processor|Event loop)$/ }).count()).toBe(2)
  const danger = await process.getByText('2 faults').evaluate((text) => getComputedStyle(text).color)
  const colours = await load.locator('dt').evaluateAll((names) => names.map((name) => getComputedStyle(name).color))
  expect(colours.map((colour) => colour === danger)).toEqual([true, true, false, false, false, false])
  await inspect(operator, 'health')
  await operator.unrouteAll({ behavior: 'wait' })
})

it('[EGRESS-7] has the forecast below its mark on the bar, and within the bar at its end', async () => {
  const budget = (forecastBytes: number) => ({ limitBytes: 400e9, usedBytes: 148e9, forecastBytes, endsAt: Date.now() })
  const costs = {
    ...{ step: 'open', day: budget(236e9), month: budget(396e9), days: [], edges: [], broadcasts: [] },
    ...{ today: { sentBytes: 1e9, edgeBytes: 0, estimatedBytes: 0 }, bytesPerSecond: 0, dollarsPerGigabyte: null },
  }
  await operator.route('**/api/operate/egress', (route) => route.fulfill({ json: costs }))
  await operator.setViewportSize(phone)
  await operator.goto(site.url + operatePath({ section: 'cost' }))
  const [inMiddle, atEnd] = [operator.getByText('Forecast: 236 GB'), operator.getByText('Forecast: 396 GB')]
  await atEnd.waitFor()
  const boxes = (text: Locator) =>
    text.evaluate((node) => {
      const tick = node.previousElementSibling as Element
      return [node, tick, node.parentElement as Element].map((each) => each.getBoundingClientRect().toJSON())
    })
  const [label, tick] = await boxes(inMiddle)
  expect(Math.abs(label.x + label.width / 2 - tick.x - tick.width / 2)).toBeLessThan(1)
  const [last, , bar] = await boxes(atEnd)
  expect(Math.abs(last.right - bar.right)).toBeLessThan(1)
  await operator.unrouteAll({ behavior: 'wait' })
  await operator.setViewportSize(desktop)
})

import { fileURLToPath } from 'node:url'
import type { Answer } from '@waggle/contract/endpoints'
import { operatePath } from '@waggle/contract/pages/page-addresses'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { desktop, launchBrowser, openProfile, phone } from './support/browser/browser.ts'
import { inspectSizes } from './support/browser/inspect-sizes.ts'
import { approveInWallet, signIn } from './support/browser/journeys.ts'

let site: TestSite
let browser: Browser
let page: Page

beforeAll(async () => {
  const webDist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
  site = await startTestSite({ webDist, env: { WAGGLE_OPERATORS: 'alice', WAGGLE_TRANSCODE: 'off' } })
  browser = await launchBrowser()
  page = (await openProfile(browser, desktop)).page
  await signIn(page, site.url, 'alice')
  await page.goto(site.url + operatePath())
  await page.getByRole('button', { name: 'Approve with Hive Keychain' }).click()
  await approveInWallet(page)
  await page.getByText(/^Rights until /).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})
afterEach(async () => {
  await page.unrouteAll({ behavior: 'wait' })
  await page.setViewportSize(desktop)
})

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

type Health = Answer<'getSiteHealth'>

/** One process that is well, and one that is as said. */
function healthOf(second: Partial<Health['processes'][number]>, alerts: Health['alerts'] = []): Health {
  const well: Omit<Health['processes'][number], 'name'> = {
    ...{ roles: ['core', 'media'], version: '0.1.0', startedAt: Date.now(), seenAt: Date.now(), state: 'running' },
    parts: [{ part: 'database', problem: null, checkMs: 7 }],
    ...{ eventLoopMs: 4, processorShare: 0.31, memoryBytes: 412e6, ffmpeg: 'works', liveBroadcasts: 0 },
    ...{ realTimeViewers: 0, chatSockets: 0, pausedRecordings: 0, disks: [], certificates: [] },
  }
  const processes = [
    { ...well, name: 'one' },
    { ...well, name: 'two', ...second },
  ]
  return { processes, alerts, targets: ['mail'] }
}

/** Ten minutes, the last of which is as said. */
function figuresOf(last: Partial<Answer<'getSiteFigures'>['samples'][number]>): Answer<'getSiteFigures'> {
  const samples = Array.from({ length: 10 }, (_, minute) => ({
    ...{ at: Date.now() - (9 - minute) * minuteMs, viewers: 30, channels: 2, eventLoopMs: 4, processorShare: 0.31 },
    ...(minute === 9 ? last : {}),
  }))
  return { secondsEach: 60, samples }
}

it('[HEALTH-7] draws a steady line far below its limit low, and one beyond it high, with the limit', async () => {
  await page.route('**/api/operate/health', (route) => route.fulfill({ json: healthOf({}) }))
  let figures = figuresOf({})
  await page.route('**/api/operate/figures*', (route) => route.fulfill({ json: figures }))
  await page.goto(site.url + operatePath({ section: 'health' }))
  const late = page.getByRole('listitem').filter({ hasText: 'Event loop delay' })
  /** How high the line ends, of its height. */
  const heightOf = async () => {
    const path = await late.locator('path').last().getAttribute('d')
    return 1 - Number(path?.split(' ').at(-1)) / 20
  }
  await late.getByText('always 4 ms in 10m').waitFor()
  expect(await heightOf()).toBeCloseTo(4 / 200)
  expect(await late.locator('line').count()).toBe(0)

  figures = { ...figures, samples: figures.samples.map((sample) => ({ ...sample, eventLoopMs: 400 })) }
  await page.reload()
  await late.getByText('always 400 ms in 10m').waitFor()
  expect(await heightOf()).toBe(1)
  expect(await late.locator('line').getAttribute('y1')).toBe('10')
})

it('[HEALTH-5] [HEALTH-7] marks what is above its limit, shows a process with a fault first, and says since when', async () => {
  let health = healthOf({ eventLoopMs: 305, parts: [{ part: 'hive', problem: 'No answer', checkMs: null }] }, [
    {
      kind: 'part',
      facts: { process: 'two', part: 'hive', reason: 'No answer' },
      since: Date.now() - 12 * minuteMs,
    },
  ])
  await page.route('**/api/operate/health', (route) => route.fulfill({ json: health }))
  await page.route('**/api/operate/figures*', (route) => route.fulfill({ json: figuresOf({ eventLoopMs: 305 }) }))
  await page.goto(site.url + operatePath({ section: 'health' }))
  const alert = page.getByRole('status').getByRole('link', { name: /Hive cannot be reached/ })
  await alert.getByText('12 minutes ago').waitFor()
  const process = page.getByRole('article').first()
  expect(await process.getAttribute('aria-label')).toBe('two')
  // The top says what does not work, and the process why: each once.
  expect(await alert.getByText('No answer').count()).toBe(0)
  await process.getByText('No answer', { exact: true }).waitFor()

  const tileOf = (title: string) =>
    page.getByRole('region', { name: 'Figures' }).getByRole('listitem').filter({ hasText: title })
  const [late, busy] = [tileOf('Event loop delay'), tileOf('Processor of')]
  const colourOf = (tile: typeof late) => tile.locator('strong').evaluate((value) => getComputedStyle(value).color)
  const above = late.getByText('Above 200 ms', { exact: true })
  expect((await above.boundingBox())?.width, 'what the top says, for screen readers only').toBeLessThan(2)
  expect(await busy.getByText('Above').count()).toBe(0)
  // What the lines are about: ten minutes, most of which are well below the limit.
  await late.getByText('4 ms to 305 ms in 10m', { exact: true }).waitFor()
  await busy.getByText('always 31% in 10m', { exact: true }).waitFor()
  const calm = await colourOf(busy)
  const fault = await colourOf(late)
  expect(fault).not.toBe(calm)
  await inspectSizes(page, 'console-health-wrong', [desktop, { width: 320, height: 640 }])

  // It was so within the minute, and is no fault any more.
  health = healthOf({})
  await page.reload()
  await page.getByText('All is well').waitFor()
  await expect.poll(async () => (await above.boundingBox())?.width).toBeGreaterThan(50)
  expect([fault, calm]).not.toContain(await colourOf(late))

  health = healthOf({ state: 'silent', seenAt: Date.now() - 5 * minuteMs })
  await page.reload()
  const silent = page.getByRole('status').getByRole('link', { name: 'two is not responding' })
  await silent.getByText('5 minutes ago').waitFor()
})

it('[HEALTH-6] sees the disk with the recordings, and their limit, as bars', async () => {
  let forecast: Answer<'getSiteStorage'>['forecast'] = { daysUntilFull: 38, measuredDays: 7 }
  await page.route('**/api/operate/storage', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), bytes: 3e9, maxBytes: 4e9, forecast, ...ofChannels } })
  })
  const ofChannels = { maxBytesPerChannel: 2e9, channels: [{ username: 'alice', bytes: 1.9e9 }] }
  // The disk has figures once something is recorded.
  await page.route('**/api/operate/health', async (route) => {
    const health = await (await route.fetch()).json()
    for (const process of health.processes) {
      process.disks = [{ disk: 'recordings', freeBytes: 2e9, sizeBytes: 8e9, daysUntilFull: 9.2, measuredDays: 2.9 }]
    }
    await route.fulfill({ json: health })
  })
  await page.goto(site.url + operatePath({ section: 'storage' }))
  const share = await page.getByRole('progressbar', { name: 'All recordings' }).getAttribute('value')
  expect(Number(share)).toBe(0.75)
  const disk = page.getByRole('listitem').filter({ hasText: 'Disk with the recordings' })
  await disk.getByText('2 GB of 8 GB free').waitFor()
  expect(Number(await disk.getByRole('progressbar').getAttribute('value'))).toBe(0.75)
  expect(await disk.getByRole('list').getByRole('listitem').allTextContents()).toEqual([
    'Recordings 3 GB',
    'Other data 3 GB',
    'Free 2 GB',
  ])
  await disk.getByText('Full in about 9 days at the rate of the last 3 days').waitFor()
  const limit = page.getByRole('listitem').filter({ hasText: 'All recordings' })
  await limit.getByText('Full in about 5 weeks at the rate of the last 7 days').waitFor()
  const ofAlice = page.getByRole('progressbar', { name: '@alice' })
  expect(Number(await ofAlice.getAttribute('value'))).toBeCloseTo(0.95)
  expect(await ofAlice.getAttribute('data-full')).not.toBeNull()
  await inspectSizes(page, 'console-storage', [desktop, { width: 320, height: 640 }])

  forecast = null
  await page.reload()
  await limit.getByText('3 GB of 4 GB').waitFor()
  expect(await limit.getByText('Full in').count()).toBe(0)
})

it('[EGRESS-7] says what the line of the budget is, that today goes on, and what each day has left while there are several', async () => {
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const budget = { limitBytes: 400e9, usedBytes: 100e9, forecastBytes: 250e9, endsAt: today + dayMs }
  const costs: Answer<'getEgress'> = {
    ...{ step: 'open', day: budget, month: budget },
    today: { sentBytes: 100e9, edgeBytes: 0, estimatedBytes: 0 },
    days: [2, 1, 0].map((ago) => ({
      day: new Date(today - ago * dayMs).toISOString().slice(0, 10),
      bytes: ago === 0 ? 100e9 : 300e9,
    })),
    ...{ bytesPerSecond: 0, dollarsPerGigabyte: null, edges: [], broadcasts: [] },
  }
  await page.route('**/api/operate/egress', (route) => route.fulfill({ json: costs }))
  await page.goto(site.url + operatePath({ section: 'cost' }))
  const month = page.getByRole('region', { name: 'This month' })
  await month.getByText('Left', { exact: true }).waitFor()
  expect(await month.getByText('Left for each day').count()).toBe(0)

  const chart = page.getByRole('figure', { name: 'Sent on each day' })
  await chart.getByText(/^100 GB · \w+ \d+, so far$/).waitFor()
  const line = await chart.locator('line[class*="limit"]').boundingBox()
  const label = await chart.getByText('Daily budget 400 GB').boundingBox()
  expect(Math.abs((line?.y ?? 0) - (label?.y ?? 0) - (label?.height ?? 0) / 2)).toBeLessThanOrEqual(1)
  await chart.getByRole('button', { name: 'Show as a table' }).click()
  const days = await chart.getByRole('row').getByRole('cell').allTextContents()
  expect(days.filter((text) => text.endsWith('so far'))).toHaveLength(1)
  await inspectSizes(page, 'console-cost', [desktop, { width: 320, height: 640 }])

  costs.month = { ...budget, endsAt: today + 3 * dayMs }
  await month.getByText('Left for each day').waitFor()
  await month.getByText('100 GB').last().waitFor()
})

it('[OPERATE-3] on a phone the chosen action stands alone above its form, and leads back to the others', async () => {
  await page.setViewportSize(phone)
  await page.goto(site.url + operatePath({ account: 'bob' }))
  await page.getByRole('button', { name: 'Take action against @bob' }).click()
  const choices = page.getByRole('dialog').getByRole('radio')
  await choices.nth(3).check()
  await page.getByLabel('What the account is told').waitFor()
  await expect.poll(() => choices.count()).toBe(1)
  const head = page.getByRole('dialog').getByRole('heading', { level: 2 }).first()
  const endOf = async (part: typeof head) => ((box) => (box?.y ?? 0) + (box?.height ?? 0))(await part.boundingBox())
  expect(await endOf(choices)).toBeGreaterThan(await endOf(head))
  expect(await endOf(choices)).toBeLessThan((await endOf(head)) + 140)
  await inspectSizes(page, 'console-act-phone', [phone])
  await page.getByRole('button', { name: 'Choose another action' }).click()
  await expect.poll(() => choices.count()).toBeGreaterThan(5)
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
  await expect.poll(() => choices.first().evaluate((one) => one === document.activeElement)).toBe(true)
})

import type { PlannedBroadcast } from '@waggle/contract/channels/schedule'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type StartedApp, startApp } from '../../testing/start-app.ts'
import { testSite } from '../../testing/test-site.ts'

const dayMs = 24 * 60 * 60_000
const eveningMs = Math.floor(Date.now() / dayMs) * dayMs + 18.5 * 60 * 60_000
const unsaid = { durationMinutes: null, category: null }
const weekOf = (count: number): PlannedBroadcast[] =>
  Array.from({ length: count }, (_, index) => ({
    startTime: eveningMs + (index + 1) * dayMs,
    isWeekly: index % 2 === 0,
    title: index === 1 ? 'Donaudampfschifffahrt'.repeat(4) : '',
    ...unsaid,
  }))
const rules = { title: 'Rules', text: 'Be kind.', link: null }

let app: StartedApp
let page: Page
let planned: PlannedBroadcast[]
/** The answers to the requests for the schedule and for the channel's picture, which there is none of, wait for it. */
let released: Promise<void>
let refusal: { code: string; message: string } | undefined
/** What was saved. */
let sent: unknown[]

beforeAll(async () => {
  app = await startApp(async (request, response) => {
    const [path = ''] = request.url?.split('?') ?? []
    response.setHeader('content-type', 'application/json')
    if (request.method === 'PUT') {
      const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
      sent.push(body)
      if (refusal) {
        response.writeHead(400).end(JSON.stringify(refusal))
        return
      }
      planned = body.broadcasts
    }
    if (path.endsWith('/schedule') || path.includes('/avatar')) await released
    const answers: Record<string, unknown> = {
      '/api/site': testSite,
      '/api/streams': { streams: [] },
      '/api/streams/info/bob': offline(),
      '/api/channels/bob/panels': { panels: [rules] },
      '/api/channels/bob/schedule': { broadcasts: planned },
      '/api/channels/my-channel/schedule': { broadcasts: planned },
      '/api/channels/my-channel': { title: '', description: '', category: null, language: null, tags: [] },
      '/api/auth/verify': { success: true },
    }
    const answer = answers[path]
    response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? { code: 'not_found', message: 'Not found' }))
  })
})
afterAll(() => app?.close())

const offline = () => ({
  ...{ id: null, streamId: null, username: 'bob', channelExists: true, title: "bob's Stream", isLive: false },
  ...{ description: 'Hats, folded.', isReconnecting: false, isStopped: false, viewers: 0, category: 'General' },
  ...{ language: null, tags: [], thumbnail: null, startTime: null, recordedSince: null },
  ...{ lastBroadcast: null, nextBroadcast: planned[0]?.startTime ?? null },
  ...{ suspension: null, streamPath: null, permlink: null },
})

beforeEach(async () => {
  released = Promise.resolve()
  refusal = undefined
  sent = []
  const viewport = { width: 1440, height: 900 }
  const context = await app.browser.newContext({ locale: 'en-US', timezoneId: 'Europe/Madrid', viewport })
  context.setDefaultTimeout(50_000)
  page = await context.newPage()
})
afterEach(() => page.context().close())

const coming = () => page.getByRole('region', { name: 'Upcoming broadcasts' })
const panels = () => page.getByRole('region', { name: 'About bob' })

test('[SETTINGS-8] a channel that is offline lists the next seven that it has planned, and what follows does not move', async () => {
  planned = weekOf(9)
  const release = Promise.withResolvers<void>()
  released = release.promise
  const asked = page.waitForRequest('**/api/channels/bob/schedule')
  await page.goto(`${app.url}/watch?user=bob`)
  const description = page.getByText('Hats, folded.')
  await description.waitFor()
  const box = await description.boundingBox()
  await asked
  expect(await panels().count()).toBe(0)
  release.resolve()
  await panels().waitFor()
  await page.locator('main [data-initials="BO"]').first().waitFor()
  expect(await coming().getByRole('listitem').count()).toBe(7)
  expect(await coming().getByText('Every week').count()).toBe(4)
  expect(await description.boundingBox()).toEqual(box)
  await page.getByText(/^Next live: .* \((tomorrow|in \d+ (day|hour)s?)\)$/).waitFor()
})

test('[SETTINGS-8] one without a title is not listed, one with a title is, and none of a channel that plans nothing', async () => {
  planned = weekOf(1)
  await page.goto(`${app.url}/watch?user=bob`)
  await panels().waitFor()
  expect(await coming().count()).toBe(0)
  planned = weekOf(2).slice(1)
  await page.reload()
  await coming().getByText('Donaudampfschifffahrt').waitFor()
  planned = []
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.reload()
  await panels().waitFor()
  expect(await coming().count()).toBe(0)
  expect(requests.filter((url) => url.endsWith('/schedule'))).toEqual([])
})

async function openEditor() {
  await page.addInitScript(() => {
    localStorage.setItem('waggle.user', 'bob')
    localStorage.setItem('waggle.token', 'a token of bob')
  })
  await page.goto(`${app.url}/dashboard/streamer#schedule`)
  const editor = page.getByRole('region', { name: 'Schedule' })
  await editor.getByText('Your times are in Europe/Madrid.').waitFor()
  return editor
}

test('[SETTINGS-8] a streamer plans up to fourteen on the smallest phone, with the time zone of the browser', async () => {
  planned = weekOf(13)
  await page.setViewportSize({ width: 320, height: 640 })
  const editor = await openEditor()
  const rows = editor.getByRole('list', { name: 'Planned broadcasts' }).getByRole('listitem')
  // The list stands first, and the form in a sheet.
  await editor.getByRole('button', { name: 'Plan a broadcast' }).click()
  const sheet = page.getByRole('dialog', { name: 'Plan a broadcast' })
  const time = sheet.getByLabel('Day and time')
  const day = await time.evaluate(() => new Date(Date.now() + 20 * 86_400_000).toLocaleDateString('sv'))
  await time.fill(`${day}T20:00`)
  await sheet.getByRole('button', { name: 'Plan a broadcast' }).click()
  await editor.getByText('You have planned 14 broadcasts. Remove one to plan another.').waitFor()
  const startTime = await page.evaluate((typed) => new Date(typed).getTime(), `${day}T20:00`)
  const broadcasts = [...weekOf(13), { startTime, isWeekly: false, title: '', ...unsaid }]
  expect(sent).toEqual([{ broadcasts, timeZone: 'Europe/Madrid' }])
  expect(await rows.count()).toBe(14)
  // The next one first.
  const isWeekly = await rows.evaluateAll((all) => all.map((row) => row.textContent.includes('Every week')))
  expect(isWeekly).toEqual(broadcasts.map((broadcast) => broadcast.isWeekly))
  const formIsAbove = await editor.evaluate((region) => {
    const [note, list] = ['[role=status]', 'ol[aria-label="Planned broadcasts"]'].map(
      (part) => region.querySelector(part)?.getBoundingClientRect().top,
    )
    return (note ?? 0) < (list ?? 0)
  })
  expect(formIsAbove).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await rows.evaluateAll((all) => all.filter((row) => row.scrollWidth > row.clientWidth).length)).toBe(0)
  await editor.getByRole('button', { name: /^Remove: .*Donau/ }).click()
  await expect.poll(() => rows.count()).toBe(13)
  expect(sent[1]).toEqual({ broadcasts: broadcasts.filter(({ title }) => title === ''), timeZone: 'Europe/Madrid' })
})

test('[SETTINGS-8] a wide window shows the next seven days, and a press on what is planned in one edits it', async () => {
  const walk = { isWeekly: true, title: 'Evening walk', ...unsaid, durationMinutes: 90 }
  planned = [
    { startTime: eveningMs + dayMs, ...walk },
    { startTime: eveningMs + dayMs + 2 * 60 * 60_000, isWeekly: false, title: '', ...unsaid },
    { startTime: eveningMs + 4 * dayMs, ...walk },
    { startTime: eveningMs + 9 * dayMs, ...walk },
  ]
  const editor = await openEditor()
  const days = editor.getByRole('list', { name: 'The next seven days' }).locator('> li')
  const expected = await page.evaluate(
    (startTimes) =>
      Array.from({ length: 7 }, (_, index) => {
        const day = new Date()
        day.setDate(day.getDate() + index)
        const name = index === 0 ? 'Today' : day.toLocaleDateString('en-US', { weekday: 'short' })
        const isOn = (atMs: number) => new Date(atMs).toDateString() === day.toDateString()
        const date = day.toLocaleDateString('en-US', { month: 'short', day: 'numeric' })
        return { head: name + date, planned: startTimes.filter(isOn).length }
      }),
    planned.map(({ startTime }) => startTime),
  )
  const shown = await days.evaluateAll((all) =>
    all.map((day) => ({
      head: day.querySelector('p')?.textContent,
      planned: day.querySelectorAll('button').length,
    })),
  )
  expect(shown).toEqual(expected)
  expect(shown.map(({ planned }) => planned).filter((count) => count > 0)).toEqual([2, 1])
  expect(await days.nth(0).getAttribute('aria-current')).toBe('date')
  const walks = days.getByRole('button', { name: /^Edit: \w+, \d:\d\d\sPM – \d+:\d\d\sPM Evening walk$/ })
  expect(await walks.count()).toBe(2)

  await walks.last().click()
  const rows = editor.getByRole('list', { name: 'Planned broadcasts' })
  const marked = rows.locator('[aria-current="true"]')
  await expect.poll(() => marked.getByText('Being edited').count()).toBe(1)
  expect(await walks.last().getAttribute('aria-current')).toBe('true')
  expect(await editor.getByLabel('Title (optional)').inputValue()).toBe('Evening walk')
  // Back on what was pressed, and not in the list.
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => walks.last().evaluate((button) => document.activeElement === button)).toBe(true)
  expect(await marked.count()).toBe(0)

  // Both that are repeated, and the third, which is planned for then.
  const later = editor.getByRole('button', { name: 'Later week' })
  await later.click()
  const walksLater = editor.getByRole('button', { name: /^Edit: \w+, \d:\d\d\sPM – \d+:\d\d\sPM Evening walk$/ })
  await expect.poll(() => walksLater.count()).toBe(3)
  expect(await editor.getByRole('button', { name: 'Earlier week' }).isEnabled()).toBe(true)
  for (let week = 2; week <= 12; week += 1) await later.click()
  expect(await later.isDisabled()).toBe(true)
  for (let week = 0; week < 12; week += 1) await editor.getByRole('button', { name: 'Earlier week' }).click()
  await expect.poll(() => walks.count()).toBe(2)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => days.first().isVisible()).toBe(false)
})

test('[SETTINGS-8] what has no date cannot be planned, and what is not changed cannot be saved', async () => {
  planned = weekOf(1)
  const editor = await openEditor()
  const add = editor.getByRole('button', { name: 'Plan a broadcast' })
  await editor.getByLabel('Title (optional)').fill('Bees')
  expect(await add.isDisabled()).toBe(true)
  const time = editor.getByLabel('Day and time')
  const day = await time.evaluate(() => new Date(Date.now() + 86_400_000).toLocaleDateString('sv'))
  await time.fill(`${day}T20:00`)
  expect(await add.isEnabled()).toBe(true)
  // What the browser refuses is said below the field, until another time is chosen.
  await time.fill('2020-01-01T20:00')
  await add.click()
  await editor.getByRole('alert').waitFor()
  expect(await time.getAttribute('aria-invalid')).toBe('true')
  await time.fill(`${day}T20:00`)
  expect(await editor.getByRole('alert').count()).toBe(0)

  await editor
    .getByRole('list', { name: 'Planned broadcasts' })
    .getByRole('button', { name: /^Edit: / })
    .click()
  const save = editor.getByRole('button', { name: 'Save', exact: true })
  expect(await save.isDisabled()).toBe(true)
  await editor.getByLabel('Every week').uncheck()
  expect(await save.isEnabled()).toBe(true)
  await editor.getByLabel('Every week').check()
  expect(await save.isDisabled()).toBe(true)
})

test('[SETTINGS-8] what is refused stays in the form, with the reason', async () => {
  planned = []
  refusal = { code: 'schedule_time_refused', message: 'Choose a time within the next 90 days' }
  const editor = await openEditor()
  const time = editor.getByLabel('Day and time')
  const day = await time.evaluate(() => new Date(Date.now() + 86_400_000).toLocaleDateString('sv'))
  await time.fill(`${day}T20:00`)
  await editor.getByLabel('Title (optional)').fill('Bees')
  await editor.getByRole('button', { name: 'Plan a broadcast' }).click()
  await editor.getByRole('alert').filter({ hasText: 'Choose a time within the next 90 days' }).waitFor()
  expect(await time.inputValue()).toBe(`${day}T20:00`)
  expect(await editor.getByLabel('Title (optional)').inputValue()).toBe('Bees')
})

test('[SETTINGS-8] what is planned is edited in its place, and a title of emoji is as long as the server allows', async () => {
  planned = weekOf(2)
  await page.setViewportSize({ width: 320, height: 640 })
  const editor = await openEditor()
  const rows = editor.getByRole('list', { name: 'Planned broadcasts' }).getByRole('listitem')
  const edit = rows.first().getByRole('button', { name: /^Edit: / })
  await edit.click()
  const sheet = page.getByRole('dialog', { name: /^Edit: / })
  // A field would open the keyboard over the form.
  expect(await sheet.evaluate((dialog) => document.activeElement === dialog)).toBe(true)
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => edit.evaluate((button) => document.activeElement === button)).toBe(true)
  await edit.click()
  await sheet.getByLabel('Title (optional)').fill('🐝'.repeat(101))
  await sheet.getByText('100 / 100').waitFor()
  await sheet.getByLabel('Length (optional)').selectOption('1h 30m')
  await sheet.getByLabel('Category (optional)').selectOption(testSite.categories[0] ?? '')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => rows.count()).toBe(2)
  await editor.getByText(/^Your channel says that you will be live every \w+day /).waitFor()
  const [first, second] = weekOf(2)
  const said = { title: '🐝'.repeat(100), durationMinutes: 90, category: testSite.categories[0] }
  expect(sent).toEqual([{ broadcasts: [{ ...first, ...said }, second], timeZone: 'Europe/Madrid' }])
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('status')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${app.url}/watch?user=bob`)
  await coming()
    .getByText(/\s[AP]M – \d+:\d\d\s[AP]M$/)
    .waitFor()
  await coming()
    .getByText(testSite.categories[0] ?? '', { exact: true })
    .waitFor()
})

import { fileURLToPath } from 'node:url'
import type { Answer } from '@waggle/contract/endpoints'
import { operatePath, pagePaths } from '@waggle/contract/pages/page-addresses'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { desktop, launchBrowser, openProfile, phone } from './support/browser/browser.ts'
import { inspectSizes } from './support/browser/inspect-sizes.ts'
import { approveInWallet, logIn } from './support/browser/journeys.ts'
import { nextFrames } from './support/browser/next-frames.ts'

let site: TestSite
let browser: Browser
let page: Page

beforeAll(async () => {
  const webDist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
  site = await startTestSite({ webDist, env: { WAGGLE_OPERATORS: 'alice', WAGGLE_TRANSCODE: 'off' } })
  browser = await launchBrowser()
  page = (await openProfile(browser, desktop)).page
  await page.goto(site.url + operatePath())
  await page.getByRole('link', { name: 'Login with Hive' }).click()
  await logIn(page, 'alice')
  await page.getByRole('button', { name: 'Approve with Hive Keychain' }).click()
  await approveInWallet(page)
  await page.getByText(/^Rights until /).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

const reportedBroadcast = {
  ...{
    id: 'k3f9',
    kind: 'broadcast',
    username: 'bob',
    streamId: null,
    channel: null,
    messageId: null,
    title: 'Bees',
  },
  ...{ message: null, firstAt: Date.now(), count: 0, reports: [], takenBy: null, outcome: null, explanation: '' },
  ...{ closedBy: null, closedAt: null },
}

/** The first is on for the longest, and has the most viewers but one. */
function liveOnes(count: number): Answer<'listOperatedBroadcasts'> {
  const broadcasts = Array.from({ length: count }, (_, index) => ({
    ...{
      streamId: `00000000-0000-4000-8000-00000000000${index}`,
      username: `channel-${index}`,
      title:
        index === 1 ? `Title 1, which is long enough for a second line ${'and more '.repeat(5)}` : `Title ${index}`,
    },
    ...{ startedAt: Date.now() - (count - index) * 600_000, viewers: index === 3 ? 50 : 20 - index, thumbnail: null },
    ...{ kilobitsPerSecond: 2000, isReconnecting: false, node: null },
    // One that is heard only.
    ...(index === 1
      ? { health: 'warning' as const, problem: 'video_missing' as const }
      : { health: 'good' as const, problem: null }),
  }))
  return { broadcasts }
}

it('[OPERATE-5] searches what is live where there is much, and keeps search and order in the address', async () => {
  let shown = 2
  await page.route('**/api/operate/broadcasts', (route) => route.fulfill({ json: liveOnes(shown) }))
  await page.goto(site.url + operatePath({ section: 'live' }))
  const live = page.getByRole('region', { name: 'Live now' })
  const search = live.getByRole('searchbox', { name: 'Search what is live' })
  const namesOf = () => live.getByRole('listitem').getByRole('link', { name: /^@/ }).allTextContents()
  await expect.poll(namesOf).toEqual(['@channel-0', '@channel-1'])
  await live.getByRole('listitem').nth(1).getByText('Audio only', { exact: true }).waitFor()
  expect(await search.count()).toBe(0)

  shown = 7
  await search.waitFor()
  expect((await namesOf()).slice(0, 3)).toEqual(['@channel-3', '@channel-0', '@channel-1'])
  await live.getByLabel('Order').selectOption('Newest')
  await expect
    .poll(() => namesOf().then((names) => names.slice(0, 3)))
    .toEqual(['@channel-6', '@channel-5', '@channel-4'])
  await search.fill('TITLE 3')
  expect(await namesOf()).toEqual(['@channel-3'])
  await live.getByText('1 of 7', { exact: true }).waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('?section=live&order=newest&q=TITLE+3')
  await inspectSizes(page, 'console-live-search', [desktop, { width: 320, height: 640 }])
  await page.setViewportSize(desktop)

  // Fewer than where the search begins: whoever searches keeps it.
  shown = 5
  await page.reload()
  await expect.poll(namesOf).toEqual(['@channel-3'])
  expect(await live.getByLabel('Order').inputValue()).toBe('newest')
  await search.fill('nothing like this')
  await live.getByText('No live channel has this in its name or title.').waitFor()
  await live.getByRole('button', { name: 'Clear' }).click()
  expect(await namesOf()).toHaveLength(5)

  // A phone has what is live near its top, with pictures in which something can be seen.
  await page.setViewportSize(phone)
  const sizeOf = async (place: Locator) => (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  expect((await sizeOf(live.getByRole('heading', { name: 'Live now' }))).y).toBeLessThan(300)
  const rows = live.getByRole('listitem')
  const [row, title] = [await sizeOf(rows.first()), await sizeOf(rows.first().getByRole('link').first())]
  expect(title.x - row.x).toBeGreaterThanOrEqual(128 + 12)
  // The sign of what can be done has its word.
  expect(await rows.first().getByRole('button').innerText()).toBe('Action')
  // A desktop has each part of the cards at one height.
  await page.setViewportSize(desktop)
  const buttons = await rows.getByRole('button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))
  expect(new Set(buttons).size).toBe(1)

  await live.getByLabel('Order').selectOption('Longest live')
  await expect.poll(() => namesOf().then(([first]) => first)).toBe('@channel-0')
  await page.unrouteAll({ behavior: 'wait' })
})

it('[OPERATE-3] has the choices and the button of an action in view on a phone, below what it is about', async () => {
  const body = { kind: 'account', username: 'carol', reason: 'spam' }
  await site.request('POST', '/api/reports', { token: await site.signIn('erin'), body })
  await page.setViewportSize(phone)
  await page.goto(site.url + operatePath({ section: 'account', account: 'carol' }))
  // A phone has no tabs: what the page is about is said in a larger size than what is on it.
  const textSize = (name: string) =>
    page
      .getByRole('heading', { name, exact: true })
      .evaluate((heading) => Number.parseInt(getComputedStyle(heading).fontSize, 10))
  await page.getByRole('heading', { name: 'What was done' }).waitFor()
  expect([await textSize('Account'), await textSize('What was done')]).toEqual([24, 18])
  await page.getByRole('button', { name: 'Take action against @carol' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take action against @carol' })
  const heading = dialog.getByText('Account @carol')
  const reported = dialog.getByText('1 open report')
  await reported.waitFor()
  expect(await heading.isVisible()).toBe(false)
  const decide = dialog.getByRole('button', { name: 'Take action', exact: true })
  expect(await decide.isDisabled()).toBe(true)
  // At one moment: the sheet rises.
  const below = await dialog.evaluate(
    (sheet) => sheet.querySelector('[type="radio"]')!.getBoundingClientRect().y - sheet.getBoundingClientRect().y,
  )
  expect(below).toBeLessThan(270)
  await expect.poll(async () => (await decide.boundingBox())?.y).toBeLessThan(phone.height)
  await reported.click()
  await heading.waitFor()
  await page.keyboard.press('Escape')
  await page.setViewportSize(desktop)
})

it('[OPERATE-5] suggests the accounts that the console knows while a name is typed', async () => {
  await page.goto(site.url + operatePath({ section: 'account' }))
  const field = page.getByLabel('Account name')
  const suggested = () => field.evaluate((one: HTMLInputElement) => Array.from(one.list!.options, ({ value }) => value))
  await field.fill('ar')
  await expect.poll(suggested).toEqual(['carol'])
  await field.fill('@AL')
  await expect.poll(suggested).toEqual(['@alice'])
})

it('[OPERATE-7] leads on from the report page once something is named, and keeps the head of its card in place', async () => {
  await page.goto(site.url + pagePaths.report)
  const next = page.getByRole('button', { name: 'Continue' })
  await next.waitFor()
  expect(await next.isDisabled()).toBe(true)
  const title = page.getByRole('heading', { name: 'Report something' })
  const before = await title.boundingBox()
  await page.getByLabel('What do you want to report?').fill('carol')
  await next.click()
  await page.getByRole('heading', { name: 'Report @carol' }).waitFor()
  expect((await title.boundingBox())?.y).toBe(before?.y)
})

it('[OPERATE-4] keeps what the log is searched for in the address', async () => {
  await page.goto(site.url + operatePath({ section: 'log' }))
  const search = page.getByRole('searchbox', { name: 'Search the log' })
  await search.fill('copyright @bob')
  await page.getByLabel('What was done').selectOption('Account suspended')
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ section: 'log', q: 'copyright @bob', kind: 'suspend-account' })
  await page.reload()
  expect(await search.inputValue()).toBe('copyright @bob')
  expect(await page.getByLabel('What was done').inputValue()).toBe('suspend-account')
  // Another section begins without it.
  await page.getByRole('tab', { name: 'Live' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?section=live')
})

it('[SITE-4] leads to the parts of the settings, and from what is wrong to its field', async () => {
  await page.goto(`${site.url}${operatePath({ section: 'site' })}#site-offer`)
  const parts = page.getByRole('navigation', { name: 'Parts of the settings' })
  const isCurrent = (name: string) =>
    expect.poll(() => parts.locator('[aria-current]').allTextContents()).toEqual([name])
  await isCurrent('What the site offers')
  await parts.getByRole('link', { name: 'Pages' }).click()
  await isCurrent('Pages')
  // Where the window's upper quarter ends between two parts, the one above is read.
  const message = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Message for everybody' }) })
  await message.last().evaluate((section) => {
    scrollBy(0, section.getBoundingClientRect().bottom + 8 - innerHeight / 4)
  })
  await isCurrent('Message for everybody')
  // The last part does not reach the place where the others become current.
  await parts.getByRole('link', { name: 'One file with everything' }).click()
  await isCurrent('One file with everything')

  const name = page.getByLabel('Name of the site')
  const save = page.getByRole('button', { name: 'Save' })
  expect(await save.count()).toBe(0)
  await name.fill('x'.repeat(41))
  await page.getByText('1 change is not saved').waitFor()
  // It waits while one looks at another section.
  await page.getByRole('tab', { name: 'Log' }).click()
  await page.getByRole('searchbox', { name: 'Search the log' }).waitFor()
  await page.getByRole('tab', { name: 'Site', exact: true }).click()
  await page.getByText('1 change is not saved').waitFor()
  expect(await name.inputValue()).toBe('x'.repeat(41))
  await parts.getByRole('link', { name: 'Pages' }).click()
  await page.getByLabel('Text', { exact: true }).focus()
  await parts.getByRole('link', { name: /1 field is wrong$/ }).waitFor()
  await page.getByRole('button', { name: '1 field is wrong' }).click()
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
  await inspectSizes(page, 'console-site', [desktop, { width: 320, height: 640 }])
  await page.setViewportSize(desktop)
  // Until then it cannot be saved.
  expect(await save.isDisabled()).toBe(true)

  await name.fill('The north field')
  expect(await save.isEnabled()).toBe(true)
  // Of another page than the shown one.
  await page.getByLabel('Text', { exact: true }).fill('x'.repeat(20_001))
  const chosen = page.getByLabel('Page', { exact: true })
  const about = await chosen.inputValue()
  await chosen.selectOption('Imprint')
  await page.getByRole('button', { name: '1 field is wrong' }).click()
  await page.keyboard.press('Enter')
  await expect.poll(() => chosen.inputValue()).toBe(about)
  await page.getByLabel('Text', { exact: true }).fill('Bees.')
  await save.click()
  await page.getByText('Saved.').waitFor()
  await save.waitFor({ state: 'detached' })
})

it('[OPERATE-3] says below each action what it does', async () => {
  await page.goto(site.url + operatePath({ account: 'bob' }))
  for (const name of ['Reports about them', 'Last chat messages', 'Last recordings']) {
    await page.getByRole('region', { name }).waitFor()
  }
  await page.getByText('On Hive since').waitFor()
  await inspectSizes(page, 'console-account', [desktop, { width: 320, height: 640 }])
  await page.setViewportSize(desktop)
  await page.getByRole('button', { name: 'Take action against @bob' }).click()
  const choice = page.getByRole('radio', { name: 'Hide from lists', exact: true })
  const describedBy = await choice.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${describedBy}"]`).innerText()).toBe('Found by its address only.')
  // What a second press would hit stays where it is, once the dialog has come.
  await page.getByRole('dialog').evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)))
  const before = await boxOf(choice)
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' })
  const cancelBefore = await boxOf(cancel)
  await choice.check()
  await page.getByLabel('What the account is told').waitFor()
  expect((await boxOf(choice)).y).toBe(before.y)
  expect((await boxOf(cancel)).y).toBe(cancelBefore.y)
  await inspectSizes(page, 'console-act', [desktop, { width: 320, height: 640 }])
})

it('[OPERATE-3] has the whole form of every action in view in a desktop window, and what decides in its place', async () => {
  const preview: Answer<'previewSiteAction'> = {
    ...{ inEffect: null, openSessions: 2, hasStreamKey: true, message: null },
    broadcast: { title: 'World 3-2 without a hit, attempt 214, and what follows it', viewers: 19 },
    profile: { title: 'Bees', description: 'In November.', tags: ['bees'], panels: [], planned: [] },
    addresses: [{ address: '203.0.113.77', network: '203.0.113.0/24', lastSeenAt: Date.now() }],
    atAddress: { accounts: ['carol', 'a-name-of-16-let', 'dave'], live: ['carol'] },
  }
  await page.setViewportSize(desktop)
  await page.route('**/api/operate/reports*', (route) =>
    route.fulfill({ json: { things: [reportedBroadcast], hasMore: false } }),
  )
  await page.route('**/api/operate/actions/preview*', (route) => route.fulfill({ json: preview }))
  await page.goto(site.url + operatePath({ section: 'reports' }))
  await page.getByRole('button', { name: /^Take action/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Take action against @bob' })
  await dialog.evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)))
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  const before = await boxOf(cancel)
  const hidden: Record<string, number> = {}
  for (const choice of await dialog.getByRole('radio').all()) {
    const answered = page.waitForResponse('**/api/operate/actions/preview*')
    await choice.check()
    await answered
    const form = dialog.locator('form')
    if ((await choice.getAttribute('value')) === 'forbid-address') await form.getByText('Live from there now').waitFor()
    await nextFrames(page)
    hidden[await form.getByRole('heading').first().innerText()] = await form.evaluate(
      (one) => one.scrollHeight - one.clientHeight,
    )
    expect((await boxOf(cancel)).y).toBe(before.y)
  }
  expect(Object.keys(hidden).length).toBeGreaterThan(9)
  expect(Object.entries(hidden).filter(([, height]) => height > 0)).toEqual([])
  await page.unrouteAll({ behavior: 'wait' })
})

it('[OPERATE-9] has picture and recording of one size beside each other', async () => {
  const media = { streamId: 'k3f9x2m7q1w8e5r4t6y0', playlistPath: '/none.m3u8', startsAt: 0, endsAt: 1 }
  await page.setViewportSize(desktop)
  await page.route('**/api/operate/reports*', (route) =>
    route.fulfill({ json: { things: [reportedBroadcast], hasMore: false } }),
  )
  await page.route('**/evidence', (route) =>
    route.fulfill({ json: { messages: [], picture: '/9j/', media, deletedAt: null } }),
  )
  await page.goto(site.url + operatePath({ section: 'reports' }))
  await page.getByRole('button', { name: 'Evidence' }).click()
  const recording = await boxOf(page.getByRole('button', { name: 'Play the recording' }))
  const picture = await boxOf(page.getByRole('button', { name: 'Show the picture' }).locator('xpath=..'))
  expect([recording.y, recording.width, recording.height]).toEqual([picture.y, picture.width, picture.height])
  expect(picture.width).toBeLessThanOrEqual(400)
  expect(recording.x).toBeGreaterThan(picture.right)
  await inspectSizes(page, 'console-evidence', [desktop, { width: 320, height: 640 }])
  await page.unrouteAll({ behavior: 'wait' })
})

it('[MEMBER-5] on a phone begins with the name of the section, has no card around a list, and a button at the end of its line', async () => {
  await page.setViewportSize(phone)
  await page.goto(site.url + operatePath({ section: 'members' }))
  const members = page.getByRole('region', { name: 'Members', exact: true })
  await members.getByRole('heading', { name: 'Add a member' }).waitFor()
  expect((await boxOf(page.getByRole('button', { name: 'End operator session' }))).y).toBeGreaterThan(
    (await boxOf(members)).bottom,
  )
  expect(await members.evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe('0px')
  const rightOf = (place: Locator) => place.evaluate((one) => one.getBoundingClientRect().right)
  const add = members.getByRole('button', { name: 'Add', exact: true })
  expect(await rightOf(add.first())).toBe(await rightOf(members))
  await inspectSizes(page, 'console-members', [desktop, { width: 320, height: 640 }])
})

it('[OPERATE-17] what saves a long form is in view as soon as something is changed, and not usable while something is wrong', async () => {
  await page.setViewportSize(phone)
  await page.goto(site.url + operatePath({ section: 'streamers' }))
  const settings = page.getByRole('region', { name: 'Who may broadcast', exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const most = settings.getByLabel('Channels live at once')
  await most.fill('7')
  await settings.evaluate((one) => one.scrollIntoView({ behavior: 'instant' }))
  const bar = await boxOf(page.locator('[data-bottom-bar]'))
  expect((await boxOf(save)).top).toBeGreaterThan(phone.height / 2)
  expect((await boxOf(save)).bottom).toBeLessThanOrEqual(bar.top)

  await page.setViewportSize(desktop)
  await settings.getByRole('radio', { name: 'Accounts that you approve' }).check()
  await page.evaluate(() => scrollTo(0, 0))
  expect((await boxOf(save)).bottom).toBeLessThanOrEqual(desktop.height)
  await page.getByText('2 changes are not saved').waitFor()
  const fillOf = (place: Locator) => place.evaluate((one) => getComputedStyle(one).backgroundColor)
  const amber = await fillOf(save)
  await most.fill('10001')
  await settings.getByText('A whole number from 1 to 10,000').waitFor()
  expect(await save.isDisabled()).toBe(true)
  await expect.poll(() => fillOf(save)).not.toBe(amber)
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('button', { name: '1 field is wrong' }).click()
  expect(await most.evaluate((field) => field === document.activeElement)).toBe(true)
  await inspectSizes(page, 'console-streamers-wrong', [desktop, { width: 320, height: 640 }])
  await page.setViewportSize(desktop)
  await page.getByRole('button', { name: 'Discard' }).click()
  await save.waitFor({ state: 'detached' })
  expect(await most.inputValue()).toBe('')

  await page.goto(site.url + operatePath({ section: 'members' }))
  await page.getByRole('radio', { name: 'Members only' }).check()
  await page.getByText('1 change is not saved').waitFor()
  expect(await save.isEnabled()).toBe(true)
  await page.getByRole('button', { name: 'Discard' }).click()
  await save.waitFor({ state: 'detached' })
  expect(await page.getByRole('radio', { name: 'Members only' }).isChecked()).toBe(false)
})

it('[OPERATE-1] says who may enter, and leads to the login', async () => {
  const stranger = await openProfile(browser, desktop)
  await stranger.page.goto(site.url + operatePath())
  const main = stranger.page.getByRole('main')
  await main.getByRole('heading', { name: 'Run this site', level: 1 }).waitFor()
  await main.getByRole('link', { name: 'Login with Hive' }).waitFor()
  await stranger.context.close()
})

it('[OPERATE-7] asks in a card what is to be reported', async () => {
  await page.goto(site.url + pagePaths.report)
  await page.getByText('The people who run this site look at every report.').waitFor()
  await inspectSizes(page, 'report', [desktop, { width: 320, height: 640 }])
})

function boxOf(place: Locator): Promise<DOMRect> {
  return place.evaluate((one) => one.getBoundingClientRect().toJSON())
}

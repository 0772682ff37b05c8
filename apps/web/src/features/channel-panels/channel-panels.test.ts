import { type ChannelPanel, checkPanel } from '@waggle/contract/channels/panels'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type StartedApp, startApp } from '../../testing/start-app.ts'
import { testSite } from '../../testing/test-site.ts'

const rules = { title: 'Rules', text: 'Be kind.\nMore at https://rules.example/all.', link: null }
const shop = { title: 'Shop', text: '', link: 'https://shop.example/hats?colour=green' }
const schedule = { title: 'Schedule', text: 'Friday', link: null }
const hostile: ChannelPanel[] = [
  { title: 'W'.repeat(60), text: 'Donaudampfschifffahrt'.repeat(28), link: `https://${'a'.repeat(60)}.example/` },
  { title: 'مرحبا بكم', text: 'البث كل يوم جمعة https://example.com/live', link: null },
  { title: '<img src=x onerror=hit()>', text: `https://e.example/${'x'.repeat(480)}`, link: null },
  rules,
  shop,
]
const offline = {
  ...{ id: null, streamId: null, username: 'bob', channelExists: true, title: "bob's Stream", isLive: false },
  ...{ description: 'Hats, folded.', isReconnecting: false, isStopped: false, viewers: 0, category: 'General' },
  ...{ language: null, tags: [], thumbnail: null, startTime: null, recordedSince: null },
  ...{ lastBroadcast: null, nextBroadcast: null },
  ...{ suspension: null, streamPath: null, permlink: null },
}

let app: StartedApp
let page: Page
let panels: ChannelPanel[]
/** The answer to the request for the panels waits for it. */
let released: Promise<void>
/** What was saved. */
let sent: unknown[]

beforeAll(async () => {
  app = await startApp(async (request, response) => {
    const [path = ''] = request.url?.split('?') ?? []
    response.setHeader('content-type', 'application/json')
    if (request.method === 'PUT') {
      const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
      sent.push(body)
      // Cleaned, as by the server.
      panels = body.panels.map(checkPanel)
    }
    if (path.endsWith('/panels')) await released
    const answers: Record<string, unknown> = {
      '/api/site': testSite,
      '/api/streams': { streams: [] },
      '/api/streams/info/bob': offline,
      '/api/channels/bob/panels': { panels },
      '/api/channels/my-channel/panels': { panels },
      '/api/channels/my-channel': { title: '', description: '', category: null, language: null, tags: [] },
      '/api/auth/verify': { success: true },
    }
    const answer = answers[path]
    response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? { code: 'not_found', message: 'Not found' }))
  })
})
afterAll(() => app?.close())

beforeEach(async () => {
  released = Promise.resolve()
  sent = []
  const context = await app.browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(50_000)
  page = await context.newPage()
})
afterEach(() => page.context().close())

const section = () => page.getByRole('region', { name: 'About bob' })

test('[WATCH-7] the panels are below the description, in their order, and what they link to opens in a new tab', async () => {
  panels = [rules, shop]
  await page.goto(`${app.url}/watch?user=bob`)
  await section().waitFor()
  expect(await section().getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Rules', 'Shop'])
  expect(
    await section()
      .getByText('Be kind.')
      .evaluate((text) => (text as HTMLElement).innerText),
  ).toContain('Be kind.\nMore at')
  const links = await section()
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name))))
  const outside = ['_blank', 'noopener noreferrer nofollow ugc']
  expect(links).toEqual([
    ['https://rules.example/all', ...outside],
    ['https://shop.example/hats?colour=green', ...outside],
  ])
  await section().getByRole('link', { name: 'shop.example (opens in a new tab)', exact: true }).waitFor()
})

test.each([390, 1440])(
  '[WATCH-2] at %i px the tags are directly below the name and the actions, without a category that was not set',
  async (width) => {
    panels = [rules]
    const answer = (own: object) =>
      page.route(
        ({ pathname }) => pathname === '/api/streams/info/bob',
        (route) => route.fulfill({ json: { ...offline, ...own } }),
      )
    await page.setViewportSize({ width, height: 900 })
    await answer({ category: 'Travel', tags: ['Hats'], language: 'en' })
    await page.goto(`${app.url}/watch?user=bob`)
    await section().waitFor()
    const tags = page.getByRole('list', { name: 'Tags' })
    expect(await tags.getByRole('link').allTextContents()).toEqual(['Travel', 'English', 'Hats'])
    const more = await page.getByRole('button', { name: 'More about this channel' }).boundingBox()
    const [list, description] = await Promise.all([tags.boundingBox(), page.getByText('Hats, folded.').boundingBox()])
    const gap = (list?.y ?? 0) - (more?.y ?? 0) - (more?.height ?? 0)
    expect(gap).toBeGreaterThan(0)
    expect(gap).toBeLessThan(40)
    expect(description?.y).toBeGreaterThan(list?.y ?? 0)
    await answer({})
    await page.reload()
    await section().waitFor()
    expect(await tags.count()).toBe(0)
  },
)

test.each([
  [320, 1],
  [390, 1],
  [1440, 3],
  [2560, 3],
])('[WATCH-7] at %i px they are in at most %i columns, and nothing is wider than its panel', async (width, columns) => {
  panels = hostile
  await page.setViewportSize({ width, height: 900 })
  await page.goto(`${app.url}/watch?user=bob`)
  await section().waitFor()
  const found = await section()
    .getByRole('listitem')
    .evaluateAll((items) => ({
      columns: new Set(items.map((item) => item.getBoundingClientRect().x)).size,
      wide: items.filter((item) => item.scrollWidth > item.clientWidth).length,
      arabic: getComputedStyle(items[1]!.querySelector('h3')!).direction,
    }))
  expect(found).toEqual({ columns, wide: 0, arabic: 'rtl' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await section().getByRole('heading', { name: '<img src=x onerror=hit()>' }).count()).toBe(1)
})

test('[WATCH-7] a channel without panels shows nothing, and panels that arrive late move nothing above them', async () => {
  panels = []
  await page.goto(`${app.url}/watch?user=bob`)
  const answered = page.waitForResponse('**/api/channels/bob/panels')
  const description = page.getByText('Hats, folded.')
  await description.waitFor()
  await answered
  expect(await section().count()).toBe(0)
  const empty = await description.boundingBox()

  panels = [rules]
  const release = Promise.withResolvers<void>()
  released = release.promise
  await page.reload()
  await description.waitFor()
  expect(await description.boundingBox()).toEqual(empty)
  release.resolve()
  await section().waitFor()
  expect(await description.boundingBox()).toEqual(empty)
})

async function openEditor() {
  await page.addInitScript(() => {
    localStorage.setItem('waggle.user', 'bob')
    localStorage.setItem('waggle.token', 'a token of bob')
  })
  await page.goto(`${app.url}/dashboard/streamer#settings`)
  const editor = page.getByRole('region', { name: 'Panels' })
  await editor.waitFor()
  const button = (name: string) => editor.getByRole('button', { name, exact: true })
  return {
    editor,
    button,
    save: button('Save panels'),
    reset: button('Reset panels'),
    titles: () => editor.getByRole('button', { name: /^Edit panel/ }).allTextContents(),
    isFocused: (name: string) => button(name).evaluate((element) => element === document.activeElement),
    said: (text: string) => editor.getByRole('status').filter({ hasText: text }).waitFor(),
  }
}

test('[SETTINGS-7] an owner without panels reads what they are for, and adds one', async () => {
  panels = []
  const { editor, button, save, reset } = await openEditor()
  await editor.getByText(/^Panels stand below the player/).waitFor()
  expect([await save.count(), await reset.count()]).toEqual([0, 0])
  await button('Add a panel').click()
  const title = editor.getByLabel('Title', { exact: true })
  expect(await title.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('Shop')
  await editor.getByLabel('Link (optional)').fill('javascript:alert(1)')
  await save.click()
  const alert = editor.getByRole('alert').filter({ hasText: 'The link must begin with https://' })
  await alert.waitFor()
  expect(sent).toEqual([])
  // It is said beside the buttons too, and cannot be saved until it is mended.
  await editor.getByText('Fix what is marked').waitFor()
  expect([await save.isDisabled(), await reset.isDisabled()]).toEqual([true, false])
  // The field with the mistake has the focus.
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('https://shop.example')
  await alert.waitFor({ state: 'detached' })
  await editor.getByText('Not saved yet').waitFor()
  await save.click()
  await editor.getByText('Panels saved!').waitFor()
  expect(await editor.getByText('Not saved yet').count()).toBe(0)
  expect(sent).toEqual([{ panels: [{ title: 'Shop', text: '', link: 'https://shop.example' }] }])
  // What the server made of it counts as saved.
  expect([await save.isDisabled(), await reset.isDisabled()]).toEqual([true, true])
  await editor.getByText('Panels saved!').waitFor({ state: 'detached', timeout: 4000 })
})

test('[SETTINGS-7] panels are moved and removed with the keyboard, which is announced, and reset', async () => {
  panels = [rules, shop, schedule]
  const { button, save, reset, titles, isFocused, said } = await openEditor()
  await button('Move up: Schedule').focus()
  await page.keyboard.press('Enter')
  await said('Schedule: now 2 of 3')
  await page.keyboard.press('Enter')
  await said('Schedule: now 1 of 3')
  expect([await titles(), await isFocused('Move up: Schedule')]).toEqual([['Schedule', 'Rules', 'Shop'], true])
  // At the top there is nowhere to go, and the focus stays.
  await page.keyboard.press('Enter')
  expect([await titles(), await isFocused('Move up: Schedule')]).toEqual([['Schedule', 'Rules', 'Shop'], true])
  await button('Move down: Schedule').focus()
  await page.keyboard.press('Enter')
  expect([await titles(), await isFocused('Move down: Schedule')]).toEqual([['Rules', 'Schedule', 'Shop'], true])
  await button('Remove panel: Rules').focus()
  await page.keyboard.press('Enter')
  await said('Removed: Rules. Press Reset panels to undo.')
  expect([await titles(), await isFocused('Add a panel')]).toEqual([['Schedule', 'Shop'], true])
  await reset.click()
  expect([await titles(), await save.isDisabled()]).toEqual([['Rules', 'Shop', 'Schedule'], true])
  // Back where they were: nothing to save.
  await button('Move up: Shop').click()
  expect(await save.isDisabled()).toBe(false)
  await button('Move down: Shop').click()
  expect(await save.isDisabled()).toBe(true)
})

test('[SETTINGS-7] there is room for eight, and removing one makes room', async () => {
  panels = Array.from({ length: 7 }, (_, index) => ({ ...rules, title: `Panel ${index + 1}` }))
  const { editor, button, isFocused } = await openEditor()
  await button('Add a panel').click()
  await editor.getByText('8 of 8').waitFor()
  expect(await button('Add a panel').isDisabled()).toBe(true)
  await button('Remove panel: Panel 2').click()
  expect(await isFocused('Add a panel')).toBe(true)
})

test('[SETTINGS-7] with the last panel removed the list can be saved empty', async () => {
  panels = [rules]
  const { editor, button, save, isFocused } = await openEditor()
  await button('Remove panel: Rules').click()
  await editor.getByText(/^Panels stand below the player/).waitFor()
  expect(await isFocused('Add a panel')).toBe(true)
  await save.click()
  await editor.getByText('Panels saved!').waitFor()
  expect(sent).toEqual([{ panels: [] }])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sampleStreams } from '../lib/sample-data.ts'
import { type StartedApp, startApp } from '../testing/start-app.ts'
import { siteTexts } from '../texts/site.ts'

let app: StartedApp
let context: BrowserContext
let page: Page

beforeAll(async () => {
  app = await startApp((request, response) => {
    const isList = request.url?.startsWith('/api/streams')
    response.setHeader('content-type', 'application/json').end(isList ? '{"streams":[]}' : '{}')
  })
})
afterAll(() => app?.close())

beforeEach(async () => {
  context = await app.browser.newContext({ locale: 'en-US' })
  context.setDefaultTimeout(50_000)
  page = await context.newPage()
})
afterEach(() => context.close())

test('[SHELL-10] what reports a missing app says what the app itself would say', () => {
  const script = readFileSync(join(app.dist, 'script-watch.js'), 'utf8')
  expect(script).toContain(siteTexts.scriptFailed)
  expect(script).toContain(siteTexts.scriptFailedHint)
})

test('[SHELL-9] an unknown address has a page with one message', async () => {
  await page.goto(`${app.url}/nowhere`)
  await page.getByRole('main').getByRole('heading', { name: 'Page not found' }).waitFor()
  expect(await page.getByRole('main').locator('h1, h2, p, small').count()).toBe(1)
  expect(await page.getByText('Unexpected Application Error!').count()).toBe(0)
})

test('[SHELL-5] a search opens the directory', async () => {
  await page.goto(app.url)
  await page.getByPlaceholder('Search streams or users...').fill('  jazz ')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/directory?search=jazz')
})

test('[SHELL-8] of the live channels, only the one that is being watched has a ring', async () => {
  await context.route(
    ({ pathname }) => pathname === '/api/streams',
    (route) => route.fulfill({ json: { streams: sampleStreams } }),
  )
  const [, watched] = sampleStreams.map(({ username }) => username)
  await page.goto(`${app.url}/watch?user=${watched}`)
  const links = page.getByRole('region', { name: 'Active Streams' }).getByRole('link')
  await expect.poll(() => links.count()).toBe(sampleStreams.length)
  expect(
    await links.evaluateAll((all) =>
      all
        .filter((link) =>
          [...link.querySelectorAll('*')].some((part) => getComputedStyle(part).outlineStyle === 'solid'),
        )
        .map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')]),
    ),
  ).toEqual([[`/watch?user=${watched}`, 'page']])
})

test('the footer switches language and theme at once and for the next visit', async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(app.url)
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const dark = await background()
  await page.getByLabel('Theme').selectOption('Light')
  expect(await background()).not.toBe(dark)
  await page.getByLabel('Language').selectOption('Español')
  await page.getByRole('heading', { name: 'No hay transmisiones activas' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('es')
  // The theme applies before the app has run, without a flash of the other one.
  await context.route('**/assets/*.js', (route) => route.abort())
  await page.goto(app.url)
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
  expect(await background()).not.toBe(dark)
})

const failure = () => page.getByRole('alert').filter({ hasText: 'This page could not be loaded' })
const isPage = /\/assets\/faq-[^/]*\.js$/
const isApp = /\/assets\/(app|index)-[^/]*\.js$/

test('[SHELL-10] a missing script of a page is reported in its place, and trying again reloads', async () => {
  await page.route(isPage, (route) => route.abort())
  await page.goto(`${app.url}/faq`)
  await failure().waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).waitFor()
  await page.unroute(isPage)
  await failure().getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Getting Started' }).waitFor()
})

test('[SHELL-10] a missing script of a page within 120 s is reported, with the rest of the site there from the start', async () => {
  await page.clock.install()
  await page.route(isPage, () => undefined)
  await page.goto(`${app.url}/faq`, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.documentElement.dataset.app === 'started')
  await page.clock.runFor(4000)
  await page.getByRole('status', { name: 'Loading page' }).or(page.getByText('Loading page')).first().waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).waitFor()
  await page.clock.runFor(110_000)
  expect(await failure().count()).toBe(0)
  await page.clock.runFor(10_000)
  await failure().waitFor()
})

test.each([
  ['its first', /\/assets\/index-[^/]*\.js$/],
  ['the one that the first starts', /\/assets\/app-[^/]*\.js$/],
])('[SHELL-10] a missing script of the app itself is reported at once when it fails: %s', async (_, script) => {
  await page.route(script, (route) => route.abort())
  await page.goto(app.url)
  await failure().waitFor()
  await page.unroute(script)
  await failure().getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'No Active Streams' }).waitFor()
})

test('[SHELL-10] a missing script of the app itself is reported after 120 s, in the language that the visitor chose', async () => {
  await context.addInitScript(() => localStorage.setItem('waggle.language', 'es'))
  await page.clock.install()
  await page.route(isApp, () => undefined)
  // Its time begins when it runs, which on a busy machine is later than the page.
  await page.route('**/script-watch.js', async (route) => {
    const response = await route.fetch()
    const body = `${await response.text()};document.documentElement.dataset.isWatched = ''`
    await route.fulfill({ response, body })
  })
  await page.goto(app.url, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'isWatched' in document.documentElement.dataset)
  await page.clock.runFor(100_000)
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.clock.runFor(20_000)
  await page.getByRole('alert').getByText('No se pudo cargar esta página').waitFor()
  await page.getByRole('alert').getByText('Una parte del sitio no llegó. Comprueba tu conexión.').waitFor()
})

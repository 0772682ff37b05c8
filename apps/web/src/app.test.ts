import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { pageAnswersId } from '@waggle/contract/site/page-answers'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchChromium } from './testing/chromium.ts'
import { serveApp } from './testing/serve-app.ts'

const dist = mkdtempSync(join(tmpdir(), 'web-'))
const site = {
  name: 'Waggle',
  publicUrl: '',
  rtmpUrl: 'rtmp://site.example/live',
  hive: 'mainnet',
  posterAccount: 'waggle',
  avatarUrl: '/u/{username}/avatar',
}
const hostile = '<img src=x onerror="globalThis.wasHit=1">'
const bob = {
  id: 'k3f9x2m7q1w8e5r4t6y0',
  username: 'bob',
  title: hostile,
  avatar: '/u/bob/avatar',
  thumbnail: null,
  viewers: 1234,
  category: null,
  isLive: true,
  isReconnecting: false,
  streamPath: '',
  startTime: 0,
  description: hostile,
  language: null,
  tags: [],
}

let browser: Browser
let server: Awaited<ReturnType<typeof serveApp>>
/** Put into the head of each page. */
let sentAlong: string
let answers: Record<string, { status: number; body: unknown } | 'silence'>
let context: BrowserContext
let page: Page
/** What the browser complained of: refused by the policy, thrown, or logged as an error. */
let complaints: string[]

beforeAll(async () => {
  // In a process of its own: the test runner's environment would make it a development build.
  const vite = join(import.meta.dirname, '../../../node_modules/vite/bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', join(import.meta.dirname, '..'), '--outDir', dist], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  server = await serveApp(
    dist,
    (request, response) => {
      const path = new URL(request.url ?? '/', 'http://site').pathname
      const answer = answers[path] ?? {
        status: 404,
        body: { code: 'not_found', error: 'Not found', message: 'Not found' },
      }
      if (answer === 'silence') return
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
    },
    () => sentAlong,
  )
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  server?.close()
  rmSync(dist, { recursive: true })
})

beforeEach(async () => {
  answers = { '/api/site': ok(site), '/api/streams': ok({ streams: [bob] }) }
  sentAlong = ''
  complaints = []
  context = await browser.newContext()
  context.setDefaultTimeout(50_000)
  page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A status that the test itself has the server send is logged by the browser as an error.
    // The chat's socket has nobody to talk to here.
    const isExpected = /^Failed to load resource|^WebSocket connection to .*\/socket\.io\//.test(message.text())
    if (message.type() === 'error' && !isExpected) complaints.push(message.text())
  })
})
afterEach(async () => {
  expect(complaints).toEqual([])
  await context.close()
})

function ok(body: unknown) {
  return { status: 200, body }
}

const offline = { ...bob, isLive: false, id: null, streamId: null, viewers: 0, category: 'General', permlink: null }

describe('the build', () => {
  const assets = () => readdirSync(join(dist, 'assets'))
  const html = () => readFileSync(join(dist, 'index.html'), 'utf8')

  test("the home page's scripts are at most 130 kB, compressed", () => {
    const first = [...html().matchAll(/assets\/[^"]+\.js/g)].map(([path]) => readFileSync(join(dist, path)))
    expect(first.length).toBeGreaterThan(0)
    expect(first.reduce((sum, file) => sum + gzipSync(file).length, 0)).toBeLessThan(130_000)
  })

  test('the watch page adds at most 150 kB, compressed, with the library that plays; chat comes after it', () => {
    // What a chunk imports statically comes with it; what the first load has is there already.
    const scripts = new Map(
      assets()
        .filter((name) => name.endsWith('.js'))
        .map((name) => [name, readFileSync(join(dist, 'assets', name), 'utf8')]),
    )
    const closure = (names: string[], known: Set<string>): Set<string> => {
      const found = new Set(names.filter((name) => scripts.has(name) && !known.has(name)))
      for (const name of found) {
        const imports = Array.from(
          scripts.get(name)?.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g) ?? [],
          ([, path]) => path ?? '',
        )
        for (const path of imports) if (scripts.has(path) && !known.has(path)) found.add(path)
      }
      return found
    }
    const first = closure(
      Array.from(html().matchAll(/assets\/([^"]+\.js)/g), ([, name]) => name ?? ''),
      new Set(),
    )
    const starts = [...scripts.keys()].filter((name) => /^(watch|hls\.light)-/.test(name))
    expect(starts).toHaveLength(2)
    const added = [...closure(starts, first)].map((name) => gzipSync(scripts.get(name) ?? '').length)
    expect(added.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(150_000)
  })

  test('the page has no inline script or style, which the policy would refuse', () => {
    expect(html()).not.toMatch(/<style|style=|<script(?![^>]*src=)/)
  })

  test('the libraries of player, chain and chat are not part of the first load, the schema library of none', () => {
    // By what is in them: the bundler names files as it likes.
    const read = (paths: Iterable<string>) => [...paths].map((path) => readFileSync(join(dist, path), 'utf8')).join()
    const first = read(Array.from(html().matchAll(/assets\/[^"]+\.js/g), ([path]) => path))
    const all = read(assets().map((name) => `assets/${name}`))
    for (const mark of ['BUFFER_APPENDING', 'bad point', 'socket.io']) {
      expect(all).toContain(mark)
      expect(first).not.toContain(mark)
    }
    for (const name of assets()) expect(readFileSync(join(dist, 'assets', name), 'utf8')).not.toContain('ZodError')
  })
})

describe('home', () => {
  test('shows the streams, and their texts as nothing but text', async () => {
    await page.goto(server.url)
    await page.getByRole('heading', { name: 'Featured Stream' }).waitFor()
    await page.getByRole('heading', { name: 'Live Streams' }).waitFor()
    expect(await page.getByRole('heading', { name: hostile }).count()).toBe(2)
    expect(await page.evaluate(() => 'wasHit' in globalThis)).toBe(false)
    await page.getByRole('link', { name: hostile }).click()
    await page.waitForURL('**/watch?user=bob')
  })

  test('is drawn with what was sent along with the page, unless that is an old one', async () => {
    const sent = (streams: unknown[]) =>
      `<script type="application/json" id="${pageAnswersId}">${JSON.stringify({ site, streams }).replaceAll('<', '\\u003c')}</script>`
    sentAlong = sent([bob])
    answers['/api/streams'] = 'silence'
    await page.goto(server.url)
    await page.getByRole('heading', { name: 'Live Streams' }).waitFor()
    expect(await page.getByRole('heading', { name: hostile }).count()).toBe(2)
    expect(await page.evaluate(() => 'wasHit' in globalThis)).toBe(false)
    // It holds until the server was asked, which is at once.
    answers['/api/streams'] = { status: 503, body: {} }
    await page.goto(server.url)
    await page.getByRole('heading', { name: 'Error Loading Streams' }).waitFor()
    sentAlong = sent([])
    answers['/api/streams'] = ok({ streams: [] })
    await page.goto(`${server.url}/faq`)
    // The browser shows its own copy of the page that was left.
    await page.goBack()
    await page.getByRole('heading', { name: 'No Active Streams' }).waitFor()
  })

  test('while loading it says so to screen readers', async () => {
    answers['/api/streams'] = 'silence'
    await page.goto(server.url)
    await page.getByRole('status').filter({ hasText: 'Loading streams...' }).waitFor()
  })

  test('without streams', async () => {
    answers['/api/streams'] = ok({ streams: [] })
    await page.goto(server.url)
    await page.getByRole('heading', { name: 'No Active Streams' }).waitFor()
    await page.getByText('Check back later for live content!').waitFor()
  })

  test('an error has the sentence of the spec, Retry reloads, and sample streams are marked', async () => {
    answers['/api/streams'] = { status: 503, body: {} }
    await page.goto(server.url)
    await page.getByRole('heading', { name: 'Error Loading Streams' }).waitFor()
    await page.getByText('HTTP error! status: 503').waitFor()
    await page.getByRole('complementary').getByText('Sample data').waitFor()
    answers['/api/streams'] = ok({ streams: [bob] })
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'Live Streams' }).waitFor()
    expect(await page.getByText('Sample data').count()).toBe(0)
  })
})

describe('login', () => {
  test('submit needs a name; without an extension the sentence is shown; typing clears it; it can be closed', async () => {
    await page.goto(server.url)
    await page.getByRole('button', { name: 'Login with Hive' }).click()
    const dialog = page.getByRole('dialog', { name: 'Login with Hive Keychain' })
    const submit = dialog.getByRole('button', { name: 'Sign with Keychain' })
    expect(await submit.isDisabled()).toBe(true)
    await dialog.getByLabel('Hive Username').fill(' Alice ')
    await submit.click()
    expect(await dialog.getByRole('button', { name: 'Close' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Authenticating...' }).waitFor()
    await dialog.getByRole('alert').getByText('Hive Keychain is not installed.').waitFor()
    await dialog.getByLabel('Hive Username').fill('bob')
    expect(await dialog.getByRole('alert').count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('a wallet that never answers can be given up after 5 s, and its late answer counts for nothing', async () => {
    answers['/api/auth/challenge'] = ok({ challenge: 'Sign in to streams.example as @alice.' })
    answers['/api/auth/hive'] = ok({
      success: true,
      token: 'session-token-0123',
      profile: { username: 'alice', avatar: '' },
    })
    await page.clock.install()
    await page.addInitScript(() => {
      const late: ((response: object) => void)[] = []
      const requestSignBuffer = (username: string, message: string, _key: string, answer: (typeof late)[0]) =>
        late.push((response) => answer({ ...response, data: { username, message } }))
      const requestHandshake = (answer: () => void) => void setTimeout(answer, 1)
      Object.assign(globalThis, { late, hive_keychain: { requestHandshake, requestSignBuffer } })
    })
    const redeemed: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/auth/hive') && redeemed.push(request.url()))
    await page.goto(`${server.url}/login`)
    await page.getByLabel('Hive Username').fill('alice')
    const asked = (count: number) =>
      page.waitForFunction((count) => Reflect.get(globalThis, 'late').length === count, count)
    const answer = (index: number) =>
      page.evaluate(
        (index) => Reflect.get(globalThis, 'late')[index]({ success: true, result: 'ab'.repeat(65) }),
        index,
      )
    await page.getByRole('button', { name: 'Sign with Keychain' }).click()
    await page.clock.runFor(1000)
    await asked(1)
    expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0)
    await page.clock.runFor(5000)
    await page.getByText('Nothing happening?').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Sign with Keychain' }).click()
    await page.clock.runFor(1000)
    await asked(2)
    await answer(0)
    await page.getByRole('button', { name: 'Authenticating...' }).waitFor()
    expect(redeemed).toEqual([])
    await answer(1)
    await page.getByRole('button', { name: '@alice' }).waitFor()
    expect(redeemed).toHaveLength(1)
  })

  test('a main net site offers no sandbox accounts', async () => {
    await page.goto(`${server.url}/login`)
    await page.getByLabel('Hive Username').waitFor()
    expect(await page.getByText('Sandbox accounts').count()).toBe(0)
  })
})

describe('watch', () => {
  test('without a user', async () => {
    await page.goto(`${server.url}/watch`)
    await page.getByRole('heading', { name: 'Missing User Parameter' }).waitFor()
    await page.getByText('Please provide a user parameter in the URL (e.g., /watch?user=username)').waitFor()
  })

  test('an offline channel, by either parameter, without a sidebar', async () => {
    answers['/api/streams/info/bob'] = ok(offline)
    for (const parameter of ['user', 'channel']) {
      await page.goto(`${server.url}/watch?${parameter}=%20@Bob`)
      await page.getByText('@bob is offline').waitFor()
      await page.getByText('OFFLINE', { exact: true }).waitFor()
    }
    expect(await page.getByRole('complementary').count()).toBe(0)
  })

  test('a lookup that fails shows the demo, marked as sample data, and the stream as soon as it can be had', async () => {
    await page.clock.install()
    answers['/api/streams/info/bob'] = { status: 502, body: {} }
    await page.goto(`${server.url}/watch?user=bob`)
    const player = page.getByRole('region', { name: 'Video player' })
    await player.getByText('Demo mode').waitFor()
    await player.getByText('Sample data').waitFor()
    await page.getByText('OFFLINE', { exact: true }).waitFor()
    await player.getByRole('button', { name: 'Quality: Auto' }).click()
    expect(await page.getByRole('menuitemradio').allInnerTexts()).toEqual(['Auto', '1080p', '720p', '480p', '360p'])
    answers['/api/streams/info/bob'] = ok(offline)
    await page.clock.runFor(10_000)
    await player.getByText('@bob is offline').waitFor()
    expect(await player.getByText('Sample data').count()).toBe(0)
  })

  test("the player's worker may start under the site's policy, and no other script may", async () => {
    answers['/api/streams/info/bob'] = ok({ ...offline, isLive: true, streamId: bob.id })
    answers[`/api/hls/token/${bob.id}`] = ok({ token: 't', expiresAt: Date.now() + 3_600_000 })
    await page.goto(`${server.url}/watch?user=bob`)
    // The player asks for its playlist once the library has been loaded and set up.
    await page.waitForRequest('**/master.m3u8')
    const worker = readdirSync(join(dist, 'assets')).find((name) => /^hls\.worker-.*\.js$/.test(name))
    const start = (address: string) =>
      page.evaluate((address) => {
        try {
          new Worker(address).terminate()
          return 'started'
        } catch (error) {
          return error instanceof TypeError ? 'refused' : String(error)
        }
      }, address)
    expect(await start(new URL(`/assets/${worker}`, server.url).href)).toBe('started')
    expect(await start(new URL('/assets/other.js', server.url).href)).toBe('refused')
  })

  test('without MediaSource the browser plays by itself, with the token in the address', async () => {
    answers['/api/streams/info/bob'] = ok({ ...offline, isLive: true, streamId: bob.id })
    answers[`/api/hls/token/${bob.id}`] = ok({ token: 't+1', expiresAt: Date.now() + 3_600_000 })
    await page.addInitScript(() => {
      for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource'])
        Reflect.deleteProperty(globalThis, name)
    })
    const asked = page.waitForRequest('**/master.m3u8?*')
    await page.goto(`${server.url}/watch?user=bob`)
    expect(new URL((await asked).url()).search).toBe('?token=t%2B1')
  })

  test('a token that cannot be had is the error of the spec, with Retry', async () => {
    answers['/api/streams/info/bob'] = ok({ ...offline, isLive: true, streamId: bob.id })
    answers[`/api/hls/token/${bob.id}`] = { status: 500, body: {} }
    answers[`/live/${bob.id}/master.m3u8`] = 'silence'
    await page.goto(`${server.url}/watch?user=bob`)
    const alert = page.getByRole('region', { name: 'Video player' }).getByRole('alert')
    await alert.getByText('Stream Error').waitFor()
    await alert.getByText('Failed to load stream encryption token').waitFor()
    await alert.getByRole('button', { name: 'Retry' }).waitFor()
  })
})

test('the stream key page asks for a login first', async () => {
  await page.goto(`${server.url}/stream-key`)
  await page.getByText('Please log in with your Hive account to generate a stream key.').waitFor()
})

test('a save that cannot reach the server says so in the language of the site', async () => {
  answers['/api/auth/verify'] = ok({ success: true, username: 'bob' })
  answers['/api/channels/my-channel/announcements'] = ok({
    settings: { isEnabled: true, community: null, tags: [], declinesRewards: false, beneficiaryPercent: 0 },
    posterAccount: 'waggle',
    latest: null,
  })
  await page.addInitScript(() => {
    localStorage.setItem('waggle.user', 'bob')
    localStorage.setItem('waggle.token', 'session-token-0123')
    localStorage.setItem('waggle.language', 'es')
  })
  let failNow: () => void = () => {}
  await page.route('**/announcements', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    await new Promise<void>((resolve) => {
      failNow = resolve
    })
    await route.abort()
  })
  await page.goto(`${server.url}/stream-key`)
  const save = page.getByRole('button', { name: 'Guardar anuncios' })
  await save.click()
  await expect.poll(() => save.isDisabled()).toBe(true)
  failNow()
  await page.getByRole('alert').getByText('Error de red: comprueba tu conexión').waitFor()
  expect(await save.isDisabled()).toBe(false)
})

test('an unknown address has a page of its own', async () => {
  await page.goto(`${server.url}/nowhere`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.getByText('Unexpected Application Error!', { exact: true }).waitFor()
})

test('search goes to the directory', async () => {
  await page.goto(server.url)
  await page.getByPlaceholder('Search streams or users...').fill('  jazz ')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/directory?search=jazz')
})

test('language and theme are chosen below each page, at once and for the next visit', async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(server.url)
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const dark = await background()
  await page.getByLabel('Theme').selectOption('Light')
  expect(await background()).not.toBe(dark)
  await page.getByLabel('Language').selectOption('Español')
  await page.getByRole('heading', { name: 'Transmisiones en vivo' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('es')
  // As it stands before the app has run: there is no flash of the other theme.
  await context.route('**/assets/*.js', (route) => route.abort())
  await page.goto(server.url)
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
  expect(await background()).not.toBe(dark)
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pageAnswersId } from '@waggle/contract/site/page-answers'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type StartedApp, startApp } from './testing/start-app.ts'
import { testSite } from './testing/test-site.ts'

const site = {
  ...testSite,
  publicUrl: '',
  rtmpUrl: 'rtmp://site.example/live',
  hive: 'mainnet',
  posterAccount: 'waggle',
  avatarUrl: '/u/{username}/avatar',
  adUrl: 'about:blank',
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
  isStopped: false,
  streamPath: '',
  startTime: 0,
  description: hostile,
  language: null,
  tags: [],
}

let app: StartedApp
/** Added to the head of each page. */
let sentAlong: string
let answers: Record<string, { status: number; body: unknown } | 'silence'>
let context: BrowserContext
let page: Page
/** Errors in the browser: refused by the content security policy, thrown or logged. */
let complaints: string[]

beforeAll(async () => {
  app = await startApp(
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
})
afterAll(() => app?.close())

beforeEach(async () => {
  answers = { '/api/site': ok(site), '/api/streams': ok({ streams: [bob] }) }
  sentAlong = ''
  complaints = []
  context = await app.browser.newContext()
  context.setDefaultTimeout(50_000)
  page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The browser logs every refusal, also those that a test wants, and the chat's socket, which has no server here.
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
  const assets = () => readdirSync(join(app.dist, 'assets'))
  const html = () => readFileSync(join(app.dist, 'index.html'), 'utf8')

  test("the home page's scripts are at most 130 kB, compressed", () => {
    const first = [...html().matchAll(/assets\/[^"]+\.js/g)].map(([path]) => readFileSync(join(app.dist, path)))
    expect(first.length).toBeGreaterThan(0)
    expect(first.reduce((sum, file) => sum + gzipSync(file).length, 0)).toBeLessThan(130_000)
  })

  /** The scripts of the build, by name. */
  const scripts = () =>
    new Map(
      assets()
        .filter((name) => name.endsWith('.js'))
        .map((name) => [name, readFileSync(join(app.dist, 'assets', name), 'utf8')]),
    )

  /** These scripts and their static imports, which are loaded with them, but for those that are known. */
  function closure(names: string[], known = new Set<string>()): Set<string> {
    const all = scripts()
    const found = new Set(names.filter((name) => all.has(name) && !known.has(name)))
    for (const name of found) {
      const imports = Array.from(
        all.get(name)?.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g) ?? [],
        ([, path]) => path ?? '',
      )
      for (const path of imports) if (all.has(path) && !known.has(path)) found.add(path)
    }
    return found
  }

  const firstLoad = () => closure(Array.from(html().matchAll(/assets\/([^"]+\.js)/g), ([, name]) => name ?? ''))
  const compressed = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(app.dist, 'assets', name))).length, 0)

  test('the watch page with hls.js adds at most 150 kB, compressed; the chat is loaded later', () => {
    const starts = [...scripts().keys()].filter((name) => /^(watch|hls\.light)-/.test(name))
    expect(starts).toHaveLength(2)
    expect(compressed(closure(starts, firstLoad()))).toBeLessThan(150_000)
  })

  test('real time adds at most 60 kB, compressed', () => {
    const starts = [...scripts().keys()].filter((name) =>
      /^(real-time-engine|real-time-worker|playout-worklet)-/.test(name),
    )
    expect(starts).toHaveLength(3)
    expect(compressed(closure(starts, firstLoad()))).toBeLessThan(60_000)
  })

  test('the page has no inline script or style, which the content security policy would refuse', () => {
    expect(html()).not.toMatch(/<style|style=|<script(?![^>]*src=)/)
  })

  test('hls.js, the wallet and Socket.IO are not in the first load, and zod is in no chunk', () => {
    // Recognised by their content, because the bundler chooses the file names.
    const read = (paths: Iterable<string>) =>
      [...paths].map((path) => readFileSync(join(app.dist, path), 'utf8')).join()
    const first = read(Array.from(html().matchAll(/assets\/[^"]+\.js/g), ([path]) => path))
    const all = read(assets().map((name) => `assets/${name}`))
    for (const mark of ['BUFFER_APPENDING', 'bad point', 'socket.io']) {
      expect(all).toContain(mark)
      expect(first).not.toContain(mark)
    }
    for (const name of assets()) expect(readFileSync(join(app.dist, 'assets', name), 'utf8')).not.toContain('ZodError')
  })
})

describe('home', () => {
  test('shows the streams, and never interprets their texts as HTML', async () => {
    await page.goto(app.url)
    await page.getByRole('heading', { name: 'Featured Stream' }).waitFor()
    expect(await page.getByRole('heading', { name: hostile }).count()).toBe(1)
    expect(await page.evaluate(() => 'wasHit' in globalThis)).toBe(false)
    await page.getByRole('link', { name: hostile }).click()
    await page.waitForURL('**/watch?user=bob')
  })

  test('renders the answers sent along with the page, unless the page is an old copy', async () => {
    const sent = (streams: unknown[]) =>
      `<script type="application/json" id="${pageAnswersId}">${JSON.stringify({ site, streams }).replaceAll('<', '\\u003c')}</script>`
    sentAlong = sent([bob])
    answers['/api/streams'] = 'silence'
    await page.goto(app.url)
    await page.getByRole('heading', { name: 'Featured Stream' }).waitFor()
    expect(await page.getByRole('heading', { name: hostile }).count()).toBe(1)
    expect(await page.evaluate(() => 'wasHit' in globalThis)).toBe(false)
    // They are shown until the first answer of the server.
    answers['/api/streams'] = { status: 503, body: {} }
    await page.goto(app.url)
    await page.getByRole('heading', { name: 'Error Loading Streams' }).waitFor()
    sentAlong = sent([])
    answers['/api/streams'] = ok({ streams: [] })
    await page.goto(`${app.url}/faq`)
    // After Back, the browser shows its own copy of the page.
    await page.goBack()
    await page.getByRole('heading', { name: 'No Active Streams' }).waitFor()
  })

  test('[HOME-1] tells screen readers that it is loading', async () => {
    answers['/api/streams'] = 'silence'
    await page.goto(app.url)
    await page.getByRole('status').filter({ hasText: 'Loading streams...' }).waitFor()
  })

  test('[HOME-5] without streams', async () => {
    answers['/api/streams'] = ok({ streams: [] })
    await page.goto(app.url)
    await page.getByRole('heading', { name: 'No Active Streams' }).waitFor()
    await page.getByText('Check back later for live content!').waitFor()
    const steps = page.getByRole('list', { name: 'How to go live' }).locator('strong')
    expect(await steps.allTextContents()).toEqual(['Get a stream key', 'Enter it in OBS or an app', 'Share your link'])
  })

  test('[HOME-1] [SAMPLE-2] shows a failure with Retry, which reloads, and labels the sample streams', async () => {
    answers['/api/streams'] = { status: 503, body: {} }
    await page.goto(app.url)
    await page.getByRole('heading', { name: 'Error Loading Streams' }).waitFor()
    await page.getByText('HTTP error! status: 503').waitFor()
    await page.getByRole('complementary').getByText('Sample data').waitFor()
    await page.getByRole('complementary').getByText('sample_garden').waitFor()
    expect(await page.locator('a[href*="/watch"]').count()).toBe(0)
    answers['/api/streams'] = ok({ streams: [bob] })
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'Featured Stream' }).waitFor()
    expect(await page.getByText('Sample data').count()).toBe(0)
  })
})

describe('login', () => {
  test('[AUTH-3] [AUTH-8] submit needs a name; a missing extension is an error; typing clears it; the dialog can be closed', async () => {
    await page.goto(app.url)
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

  test('[AUTH-2] a sign-in can be left after 5 s, and a late answer of the wallet is ignored', async () => {
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
    await page.goto(`${app.url}/login`)
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
    await page.getByText('Waiting for Hive Keychain').waitFor()
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

  test('a mainnet site offers no sandbox accounts', async () => {
    await page.goto(`${app.url}/login`)
    await page.getByLabel('Hive Username').waitFor()
    expect(await page.getByText('Sandbox accounts').count()).toBe(0)
  })
})

describe('watch', () => {
  test('[WATCH-1] without a user', async () => {
    await page.goto(`${app.url}/watch`)
    await page.getByRole('heading', { name: 'Missing User Parameter' }).waitFor()
    await page.getByText('Please provide a user parameter in the URL (e.g., /watch?user=username)').waitFor()
  })

  test('[SHELL-2] [SHELL-3] an offline channel, by either parameter, beside a rail', async () => {
    answers['/api/streams/info/bob'] = ok(offline)
    for (const parameter of ['user', 'channel']) {
      await page.goto(`${app.url}/watch?${parameter}=%20@Bob`)
      await page.getByText('@bob is offline').waitFor()
      await page.getByText('OFFLINE', { exact: true }).waitFor()
    }
    expect((await page.getByRole('complementary').boundingBox())?.width).toBeLessThan(100)
  })

  test('[PLAYER-2] a failed lookup shows the demo, labelled as sample data, until the stream can be loaded', async () => {
    await page.clock.install()
    // The list would say that the channel is live.
    answers['/api/streams'] = ok({ streams: [] })
    answers['/api/streams/info/bob'] = { status: 502, body: {} }
    await page.goto(`${app.url}/watch?user=bob`)
    const player = page.getByRole('region', { name: 'Video player' })
    await player.getByText('The stream cannot be reached').waitFor()
    await player.getByText('Sample data').waitFor()
    await page.getByText('OFFLINE', { exact: true }).waitFor()
    await player.getByRole('button', { name: 'Quality: Auto' }).click()
    expect(await page.getByRole('menuitemradio').allInnerTexts()).toEqual(['Auto', '1080p', '720p', '480p', '360p'])
    answers['/api/streams/info/bob'] = ok(offline)
    await page.clock.runFor(10_000)
    await player.getByText('@bob is offline').waitFor()
    expect(await player.getByText('Sample data').count()).toBe(0)
  })

  test("under the content security policy the player's worker may start, and no other script", async () => {
    answers['/api/streams/info/bob'] = ok({ ...offline, isLive: true, streamId: bob.id })
    answers[`/api/hls/token/${bob.id}`] = ok({ token: 't', expiresAt: Date.now() + 3_600_000 })
    await page.goto(`${app.url}/watch?user=bob`)
    // The player requests its playlist once hls.js is loaded and set up.
    await page.waitForRequest('**/master.m3u8')
    const worker = readdirSync(join(app.dist, 'assets')).find((name) => /^hls\.worker-.*\.js$/.test(name))
    const start = (address: string) =>
      page.evaluate((address) => {
        try {
          new Worker(address).terminate()
          return 'started'
        } catch (error) {
          return error instanceof TypeError ? 'refused' : String(error)
        }
      }, address)
    expect(await start(new URL(`/assets/${worker}`, app.url).href)).toBe('started')
    expect(await start(new URL('/assets/other.js', app.url).href)).toBe('refused')
  })

  test('without MediaSource the browser plays natively, with the token in the address', async () => {
    answers['/api/streams/info/bob'] = ok({ ...offline, isLive: true, streamId: bob.id })
    answers[`/api/hls/token/${bob.id}`] = ok({ token: 't+1', expiresAt: Date.now() + 3_600_000 })
    await page.addInitScript(() => {
      for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource'])
        Reflect.deleteProperty(globalThis, name)
    })
    const asked = page.waitForRequest('**/master.m3u8?*')
    await page.goto(`${app.url}/watch?user=bob`)
    expect(new URL((await asked).url()).search).toBe('?token=t%2B1')
  })

  test('[PLAYER-9] a token that cannot be fetched is an error with Retry', async () => {
    answers['/api/streams/info/bob'] = ok({ ...offline, isLive: true, streamId: bob.id })
    answers[`/api/hls/token/${bob.id}`] = { status: 500, body: {} }
    answers[`/live/${bob.id}/master.m3u8`] = 'silence'
    await page.goto(`${app.url}/watch?user=bob`)
    const alert = page.getByRole('region', { name: 'Video player' }).getByRole('alert')
    await alert.getByText('Stream Error').waitFor()
    await alert.getByText('Failed to load stream encryption token').waitFor()
    await alert.getByRole('button', { name: 'Retry' }).waitFor()
  })
})

test('[KEY-1] the stream key page requires a login', async () => {
  await page.goto(`${app.url}/stream-key`)
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
    // The advertisement's frame has no storage.
    if (window !== top) return
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
  await page.goto(`${app.url}/stream-key`)
  const save = page.getByRole('button', { name: 'Guardar anuncios' })
  await save.click()
  await expect.poll(() => save.isDisabled()).toBe(true)
  failNow()
  await page.getByRole('alert').getByText('Error de red: comprueba tu conexión').waitFor()
  expect(await save.isDisabled()).toBe(false)
})

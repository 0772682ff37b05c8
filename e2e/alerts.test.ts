import { fileURLToPath } from 'node:url'
import { limits } from '@waggle/contract/limits'
import type { Browser, BrowserContext, Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { createPushBrowser } from '../apps/server/src/testing/push/push-browser.ts'
import { startPushService } from '../apps/server/src/testing/push/push-service.ts'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { connectEncoder } from '../apps/server/src/testing/test-encoder.ts'
import { openAlertsWorker } from './support/alerts/alerts-worker.ts'
import { actAsPushBrowser, permitNotifications } from './support/alerts/push-browser.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { launchBrowser, openProfile, saveScreenshot } from './support/browser/browser.ts'

const webDist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
const slowly = { timeout: 60_000 }

let site: TestSite
let service: Awaited<ReturnType<typeof startPushService>>
let browser: Browser

beforeAll(async () => {
  service = await startPushService()
  site = await startTestSite({ webDist, env: { WAGGLE_PUSH: 'loopback' } })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
  service?.close()
})

async function stored() {
  const db = await openDatabase({ dataDir: site.dataDir })
  const rows = await db
    .selectFrom('push_subscriptions')
    .leftJoin('push_channels', 'push_channels.subscription_id', 'push_subscriptions.id')
    .select(['endpoint', 'channel', 'language'])
    .orderBy('endpoint')
    .orderBy('channel')
    .execute()
  await db.destroy()
  return rows.map(({ endpoint, channel, language }) => `${new URL(endpoint).pathname} ${channel} ${language}`)
}

/** Opens a page that shows no channel, and waits until it knows who is live now. Its clock is the test's. */
async function lookAround(page: Page) {
  const nextList = () => page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/streams')
  const watch = page.waitForResponse(/alert-watch-/)
  // A clock that runs ahead would end the first request, and with it what the next list is compared with.
  const first = nextList()
  await page.goto(`${site.url}/faq`)
  await watch
  await page.getByRole('heading', { level: 1 }).waitFor()
  await (await first).finished()
  const second = nextList()
  await page.clock.runFor(limits.streamsRefreshMs + 1000)
  await (await second).finished()
}

async function forgetAll() {
  const db = await openDatabase({ dataDir: site.dataDir })
  await db.deleteFrom('push_subscriptions').execute()
  await db.deleteFrom('push_channels').execute()
  await db.destroy()
}

describe('[ALERT-5] a browser with a push service', () => {
  const pushBrowser = createPushBrowser()
  let context: BrowserContext
  let page: Page
  let problems: string[]
  let worker: Worker
  let deliver: (message: string) => Promise<void>
  let shown: () => Promise<{ title: string; body: string; tag: string }[]>
  let click: () => Promise<void>

  beforeAll(async () => {
    ;({ context, page, problems } = await openProfile(browser))
    await context.addInitScript(permitNotifications)
    await context.addInitScript(actAsPushBrowser, { url: service.url, keys: pushBrowser.keys })
  })
  afterAll(() => context?.close())

  it('is registered by a press on the button of an offline channel, which says that the site may be closed', async () => {
    await page.goto(`${site.url}/watch?user=alice`)
    const button = page.getByRole('button', { name: 'Notify me', exact: true })
    await button.waitFor()
    expect(context.serviceWorkers()).toEqual([])
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'alerts-offline')
    await button.click()
    await page.getByText('You will be notified when @alice goes live, also when this site is closed.').waitFor()
    await page.getByRole('button', { name: 'Stop notifying me' }).waitFor()
    expect(await stored()).toEqual(['/1 alice en'])
    ;({ worker, deliver, shown, click } = await openAlertsWorker(context, page))
    expect(new URL(worker.url()).pathname).toBe('/alerts.js')
  })

  it('is sent a message that a channel is live, and its worker shows it', async () => {
    await page.goto(site.url)
    const encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
    encoder.send(8)
    await expect.poll(() => service.received.length, slowly).toBe(1)
    const message = pushBrowser.read(service.received[0]?.body ?? Buffer.alloc(0))
    await deliver(message)
    await expect
      .poll(shown)
      .toEqual([
        expect.objectContaining({ title: '@alice is live', tag: JSON.parse(message).tag, icon: '/u/alice/avatar' }),
      ])
    // The notification leads the open page there.
    await click()
    await page.waitForURL(`${site.url}/watch?user=alice`)
    // A page that shows the channel already is enough.
    await page.bringToFront()
    await deliver(message)
    await deliver(message.replaceAll('alice', 'bob'))
    await expect.poll(async () => (await shown()).map(({ title }) => title)).toEqual(['@alice is live', '@bob is live'])
    await encoder.close()
  })

  it('opens a page where none is open that a viewer looks around with', async () => {
    await page.goto(`${site.url}/dashboard/streamer`)
    await worker.evaluate(() => {
      const scope = globalThis as unknown as { clients: { openWindow: unknown }; opened: string[] }
      scope.opened = []
      scope.clients.openWindow = async (path: string) => void scope.opened.push(path)
    })
    await click()
    await expect
      .poll(() => worker.evaluate(() => (globalThis as unknown as { opened: string[] }).opened))
      .toEqual(['/watch?user=bob'])
    expect(new URL(page.url()).pathname).toBe('/dashboard/streamer')
  })

  it('is told by its pages too, without a second notification', async () => {
    const home = await context.newPage()
    await home.clock.install()
    await page.goto(`${site.url}/watch?user=carol`)
    await page.getByRole('button', { name: 'Notify me', exact: true }).click()
    await page.getByText('You will be notified when @carol').waitFor()
    expect(await stored()).toEqual(['/1 alice en', '/1 carol en'])
    await home.bringToFront()
    await lookAround(home)
    const encoder = await connectEncoder(site.rtmpPort, await site.streamKey('carol'))
    // A machine that is busy comes to the next refresh by itself: what is told then is gone with the clock that moves on.
    const told = home.getByText('@carol is live').waitFor()
    encoder.send(8)
    await expect.poll(() => service.received.length, slowly).toBe(2)
    await home.clock.runFor(limits.streamsRefreshMs + 1000)
    await told
    expect(await home.evaluate(() => (globalThis as unknown as { notifications: string[] }).notifications)).toEqual([])
    await home.close()
    await encoder.close()
  })

  it('[ALERT-4] tells the site again after a day: a lost row and another key of the site heal', async () => {
    const visit = async (change: () => void) => {
      await page.evaluate(change)
      await page.goto(`${site.url}/faq`)
    }
    await forgetAll()
    // It was told a moment ago.
    await visit(() => undefined)
    await page.waitForLoadState('networkidle')
    expect(await stored()).toEqual([])
    await visit(() =>
      localStorage.setItem('waggle.push', JSON.stringify({ isKnown: true, atMs: Date.now() - 86_400_001 })),
    )
    await expect.poll(stored, slowly).toEqual(['/1 alice en', '/1 carol en'])
    await forgetAll()
    await visit(() => {
      localStorage.setItem('waggle.push', JSON.stringify({ isKnown: true, atMs: Date.now() - 86_400_001 }))
      const subscription = JSON.parse(localStorage.getItem('test.subscription') ?? '{}')
      localStorage.setItem('test.subscription', JSON.stringify({ ...subscription, key: 'BAAA' }))
    })
    await expect.poll(stored, slowly).toEqual(['/2 alice en', '/2 carol en'])
  })

  it('is forgotten with its last channel', async () => {
    for (const channel of ['alice', 'carol']) {
      await page.goto(`${site.url}/watch?user=${channel}`)
      // In the picture of an offline channel; beside sharing until it is that.
      await page.getByRole('button', { name: 'Stop notifying me' }).click()
      await page.getByText(`You will no longer be notified about @${channel}.`).waitFor()
    }
    await expect.poll(stored).toEqual([])
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('test.subscription'))).toBeNull()
    expect(problems.filter((problem) => !/Failed to load resource|WebSocket|frame is sandboxed/.test(problem))).toEqual(
      [],
    )
  })
})

describe('[ALERT-5] where alerts cannot reach a closed site', () => {
  it('a browser whose push service refuses is told so, in Spanish on a small phone, and its pages notify', async () => {
    const { context, page } = await openProfile(browser, { width: 320, height: 640 }, { locale: 'es' })
    await context.addInitScript(permitNotifications)
    await context.addInitScript(actAsPushBrowser, { url: null, keys: pushKeys })
    await page.clock.install()
    await page.goto(`${site.url}/watch?user=dave`)
    await page.getByRole('button', { name: 'Avísame', exact: true }).click()
    await page.getByText('siempre que tengas abierta una página de este sitio').waitFor()
    await saveScreenshot(page, 'alerts-refused-es-320')
    expect(await accessibilityFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    expect(await stored()).toEqual([])
    // It is not asked again before the next press.
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    await lookAround(page)
    const encoder = await connectEncoder(site.rtmpPort, await site.streamKey('dave'))
    encoder.send(8)
    await expect.poll(async () => (await site.request('GET', '/api/streams/info/dave')).json.isLive, slowly).toBe(true)
    await page.clock.runFor(limits.streamsRefreshMs + 1000)
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as { notifications: string[] }).notifications))
      .toEqual(['@dave está en vivo'])
    await encoder.close()
    await context.close()
  })

  it.each([
    ['a browser without push', '1', true],
    ['a site that has switched it off', '0', false],
  ])('%s says so before the press', async (_what, setting, hasNone) => {
    const other = await startTestSite({ webDist, env: { WAGGLE_PUSH: setting } })
    const { context, page } = await openProfile(browser)
    if (hasNone) {
      await context.addInitScript(() => Object.assign(globalThis, { PushManager: undefined }))
      await context.addInitScript(() => {
        delete (globalThis as { PushManager?: unknown }).PushManager
      })
    }
    await page.goto(`${other.url}/watch?user=alice`)
    await page.getByRole('button', { name: 'Notify me While this site is open' }).waitFor()
    await page.getByRole('button', { name: 'More about this channel' }).click()
    await page.getByRole('menuitem', { name: 'Notify me While this site is open' }).waitFor()
    await context.close()
    await other.close()
  })
})

const pushKeys = createPushBrowser().keys

it('[ALERT-5] the worker is revalidated at its address, and runs under the policy of pages', async () => {
  const { status, headers } = await site.request('GET', '/alerts.js')
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
})

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPostgres } from '../apps/server/src/testing/engines/postgres.ts'
import { freePort, removeFolder, temporaryFolder } from '../apps/server/src/testing/engines/private-process.ts'
import { startRedis } from '../apps/server/src/testing/engines/redis.ts'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { launchBrowser, openProfile } from './support/browser/browser.ts'
import { signIn, waitUntilPlaying } from './support/browser/journeys.ts'
import { messageInput, messageRow } from './support/chat/chat-scene.ts'
import { startEncoder } from './support/encoders/encoder.ts'
import { preferLowDelay } from './support/players/delay-mode.ts'
import { newStreamKey, waitUntilLive } from './support/server/account.ts'
import { startTcpBalancer } from './support/server/tcp-balancer.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const rtmpUrl = 'rtmp://in.live.example/live'

let browser: Browser
/** The origin of the pages, and those of the servers. */
let pages: string
let servers: { api: string; hls: string; chat: string }
const closing: (() => unknown)[] = []

// Ports are origins. Each server does only its own part, as behind four names: a call that goes to the wrong one fails.
beforeAll(async () => {
  const [postgres, redis, webDist] = await Promise.all([startPostgres(), startRedis(), temporaryFolder('built-web')])
  closing.push(
    () => removeFolder(webDist),
    () => redis.close(),
    () => postgres.close(),
  )
  const [corePort, mediaPort, chatPort, rtmpPort] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  const apiServer = await startTcpBalancer([corePort])
  closing.push(() => apiServer.close())
  const origin = (port: number) => `http://127.0.0.1:${port}`
  pages = origin(corePort)
  servers = { api: origin(apiServer.port), hls: origin(mediaPort), chat: origin(chatPort) }
  await promisify(execFile)(
    process.execPath,
    [`${root}node_modules/.bin/vite`, 'build', 'apps/web', '--outDir', webDist, '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: root,
      env: {
        ...process.env,
        // Vitest's own, under which the build would be one for development.
        NODE_ENV: 'production',
        VITE_API_URL: servers.api,
        VITE_HLS_URL: servers.hls,
        VITE_CHAT_URL: servers.chat,
        VITE_RTMP_URL: rtmpUrl,
      },
    },
  )
  const shared = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, WAGGLE_PUBLIC_URL: pages }
  const start = async (role: string, port: number, more: Record<string, string> = {}): Promise<TestSite> => {
    const env = { ...shared, WAGGLE_ROLES: role, WAGGLE_HTTP_PORT: String(port), ...more }
    const site = await startTestSite({ webDist, env })
    closing.push(() => site.close())
    return site
  }
  const core = await start('core', corePort)
  const sameKey = { WAGGLE_DATA_DIR: core.dataDir }
  await start('media', mediaPort, { ...sameKey, WAGGLE_RTMP_PORT: String(rtmpPort) })
  await start('chat', chatPort, sameKey)

  const encoder = startEncoder(`rtmp://127.0.0.1:${rtmpPort}/live`, await newStreamKey(servers.api, 'alice'))
  closing.push(() => encoder.stop())
  await waitUntilLive(servers.api, 'alice')
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  for (const close of closing.splice(0).reverse()) await close()
})

it('[OPS-5] signs in, plays and chats with pages, API, media and chat on four origins', async () => {
  const { context, page, problems } = await openProfile(browser)
  await preferLowDelay(context)
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    const kind = /^\/(live|api\/chat|api|u|ads)\//.exec(pathname)?.[1]
    if (kind) asked.add(`${kind} ${origin}`)
  })
  page.on('websocket', (socket) => asked.add(`socket ${new URL(socket.url()).origin}`))

  await signIn(page, pages, 'bob')
  await page.goto(`${pages}/watch?user=alice`)
  await waitUntilPlaying(page)
  await messageInput(page).fill('across origins')
  await messageInput(page).press('Enter')
  await messageRow(page, 'across origins').waitFor()
  await page.goto(`${pages}/stream-key`)
  await page.getByText(rtmpUrl).first().waitFor()
  // The home page shows the stream's thumbnail and the advertisement.
  await page.goto(pages)
  await page.frameLocator('iframe').first().getByRole('link').waitFor()
  await expect
    .poll(() =>
      page
        .locator('img[src*="/thumbnail"]')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)

  expect([...asked].sort()).toEqual(
    [
      `ads ${servers.api}`,
      `api ${servers.api}`,
      `api/chat ${servers.chat}`,
      `live ${servers.hls}`,
      `socket ${servers.chat.replace('http', 'ws')}`,
      `u ${servers.api}`,
    ].sort(),
  )
  expect(problems).toEqual([])
})

it('[OPS-5] polls chat across origins where WebSocket is blocked', async () => {
  const { context, page } = await openProfile(browser)
  await context.addInitScript(() => {
    // As in a network that refuses the upgrade.
    class BlockedSocket {
      onerror?: (event: Event) => void
      constructor() {
        setTimeout(() => this.onerror?.(new Event('error')))
      }
      close(): void {}
    }
    Object.assign(globalThis, { WebSocket: BlockedSocket })
  })
  const polled = page.waitForResponse(
    (response) => response.url().startsWith(`${servers.chat}/socket.io/`) && response.status() === 200,
  )
  await page.goto(`${pages}/watch?user=alice`)
  await polled
  await messageRow(page, 'across origins').waitFor()
  await expect.poll(() => page.getByText('Chat server disconnected').count()).toBe(0)
})

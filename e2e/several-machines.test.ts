import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNginx } from '../apps/server/src/testing/engines/nginx.ts'
import { startPostgres } from '../apps/server/src/testing/engines/postgres.ts'
import { freePort } from '../apps/server/src/testing/engines/private-process.ts'
import { startRedis } from '../apps/server/src/testing/engines/redis.ts'
import { PlaylistChecker } from '../packages/media/src/hls/testing/playlist-checker.ts'
import { launchBrowser, openProfile } from './support/browser/browser.ts'
import { waitUntilPlaying } from './support/browser/journeys.ts'
import { observeChat } from './support/chat/chat-observer.ts'
import { openChatUser } from './support/chat/chat-users.ts'
import { startReconnectingEncoder } from './support/encoders/reconnecting-encoder.ts'
import { preferLowDelay } from './support/players/delay-mode.ts'
import { recordPicture, waitUntilResumed } from './support/players/stalls.ts'
import { newStreamKey, waitUntilLive } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'
import { startTcpBalancer } from './support/server/tcp-balancer.ts'

/** F2: from the stream's return at another process to playback. */
const resumeWithinMs = 10_000
const machinePauseMs = 10_000

let browser: Browser
let viewer: Awaited<ReturnType<typeof openProfile>>
let streamId: string
let url: string
const processes: Record<string, { site: Site; url: string }> = {}
const closing: (() => unknown)[] = []
const checker = new PlaylistChecker()

// The layout of docs/several-machines.md: one role per process, two processes for each of media and chat, and nginx in front.
beforeAll(async () => {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  closing.push(
    () => redis.close(),
    () => postgres.close(),
  )
  const names = ['core', 'media-1', 'media-2', 'chat-1', 'chat-2'] as const
  const httpPorts = await Promise.all(names.map(freePort))
  const rtmpPorts = await Promise.all(names.map(freePort))
  const servers = (role: string) => httpPorts.filter((_, index) => names[index]?.startsWith(role))
  const nginx = await startNginx({ core: servers('core'), media: servers('media'), chat: servers('chat') })
  const balancer = await startTcpBalancer(rtmpPorts.slice(1, 3))
  closing.push(
    () => nginx.close(),
    () => balancer.close(),
  )
  url = nginx.url
  const shared = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, WAGGLE_PUBLIC_URL: url }
  const env = (index: number) => ({
    ...shared,
    WAGGLE_RTMP_URL: `rtmp://127.0.0.1:${balancer.port}/live`,
    WAGGLE_ROLES: names[index]?.split('-')[0] ?? '',
    WAGGLE_HTTP_PORT: String(httpPorts[index]),
    WAGGLE_RTMP_PORT: String(rtmpPorts[index]),
  })
  const start = async (index: number, more = {}) => {
    const site = await startSite({ ...env(index), ...more })
    processes[names[index] ?? ''] = { site, url: `http://127.0.0.1:${httpPorts[index]}` }
    // Core calls its own sandbox chain, and media processes request streams from each other.
    const role = env(index).WAGGLE_ROLES
    for (const port of role === 'chat' ? [] : servers(role)) site.allowConnectionTo(`http://127.0.0.1:${port}`)
    return site
  }
  // The other processes share its data folder, which has the master key.
  const core = await start(0)
  await Promise.all([1, 2, 3, 4].map((index) => start(index, { WAGGLE_DATA_DIR: core.dataDir })))

  browser = await launchBrowser()
  viewer = await openProfile(browser)
  await preferLowDelay(viewer.context)
  const encoder = startReconnectingEncoder(core.rtmpUrl, await newStreamKey(url, 'alice'))
  closing.push(() => encoder.stop())
  streamId = await waitUntilLive(url, 'alice')
  await viewer.page.goto(`${url}/watch?user=alice`)
  await waitUntilPlaying(viewer.page)
  await recordPicture(viewer.page)
})
afterAll(async () => {
  await browser?.close()
  for (const close of closing.splice(0).reverse()) await close()
  for (const { site } of Object.values(processes)) await site.remove()
})

async function checkPlaylists(): Promise<void> {
  for (const name of ['media-1', 'media-2']) {
    const answer = await fetch(`${processes[name]?.url}/live/${streamId}/source/media.m3u8`).catch(() => undefined)
    if (answer?.status === 200) checker.check(await answer.text())
  }
  expect(checker.violations.filter((violation) => violation !== 'segments were skipped')).toEqual([])
}

describe('a site on several machines', () => {
  it('delivers messages sent at one chat process to viewers at another', async () => {
    const observers = ['chat-1', 'chat-2'].map((name, index) =>
      observeChat(processes[name]?.url ?? '', 'alice', { coalesce: false, address: `10.0.0.${index}` }),
    )
    await expect.poll(() => observers.every((observer) => observer.isConnected())).toBe(true)
    const bob = await openChatUser(url, 'bob')
    const { id } = await bob.send('heard everywhere')
    await expect.poll(() => observers.map((observer) => observer.ids())).toEqual([[id], [id]])
    await viewer.page.getByText('heard everywhere').waitFor()
    for (const observer of observers) observer.close()
  })

  it('[F2] continues in the same page when the process that holds the stream is killed', async () => {
    await checkPlaylists()
    const killedAtMs = Date.now()
    processes['media-1']?.site.process.kill('SIGKILL')
    const playlist = async () => (await fetch(`${url}/live/${streamId}/source/media.m3u8`)).text()
    await expect.poll(playlist).toContain('#EXT-X-DISCONTINUITY\n')
    const backAtMs = Date.now()
    const resumedAfterMs = await waitUntilResumed(viewer.page, killedAtMs, backAtMs)
    console.log(`another process: there after ${backAtMs - killedAtMs} ms, plays ${resumedAfterMs} ms later`)
    expect(resumedAfterMs).toBeLessThan(resumeWithinMs + machinePauseMs)
    expect(await waitUntilLive(url, 'alice')).toBe(streamId)
    await checkPlaylists()
  })
})

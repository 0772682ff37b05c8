import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNginx } from '../apps/server/src/testing/engines/nginx.ts'
import { startPostgres } from '../apps/server/src/testing/engines/postgres.ts'
import { freePort } from '../apps/server/src/testing/engines/private-process.ts'
import { startRedis } from '../apps/server/src/testing/engines/redis.ts'
import { PlaylistChecker } from '../packages/media/src/hls/testing/playlist-checker.ts'
import { newStreamKey, untilLive } from './support/browser/account.ts'
import { launchBrowser, openPerson } from './support/browser/browser.ts'
import { untilPlaying } from './support/browser/journeys.ts'
import { openWriter } from './support/chat/chat-people.ts'
import { watchChat } from './support/chat/chat-witness.ts'
import { startEncoderLoop } from './support/encoders/encoder-loop.ts'
import { untilResumed, watchPicture } from './support/players/stalls.ts'
import { type Site, startSite } from './support/server/site.ts'
import { startTcpBalancer } from './support/server/tcp-balancer.ts'

/** What F2 allows once another process has the stream. */
const resumeWithinMs = 10_000
const machinePauseMs = 10_000

let browser: Browser
let viewer: Awaited<ReturnType<typeof openPerson>>
let streamId: string
let url: string
const processes: Record<string, { site: Site; url: string }> = {}
const closing: (() => unknown)[] = []
const checker = new PlaylistChecker()

// As docs/several-machines.md lays it out: each role by itself, two processes of those that viewers notice, nginx before them.
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
    // Core asks its own sandbox chain, and media processes ask each other for streams.
    const role = env(index).WAGGLE_ROLES
    for (const port of role === 'chat' ? [] : servers(role)) site.mayConnectTo(`http://127.0.0.1:${port}`)
    return site
  }
  // The others have its master key.
  const core = await start(0)
  await Promise.all([1, 2, 3, 4].map((index) => start(index, { WAGGLE_DATA_DIR: core.dataDir })))

  browser = await launchBrowser()
  viewer = await openPerson(browser)
  const encoder = startEncoderLoop(core.rtmpUrl, await newStreamKey(url, 'alice'))
  closing.push(() => encoder.stop())
  streamId = await untilLive(url, 'alice')
  await viewer.page.goto(`${url}/watch?user=alice`)
  await untilPlaying(viewer.page)
  await watchPicture(viewer.page)
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
  expect(checker.violations.filter((violation) => violation !== 'segments were never seen')).toEqual([])
}

describe('a site on several machines', () => {
  it('tells people at one chat process what is said at another', async () => {
    const witnesses = ['chat-1', 'chat-2'].map((name, index) =>
      watchChat(processes[name]?.url ?? '', 'alice', { coalesce: false, address: `10.0.0.${index}` }),
    )
    await expect.poll(() => witnesses.every((witness) => witness.isConnected())).toBe(true)
    const bob = await openWriter(url, 'bob')
    const { id } = await bob.say('heard everywhere')
    await expect.poll(() => witnesses.map((witness) => witness.ids())).toEqual([[id], [id]])
    await viewer.page.getByText('heard everywhere').waitFor()
    for (const witness of witnesses) witness.close()
  })

  it('[F2] goes on in the same page when the process that holds the stream is killed', async () => {
    await checkPlaylists()
    const killedAtMs = Date.now()
    processes['media-1']?.site.process.kill('SIGKILL')
    const playlist = async () => (await fetch(`${url}/live/${streamId}/source/media.m3u8`)).text()
    await expect.poll(playlist).toContain('#EXT-X-DISCONTINUITY\n')
    const backAtMs = Date.now()
    const resumedAfterMs = await untilResumed(viewer.page, killedAtMs, backAtMs)
    console.log(`another process: there after ${backAtMs - killedAtMs} ms, plays ${resumedAfterMs} ms later`)
    expect(resumedAfterMs).toBeLessThan(resumeWithinMs + machinePauseMs)
    expect(await untilLive(url, 'alice')).toBe(streamId)
    await checkPlaylists()
  })
})

import { limits } from '@waggle/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPlaylist } from '../../../../../packages/media/src/hls/testing/playlist-checker.ts'
import { redactAddress } from '../../lib/log.ts'
import { startRedis } from '../../testing/engines/redis.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

const periodsPerMinute = 2

const stores = {
  memory: async () => ({ env: {}, close: async () => undefined }),
  redis: async () => {
    const server = await startRedis()
    return { env: { REDIS_URL: server.url }, close: () => server.close() }
  },
}

describe.each(Object.entries(stores))('keys and viewers, counted in %s', (_name, startStore) => {
  let store: Awaited<ReturnType<typeof startStore>>
  let site: TestSite
  let encoder: TestEncoder
  let streamId: string
  const logLines: string[] = []
  /** Every token that was issued. */
  const tokens: string[] = []

  beforeAll(async () => {
    store = await startStore()
    site = await startTestSite({ env: store.env, onLog: (line) => logLines.push(line) })
    encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
    encoder.send(8)
    streamId = await untilLive('alice')
  })
  afterAll(async () => {
    await encoder?.close()
    await site?.close()
    await store?.close()
  })

  async function untilLive(username: string): Promise<string> {
    for (;;) {
      const channel = (await site.request('GET', `/api/streams/info/${username}`)).json
      if (channel.isLive && !channel.isReconnecting) return channel.streamId
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async function newToken(id = streamId): Promise<string> {
    site.nextClient()
    const { token } = (await site.request('POST', `/api/hls/token/${id}`)).json
    tokens.push(token)
    return token
  }

  /** The keys in the playlist, oldest first. */
  async function listedKeys(): Promise<number[]> {
    const { text } = await site.request('GET', `/live/${streamId}/source/media.m3u8`)
    const numbers = readPlaylist(text).segments.map(({ key }) => Number(/\/(\d+)"/.exec(key ?? '')?.[1]))
    return [...new Set(numbers)]
  }

  const keyPath = (number: number) => `/api/hls/key/${streamId}/${number}`
  const fetchKey = (token: string, number: number) => site.request('GET', `${keyPath(number)}?token=${token}`)
  const currentKey = async () => (await listedKeys()).at(-1) ?? 0
  const viewers = async () => (await site.request('GET', '/api/streams/info/alice')).json.viewers

  /** Continues the broadcast for the given time of the site's clock. */
  async function broadcast(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 10) {
      site.moveClock(10_000)
      const end = await lastSequence()
      encoder.send(4)
      while ((await lastSequence()) < end + 2) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    // Checkpoints are written a moment after the media arrives; at this speed, a moment is minutes of the site's clock.
    await untilLive('alice')
  }

  async function lastSequence(): Promise<number> {
    const { text } = await site.request('GET', `/live/${streamId}/source/media.m3u8`)
    return readPlaylist(text).segments.at(-1)?.sequence ?? 0
  }

  it('[F14] keys rotate on the clock, and each is served while it is listed and for a minute after', async () => {
    const token = await newToken()
    await broadcast(60)
    const keys = await listedKeys()
    expect(keys.length).toBeGreaterThanOrEqual(2)
    const oldest = keys[0] ?? 0
    const bytes = new Set<string>()
    for (const key of keys) {
      const answer = await fetchKey(token, key)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      bytes.add(answer.text)
    }
    expect(bytes.size).toBe(keys.length)
    while ((await listedKeys()).includes(oldest)) await broadcast(10)
    await broadcast(60)
    expect((await fetchKey(token, oldest)).status).toBe(200)
    const current = await currentKey()
    expect((await fetchKey(token, current - 15 * periodsPerMinute - 1)).status).toBe(404)
    expect((await fetchKey(token, current + 3)).status).toBe(404)
  })

  it('[T6] no key of any period is served without a token of its stream', async () => {
    const good = await newToken()
    const other = await site.streamKey('bob')
    const bob = await connectEncoder(site.rtmpPort, other)
    bob.send(8)
    const foreign = await newToken(await untilLive('bob'))
    await bob.close()
    const session = await site.signIn('carol')
    const [, viewerId] = good.split('.')
    const expiredSoon = await newToken()
    const cases: Record<string, string | undefined> = {
      none: undefined,
      empty: '',
      malformed: 'not-a-token',
      "another stream's": foreign,
      'a cut seal': good.slice(0, -2),
      'a later expiry': good.replace(/\.[^.]+(?=\.[^.]+$)/, '.zzzzzzzz'),
      "another viewer's name": good.replace(String(viewerId), 'AAAAAAAAAAAA'),
      "a session's": session,
    }
    const refused = async (token: string | undefined, key: number) => {
      const { status, text } = await site.request('GET', keyPath(key) + (token === undefined ? '' : `?token=${token}`))
      return { status, isShort: text.length < 200 && text.startsWith('{') }
    }
    const keys = [...(await listedKeys()), (await currentKey()) + 1, (await currentKey()) - 5]
    for (const key of keys) {
      for (const [name, token] of Object.entries(cases)) {
        expect({ name, ...(await refused(token, key)) }).toEqual({ name, status: token ? 403 : 401, isShort: true })
      }
      // Nor does a session in its usual header.
      expect((await site.request('GET', keyPath(key), { token: session })).status).toBe(401)
      expect((await fetchKey(good, key)).status).toBe(200)
    }
    expect((await site.request('POST', '/api/auth/verify', { token: good })).status).toBe(401)
    await broadcast(10)
    const end = await lastSequence()
    site.moveClock(limits.hlsTokenLifeMs)
    encoder.send(4)
    while ((await lastSequence()) < end + 2) await new Promise((resolve) => setTimeout(resolve, 20))
    expect((await refused(expiredSoon, await currentKey())).status).toBe(401)
    expect(await untilLive('alice')).toBe(streamId)
  })

  it('[T27] one client that requests a key a thousand times is one viewer', async () => {
    await broadcast(120)
    const before = await viewers()
    const token = await newToken()
    const key = await currentKey()
    for (let batch = 0; batch < 20; batch += 1) {
      await Promise.all(Array.from({ length: 50 }, () => fetchKey(token, key)))
    }
    expect((await viewers()) - before).toBe(1)
  })

  it('[T27] everybody behind one address watches, and only so many of them count', async () => {
    await broadcast(120)
    const counted = limits.countedViewersPerAddress
    const call = (method: string, path: string, address: string, body?: unknown) =>
      site.request(method, path, { headers: { 'x-forwarded-for': address }, ...(body !== undefined && { body }) })
    const key = await currentKey()
    async function watch(address: string): Promise<string> {
      const { token } = (await call('POST', `/api/hls/token/${streamId}`, address)).json
      tokens.push(token)
      expect((await call('GET', `${keyPath(key)}?token=${token}`, address)).status).toBe(200)
      return token
    }
    const school = await Promise.all(Array.from({ length: counted + 20 }, () => watch('203.0.113.7')))
    expect(await viewers()).toBe(counted)
    await Promise.all(Array.from({ length: counted + 20 }, (_, host) => watch(`2001:db8:5:5::${host.toString(16)}`)))
    expect(await viewers()).toBe(2 * counted)
    await watch('2001:db8:5:6::1')
    expect(await viewers()).toBe(2 * counted + 1)
    const token = await site.signIn('alice')
    expect((await site.request('GET', '/api/streams/stats/alice', { token })).json).toMatchObject({
      currentViewers: 2 * counted + 1,
      uncountedViewers: 40,
    })
    // Those who leave give their places back.
    for (const token of school) await call('POST', '/api/hls/leave', '203.0.113.7', { token })
    expect(await viewers()).toBe(counted + 1)
    await watch('203.0.113.7')
    expect(await viewers()).toBe(counted + 2)
  })

  it('[T8] refreshing is counted apart from new tokens', async () => {
    await broadcast(10)
    const token = await newToken()
    const take = () => site.request('POST', `/api/hls/token/${streamId}`)
    const answers = await Promise.all(Array.from({ length: limits.viewerCallsBurst + 50 }, take))
    expect(answers.some(({ status }) => status === 429)).toBe(true)
    expect((await site.request('POST', '/api/hls/refresh-token', { body: { token } })).status).toBe(200)
  })

  it('[PLAYER-13] each token is a viewer, until it stops fetching keys', async () => {
    await broadcast(120)
    expect(await viewers()).toBe(0)
    const staying = await newToken()
    const leaving = [await newToken(), await newToken(), await newToken()]
    for (const token of [staying, ...leaving]) await fetchKey(token, await currentKey())
    expect(await viewers()).toBe(4)
    for (let passed = 0; passed < 80; passed += 10) {
      await broadcast(10)
      await fetchKey(staying, await currentKey())
    }
    expect(await viewers()).toBe(1)
    const { streams } = (await site.request('GET', '/api/streams')).json
    expect(streams[0]).toMatchObject({ username: 'alice', viewers: 1 })
  })

  it('a refreshed token is the same viewer; a forged one is not refreshed', async () => {
    await broadcast(120)
    const token = await newToken()
    await fetchKey(token, await currentKey())
    site.nextClient()
    const refresh = (body: unknown) => site.request('POST', '/api/hls/refresh-token', { body })
    const refreshed = (await refresh({ token })).json
    tokens.push(refreshed.token)
    expect(refreshed.token).not.toBe(token)
    await fetchKey(refreshed.token, await currentKey())
    expect(await viewers()).toBe(1)
    expect((await refresh({ token: 'nonsense' })).status).toBe(403)
    expect((await refresh({ token: `${token}x` })).status).toBe(403)
    expect((await refresh({})).status).toBe(400)
  })

  it('[T7] no token is in the log, not even when something fails', async () => {
    const token = await newToken()
    await site.request('GET', `/live/${streamId}/source/media.m3u8?token=${token}`)
    await site.request('GET', `/api/hls/key/${streamId}/x?token=${token}`)
    expect(redactAddress(`/api/hls/key/${streamId}/1?%74oken=${token}`)).not.toContain(token)
    expect(tokens.length).toBeGreaterThan(5)
    const log = logLines.join('')
    expect(log).toContain('rtmp publishing')
    for (const given of tokens) expect(log).not.toContain(given)
  })
})

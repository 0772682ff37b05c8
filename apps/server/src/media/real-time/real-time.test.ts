import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { limits } from '@waggle/contract/limits'
import { keyPeriodMs } from '@waggle/contract/playback/hls-keys'
import { realTimeCloseCodes, realTimePath, realTimeProtocol } from '@waggle/contract/playback/real-time'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hello, streamFrame } from '../../../../../packages/media/src/moq/testing/client-frames.ts'
import { connectRealTime, type RealTimeViewer } from '../../testing/real-time-viewer.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

const seats = 40
let site: TestSite
let encoder: TestEncoder
let streamId: string
const logLines: string[] = []
const tokens: string[] = []
let viewers: RealTimeViewer[] = []

beforeAll(async () => {
  site = await startTestSite({
    env: { WAGGLE_REALTIME: String(seats), WAGGLE_TRANSCODE: 'off' },
    onLog: (line) => logLines.push(line),
  })
  encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
  encoder.send(8)
  streamId = await untilLive('alice')
})
afterEach(async () => {
  await Promise.all(viewers.filter(({ status }) => status === 101).map((viewer) => viewer.leave()))
  viewers = []
})
afterAll(async () => {
  await encoder?.close()
  await site?.close()
})

async function untilLive(username: string, at = site): Promise<string> {
  for (;;) {
    const channel = (await at.request('GET', `/api/streams/info/${username}`)).json
    if (channel.isLive && !channel.isReconnecting) return channel.streamId
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function newToken(id = streamId, session?: string): Promise<string> {
  site.nextClient()
  const { token } = (await site.request('POST', `/api/hls/token/${id}`, session ? { token: session } : {})).json
  tokens.push(token)
  return token
}

async function connect(options: Parameters<typeof connectRealTime>[2], id = streamId): Promise<RealTimeViewer> {
  const viewer = await connectRealTime(site.url, id, options)
  viewers.push(viewer)
  return viewer
}

async function watch(options: Parameters<typeof connectRealTime>[2] = {}): Promise<RealTimeViewer> {
  const viewer = await connect({ token: await newToken(), ...options })
  expect(viewer.status).toBe(101)
  viewer.subscribe()
  await expect.poll(viewer.receivedBytes).toBeGreaterThan(1000)
  return viewer
}

/** Resolves with the close code, and how long it took. */
async function closing(viewer: RealTimeViewer, cause: () => Promise<unknown> | unknown) {
  const sinceMs = performance.now()
  await cause()
  return { code: await viewer.closed, withinS: Math.ceil((performance.now() - sinceMs) / 1000) }
}

describe('the socket at /live/{streamId}/moq', () => {
  it.each(['protocol', 'address'] as const)('accepts a token in the %s, and sends media', async (tokenIn) => {
    const viewer = await watch({ tokenIn })
    expect(viewer.protocol).toBe(realTimeProtocol)
    const before = viewer.receivedBytes()
    encoder.send(1)
    await expect.poll(viewer.receivedBytes).toBeGreaterThan(before + 8000)
  })

  it('[T6] refuses everybody without a token for this stream', async () => {
    const good = await newToken()
    const bobs = await connectEncoder(site.rtmpPort, await site.streamKey('bob'))
    bobs.send(8)
    const foreign = await newToken(await untilLive('bob'))
    await bobs.close()
    const cases: Record<string, [string | undefined, number]> = {
      none: [undefined, 401],
      empty: ['', 401],
      malformed: ['not-a-token', 403],
      "another stream's": [foreign, 403],
      'a cut seal': [good.slice(0, -2), 403],
      'a later expiry': [good.replace(/\.[^.]+(?=\.[^.]+$)/, '.zzzzzzzz'), 403],
      "a session's": [await site.signIn('carol'), 403],
    }
    for (const tokenIn of ['protocol', 'address'] as const) {
      for (const [name, [token, status]] of Object.entries(cases)) {
        if (token === '' && tokenIn === 'protocol') continue
        expect({ name, status: (await connect({ token, tokenIn })).status }).toEqual({ name, status })
      }
    }
    expect((await connect({ token: good }, 'nosuchstream12345678')).status).toBe(403)
  })

  it('[T14] refuses the pages of other sites', async () => {
    const token = await newToken()
    for (const origin of ['https://evil.example', 'null', `${site.url}.evil.example`]) {
      expect((await connect({ token, origin })).status).toBe(403)
    }
    expect((await connect({ token, origin: site.url })).status).toBe(101)
  })

  it('refuses another protocol, and a request that is no WebSocket', async () => {
    const token = await newToken()
    expect((await connect({ token, protocol: 'webtransport' })).status).toBe(400)
    expect((await site.request('GET', realTimePath(streamId))).status).toBe(404)
  })

  it('[T7] no token is in the log', async () => {
    await connect({ token: await newToken(), tokenIn: 'address' })
    const viewer = await connect({ token: await newToken() })
    viewer.socket.send('text')
    await viewer.closed
    const log = logLines.join('')
    expect(tokens.length).toBeGreaterThan(5)
    for (const token of tokens) expect(log).not.toContain(token)
  })
})

describe('a viewer in real time', () => {
  it('[PLAYER-13] counts as one who fetches the current key; the owner does not', async () => {
    const count = async () => (await site.request('GET', '/api/streams/info/alice')).json.viewers
    // Everybody who was counted so far has left.
    site.moveClock(120_000)
    encoder.send(4)
    await untilLive('alice')
    await expect.poll(count).toBe(0)
    const owner = await watch({ token: await newToken(streamId, await site.signIn('alice')) })
    const token = await newToken()
    await watch({ token })
    await watch({ token })
    await watch()
    await expect.poll(count).toBe(2)
    site.moveClock(30_000)
    encoder.send(4)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(await count()).toBe(2)
    expect(owner.socket.readyState).toBe(owner.socket.OPEN)
  })

  it('[T6] is disconnected when the token expires, and refused from then on', async () => {
    const token = await newToken()
    const viewer = await watch({ token })
    const result = await closing(viewer, () => site.moveClock(limits.hlsTokenLifeMs))
    expect(result.code).toBe(realTimeCloseCodes.tokenExpired)
    expect(result.withinS).toBeLessThanOrEqual(2)
    expect((await connect({ token })).status).toBe(401)
    encoder.send(4)
    await untilLive('alice')
  })

  it('that sends garbage is disconnected, and the others miss nothing', async () => {
    const good = await watch()
    const bad = await watch()
    const result = await closing(bad, () => bad.socket.send(Buffer.alloc(100, 0xff)))
    expect(result.code).toBe(1002)
    for (const message of [Buffer.alloc(20_000), 'text']) {
      const other = await watch()
      const { code } = await closing(other, () => other.socket.send(message))
      expect([1009, 1003]).toContain(code)
    }
    const before = good.receivedBytes()
    encoder.send(1)
    await expect.poll(good.receivedBytes).toBeGreaterThan(before + 8000)
  })

  it('[PLAYER-16] gets a seat while there are any; the surplus is told so, also of one address', async () => {
    const token = await newToken()
    /** Whether the server answers, or closes the socket because there is no seat. */
    const isSeated = (viewer: RealTimeViewer) => Promise.race([viewer.firstMessage.then(() => true), viewer.closed])
    const seat = async (addresses: string[]) => {
      const connected = await Promise.all(addresses.map((address) => connect({ token, address })))
      return { connected, answers: (await Promise.all(connected.map(isSeated))).sort() }
    }
    const { full } = realTimeCloseCodes
    const same = await seat(Array(seats / 4 + 1).fill('203.0.113.7'))
    expect(same.answers).toEqual([full, ...Array(seats / 4).fill(true)])
    const others = await seat(Array.from({ length: seats }, (_, index) => `203.0.113.${100 + index}`))
    expect(others.answers).toEqual([...Array(seats / 4).fill(full), ...Array(seats - seats / 4).fill(true)])
    await same.connected.find(({ socket }) => socket.readyState === socket.OPEN)?.leave()
    await expect.poll(async () => (await seat(['203.0.113.8'])).answers).toEqual([true])
  })

  it('[T4] is disconnected by a new stream key, and needs a new token', async () => {
    const token = await newToken()
    const viewer = await watch({ token })
    const result = await closing(viewer, () => site.streamKey('alice'))
    expect(result.code).toBe(realTimeCloseCodes.keyReplaced)
    expect(result.withinS).toBeLessThanOrEqual(2)
    expect((await connect({ token })).status).toBe(403)
    const fresh = await newToken()
    expect((await connect({ token: fresh })).status).toBe(101)
    // The server that continues the broadcast knows, too.
    await site.restart()
    expect((await connect({ token })).status).toBe(403)
    expect((await connect({ token: fresh })).status).toBe(101)
  })
})

describe('a viewer who changes the mode', () => {
  it('[PLAYER-13] is one viewer, whose time counts once', async () => {
    // The load is read at the beginning of each check.
    let checks = 0
    const read = () => {
      checks += 1
      return { busy: 0, delayMs: 0 }
    }
    const other = await startTestSite({
      env: { WAGGLE_REALTIME: 'auto', WAGGLE_TRANSCODE: 'off' },
      measureLoad: () => ({ read, close: () => undefined }),
    })
    onTestFinished(() => other.close())
    const erin = await connectEncoder(other.rtmpPort, await other.streamKey('erin'))
    onTestFinished(() => erin.close())
    erin.send(8)
    const id = await untilLive('erin', other)
    const { token } = (await other.request('POST', `/api/hls/token/${id}`, {})).json
    const fetchKey = () =>
      other.request('GET', `/api/hls/key/${id}/${Math.floor(other.now() / keyPeriodMs)}?token=${token}`)
    const ownToken = await other.signIn('erin')
    const stats = async () => (await other.request('GET', '/api/streams/stats/erin', { token: ownToken })).json
    const pass = async (ms: number, mediaSeconds = 4) => {
      other.moveClock(ms)
      erin.send(mediaSeconds)
      await untilLive('erin', other)
    }
    // From the start of a key's period, so that none of the steps below outlasts how long a viewer counts as seen.
    await pass(keyPeriodMs - (other.now() % keyPeriodMs))
    expect((await fetchKey()).status).toBe(200)
    await pass(8000)
    const viewer = await connectRealTime(other.url, id, { token, address: '203.0.113.1' })
    viewer.subscribe()
    await expect.poll(viewer.receivedBytes).toBeGreaterThan(1000)
    // The key counts no longer from the fourth on: the viewer is seen in real time, in a check at each of the clock's times.
    for (let step = 0; step < 6; step += 1) {
      await pass(8000, 1)
      const before = checks
      await expect.poll(() => checks).toBeGreaterThanOrEqual(before + 2)
      expect((await stats()).currentViewers).toBe(1)
    }
    expect((await fetchKey()).status).toBe(200)
    await viewer.leave()
    const { currentViewers, peakViewers, totalWatchTime } = await stats()
    expect({ currentViewers, peakViewers }).toEqual({ currentViewers: 1, peakViewers: 1 })
    // Moved by 56 s, and what the test took itself; counted twice, it were 48 s more.
    expect(totalWatchTime).toBeGreaterThanOrEqual(56)
    expect(totalWatchTime).toBeLessThan(100)
  })
})

describe('a process that measures its room', () => {
  it('[PLAYER-16] sends its newest viewers away while it is overloaded, but for those it always has room for', async () => {
    const [least, more] = [20, 5]
    let busy = 0
    const measureLoad = () => ({ read: () => ({ busy, delayMs: 0 }), close: () => undefined })
    const other = await startTestSite({ env: { WAGGLE_REALTIME: 'auto', WAGGLE_TRANSCODE: 'off' }, measureLoad })
    onTestFinished(() => other.close())
    const bob = await connectEncoder(other.rtmpPort, await other.streamKey('bob'))
    onTestFinished(() => bob.close())
    bob.send(8)
    const info = async () => (await other.request('GET', '/api/streams/info/bob')).json
    await expect.poll(async () => (await info()).isLive).toBe(true)
    const id = (await info()).streamId
    const { token } = (await other.request('POST', `/api/hls/token/${id}`, {})).json
    const here: RealTimeViewer[] = []
    for (let index = 0; index < least + more; index += 1) {
      const viewer = await connectRealTime(other.url, id, { token, address: `203.0.113.${index}` })
      viewer.subscribe()
      await viewer.firstMessage
      here.push(viewer)
    }
    busy = 1
    const codes = await Promise.all(here.slice(least).map(({ closed }) => closed))
    expect(codes).toEqual(Array(more).fill(realTimeCloseCodes.full))
    expect(here.filter(({ socket }) => socket.readyState === socket.OPEN)).toEqual(here.slice(0, least))
  })
})

describe('a broadcast in real time', () => {
  it('disconnects its viewers when it is over', async () => {
    const carol = await connectEncoder(site.rtmpPort, await site.streamKey('carol'))
    carol.send(8)
    const id = await untilLive('carol')
    const token = await newToken(id)
    const viewer = await connect({ token }, id)
    viewer.socket.send(hello())
    await carol.finish()
    const result = await closing(viewer, () => site.moveClock(limits.reconnectWindowMs + 15_000))
    expect(result.code).toBe(realTimeCloseCodes.ended)
    expect(result.withinS).toBeLessThanOrEqual(4)
    expect((await connect({ token }, id)).status).toBe(404)
  })

  it('keeps nothing of 1,000 viewers who came and went', async () => {
    encoder = await connectEncoder(site.rtmpPort, await site.streamKey('dave'))
    encoder.send(8)
    const id = await untilLive('dave')
    const token = await newToken(id)
    const cycle = async (index: number) => {
      const viewer = await connectRealTime(site.url, id, { token, address: `198.51.100.${index % 200}` })
      viewer.subscribe()
      while (viewer.receivedBytes() < 1000) await new Promise((resolve) => setImmediate(resolve))
      if (index % 2) viewer.socket.terminate()
      else viewer.socket.send(streamFrame(0, new Uint8Array(0), true))
      await viewer.leave()
    }
    const cycles = async (count: number) => {
      for (let done = 0; done < count; done += 10)
        await Promise.all(Array.from({ length: 10 }, (_, at) => cycle(done + at)))
      await new Promise((resolve) => setTimeout(resolve, 1500))
    }
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const measure = () => {
      collectGarbage()
      const handles = process.getActiveResourcesInfo().filter((name) => name !== 'Timeout').length
      return { heapBytes: process.memoryUsage().heapUsed, handles }
    }
    await cycles(200)
    const before = measure()
    await cycles(1000)
    // On a busy machine the last connections take a moment to close.
    await expect.poll(() => measure().handles).toBeLessThanOrEqual(before.handles + 2)
    expect(measure().heapBytes - before.heapBytes).toBeLessThan(4 * 1024 * 1024)
  })
})

import { connect } from 'node:http2'
import { getCACertificates, rootCertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examine } from './commands/doctor/run-doctor.ts'
import { readConfig } from './config/config.ts'
import { connectChat } from './testing/chat/chat-client.ts'
import { startCaddy } from './testing/engines/caddy.ts'
import { startNginx } from './testing/engines/nginx.ts'
import { freePort } from './testing/engines/private-process.ts'
import { connectRealTime } from './testing/real-time-viewer.ts'
import { startTestSite, type TestSite } from './testing/site.ts'
import { connectEncoder, type TestEncoder } from './testing/test-encoder.ts'

/** The examples in deploy/ for a site of one process. */
const proxies = {
  nginx: (port: number) => startNginx({ core: [port], media: [port], chat: [port] }),
  Caddy: (port: number) => startCaddy(port),
}

describe.each(Object.entries(proxies))('[OPS-11] a site behind the shipped example for %s', (_name, startProxy) => {
  let proxy: Awaited<ReturnType<typeof startProxy>>
  let site: TestSite
  let encoder: TestEncoder
  let env: Record<string, string>
  let streamId: string
  let isAway = false

  beforeAll(async () => {
    const [httpPort, rtmpPort] = await Promise.all([freePort(), freePort()])
    proxy = await startProxy(httpPort)
    env = {
      WAGGLE_HTTP_PORT: `${httpPort}`,
      WAGGLE_RTMP_PORT: `${rtmpPort}`,
      WAGGLE_RTMP_URL: `rtmp://127.0.0.1:${rtmpPort}/live`,
      WAGGLE_PUBLIC_URL: proxy.url,
      WAGGLE_TRANSCODE: 'off',
    }
    site = await startTestSite({ env })
    encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
    encoder.send(8)
    for (;;) {
      const channel = (await site.request('GET', '/api/streams/info/alice')).json
      streamId = channel.streamId
      if (channel.isLive) break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
  afterAll(async () => {
    if (!isAway) {
      await encoder?.close()
      await site?.close()
    }
    await proxy?.close()
  })

  /** Over HTTP/2, with a certificate that is checked. */
  async function get(path: string): Promise<{ status: number; body: string; protocol: string }> {
    const session = connect(proxy.url, { ca: [...rootCertificates, ...getCACertificates('default')] })
    try {
      return await new Promise((resolve, reject) => {
        session.once('error', reject)
        const request = session.request({ ':path': path })
        let status = 0
        let body = ''
        request.once('error', reject)
        request.once('response', (headers) => (status = headers[':status'] ?? 0))
        request.setEncoding('utf8')
        request.on('data', (text) => (body += text))
        request.once('end', () => resolve({ status, body, protocol: String(session.alpnProtocol) }))
      })
    } finally {
      session.close()
    }
  }

  it('has pages and calls over HTTPS and HTTP/2', async () => {
    expect(await get('/')).toMatchObject({ status: 200, protocol: 'h2', body: expect.stringContaining('<title>') })
    const { status, body } = await get('/api/streams')
    expect(status).toBe(200)
    expect(JSON.parse(body).streams).toMatchObject([{ username: 'alice', isLive: true }])
  })

  it('receives chat through its socket', async () => {
    const chat = await connectChat(proxy.url)
    await chat.join('alice')
    const token = await site.signIn('bob')
    await site.request('POST', '/api/chat/messages/alice', { token, body: { message: 'through the proxy' } })
    await expect.poll(() => chat.texts()).toContain('through the proxy')
    chat.close()
  })

  it('[T7] is watched in real time through a socket, and no token reaches the log of the proxy', async () => {
    site.nextClient()
    const { token } = (await site.request('POST', `/api/hls/token/${streamId}`)).json
    const viewer = await connectRealTime(proxy.url, streamId, { token, tokenIn: 'address' })
    expect(viewer.status).toBe(101)
    viewer.subscribe()
    await expect.poll(viewer.receivedBytes).toBeGreaterThan(1000)
    const before = viewer.receivedBytes()
    encoder.send(2)
    await expect.poll(viewer.receivedBytes).toBeGreaterThan(before + 8000)
    await viewer.leave()
    expect(await proxy.logs()).not.toContain(token)
  })

  it('holds a request for a playlist until the part exists', async () => {
    const path = `/live/${streamId}/source/media.m3u8`
    const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec((await get(path)).body)?.[1])
    const count = (await get(path)).body.match(/^seg-/gm)?.length ?? 0
    const next = first + count + 1
    let isAnswered = false
    const held = get(`${path}?_HLS_msn=${next}&_HLS_part=0`).finally(() => (isAnswered = true))
    // Others pass meanwhile.
    expect((await get('/api/streams')).status).toBe(200)
    expect(isAnswered).toBe(false)
    encoder.send(4)
    const { status, body } = await held
    expect(status).toBe(200)
    expect(body).toContain(`part-${next}-0.`)
  })

  it('[OPS-8] is in order for `waggle doctor`', async () => {
    const found: string[] = []
    const titles: string[] = []
    for await (const { title, mistakes } of examine(readConfig({ ...env, WAGGLE_DATA_DIR: site.dataDir }))) {
      titles.push(title)
      // ffmpeg and a quick disk are not what is tested.
      if (title !== 'programs' && !title.startsWith('data folder')) found.push(...mistakes)
    }
    expect(found).toEqual([])
    expect(titles).toEqual(expect.arrayContaining(['certificate', 'WebSockets', 'held-back answers']))
  })

  it('[T7] writes no token into the log of its errors either, when the site is away', async () => {
    await encoder.close()
    await site.close()
    isAway = true
    const { status } = await get(`/live/${streamId}/source/media.m3u8?token=secret-of-a-viewer`)
    expect(status).toBe(502)
    await expect.poll(() => proxy.logs()).toContain(`/live/${streamId}/source/media.m3u8`)
    expect(await proxy.logs()).not.toContain('secret-of-a-viewer')
  })
})

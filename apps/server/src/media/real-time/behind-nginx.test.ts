import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Nginx, startNginx } from '../../testing/engines/nginx.ts'
import { connectRealTime } from '../../testing/real-time-viewer.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

let site: TestSite
let nginx: Nginx
let encoder: TestEncoder
let streamId: string

beforeAll(async () => {
  site = await startTestSite({ env: { WAGGLE_TRANSCODE: 'off' } })
  const port = Number(new URL(site.url).port)
  nginx = await startNginx({ core: [port], media: [port], chat: [port] })
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
  await encoder?.close()
  await nginx?.close()
  await site?.close()
})

it.each(['protocol', 'address'] as const)(
  '[T7] the shipped nginx passes a viewer with a token in the %s on, and logs no token',
  async (tokenIn) => {
    site.nextClient()
    const { token } = (await site.request('POST', `/api/hls/token/${streamId}`)).json
    const viewer = await connectRealTime(nginx.url, streamId, { token, tokenIn })
    expect(viewer.status).toBe(101)
    viewer.subscribe()
    await expect.poll(viewer.receivedBytes).toBeGreaterThan(1000)
    const before = viewer.receivedBytes()
    encoder.send(1)
    await expect.poll(viewer.receivedBytes).toBeGreaterThan(before + 8000)
    await viewer.leave()
    // nginx logs a request when it has ended.
    await expect.poll(() => nginx.logs()).toContain(`/live/${streamId}/moq`)
    expect(await nginx.logs()).not.toContain(token)
  },
)

it('the shipped nginx passes a refusal on', async () => {
  expect((await connectRealTime(nginx.url, streamId)).status).toBe(401)
  expect((await connectRealTime(nginx.url, streamId, { token: 'nonsense' })).status).toBe(403)
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPlaylist } from '../../../../../packages/media/src/hls/testing/playlist-checker.ts'
import { freePort } from '../../testing/engines/private-process.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

const players = 500
let site: TestSite
let encoder: TestEncoder
let metricsPort: number

beforeAll(async () => {
  metricsPort = await freePort()
  site = await startTestSite({ env: { WAGGLE_METRICS_PORT: String(metricsPort) } })
  encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
})
afterAll(async () => {
  await encoder?.close()
  await site?.close()
})

async function heldRequests(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^waggle_held_requests (\d+)$/m.exec(text)?.[1])
}

it(`[F10] ${players} waiting players that leave are dropped at once`, async () => {
  encoder.send(8)
  const info = async () => (await site.request('GET', '/api/streams/info/alice')).json
  await expect.poll(async () => (await info()).isLive, { timeout: 5000 }).toBe(true)
  const base = `/live/${(await info()).streamId}/source/media.m3u8`
  const { segments } = readPlaylist((await site.request('GET', base)).text)
  const next = (segments.at(-1)?.sequence ?? 0) + 1
  const { hostname, port } = new URL(site.url)
  const sockets = await Promise.all(
    Array.from({ length: players }, async () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(`GET ${base}?_HLS_msn=${next}&_HLS_part=0 HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      return socket
    }),
  )
  await expect.poll(heldRequests, { timeout: 5000 }).toBe(players)
  sockets.forEach((socket, index) => {
    if (index % 2 === 0) socket.destroy()
    else socket.resetAndDestroy()
  })
  // Held requests would otherwise stay for three target durations, 6 s.
  await expect.poll(heldRequests, { timeout: 5000 }).toBe(0)
})

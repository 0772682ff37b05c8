import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { connectChat } from '../../testing/chat/chat-client.ts'
import { freePort } from '../../testing/engines/private-process.ts'
import { newestSegment } from '../../testing/playlist.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { connectEncoder } from '../../testing/test-encoder.ts'

const soon = { timeout: 45_000, interval: 100 }
/** What is left for connections, in the test. */
const spareHandles = 100

/** Opens connections that say nothing. */
function openMany(port: number, count: number) {
  let refused = 0
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) socket.on('error', () => undefined).on('close', () => (refused += 1))
  const close = () => sockets.forEach((socket) => void socket.destroy())
  onTestFinished(close)
  return { refused: () => refused, close }
}

/** Whether the server answers on a new connection. */
async function answersAnew(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined).write('GET /healthz HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n')
  const isAnswered = await new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false))
  })
  socket.destroy()
  return isAnswered
}

it('[F25] [OPS-22] a process without file handles refuses new connections, says so, serves those that it has, and recovers', {
  timeout: 180_000,
}, async () => {
  const metricsPort = await freePort()
  const server = await startServerProcess({ env: { WAGGLE_METRICS_PORT: String(metricsPort) } })
  onTestFinished(() => server.close())
  const pid = server.child().pid ?? 0
  const encoder = await connectEncoder(server.rtmpPort, await server.streamKey('alice'))
  onTestFinished(() => encoder.close())
  const token = await server.signIn('alice')
  const chat = await connectChat(server.url)
  onTestFinished(() => chat.close())
  expect(await chat.join('alice', { token, coalesce: true })).toMatchObject({ ok: true })
  encoder.send(8)
  encoder.neverFallSilent()
  const info = async () => (await server.request('GET', '/api/streams/info/alice')).json
  await expect.poll(async () => (await info()).isLive, soon).toBe(true)
  const { streamId } = await info()
  // Over the connection that this client keeps open.
  const newest = async () => newestSegment((await server.request('GET', `/live/${streamId}/source/media.m3u8`)).text)
  const ready = async () => (await server.request('GET', '/readyz')).status
  const health = async () => (await fetch(`http://127.0.0.1:${metricsPort}/health`)).json()
  expect(await ready()).toBe(200)
  expect((await health()).fileHandles).toBe('ok')

  const inUse = () => readdirSync(`/proc/${pid}/fd`).length
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${inUse() + spareHandles}:`])
  const port = Number(new URL(server.url).port)
  const crowd = openMany(port, spareHandles * 2)
  await expect.poll(crowd.refused, soon).toBeGreaterThan(spareHandles / 2)
  // Those who were there before notice nothing.
  await expect.poll(ready, soon).toBe(503)
  expect((await health()).fileHandles).toMatch(/file handles are used/)
  const segment = await newest()
  encoder.send(8)
  await expect.poll(newest, soon).toBeGreaterThan(segment)
  const post = await server.request('POST', '/api/chat/messages/alice', { token, body: { message: 'still here' } })
  expect(post.status).toBe(200)
  await expect.poll(() => chat.texts(), soon).toEqual(['still here'])

  crowd.close()
  await expect.poll(ready, soon).toBe(200)
  await expect.poll(() => answersAnew(port), soon).toBe(true)
  expect(server.child().exitCode).toBe(null)
  expect(server.logged('"part":"fileHandles"').map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, msg: 'not ready' },
    { msg: 'works again' },
  ])
})

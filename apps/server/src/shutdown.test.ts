import { once } from 'node:events'
import { connect } from 'node:net'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { connectChat } from './testing/chat/chat-client.ts'
import { startPostgres } from './testing/engines/postgres.ts'
import { startRedis } from './testing/engines/redis.ts'
import { startServerProcess } from './testing/server-process.ts'
import { connectEncoder } from './testing/test-encoder.ts'

const socketCount = 30

it('[F17] a process of several ends in order: not ready, broadcasts handed over, sockets moved, requests finished, code 0', async () => {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  onTestFinished(async () => void (await Promise.all([redis.close(), postgres.close()])))
  const server = await startServerProcess({ env: { DATABASE_URL: postgres.url, REDIS_URL: redis.url } })
  onTestFinished(() => server.close())
  const token = await server.signIn('alice')
  const encoder = await connectEncoder(server.rtmpPort, await server.streamKey('alice'))
  onTestFinished(() => encoder.close())
  encoder.send(8)
  const isLive = async () => (await server.request('GET', '/api/streams/info/alice')).json.isLive
  await expect.poll(isLive).toBe(true)
  const holders = async () => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    const { rows } = await client.query('select holder from broadcast_leases')
    await client.end()
    return rows.length
  }
  expect(await holders()).toBe(1)

  const left: { atMs: number; reason: string }[] = []
  for (let n = 0; n < socketCount; n += 1) {
    const { socket } = await connectChat(server.url, { address: `10.9.${n}.1` })
    onTestFinished(() => void socket.close())
    socket.on('disconnect', (reason) => left.push({ atMs: performance.now(), reason }))
  }
  // A message whose body is not complete when the process is told to end.
  const body = JSON.stringify({ message: 'half of it comes late' })
  const slow = connect(Number(new URL(server.url).port), '127.0.0.1')
  onTestFinished(() => void slow.destroy())
  const head = `POST /api/chat/messages/alice HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\nauthorization: Bearer ${token}\r\n`
  slow.write(`${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 9)}`)
  let answer = ''
  slow.on('data', (bytes) => (answer += bytes)).on('error', () => undefined)

  const child = server.child()
  const exited = once(child, 'exit')
  const stoppedMs = performance.now()
  child.kill('SIGTERM')
  await encoder.whenClosed
  expect(left.length).toBeLessThan(socketCount)
  await expect.poll(holders).toBe(0)
  // It answers while it sends its sockets away, and says that it is not ready.
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  // It listens no longer: only what it has begun is left.
  const isListening = () =>
    fetch(`${server.url}/healthz`).then(
      () => true,
      () => false,
    )
  await expect.poll(isListening).toBe(false)
  slow.write(body.slice(9))
  await expect.poll(() => answer).toContain('half of it comes late')
  expect(answer).toMatch(/^HTTP\/1\.1 200/)
  const [code] = await exited
  expect(code).toBe(0)
  expect(performance.now() - stoppedMs).toBeLessThan(30_000)

  await expect.poll(() => left).toHaveLength(socketCount)
  // Clients connect again by themselves after this reason, and not after that of a server that disconnects them.
  expect(new Set(left.map(({ reason }) => reason))).toEqual(new Set(['transport close']))
  const times = left.map(({ atMs }) => atMs)
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(2000)
})

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { ChatSocket } from '../rooms/member.ts'
import { guardSlowClients } from './slow-clients.ts'

// Real TCP sockets in the shape of a connection: one is read, one is not.
const server = createServer()
const serverSides: Socket[] = []
const clientSides: Socket[] = []

beforeAll(async () => {
  // The looks at the sockets are the test's to make.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server.on('connection', (socket) => serverSides.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  vi.useRealTimers()
  for (const socket of [...serverSides, ...clientSides]) socket.destroy()
  server.close()
})

async function pair(isReading: boolean): Promise<{ tcp: Socket; socket: ChatSocket }> {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const count = serverSides.length
  const client = connect(port, '127.0.0.1')
  clientSides.push(client)
  await once(client, 'connect')
  while (serverSides.length === count) await new Promise((resolve) => setImmediate(resolve))
  if (isReading) client.resume()
  else client.pause()
  const tcp = serverSides.at(-1)!
  tcp.on('error', () => undefined)
  const transport = { name: 'websocket', writable: true, socket: { readyState: 1, _socket: tcp } }
  const socket = { conn: { readyState: 'open', writeBuffer: [], transport } } as unknown as ChatSocket
  return { tcp, socket }
}

/** Everything written has gone to the system. */
async function drained(tcp: Socket): Promise<void> {
  while (tcp.writableLength > 0) await new Promise((resolve) => setImmediate(resolve))
}

it('[F9] closes who is 5 s behind, and neither who reads nor who was behind for a moment', async () => {
  const healthy = await pair(true)
  const stalled = await pair(false)
  const closed: number[] = []
  const guard = guardSlowClients([healthy.socket, stalled.socket], (waitingBytes) => closed.push(waitingBytes))
  onTestFinished(guard.stop)
  // More than the kernel takes for somebody who does not read, and less than a megabyte beyond it.
  const chunk = Buffer.alloc(64 * 1024)
  while (stalled.tcp.writableLength < 200_000) {
    stalled.tcp.write(chunk)
    await new Promise((resolve) => setImmediate(resolve))
  }
  // The first look finds it behind, the fifth after that closes it.
  for (let look = 0; look < 6; look += 1) {
    expect(closed).toEqual([])
    // Waits at the moment of the look, and has left before the next.
    while (healthy.tcp.writableLength === 0) healthy.tcp.write(chunk)
    vi.advanceTimersByTime(1000)
    await drained(healthy.tcp)
  }
  expect(closed).toHaveLength(1)
  expect(closed[0]).toBeGreaterThan(0)
  expect(closed[0]).toBeLessThan(1024 * 1024)
  expect([healthy.tcp.destroyed, stalled.tcp.destroyed]).toEqual([false, true])
})

it('[F9] closes at once who has let a megabyte wait', async () => {
  const stalled = await pair(false)
  const closed: number[] = []
  const guard = guardSlowClients([stalled.socket], (waitingBytes) => closed.push(waitingBytes))
  onTestFinished(guard.stop)
  while (stalled.tcp.writableLength <= 1024 * 1024) {
    stalled.tcp.write(Buffer.alloc(256 * 1024))
    await new Promise((resolve) => setImmediate(resolve))
  }
  vi.advanceTimersByTime(1000)
  expect(closed).toHaveLength(1)
  expect(closed[0]).toBeGreaterThan(1024 * 1024)
  expect(stalled.tcp.destroyed).toBe(true)
})

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { ChatSocket } from './chat-socket.ts'
import { guardSlowClients } from './slow-clients.ts'

// Real TCP sockets inside a fake connection: the client of one reads, the client of the other does not.
const server = createServer()
const serverSides: Socket[] = []
const clientSides: Socket[] = []

beforeAll(async () => {
  // The test decides when the sockets are checked.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server.on('connection', (socket) => serverSides.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  vi.useRealTimers()
  for (const socket of [...serverSides, ...clientSides]) socket.destroy()
  server.close()
})

async function openPair(isReading: boolean): Promise<{ tcp: Socket; socket: ChatSocket }> {
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

/** Waits until the kernel has taken everything that was written, and until the next check is scheduled. */
async function drained(tcp: Socket): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve))
  while (tcp.writableLength > 0)
}

function recordClosed(sockets: ChatSocket[]): number[] {
  const closed: number[] = []
  const onError = (error: unknown) => {
    throw error
  }
  const guard = guardSlowClients(sockets, { onClosed: (waitingBytes) => closed.push(waitingBytes), onError })
  onTestFinished(() => guard.close())
  return closed
}

it('[F9] closes a socket that is 5 s behind, and not one that was behind for a moment only', async () => {
  const healthy = await openPair(true)
  const stalled = await openPair(false)
  const closed = recordClosed([healthy.socket, stalled.socket])
  // More than the kernel buffers for a client that does not read, but less than a megabyte beyond that.
  const chunk = Buffer.alloc(64 * 1024)
  while (stalled.tcp.writableLength < 200_000) {
    stalled.tcp.write(chunk)
    await new Promise((resolve) => setImmediate(resolve))
  }
  // The first check finds the stalled socket behind, and the fifth after that closes it.
  for (let check = 0; check < 6; check += 1) {
    expect(closed).toEqual([])
    // Has a backlog at the moment of the check, but none before the next.
    while (healthy.tcp.writableLength === 0) healthy.tcp.write(chunk)
    vi.advanceTimersByTime(1000)
    await drained(healthy.tcp)
  }
  expect(closed).toHaveLength(1)
  expect(closed[0]).toBeGreaterThan(0)
  expect(closed[0]).toBeLessThan(1024 * 1024)
  expect([healthy.tcp.destroyed, stalled.tcp.destroyed]).toEqual([false, true])
})

it('[F9] closes a socket at once when more than a megabyte is waiting', async () => {
  const stalled = await openPair(false)
  const closed = recordClosed([stalled.socket])
  while (stalled.tcp.writableLength <= 1024 * 1024) {
    stalled.tcp.write(Buffer.alloc(256 * 1024))
    await new Promise((resolve) => setImmediate(resolve))
  }
  vi.advanceTimersByTime(1000)
  expect(closed).toHaveLength(1)
  expect(closed[0]).toBeGreaterThan(1024 * 1024)
  expect(stalled.tcp.destroyed).toBe(true)
})

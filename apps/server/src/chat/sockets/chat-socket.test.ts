import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, Socket as TcpSocket } from 'node:net'
import { Server } from 'socket.io'
import { io as connectClient } from 'socket.io-client'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as ws from 'ws'
import { backlogOf, type ChatSocket, sendEvents, terminate } from './chat-socket.ts'
import { encodeEvents } from './encoded-events.ts'
import { textParser } from './text-parser.ts'

// Chat relies on private members of these packages: docs/decisions/014-frames-into-the-private-socket.md. When one of the first
// six tests fails after an update, adapt chat-socket.ts to the new internals, or let it send everything with socket.emit().
const record = 'See docs/decisions/014-frames-into-the-private-socket.md'
const changed = (what: string) => `An update changed ${what}. chat-socket.ts relies on it. ${record}`

/** The private members, all optional: the tests find out whether they are there. */
interface Internals {
  readyState?: unknown
  writeBuffer?: unknown
  transport?: {
    name?: unknown
    writable?: unknown
    socket?: { readyState?: unknown; _socket?: unknown; extensions?: unknown; send?(data: string): void }
  }
}

async function openConnection(transport: 'websocket' | 'polling') {
  const http = createServer()
  // The options that decide how packets are written are those of socket-server.ts.
  const io = new Server(http, {
    transports: ['polling', 'websocket'],
    perMessageDeflate: false,
    httpCompression: false,
    parser: textParser,
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const connected = once(io, 'connection')
  const client = connectClient(`http://127.0.0.1:${port}`, { transports: [transport], reconnection: false })
  onTestFinished(async () => {
    client.disconnect()
    await io.close()
  })
  const received: unknown[] = []
  client.onAny((name: string, payload: unknown) => received.push([name, payload]))
  const [socket] = (await connected) as [ChatSocket]
  if (!client.connected) await once(client as unknown as NodeJS.EventEmitter, 'connect')
  const conn = socket.conn as unknown as Internals
  const webSocket = conn.transport?.socket
  await expect.poll(() => conn.transport?.writable, { message: changed('transport.writable of engine.io') }).toBe(true)
  return { socket, client, received, conn, webSocket, tcp: webSocket?._socket as TcpSocket }
}

/** Everything that is written to the TCP socket from now on. */
function recordWrites(tcp: TcpSocket): () => Buffer {
  const chunks: Buffer[] = []
  const { write } = tcp
  tcp.write = (chunk: Buffer | string, ...rest: unknown[]) => {
    chunks.push(Buffer.from(chunk as string))
    return write.call(tcp, chunk as string, ...(rest as []))
  }
  return () => Buffer.concat(chunks)
}

const deleted = (id: string) => encodeEvents([{ name: 'message-deleted', payload: id }])

describe('the private members', () => {
  it('engine.io has readyState, an array writeBuffer and a transport with name, writable and socket', async () => {
    const { conn } = await openConnection('websocket')
    expect(conn.readyState, changed('readyState of engine.io')).toBe('open')
    expect(conn.writeBuffer, changed('writeBuffer of engine.io')).toEqual([])
    expect(conn.transport?.name, changed('transport.name of engine.io')).toBe('websocket')
    expect(conn.transport?.writable, changed('transport.writable of engine.io')).toBe(true)
    expect(conn.transport?.socket?.send, changed('transport.socket of engine.io')).toBeTypeOf('function')
  })

  it('ws has readyState 1 while it is open and keeps the TCP socket in _socket', async () => {
    const { webSocket } = await openConnection('websocket')
    expect(webSocket?.readyState, changed('readyState of ws')).toBe(ws.WebSocket.OPEN)
    expect(ws.WebSocket.OPEN, changed('readyState of ws')).toBe(1)
    expect(webSocket?._socket, changed('_socket of ws')).toBeInstanceOf(TcpSocket)
    expect(webSocket?.extensions, changed('the extensions that ws negotiates: none may alter frames')).toBe('')
  })

  it('ws writes a frame to the TCP socket before send() returns', async () => {
    const { webSocket, tcp } = await openConnection('websocket')
    const before = tcp.bytesWritten
    webSocket?.send?.('42["message-deleted","a"]')
    expect(tcp.bytesWritten, changed('the synchronous write of ws, which keeps frames in order')).toBe(
      before + deleted('a').frames.length,
    )
  })

  it('engine.io is not writable until a packet is written, and queues later packets in writeBuffer', async () => {
    const { socket, conn } = await openConnection('websocket')
    socket.emit('message-deleted', 'a')
    expect(conn.transport?.writable, changed('transport.writable of engine.io')).toBe(false)
    socket.emit('message-deleted', 'b')
    expect(conn.writeBuffer, changed('writeBuffer of engine.io')).toHaveLength(1)
    expect(backlogOf(socket).packets).toHaveLength(1)
  })

  it('Socket.IO, Engine.IO and ws encode an event to the same bytes as encodeEvents()', async () => {
    const { socket, tcp } = await openConnection('websocket')
    const payload = { channel: 'alice', messages: [{ message: 'ünïcode 😀 "quoted" \\ \u2028'.repeat(20) }] }
    const written = recordWrites(tcp)
    socket.emit('messages', payload as never)
    const { frames } = encodeEvents([{ name: 'messages', payload }])
    await expect.poll(written, { message: changed('the encoding of events') }).toEqual(frames)
  })

  it('without WebSocket, engine.io has no transport.socket with a TCP socket', async () => {
    const { conn } = await openConnection('polling')
    expect(conn.transport?.name, changed('transport.name of engine.io')).toBe('polling')
    expect(conn.transport?.socket?._socket, changed('transport.socket of engine.io')).toBeUndefined()
  })
})

describe('sendEvents()', () => {
  it('writes the frames to an idle TCP socket, without Socket.IO', async () => {
    const { socket, received, tcp } = await openConnection('websocket')
    const written = recordWrites(tcp)
    const encoded = deleted('direct')
    sendEvents(socket, encoded)
    expect(written(), `sendEvents() no longer writes to the TCP socket itself. ${record}`).toEqual(encoded.frames)
    await expect.poll(() => received).toEqual([['message-deleted', 'direct']])
  })

  it('keeps the order of events that are sent both ways', async () => {
    const { socket, received } = await openConnection('websocket')
    const expected: unknown[] = []
    for (let n = 0; n < 100; n += 1) {
      if (n % 3 === 0) socket.emit('message-deleted', `${n}`)
      else sendEvents(socket, deleted(`${n}`))
      expected.push(['message-deleted', `${n}`])
      if (n % 7 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await expect.poll(() => received).toEqual(expected)
  })

  it('sends through Socket.IO to a client that uses long polling', async () => {
    const { socket, received } = await openConnection('polling')
    for (const id of ['a', 'b']) sendEvents(socket, deleted(id))
    await expect
      .poll(() => received)
      .toEqual([
        ['message-deleted', 'a'],
        ['message-deleted', 'b'],
      ])
  })
})

it('terminate() destroys the TCP socket at once', async () => {
  const { socket, client, tcp } = await openConnection('websocket')
  const disconnected = new Promise((resolve) => client.once('disconnect', resolve))
  terminate(socket)
  expect(tcp.destroyed, changed('_socket of ws')).toBe(true)
  await disconnected
})

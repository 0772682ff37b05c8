import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttp, destroyIfStalled, handleBeforeFramework } from './http.ts'

const bodyBytes = 24 * 1024 * 1024
const readers = 40
const body = randomBytes(bodyBytes)
const app = createHttp(pino({ level: 'silent' }))
const open = new Set<Socket>()
let port = 0

beforeAll(async () => {
  app.get('/body', async (_request, reply) => reply.type('video/mp4').send(body))
  app.get('/held', async () => {
    await new Promise((resolve) => setTimeout(resolve, 11_000))
    return { held: true }
  })
  handleBeforeFramework(app, (request, response) => {
    if (!request.url?.startsWith('/ahead')) return false
    response.writeHead(200, { 'content-length': bodyBytes }).end(body)
    destroyIfStalled(response, request.url === '/ahead-briefly' ? 1000 : 60_000)
    return true
  })
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => app.close())

async function ask(path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  return socket
}

/** Reads 64 kB at a time, with pauses. */
function readSlowly(socket: Socket, pauseMs: number, onBytes: (bytes: number) => void): void {
  socket.on('data', (bytes: Buffer) => {
    onBytes(bytes.length)
    socket.pause()
    setTimeout(() => socket.resume(), pauseMs)
  })
}

it('[F10] a response that bypasses the framework is cut off at its deadline, even if the client reads slowly', async () => {
  const socket = await ask('/ahead-briefly')
  let taken = 0
  // Reading the whole body would take 7 s.
  readSlowly(socket, 20, (bytes) => {
    taken += bytes
  })
  expect((await once(socket, 'error'))[0]).toMatchObject({ code: 'ECONNRESET' })
  expect(taken).toBeGreaterThan(0)
  expect(taken).toBeLessThan(bodyBytes)
}, 40_000)

it('[F10] a client that reads nothing for 10 s is cut off, one that reads slowly or waits is not, and responses share their bytes', async () => {
  const residentBefore = process.memoryUsage.rss()
  const stopped = await Promise.all(Array.from({ length: readers }, (_, index) => ask(index % 2 ? '/body' : '/ahead')))
  for (const socket of stopped) socket.pause()
  const slow = await ask('/body')
  let slowBytes = 0
  readSlowly(slow, 200, (bytes) => {
    slowBytes += bytes
  })
  const waiting = await ask('/held')
  let answer = ''
  waiting.on('data', (bytes: Buffer) => {
    answer += bytes
  })
  // Memory would be many times as high if every response had a copy.
  while (open.size < readers + 2) await once(app.server, 'connection')
  await once(waiting, 'data')
  expect(process.memoryUsage.rss() - residentBefore).toBeLessThan((readers * bodyBytes) / 4)
  expect(answer).toContain('{"held":true}')
  while (open.size > 2) await new Promise((resolve) => setTimeout(resolve, 100))
  // Reset: what they had not read does not wait in the system's memory.
  for (const socket of stopped.slice(0, 2)) {
    const failed = once(socket, 'error')
    socket.resume()
    expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' })
  }
  const bytesWhenOthersWereCut = slowBytes
  while (slowBytes === bytesWhenOthersWereCut) await once(slow, 'data')
  expect(slow.destroyed).toBe(false)
  // A connection without a pending response may stay idle for much longer.
  expect(waiting.destroyed).toBe(false)
  for (const socket of [...stopped, slow, waiting]) socket.destroy()
})

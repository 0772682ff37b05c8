import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttp, handleBeforeFramework } from './http.ts'

const app = createHttp(pino({ level: 'silent' }))
let asked = 0
let port = 0

beforeAll(async () => {
  app.get('/quick', async () => ({ quick: true }))
  app.get('/never', () => {
    asked += 1
    return new Promise<never>(() => undefined)
  })
  handleBeforeFramework(app, ({ url }) => {
    if (url !== '/ahead') return false
    asked += 1
    return true
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => app.close())

async function askAtOnce(path: string, count: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(count))
  return socket
}

it('answers a few pipelined requests in order', async () => {
  const socket = await askAtOnce('/quick', 5)
  let text = ''
  while ((text.match(/HTTP\/1\.1 200/g) ?? []).length < 5) text += String((await once(socket, 'data'))[0])
  socket.destroy()
})

it.each(['/never', '/ahead'])(
  '[T19] handles few of hundreds of requests pipelined at %s, and closes the connection',
  async (path) => {
    asked = 0
    const socket = await askAtOnce(path, 400)
    socket.resume()
    await once(socket, 'close')
    expect(asked).toBe(5)
  },
)

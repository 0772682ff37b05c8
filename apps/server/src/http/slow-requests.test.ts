import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttp } from './http.ts'

const app = createHttp(pino({ level: 'silent' }))
let port = 0

beforeAll(async () => {
  app.post('/save', async () => ({ saved: true }))
  app.get('/quick', async () => ({ quick: true }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => app.close())

/** Sends `start`, then one byte a second until the server closes the connection. Returns after how many seconds it did. */
async function trickle(start: string): Promise<{ seconds: number; answer: string }> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const startedMs = performance.now()
  socket.write(start)
  const drip = setInterval(() => socket.write('x'), 1000)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  await once(socket, 'close')
  clearInterval(drip)
  return { seconds: (performance.now() - startedMs) / 1000, answer }
}

describe.concurrent('[T20] a client that sends slowly', () => {
  it('is cut off when its headers take longer than 10 s', async () => {
    const { seconds, answer } = await trickle('GET /quick HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    expect(seconds).toBeGreaterThan(9)
    // Node looks every 5 s, and the machine may be busy.
    expect(seconds).toBeLessThan(25)
    expect(answer).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })

  it('is cut off when its request takes longer than 30 s', async () => {
    const { seconds, answer } = await trickle(
      'POST /save HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"a":"',
    )
    expect(seconds).toBeGreaterThan(29)
    expect(seconds).toBeLessThan(50)
    expect(answer).not.toContain('saved')
  })

  it('delays nobody else', async () => {
    const slow = Array.from({ length: 200 }, () => trickle('GET /quick HTTP/1.1\r\nX-Slow: '))
    const answer = await fetch(`http://127.0.0.1:${port}/quick`)
    expect(await answer.json()).toEqual({ quick: true })
    expect((await Promise.all(slow)).every(({ seconds }) => seconds < 25)).toBe(true)
  })
})

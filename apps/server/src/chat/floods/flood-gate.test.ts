import { once } from 'node:events'
import { connect } from 'node:net'
import { chatRoutes } from '@waggle/contract/chat/routes'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createHttp } from '../../http/http.ts'
import { Refusal } from '../../http/refusal.ts'
import { type GateClock, throttleFloods } from './flood-gate.ts'

/** A server that refuses `flooder` for speed and takes what others send, at a time the test sets. */
async function openGate({ holdsTurns = false } = {}) {
  const held: (() => void)[] = []
  /** What gives the next turns, with `holdsTurns`. */
  const slices: (() => void)[] = []
  const waiters: (() => void)[] = []
  const clock = { nowMs: 0 }
  const gateClock: GateClock = {
    nowMs: () => clock.nowMs,
    after(ms, done) {
      if (ms < 1000) {
        if (holdsTurns) slices.push(done)
        else setTimeout(done, ms)
        return () => undefined
      }
      held.push(done)
      for (const waiter of waiters) waiter()
      return () => held.splice(held.indexOf(done), 1)
    },
  }
  const app = createHttp(pino({ level: 'silent' }))
  throttleFloods(app, gateClock)
  app.post(chatRoutes.sendChatMessage.split(' ')[1]!, async ({ headers }) => {
    if (headers.authorization === 'flooder') throw new Refusal('chat_slow_mode', { retryAfterSeconds: 7 })
    return { stored: true }
  })
  app.post('/other', async () => ({ done: true }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const post = (who: string, path = '/api/chat/messages/alice') =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { authorization: who, 'content-type': 'application/json' },
      body: '{"message":"x"}',
    })
  const send = async (who: string, path?: string) => {
    const answer = await post(who, path)
    return `${answer.status} ${((await answer.json()) as { code?: string }).code ?? ''}`.trim()
  }
  /** Resolves when so many calls are held. */
  const holding = (count: number) =>
    new Promise<void>((resolve) => {
      const look = () => held.length >= count && resolve()
      waiters.push(look)
      look()
    })
  const seen = { ahead: 0 }
  app.server.prependListener('request', ({ headers }) => {
    if (headers.authorization === 'flooder') seen.ahead += 1
  })
  return { app, clock, held, slices, holding, post, send, seen, port }
}

it('[T19] holds up who goes on although refused ten times, and nobody else', async () => {
  const { clock, held, holding, send } = await openGate()
  for (let n = 0; n < 10; n += 1) expect(await send('flooder')).toBe('429 chat_slow_mode')
  expect(held).toHaveLength(0)

  const answers: string[] = []
  const first = send('flooder').then((answer) => answers.push(answer))
  await holding(1)
  const besides = send('flooder').then((answer) => answers.push(answer))
  await holding(2)
  expect(await send('carol')).toBe('200')
  expect(await send('flooder', '/other')).toBe('200')
  expect(answers).toEqual([])

  held[1]?.()
  await besides
  expect(answers).toEqual(['429 chat_rate_limited'])
  held[0]?.()
  await first
  expect(answers[1]).toBe('429 chat_slow_mode')

  held.length = 0
  clock.nowMs += 30_001
  expect(await send('flooder')).toBe('429 chat_slow_mode')
  expect(held).toHaveLength(0)
})

it('[T19] reads nothing more from the connection of a call that waits, and hangs up after it', async () => {
  const { held, holding, send, seen, port } = await openGate()
  for (let n = 0; n < 10; n += 1) await send('flooder')
  seen.ahead = 0
  const call =
    'POST /api/chat/messages/alice HTTP/1.1\r\nHost: x\r\nAuthorization: flooder\r\n' +
    'Content-Type: application/json\r\nContent-Length: 15\r\n\r\n{"message":"x"}'
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk
  })
  socket.write(call)
  await holding(1)
  await new Promise((resolve) => socket.write(call.repeat(20), resolve))
  // What had been read by now would have been seen.
  for (let n = 0; n < 3; n += 1) expect(await send('carol')).toBe('200')
  expect(seen.ahead).toBe(1)
  held[0]?.()
  await closed
  expect(seen.ahead).toBe(1)
  expect(heard.split('HTTP/1.1 ').length - 1).toBeLessThanOrEqual(1)
})

it('[T19] hangs up on who called again at once and had to wait, and on nobody else', async () => {
  const { app, slices, post } = await openGate({ holdsTurns: true })
  const hangsUp = async (who: string) => (await post(who)).headers.get('connection') === 'close'
  expect(await hangsUp('viewer')).toBe(false)
  expect(await hangsUp('viewer')).toBe(false)
  const arrived = once(app.server, 'request')
  const waiting = hangsUp('viewer')
  await arrived
  // Answered after the other was looked at.
  expect(await hangsUp('carol')).toBe(false)
  for (const begin of slices.splice(0)) begin()
  expect(await waiting).toBe(true)
})

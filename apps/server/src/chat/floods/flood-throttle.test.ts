import { once } from 'node:events'
import { connect } from 'node:net'
import { chatRoutes } from '@waggle/contract/chat/routes'
import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createHttp } from '../../http/http.ts'
import { Refusal } from '../../http/refusal.ts'
import { type ThrottleClock, throttleFloods } from './flood-throttle.ts'

/** A server that answers `flooder` with slow mode and accepts the messages of all others, on a clock the test sets. */
async function openServer({ controlsSlices = false } = {}) {
  /** Callbacks of the calls that are being held. */
  const held: (() => void)[] = []
  /** With `controlsSlices`: callbacks that begin the next time slice of a queue. */
  const slices: (() => void)[] = []
  const onHeld: (() => void)[] = []
  const clock = { nowMs: 0 }
  const throttleClock: ThrottleClock = {
    nowMs: () => clock.nowMs,
    after(ms, done) {
      if (ms < 1000) {
        if (controlsSlices) slices.push(done)
        else setTimeout(done, ms)
        return () => undefined
      }
      held.push(done)
      for (const listener of onHeld) listener()
      return () => held.splice(held.indexOf(done), 1)
    },
  }
  const app = createHttp(pino({ level: 'silent' }))
  const usernameOf = async ({ headers }: FastifyRequest) => {
    if (!headers.authorization) throw new Refusal('authentication_required')
    return headers.authorization
  }
  throttleFloods(app, usernameOf, throttleClock)
  app.post(chatRoutes.sendChatMessage.split(' ')[1]!, async ({ headers }) => {
    if (headers.authorization === 'flooder') throw new Refusal('chat_slow_mode', { retryAfterSeconds: 7 })
    return { stored: true }
  })
  app.post('/ban/:channel', async () => ({ banned: true }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const post = (session: string | undefined, path = '/api/chat/messages/alice') =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { ...(session && { authorization: session }), 'content-type': 'application/json' },
      body: '{"message":"x"}',
    })
  const send = async (session: string | undefined, path?: string) => {
    const response = await post(session, path)
    return `${response.status} ${((await response.json()) as { code?: string }).code ?? ''}`.trim()
  }
  /** Resolves once this many calls are held. */
  const untilHeld = (count: number) =>
    new Promise<void>((resolve) => {
      const check = () => held.length >= count && resolve()
      onHeld.push(check)
      check()
    })
  const parsed = { floodCalls: 0 }
  app.server.prependListener('request', ({ headers }) => {
    if (headers.authorization === 'flooder') parsed.floodCalls += 1
  })
  return { app, clock, held, slices, untilHeld, post, send, parsed, port }
}

it('[T19] holds the calls of a session that keeps sending after ten refusals, and of no other session', async () => {
  const { clock, held, untilHeld, send } = await openServer()
  for (let n = 0; n < 10; n += 1) expect(await send('flooder')).toBe('429 chat_slow_mode')
  expect(held).toHaveLength(0)

  const responses: string[] = []
  const first = send('flooder').then((response) => responses.push(response))
  await untilHeld(1)
  const second = send('flooder').then((response) => responses.push(response))
  await untilHeld(2)
  expect(await send('carol')).toBe('200')
  expect(responses).toEqual([])

  held[1]?.()
  await second
  expect(responses).toEqual(['429 chat_rate_limited'])
  held[0]?.()
  await first
  expect(responses[1]).toBe('429 chat_slow_mode')

  held.length = 0
  clock.nowMs += 30_001
  expect(await send('flooder')).toBe('429 chat_slow_mode')
  expect(held).toHaveLength(0)
})

it('[T19] reads nothing more from the connection of a held call, and closes it after the response', async () => {
  const { held, untilHeld, send, parsed, port } = await openServer()
  for (let n = 0; n < 10; n += 1) await send('flooder')
  parsed.floodCalls = 0
  const call =
    'POST /api/chat/messages/alice HTTP/1.1\r\nHost: x\r\nAuthorization: flooder\r\n' +
    'Content-Type: application/json\r\nContent-Length: 15\r\n\r\n{"message":"x"}'
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.write(call)
  await untilHeld(1)
  await new Promise((resolve) => socket.write(call.repeat(20), resolve))
  // By the time these three are answered, the server would have parsed the pipelined calls had it read them.
  for (let n = 0; n < 3; n += 1) expect(await send('carol')).toBe('200')
  expect(parsed.floodCalls).toBe(1)
  held[0]?.()
  await closed
  expect(parsed.floodCalls).toBe(1)
  expect(received.split('HTTP/1.1 ').length - 1).toBeLessThanOrEqual(1)
})

it('[T19] closes the connection of a session whose rapid calls had to wait, and of no other session', async () => {
  const { app, slices, post } = await openServer({ controlsSlices: true })
  const isClosedAfter = async (session: string) => (await post(session)).headers.get('connection') === 'close'
  expect(await isClosedAfter('viewer')).toBe(false)
  expect(await isClosedAfter('viewer')).toBe(false)
  const arrived = once(app.server, 'request')
  const waiting = isClosedAfter('viewer')
  await arrived
  // Carol's response shows that the waiting call has passed the onRequest hook.
  expect(await isClosedAfter('carol')).toBe(false)
  for (const begin of slices.splice(0)) begin()
  expect(await waiting).toBe(true)
})

it('[T19] refuses calls without a session at once, so that nobody waits behind them', async () => {
  const { slices, send } = await openServer({ controlsSlices: true })
  for (let n = 0; n < 50; n += 1) expect(await send(undefined)).toBe('401 authentication_required')
  expect(slices).toHaveLength(0)
  for (let n = 0; n < 2; n += 1) expect(await send('viewer')).toBe('200')
})

it('[T31] gives all calls of one user that write one turn after the other, and refuses those who let many wait', async () => {
  const { app, slices, send } = await openServer({ controlsSlices: true })
  const answers: string[] = []
  const ban = async () => void answers.push(await send('owner', '/ban/alice'))
  const arrivals = async (count: number) => {
    const arrived = Promise.withResolvers<void>()
    let left = count
    const onRequest = () => {
      left -= 1
      if (left === 0) arrived.resolve()
    }
    app.server.on('request', onRequest)
    const calls = Array.from({ length: count }, ban)
    await arrived.promise
    app.server.off('request', onRequest)
    return calls
  }
  await Promise.all(await arrivals(1))
  await Promise.all(await arrivals(1))
  // The rapid queue has started one call in this slice; the next eight wait, and the ninth is refused.
  const calls = await arrivals(9)
  await expect.poll(() => answers).toEqual(['200', '200', '429 rate_limited'])
  expect(await send('carol', '/ban/carol')).toBe('200')
  for (let n = 0; n < 8; n += 1) {
    await expect.poll(() => slices.length).toBeGreaterThan(0)
    for (const begin of slices.splice(0)) begin()
    await expect.poll(() => answers.length).toBe(4 + n)
  }
  await Promise.all(calls)
})

import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { postWebhook, type Reach } from './webhook-request.ts'

const message = { headers: { 'webhook-id': 'one' }, body: '{"type":"test"}' }
const anywhere: Reach = { mayConnect: () => true }

/** A server on 127.0.0.1; `port` and how often it was asked. */
async function receiver(answer: RequestListener) {
  const seen = { port: 0, requests: 0 }
  const server = createServer((request, response) => {
    seen.requests += 1
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  seen.port = (server.address() as AddressInfo).port
  return seen
}

/** Resolves each time to the next of these. */
function resolvesTo(...answers: string[][]): NonNullable<Reach['resolve']> {
  return (_name, _options, found) => {
    const addresses = answers.length > 1 ? answers.shift() : answers[0]
    found(
      null,
      (addresses ?? []).map((address) => ({ address, family: 4 })),
    )
  }
}

describe('a webhook’s request', () => {
  it('posts JSON and tells the status', async () => {
    let body = ''
    const seen = await receiver((request, response) => {
      expect(request.headers).toMatchObject({ 'webhook-id': 'one', 'content-type': 'application/json' })
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => response.writeHead(204).end())
    })
    expect(await postWebhook(`http://127.0.0.1:${seen.port}/`, message, anywhere)).toEqual({
      status: 204,
      problem: null,
    })
    expect(body).toBe(message.body)
  })

  it('does not follow a redirect', async () => {
    const inside = await receiver((_request, response) => response.end())
    const seen = await receiver((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end(),
    )
    const attempt = await postWebhook(`http://127.0.0.1:${seen.port}/`, message, anywhere)
    expect([attempt, inside.requests]).toEqual([{ status: 307, problem: 'refused' }, 0])
  })

  it.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])(
    'does not connect to %s, however loopback is written',
    async (host) => {
      const seen = await receiver((_request, response) => response.end())
      const reach: Reach = { mayConnect: (address) => !/^(127\.|::1$|::ffff:)/.test(address) }
      const attempt = await postWebhook(`http://${host}:${seen.port}/`, message, reach)
      expect([attempt, seen.requests]).toEqual([{ status: null, problem: 'address_refused' }, 0])
    },
  )

  it('judges what the name means when it connects, not what it meant before', async () => {
    const seen = await receiver((_request, response) => response.end())
    // The name leads to an allowed address first, and then to one that is not.
    const reach: Reach = {
      mayConnect: (address) => address === '127.0.0.1',
      resolve: resolvesTo(['127.0.0.1'], ['127.0.0.2']),
    }
    const address = `http://rebinding.example:${seen.port}/`
    expect(await postWebhook(address, message, reach)).toEqual({ status: 200, problem: null })
    expect(await postWebhook(address, message, reach)).toEqual({ status: null, problem: 'address_refused' })
    expect(seen.requests).toBe(1)
  })

  it('does not use a name that means an inner address among others', async () => {
    const seen = await receiver((_request, response) => response.end())
    const reach: Reach = {
      mayConnect: (address) => address === '127.0.0.1',
      resolve: resolvesTo(['127.0.0.1', '10.0.0.1']),
    }
    const attempt = await postWebhook(`http://mixed.example:${seen.port}/`, message, reach)
    expect([attempt.problem, seen.requests]).toEqual(['address_refused', 0])
  })

  it('gives up on who accepts and stays silent', async () => {
    const seen = await receiver(() => undefined)
    const reach = { ...anywhere, timeoutMs: 50 }
    expect(await postWebhook(`http://127.0.0.1:${seen.port}/`, message, reach)).toEqual({
      status: null,
      problem: 'timeout',
    })
  })

  it('reads no more of an endless answer than it needs', async () => {
    const seen = await receiver((_request, response) => {
      response.writeHead(200)
      const fill = () => {
        while (response.writable && response.write('x'.repeat(8192)));
      }
      response.on('drain', fill)
      fill()
    })
    expect(await postWebhook(`http://127.0.0.1:${seen.port}/`, message, anywhere)).toEqual({
      status: 200,
      problem: null,
    })
  })

  it('takes an offer to change the protocol for a refusal, and hangs up', async () => {
    const hungUp = Promise.withResolvers<void>()
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('close', () => hungUp.resolve())
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    expect(await postWebhook(`http://127.0.0.1:${port}/`, message, anywhere)).toEqual({
      status: 101,
      problem: 'refused',
    })
    await hungUp.promise
  })

  it('tells that nobody is there', async () => {
    expect(await postWebhook('http://127.0.0.1:1/', message, anywhere)).toEqual({
      status: null,
      problem: 'unreachable',
    })
  })
})

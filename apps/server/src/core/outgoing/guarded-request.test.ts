import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ConnectPolicy, postGuarded } from './guarded-request.ts'

const message = { headers: { 'webhook-id': 'one', 'content-type': 'application/json' }, body: '{"type":"test"}' }
const anywhere: ConnectPolicy = { mayConnect: () => true }

/** A server on 127.0.0.1: its port, and how many requests it has received. */
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

/** Answers each lookup with the next list of addresses. */
function resolvesTo(...answers: string[][]): NonNullable<ConnectPolicy['resolve']> {
  return (_name, _options, found) => {
    const addresses = answers.length > 1 ? answers.shift() : answers[0]
    found(
      null,
      (addresses ?? []).map((address) => ({ address, family: 4 })),
    )
  }
}

describe('a request to an address of a user', () => {
  it('posts JSON and returns the status', async () => {
    let body = ''
    const seen = await receiver((request, response) => {
      expect(request.headers).toMatchObject({ 'webhook-id': 'one', 'content-type': 'application/json' })
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => response.writeHead(204).end())
    })
    expect(await postGuarded(`http://127.0.0.1:${seen.port}/`, message, anywhere)).toEqual({
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
    const attempt = await postGuarded(`http://127.0.0.1:${seen.port}/`, message, anywhere)
    expect([attempt, inside.requests]).toEqual([{ status: 307, problem: 'refused' }, 0])
  })

  it.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])(
    'does not connect to %s, another way to write loopback',
    async (host) => {
      const seen = await receiver((_request, response) => response.end())
      const policy: ConnectPolicy = { mayConnect: (address) => !/^(127\.|::1$|::ffff:)/.test(address) }
      const attempt = await postGuarded(`http://${host}:${seen.port}/`, message, policy)
      expect([attempt, seen.requests]).toEqual([{ status: null, problem: 'address_refused' }, 0])
    },
  )

  it('checks the address that the name has at the time of the connection', async () => {
    const seen = await receiver((_request, response) => response.end())
    // The name resolves to an allowed address first, and to a forbidden one then.
    const policy: ConnectPolicy = {
      mayConnect: (address) => address === '127.0.0.1',
      resolve: resolvesTo(['127.0.0.1'], ['127.0.0.2']),
    }
    const address = `http://rebinding.example:${seen.port}/`
    expect(await postGuarded(address, message, policy)).toEqual({ status: 200, problem: null })
    expect(await postGuarded(address, message, policy)).toEqual({ status: null, problem: 'address_refused' })
    expect(seen.requests).toBe(1)
  })

  it('refuses a name with a private address among its addresses', async () => {
    const seen = await receiver((_request, response) => response.end())
    const policy: ConnectPolicy = {
      mayConnect: (address) => address === '127.0.0.1',
      resolve: resolvesTo(['127.0.0.1', '10.0.0.1']),
    }
    const attempt = await postGuarded(`http://mixed.example:${seen.port}/`, message, policy)
    expect([attempt.problem, seen.requests]).toEqual(['address_refused', 0])
  })

  it('gives up on a receiver that accepts the connection and stays silent', async () => {
    const seen = await receiver(() => undefined)
    const policy = { ...anywhere, timeoutMs: 50 }
    expect(await postGuarded(`http://127.0.0.1:${seen.port}/`, message, policy)).toEqual({
      status: null,
      problem: 'timeout',
    })
  })

  it('reads only the beginning of an endless answer', async () => {
    const seen = await receiver((_request, response) => {
      response.writeHead(200)
      const fill = () => {
        while (response.writable && response.write('x'.repeat(8192)));
      }
      response.on('drain', fill)
      fill()
    })
    expect(await postGuarded(`http://127.0.0.1:${seen.port}/`, message, anywhere)).toEqual({
      status: 200,
      problem: null,
    })
  })

  it('treats an answer with a protocol upgrade as a refusal, and closes the connection', async () => {
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
    expect(await postGuarded(`http://127.0.0.1:${port}/`, message, anywhere)).toEqual({
      status: 101,
      problem: 'refused',
    })
    await hungUp.promise
  })

  it('reports an address where nothing listens as unreachable', async () => {
    expect(await postGuarded('http://127.0.0.1:1/', message, anywhere)).toEqual({
      status: null,
      problem: 'unreachable',
    })
  })
})

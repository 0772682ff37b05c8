import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { engines } from '../../testing/engines/engines.ts'
import { startMeteredServer } from '../../testing/metered-server.ts'
import { OpenConnections } from './open-connections.ts'

const limits = { open: 5, told: 2, burst: 1000, perSecond: 0 }
const proxy = '127.0.0.1'
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** A server that holds every answer but that of `/quick`, behind a proxy at 127.0.0.1, with sockets. */
async function start(options: Partial<ConstructorParameters<typeof OpenConnections>[0]> = { limits }) {
  const held: ServerResponse[] = []
  const sockets: Socket[] = []
  const http: Server = createServer()
  const connections = new OpenConnections({
    isTrusted: (address) => address === proxy,
    groupOf: ({ headers }) => headers['x-forwarded-for']?.toString(),
    isOfSite: ({ headers }) => headers['x-own'] !== undefined,
    ...options,
  })
  http.on('request', (request, response) => {
    if (connections.handle(request, response)) return
    if (request.url === '/quick') response.end('ok')
    else held.push(response)
  })
  http.on('upgrade', (_request, socket: Socket) => {
    sockets.push(socket)
    // Like a WebSocket, it ends with its client.
    socket.on('error', () => socket.destroy()).on('end', () => socket.destroy())
    socket.resume().write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
  })
  connections.guardUpgrades(http)
  connections.guardConnections(http)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  const port = typeof address === 'object' && address ? address.port : 0
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    http.closeAllConnections()
    http.close()
  })
  return { port, held, sockets }
}

/** A connection from this address of this machine; `text` is what it has received, and 'reset' if it was. */
async function open(port: number, localAddress: string) {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  closers.push(() => socket.destroy())
  const client = { text: '', socket }
  socket.on('data', (bytes: Buffer) => {
    client.text += bytes.toString()
  })
  socket.on('error', () => {
    client.text += 'reset'
  })
  await once(socket, 'connect').catch(() => undefined)
  return client
}

async function ask(port: number, localAddress: string, path = '/quick', headers = '') {
  const client = await open(port, localAddress)
  client.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)
  return client
}

const statusOf = ({ text }: { text: string }) => (text === 'reset' ? text : text.slice(9, 12))
const answers = (clients: { text: string }[], expected: string[]) =>
  expect.poll(() => clients.map(statusOf), { timeout: 15_000 }).toEqual(expected)
const times = <Result>(count: number, make: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

it('[LIMIT-6] [T20] an address has so many connections, two more are told why, and others notice nothing', async () => {
  const { port } = await start()
  await answers(await times(5, () => ask(port, '127.0.0.2')), Array(5).fill('200'))
  const told = await times(2, () => ask(port, '127.0.0.2'))
  await answers(told, ['429', '429'])
  expect(told[0]?.text).toContain('Too many requests')
  expect(told[0]?.text).toMatch(/connection: close/i)
  await answers(await times(5, () => ask(port, '127.0.0.3')), Array(5).fill('200'))
})

it('[LIMIT-6] [T20] beyond those that are told, connections are reset without an answer', async () => {
  const { port } = await start()
  await answers(await times(5, () => ask(port, '127.0.0.2')), Array(5).fill('200'))
  // They ask for nothing, so nothing is told, and they stay open.
  await times(2, () => open(port, '127.0.0.2'))
  await answers([await ask(port, '127.0.0.2')], ['reset'])
})

it('[LIMIT-6] whoever closes a connection may open another one', async () => {
  const { port } = await start()
  const [first, ...rest] = await times(5, () => ask(port, '127.0.0.2'))
  await answers(rest, Array(4).fill('200'))
  first?.socket.destroy()
  await expect
    .poll(async () => {
      const client = await ask(port, '127.0.0.2')
      await expect.poll(() => client.text).not.toBe('')
      return statusOf(client)
    })
    .toBe('200')
})

it('[LIMIT-6] [T20] an address that opens one connection after the other gets so many at once, and then some a second', async () => {
  let nowMs = 0
  const { port } = await start({ limits: { open: 100, told: 0, burst: 4, perSecond: 2 }, now: () => nowMs })
  const openOne = async () => {
    const client = await ask(port, '127.0.0.2')
    await expect.poll(() => client.text).not.toBe('')
    client.socket.destroy()
    return statusOf(client)
  }
  const openSome = async (count: number) => {
    const statuses: string[] = []
    for (let n = 0; n < count; n += 1) statuses.push(await openOne())
    return statuses
  }
  expect(await openSome(6)).toEqual(['200', '200', '200', '200', 'reset', 'reset'])
  nowMs += 1000
  expect(await openSome(3)).toEqual(['200', '200', 'reset'])
  await answers([await ask(port, '127.0.0.3')], ['200'])
})

it('[LIMIT-6] [T20] behind a proxy each client has so many requests that wait, and sockets count', async () => {
  const { port, held } = await start()
  const ofClient = (address: string) => `X-Forwarded-For: ${address}\r\n`
  const socket = await ask(port, proxy, '/socket', `${ofClient('10.0.0.1')}Upgrade: x\r\nConnection: Upgrade\r\n`)
  await answers([socket], ['101'])
  await times(4, () => ask(port, proxy, '/held', ofClient('10.0.0.1')))
  await expect.poll(() => held.length).toBe(4)
  const refused = await ask(port, proxy, '/held', ofClient('10.0.0.1'))
  await answers([refused], ['429'])
  // The proxy's connection goes on for others.
  expect(refused.text).not.toMatch(/connection: close/i)
  const refusedSocket = await ask(
    port,
    proxy,
    '/socket',
    `${ofClient('10.0.0.1')}Upgrade: x\r\nConnection: Upgrade\r\n`,
  )
  await answers([refusedSocket], ['429'])
  await answers([await ask(port, proxy, '/quick', ofClient('10.0.0.2'))], ['200'])
  // Programs beside the proxy are nobody's clients.
  await answers([await ask(port, proxy, '/quick', ofClient(proxy))], ['200'])
  socket.socket.destroy()
  await expect
    .poll(async () => {
      const next = await ask(port, proxy, '/quick', ofClient('10.0.0.1'))
      await expect.poll(() => next.text).not.toBe('')
      return statusOf(next)
    })
    .toBe('200')
})

it('[LIMIT-6] other processes of the site and edges, which serve many viewers, do not count', async () => {
  const { port } = await start()
  await answers(await times(5, () => ask(port, '127.0.0.2', '/quick', 'X-Own: 1\r\n')), Array(5).fill('200'))
  await answers(await times(5, () => ask(port, '127.0.0.2')), Array(5).fill('200'))
})

it('[LIMIT-6] fifty viewers behind one address have six connections and two sockets each', async () => {
  const { port, sockets } = await start({})
  const upgrade = 'Upgrade: x\r\nConnection: Upgrade\r\n'
  const opened = await times(50, async () => [
    ...(await times(6, () => ask(port, '127.0.0.2'))),
    ...(await times(2, () => ask(port, '127.0.0.2', '/socket', upgrade))),
  ])
  await answers(
    opened.flat(),
    opened.flatMap(() => [...Array(6).fill('200'), '101', '101']),
  )
  expect(sockets).toHaveLength(100)
})

it('[LIMIT-6] [T20] a server of the site counts requests and sockets of each client behind its proxy, IPv6 by /64', async () => {
  const engine = await engines.sqlite?.()
  const db = await openDatabase(engine?.place ?? { dataDir: '' })
  closers.push(async () => {
    await db.destroy()
    await engine?.close()
  })
  let heldCount = 0
  const server = await startMeteredServer({
    db,
    connectionLimits: limits,
    beforeListen(app) {
      app.get('/held', () => {
        heldCount += 1
        return new Promise<never>(() => undefined)
      })
      app.server.on('upgrade', (_request, socket: Socket) => {
        socket.on('error', () => socket.destroy()).on('end', () => socket.destroy())
        socket.resume().write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
      })
    },
  })
  closers.push(() => {
    server.app.server.closeAllConnections()
    return server.close()
  })
  const of = (host: string) => `X-Forwarded-For: 2001:db8:1:${host}\r\n`
  const sockets = await times(2, () =>
    ask(server.port, proxy, '/', `${of('1::5')}Upgrade: x\r\nConnection: Upgrade\r\n`),
  )
  await answers(sockets, ['101', '101'])
  await times(3, (index) => ask(server.port, proxy, '/held', of(`1::${index}`)))
  await expect.poll(() => heldCount).toBe(3)
  await answers([await ask(server.port, proxy, '/bytes', of('1::9'))], ['429'])
  await answers([await ask(server.port, proxy, '/', `${of('1::9')}Upgrade: x\r\nConnection: Upgrade\r\n`)], ['429'])
  await answers([await ask(server.port, proxy, '/bytes', of('2::9'))], ['200'])
})

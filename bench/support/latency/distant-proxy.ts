import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** A segment of TCP on an Ethernet with IPv4 and time stamps. */
const segmentBytes = 1448
/** Linux sends a lost segment again after at least this long when no other one tells of the loss (RFC 6298, TCP_RTO_MIN). */
const resendAfterMs = 200

/** Starts a proxy that delays every request to a site, and what a WebSocket carries, by a random time. */
export async function startDelayingProxy(siteUrl: string, fromMs: number, toMs: number) {
  const { hostname, port } = new URL(siteUrl)
  const delay = () => between(fromMs, toMs)
  const server = createServer((incoming, outgoing) => {
    const { url: path, method, headers } = incoming
    const pass = setTimeout(() => {
      const upstream = forward({ hostname, port, path, method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      upstream.on('error', () => outgoing.destroy())
      outgoing.on('close', () => upstream.destroy())
      incoming.pipe(upstream)
    }, delay())
    outgoing.on('close', () => clearTimeout(pass))
  })
  const sockets = new Set<Duplex>()
  server.on('upgrade', (request: IncomingMessage, client: Socket, head: Buffer) => {
    const upstream = connect(Number(port), hostname)
    const lines = [`${request.method} ${request.url} HTTP/1.1`]
    for (let index = 0; index < request.rawHeaders.length; index += 2)
      lines.push(`${request.rawHeaders[index]}: ${request.rawHeaders[index + 1]}`)
    client.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), head]))
    join(client, upstream, delay)
    sockets.add(client.on('close', () => sockets.delete(client)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: addressOf(server.address()),
    close() {
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/**
 * Starts a proxy that passes on every TCP connection to a site as a network would that is `delayMs` away, jitters by up to `jitterMs` and
 * loses `loss` of all segments: a lost one comes again later, and those behind it wait. Congestion windows are not imitated.
 */
export async function startLossyProxy(siteUrl: string, delayMs: number, jitterMs: number, loss: number) {
  const { hostname, port } = new URL(siteUrl)
  const sockets = new Set<Socket>()
  // What is lost of one piece is sent again at the same time (RFC 2018), and what is lost again later, twice as late each time.
  const resentMs = () => {
    let lateMs = 0
    for (let again = resendAfterMs; Math.random() < loss; again *= 2) lateMs += again
    return lateMs
  }
  const delay = (bytes: number) =>
    between(delayMs, delayMs + jitterMs) +
    Math.max(...Array.from({ length: Math.ceil(bytes / segmentBytes) }, resentMs), 0)
  const server = createTcpServer((client) => {
    join(client, connect(Number(port), hostname), delay)
    sockets.add(client.on('close', () => sockets.delete(client)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: addressOf(server.address()),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Joins two sockets. What passes between them arrives in its order, each piece `delay` later. */
function join(client: Socket, upstream: Socket, delay: (bytes: number) => number): void {
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    let arrivesMs = 0
    const waiting: (() => void)[] = []
    const later = (bytes: number, act: () => void) => {
      const now = performance.now()
      arrivesMs = Math.max(arrivesMs, now + delay(bytes))
      waiting.push(act)
      // Timers of different lengths may end out of order.
      setTimeout(() => waiting.shift()?.(), arrivesMs - now)
    }
    from.setNoDelay(true)
    from.on('data', (data) => later(data.length, () => to.write(data)))
    from.on('end', () => later(0, () => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => later(0, () => to.destroy()))
  }
}

function between(from: number, to: number): number {
  return from + Math.random() * (to - from)
}

function addressOf(address: ReturnType<ReturnType<typeof createServer>['address']>): string {
  return `http://127.0.0.1:${(address as AddressInfo).port}`
}

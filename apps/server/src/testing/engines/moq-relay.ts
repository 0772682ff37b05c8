import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import * as Moq from '@moq/net'
import Session from '@moq/qmux'
import { realTimeProtocol } from '@waggle/contract/playback/real-time'
import { vi } from 'vitest'
import { WebSocketServer } from 'ws'

type Broadcast = ReturnType<Moq.Connection.Established['consume']>

/** A standard MoQ relay, made of the published packages: what one client publishes, every other one can subscribe to. */
export async function startMoqRelay() {
  // The packages report every step, and lost connections as errors.
  for (const level of ['debug', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, handleProtocols: () => realTimeProtocol })
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/waggle`
  const connections = new Set<Moq.Connection.Established>()
  const published = new Map<Moq.Path.Valid, { broadcast: Broadcast; ended: PromiseWithResolvers<null> }>()
  /** The addresses that clients have asked for. */
  const requested: string[] = []

  function offer(connection: Moq.Connection.Established, path: Moq.Path.Valid): void {
    const entry = published.get(path)
    if (entry) connection.publish(path, sharedBroadcast(entry.broadcast, entry.ended.promise))
  }

  async function serve(connection: Moq.Connection.Established): Promise<void> {
    for (const path of published.keys()) offer(connection, path)
    const others = () => [...connections].filter((other) => other !== connection)
    const announced = connection.announced()
    for (let update = await announced.next(); update; update = await announced.next()) {
      const path = update.path as Moq.Path.Valid
      published.get(path)?.ended.resolve(null)
      published.delete(path)
      if (!update.active) continue
      published.set(path, { broadcast: connection.consume(path), ended: Promise.withResolvers() })
      for (const other of others()) offer(other, path)
    }
  }

  server.on('connection', async (socket, request) => {
    requested.push(request.url ?? '')
    const session = Session.accept(socket as never)
    session.closed.catch(() => undefined)
    await session.ready
    const connection = await Moq.Connection.accept(session as unknown as WebTransport, new URL(url))
    connections.add(connection)
    const forget = () => connections.delete(connection)
    connection.closed.then(forget, forget)
    serve(connection).catch(() => undefined)
  })

  return {
    url,
    requested,
    paths: () => [...published.keys()],
    /** Closes the connections of everybody. */
    disconnectAll(): void {
      for (const socket of server.clients) socket.terminate()
    },
    /** A player's connection. */
    async connect(): Promise<Moq.Connection.Established> {
      const session = new Session(url.replace('http', 'ws'), { protocols: [realTimeProtocol], requireProtocol: true })
      session.closed.catch(() => undefined)
      await session.ready
      return Moq.Connection.connect(new URL(url), { transport: session as unknown as WebTransport })
    },
    async close(): Promise<void> {
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A connection that closes also closes what it publishes, which others use too. */
function sharedBroadcast(broadcast: Broadcast, ended: Promise<null>): Moq.Broadcast.Producer {
  return {
    closed: ended,
    subscribe: broadcast.subscribe.bind(broadcast),
    track: broadcast.track.bind(broadcast),
    resolveTrackInfo: broadcast.resolveTrackInfo.bind(broadcast),
    fetchGroup: broadcast.fetchGroup.bind(broadcast),
    close: () => undefined,
  } as unknown as Moq.Broadcast.Producer
}

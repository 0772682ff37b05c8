import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** How a connection fails, from the server's point of view. */
export const faults = ['reset', 'orderly end', 'silent blackhole', 'half-open'] as const
export type Fault = (typeof faults)[number]

/** A network between an encoder and the server that the test can break. Open connections fail; later ones work after `heal`. */
export async function startFaultProxy(upstreamPort: number) {
  const pairs = new Set<{ client: Socket; upstream: Socket }>()
  let isDown = false
  const server = createServer({ allowHalfOpen: true }, (client) => {
    client.on('error', () => undefined)
    if (isDown) {
      client.resetAndDestroy()
      return
    }
    const upstream = connect({ port: upstreamPort, host: '127.0.0.1', allowHalfOpen: true })
    const pair = { client, upstream }
    pairs.add(pair)
    upstream.on('error', () => client.destroy())
    client.pipe(upstream).pipe(client)
    upstream.on('close', () => {
      pairs.delete(pair)
      client.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  function strike(fault: Fault): void {
    for (const { client, upstream } of pairs) {
      client.unpipe(upstream)
      upstream.unpipe(client)
      client.pause()
      if (fault === 'reset') upstream.resetAndDestroy()
      if (fault === 'orderly end') upstream.end()
      // The client has gone, and the server is not informed.
      if (fault === 'half-open') client.resetAndDestroy()
    }
  }

  return {
    port: (server.address() as AddressInfo).port,
    /** Breaks the open connections. New connections fail too, until `heal`. */
    cut(fault: Fault): void {
      isDown = true
      strike(fault)
    },
    heal(): void {
      isDown = false
    },
    async close(): Promise<void> {
      for (const { client, upstream } of pairs) {
        client.destroy()
        upstream.destroy()
      }
      server.close()
      await once(server, 'close')
    },
  }
}

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>

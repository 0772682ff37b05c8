import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Starts a proxy in front of a server that can hold back everything that the server sends, as a bad network does. */
export async function startStallingProxy(port: number) {
  const upstreams = new Set<Socket>()
  let isStalled = false
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    upstreams.add(upstream.on('close', () => upstreams.delete(upstream)))
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => undefined)
      socket.on('close', () => other.destroy())
    }
    client.pipe(upstream)
    upstream.on('data', (data) => client.write(data))
    if (isStalled) upstream.pause()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stall(): void {
      isStalled = true
      for (const upstream of upstreams) upstream.pause()
    },
    resume(): void {
      isStalled = false
      for (const upstream of upstreams) upstream.resume()
    },
    async close(): Promise<void> {
      for (const upstream of upstreams) upstream.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

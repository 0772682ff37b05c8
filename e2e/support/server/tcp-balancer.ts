import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Starts a balancer in front of several servers: it connects each client to the first server that accepts. */
export async function startTcpBalancer(ports: readonly number[]) {
  const open = new Set<Socket>()
  const server = createServer(async (client) => {
    open.add(client.on('close', () => open.delete(client)).on('error', () => undefined))
    for (const port of ports) {
      const upstream = connect(port, '127.0.0.1')
      try {
        await once(upstream, 'connect')
      } catch {
        continue
      }
      open.add(upstream.on('close', () => open.delete(upstream)).on('error', () => undefined))
      client.pipe(upstream).pipe(client)
      client.on('close', () => upstream.destroy())
      upstream.on('close', () => client.destroy())
      return
    }
    client.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close(): Promise<void> {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A network in front of a server. It can fall silent: connections stay open and can be opened, and nothing arrives, in either direction.
 * And it can lead to another server, as a balancer does when the first one has gone.
 */
export async function startSwitchableNetwork(firstPort: number) {
  const open = new Set<Socket>()
  let port = firstPort
  let isSilent = false
  let connections = 0
  const server = createServer((client) => {
    connections += 1
    const upstream = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from)
      from.on('data', (bytes) => isSilent || to.write(bytes))
      from.on('error', () => undefined)
      from.on('close', () => {
        open.delete(from)
        // The end of a connection does not arrive either.
        if (!isSilent) to.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  function disconnect(): void {
    for (const socket of open) socket.destroy()
  }

  return {
    port: (server.address() as AddressInfo).port,
    /** How many have been opened. */
    connections: () => connections,
    /** What is sent from now on is swallowed, on connections of before too. */
    silence(): void {
      isSilent = true
    },
    /** Later connections work again. Those in which something was swallowed are closed, as TCP does in the end. */
    heal(): void {
      isSilent = false
      disconnect()
    },
    /** Closes the connections that are open. */
    disconnect,
    /** Leads to another server from now on, and closes the connections to the previous one. */
    switchTo(otherPort: number): void {
      port = otherPort
      disconnect()
    },
    async close(): Promise<void> {
      server.close()
      disconnect()
      await once(server, 'close')
    },
  }
}

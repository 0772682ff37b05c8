import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Starts a proxy in front of a server that can hold back everything that the server sends, as a bad network does. */
export async function startStallingProxy(port: number) {
  const upstreams = new Set<Socket>()
  const questions = new Set<() => void>()
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
    client.once('data', (request) => {
      if (!/^GET \/live\/\w+\/moq/.test(String(request))) return
      client.on('data', () => {
        for (const asked of questions) asked()
        questions.clear()
      })
    })
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
    /** A viewer in real time sends something. While nothing comes from the server, that asks whether it is still there. */
    nextQuestion: () => new Promise<void>((resolve) => questions.add(resolve)),
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

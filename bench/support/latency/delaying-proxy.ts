import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a proxy that delays every request to a site by a random time, as the network of a distant viewer does. */
export async function startDelayingProxy(siteUrl: string, fromMs: number, toMs: number) {
  const { hostname, port } = new URL(siteUrl)
  const server = createServer((incoming, outgoing) => {
    const { url: path, method, headers } = incoming
    const delayMs = fromMs + Math.random() * (toMs - fromMs)
    const pass = setTimeout(() => {
      const upstream = forward({ hostname, port, path, method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      upstream.on('error', () => outgoing.destroy())
      outgoing.on('close', () => upstream.destroy())
      incoming.pipe(upstream)
    }, delayMs)
    outgoing.on('close', () => clearTimeout(pass))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

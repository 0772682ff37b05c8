import { once } from 'node:events'
import { Agent, createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of a server that records the address of every request. */
export async function startCountingProxy(upstreamUrl: string) {
  let seen: string[] = []
  let isRefusing = false
  let asked = Promise.withResolvers<void>()
  // A new connection for every request: the site may close a kept-alive one just when it is used again.
  const agent = new Agent({ keepAlive: false })
  const server = createServer((request, response) => {
    seen.push(request.url ?? '')
    asked.resolve()
    asked = Promise.withResolvers()
    if (isRefusing) {
      request.socket.destroy()
      return
    }
    const { method, headers } = request
    const passed = forward(upstreamUrl + request.url, { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: (): readonly string[] => seen,
    reset(): void {
      seen = []
    },
    /** Starts or stops closing connections without an answer. */
    refuse(isNow: boolean): void {
      isRefusing = isNow
    },
    /** Resolves when a request has arrived whose address contains `text`. */
    async untilAsked(text: string): Promise<void> {
      while (!seen.some((path) => path.includes(text))) await asked.promise
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type CountingProxy = Awaited<ReturnType<typeof startCountingProxy>>

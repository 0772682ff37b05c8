import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HlsStream } from '../hls-stream.ts'
import { testKeys } from './viewer.ts'

interface Served {
  origin: string
  /** Path and query of every request, in order of arrival. */
  requests: string[]
  server: Server
  close(): Promise<void>
}

/** Serves a stream at `/live/{id}/`, its keys at `/api/hls/key/`, and the given pages over HTTP. */
export async function serve(
  stream: HlsStream,
  pages: Record<string, { type: string; body: string | Buffer }> = {},
): Promise<Served> {
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    requests.push(url.pathname + url.search)
    const page = pages[url.pathname]
    const path = /^\/live\/[a-z0-9]+\/(.*)$/.exec(url.pathname)?.[1]
    const keyNumber = /^\/api\/hls\/key\/[a-z0-9]+\/(\d+)$/.exec(url.pathname)?.[1]
    if (page !== undefined) response.writeHead(200, { 'content-type': page.type }).end(page.body)
    else if (keyNumber !== undefined) response.end(testKeys.keyAt(Number(keyNumber) * 60_000).key)
    else if (path !== undefined) {
      const gone = new AbortController()
      response.on('close', () => gone.abort())
      const { status, headers, body } = await stream.handle({
        path,
        query: url.searchParams,
        signal: () => gone.signal,
      })
      response.writeHead(status, headers).end(body)
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    server,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

/** The content security policy of the site (apps/server, core/site/page-policy.ts). */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self' blob:",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
].join('; ')

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Serves a built app like the product. `answer` is the API; `addedToHead` returns what is added to the head of each page. */
export async function serveApp(
  dist: string,
  answer: Answer,
  addedToHead: () => string,
): Promise<{ url: string; close(): void }> {
  const page = await readFile(join(dist, 'index.html'), 'utf8')
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname
    if (/^\/(api|live|u)\//.test(path)) return answer(request, response)
    response.setHeader('content-security-policy', policy)
    const type = types[extname(path)]
    if (type === undefined) {
      response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('cache-control', 'no-cache')
      return response.end(page.replace('</head>', (end) => addedToHead() + end))
    }
    const file = await readFile(join(dist, path)).catch(() => undefined)
    if (file === undefined) return response.writeHead(404).end()
    response.setHeader('content-type', type).end(file)
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

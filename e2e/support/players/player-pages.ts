import { readFile } from 'node:fs/promises'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

const { resolve } = createRequire(import.meta.url)
const scripts: Record<string, string> = {
  '/shaka-player.js': resolve('shaka-player/dist/shaka-player.compiled.js'),
  '/video.js': resolve('video.js/dist/video.min.js'),
}
const page = (script: string) =>
  `<!doctype html><meta charset="utf-8"><title>Player</title><link rel="icon" href="data:,"><script src="${script}"></script>` +
  '<video class="video-js" muted autoplay playsinline width="640" height="360"></video>'

export interface PlayerPages {
  /** `/shaka` and `/videojs` are empty pages with these players; all other paths are the site's. */
  url: string
  close(): Promise<void>
}

/** Serves pages with other players on the same origin as the site, where its media and keys need no CORS headers. */
export async function servePlayerPages(siteUrl: string): Promise<PlayerPages> {
  const site = new URL(siteUrl)
  const server = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? '/'
    const script = scripts[path]
    if (script) outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(await readFile(script))
    else if (path === '/shaka') sendPage(outgoing, page('/shaka-player.js'))
    else if (path === '/videojs') sendPage(outgoing, page('/video.js'))
    else proxyRequest(site, incoming, outgoing)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function sendPage(outgoing: ServerResponse, html: string): void {
  outgoing.writeHead(200, { 'content-type': 'text/html' }).end(html)
}

function proxyRequest(site: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const upstream = forward(
    { host: site.hostname, port: site.port, path: incoming.url, method: incoming.method, headers: incoming.headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    },
  )
  upstream.on('error', () => outgoing.destroy())
  outgoing.on('close', () => upstream.destroy())
  incoming.pipe(upstream)
}

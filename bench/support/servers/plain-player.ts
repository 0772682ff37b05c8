import { readFile } from 'node:fs/promises'
import { createServer, request as forward } from 'node:http'
import { createRequire } from 'node:module'
import { type AddressInfo, connect, type Socket } from 'node:net'

const script = createRequire(new URL('../../../apps/web/package.json', import.meta.url)).resolve(
  'hls.js/dist/hls.min.js',
)

/**
 * Starts a proxy to a site that adds the page `/plain`: a bare video element and hls.js in its default configuration, on a stream of the
 * site. Both pages are then loaded through the same proxy, from one origin. `/plain-isolated` is the same page with the site's opener
 * policy, for which a browser starts a process, as it does for a page that is opened from another site. `/plain-link?to=` is a page of
 * another site, whose only link leads there: `linkUrl` has another host name.
 */
export async function startPlainPlayer(siteUrl: string, playlist: string) {
  const { hostname, port } = new URL(siteUrl)
  const page =
    '<!doctype html><title>plain</title><link rel="icon" href="data:,"><video muted autoplay playsinline width="640" height="360"></video>' +
    `<script src="/plain-hls.js"></script><script>const hls = new Hls({ lowLatencyMode: true }); hls.loadSource(${JSON.stringify(playlist)}); hls.attachMedia(document.querySelector("video"))</script>`
  const library = await readFile(script)
  const sockets = new Set<Socket>()
  const server = createServer((incoming, outgoing) => {
    const { url: path, method, headers } = incoming
    if (path === '/plain-isolated') outgoing.setHeader('cross-origin-opener-policy', 'same-origin')
    if (path?.startsWith('/plain-link')) {
      const to = new URL(path, 'http://localhost').searchParams.get('to') ?? ''
      return outgoing
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><title>link</title><a href="${to}">live</a>`)
    }
    if (path?.startsWith('/plain') && path !== '/plain-hls.js')
      return outgoing.setHeader('content-type', 'text/html').end(page)
    if (path === '/plain-hls.js') return outgoing.setHeader('content-type', 'text/javascript').end(library)
    const upstream = forward({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    upstream.on('error', () => outgoing.destroy())
    outgoing.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  })
  // Real time: the rest is bytes in both directions.
  server.on('upgrade', (incoming, socket: Socket, head) => {
    const { url: path, method, headers } = incoming
    const upstream = connect({ host: hostname, port: Number(port) }, () => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      upstream.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
      upstream.write(head)
      socket.pipe(upstream).pipe(socket)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
    socket.on('close', () => upstream.destroy())
    sockets.add(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: ownPort } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${ownPort}`,
    linkUrl: (to: string) => `http://localhost:${ownPort}/plain-link?to=${encodeURIComponent(to)}`,
    close() {
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

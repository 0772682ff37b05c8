import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../apps/server/src/testing/engines/private-process.ts'
import { startNginx } from './nginx.ts'

const script = createRequire(new URL('../../../apps/web/package.json', import.meta.url)).resolve(
  'hls.js/dist/hls.min.js',
)
const page =
  '<!doctype html><title>nginx-rtmp</title><link rel="icon" href="data:,"><video muted autoplay playsinline width="640" height="360"></video>' +
  '<script src="/hls.js"></script><script>const hls = new Hls(); hls.loadSource("/hls/clock.m3u8"); hls.attachMedia(document.querySelector("video"))</script>'

/** Starts Debian's nginx-rtmp with HLS fragments of 2 s, and a page that plays them with hls.js in its default configuration. */
export async function startNginxHls() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-'))
  const port = await freePort()
  const nginx = await startNginx(
    folder,
    port,
    `rtmp { server { listen 127.0.0.1:${port}; chunk_size 4096; application live {
      live on; hls on; hls_path ${folder}/hls; hls_fragment 2s; hls_playlist_length 24s; } } }`,
    'load_module /usr/lib/nginx/modules/ngx_rtmp_module.so;',
  )
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const file = /^\/hls\/clock[\w-]*\.(m3u8|ts)$/.test(path) ? join(folder, path) : undefined
    try {
      if (path === '/') response.setHeader('content-type', 'text/html').end(page)
      else if (path === '/hls.js') response.setHeader('content-type', 'text/javascript').end(await readFile(script))
      else if (file) response.setHeader('cache-control', 'no-store').end(await readFile(file))
      else response.writeHead(404).end()
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    rtmpUrl: `rtmp://127.0.0.1:${port}/live/clock`,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections()
      server.close()
      await nginx.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

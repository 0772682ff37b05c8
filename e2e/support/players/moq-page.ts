import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface MoqPage {
  /** The page's address: `@moq/watch`, as it is published, plays this broadcast. */
  addressOf(broadcast: { url: string; name: string }): string
  close(): Promise<void>
}

/** Serves a page with the `<moq-watch>` element of `node_modules` and nothing else. */
export async function serveMoqPage(): Promise<MoqPage> {
  // Inside the repository, so that the package is found.
  const folder = await mkdtemp(join(root, 'node_modules/.moq-page-'))
  const entry = join(folder, 'entry.js')
  await writeFile(entry, "import '@moq/watch/element'\n")
  const outDir = join(folder, 'dist')
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { outDir, rolldownOptions: { input: entry, output: { entryFileNames: 'player.js' } } },
  })
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://page.test')
    if (pathname !== '/') {
      const file = await readFile(join(outDir, pathname)).catch(() => undefined)
      response.writeHead(file ? 200 : 404, { 'content-type': 'text/javascript' }).end(file)
      return
    }
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(page(searchParams.get('url') ?? '', searchParams.get('name') ?? ''))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    // localhost is a secure context, which WebCodecs needs.
    addressOf: (broadcast) => `http://localhost:${port}/?${new URLSearchParams(broadcast)}`,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const page = (url: string, name: string) =>
  '<!doctype html><meta charset="utf-8"><title>Player</title><link rel="icon" href="data:,">' +
  `<moq-watch url="${encode(url)}" name="${encode(name)}"><canvas width="640" height="360"></canvas></moq-watch>` +
  '<script type="module" src="/player.js"></script>'

function encode(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

const { resolve } = createRequire(import.meta.url)

/** The players of docs/playing.md, with the scripts that its page loads from elsewhere. */
export const documentedPlayers = {
  'hls.js': resolve('hls.js/dist/hls.min.js'),
  'Shaka Player': resolve('shaka-player/dist/shaka-player.compiled.js'),
  'video.js': resolve('video.js/dist/video.min.js'),
} as const
export type DocumentedPlayer = keyof typeof documentedPlayers

/** The code blocks of docs/playing.md in one language. */
export async function codeBlocks(language: string): Promise<string[]> {
  const text = await readFile(new URL('../../../docs/playing.md', import.meta.url), 'utf8')
  return Array.from(text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms')), ([, code = '']) => code)
}

/** Serves the page of docs/playing.md for each player, on an origin of its own. Only the site, the user and the script are replaced. */
export async function serveDocumentedPages(siteUrl: string, username: string) {
  const [page = ''] = await codeBlocks('html')
  const [shaka = '', videoJs = ''] = await codeBlocks('js')
  const playFunctions: Record<DocumentedPlayer, string | undefined> = {
    'hls.js': undefined,
    'Shaka Player': shaka,
    'video.js': videoJs,
  }
  const server = createServer(async ({ url = '' }, response) => {
    const name = decodeURIComponent(url.slice(1).replace(/\.script$/, '')) as DocumentedPlayer
    const script = documentedPlayers[name]
    if (script === undefined) return response.writeHead(204).end()
    if (url.endsWith('.script')) {
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(await readFile(script))
    }
    const play = playFunctions[name]
    const html = page
      .replace('https://cdn.jsdelivr.net/npm/hls.js@1', `${url}.script`)
      .replace('https://live.example', siteUrl)
      .replace("username = 'alice'", `username = '${username}'`)
    const filled = play === undefined ? html : html.replace(/ {4}function play\(.*?\n {4}}\n/s, () => play)
    response.writeHead(200, { 'content-type': 'text/html' }).end(filled)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    addressOf: (player: DocumentedPlayer) =>
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/${encodeURIComponent(player)}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

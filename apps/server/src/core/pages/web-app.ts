import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { pagePaths } from '@waggle/contract/pages/page-addresses'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { setCacheControl } from '../../http/cache-control.ts'
import { refuseUnknownRoute } from '../../http/http.ts'
import type { InlineScripts } from './built/inline-scripts.ts'
import { assetsCachePolicy, fontHeaders, keepFilesInMemory } from './built/kept-files.ts'
import { channelPages } from './channel-page.ts'
import { firstFrame } from './first-body.ts'
import { emptyStart, type PageStart } from './page-answers.ts'
import { readPageAssets } from './page-assets.ts'

/** Pages inside the site's frame, which lists the live streams. */
const pages: readonly string[] = [
  pagePaths.home,
  pagePaths.replay,
  pagePaths.clip,
  pagePaths.directory,
  pagePaths.following,
  pagePaths.faq,
  pagePaths.streamKey,
  pagePaths.dashboard,
  pagePaths.sessions,
  pagePaths.operate,
  pagePaths.report,
  pagePaths.sitePage,
  pagePaths.login,
]

/** Pages without the site's frame. Their first answers depend on more than the address, or are not public. */
const standalonePages: readonly string[] = [pagePaths.chat, pagePaths.overlay]

interface PageParts {
  /** Puts what is the same on all pages into the built one. The function that it returns gives the page as it is now. */
  identify: (page: string) => () => string
  /** The preview tags of a channel's page, by its path and query. Neither function rejects: the page is sent without the addition. */
  previewOf: (address: string) => Promise<string | undefined>
  startOf: (address: string) => Promise<PageStart>
  /** Whether the page shows a channel, a replay or a clip that does not exist. It is sent with the status 404, and says so. */
  isMissing: (address: string) => Promise<boolean>
  inline: InlineScripts
  isSandbox: boolean
  isRealTimeOffered: boolean
}

/** Serves the built web app. Hashed assets may be cached forever; the page itself is always revalidated. */
export async function webApp(
  app: FastifyInstance,
  distDir: string,
  { identify, previewOf, startOf, isMissing, inline, isSandbox, isRealTimeOffered }: PageParts,
): Promise<void> {
  const pageNow = identify(inline.putInto(readFileSync(join(distDir, 'index.html'), 'utf8')))
  const assets = readPageAssets(distDir, inline.playerFiles)
  keepFilesInMemory(app, distDir)
  await app.register(fastifyStatic, {
    root: distDir,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (response, path) => {
      const immutable = path.startsWith(join(distDir, 'assets'))
      // A service worker lives on until a browser has found a newer one at its address.
      const others = /\/alerts\.js(\.\w+)?$/.test(path) ? 'no-cache' : 'public, max-age=3600'
      setCacheControl(response, immutable ? assetsCachePolicy : others)
      if (path.endsWith('.woff2')) response.headers(fontHeaders)
    },
  })
  for (const path of [...pages, ...channelPages, ...standalonePages, ...(isSandbox ? [pagePaths.design] : [])]) {
    const assetTags = assets.tagsOf(path)
    const isStandalone = standalonePages.includes(path)
    const frame = pages.includes(path) ? firstFrame(path) : ''
    app.get(path, async ({ url }, reply) => {
      // One address for each page: the web app's router knows it without a trailing slash.
      const canonical = url.replace(/^(.+?)\/(?=\?|$)/, '$1')
      if (canonical !== url) return reply.redirect(canonical, 308)
      const isUnknown = await isMissing(url)
      const [preview, start] = await Promise.all([
        isUnknown ? undefined : previewOf(url),
        isStandalone ? emptyStart : startOf(url),
      ])
      const playerTag = start.playlist === null ? '' : assets.playerTag(start, isRealTimeOffered)
      const headStart = playerTag + start.headStart
      const [headEnd, body] = [assetTags + start.headEnd, start.body || frame]
      const page = fill(pageNow(), preview, { ...start, headStart, headEnd, body })
      return sendPage(reply.status(isUnknown ? 404 : 200), start.isStreamFirst ? assets.putOff(page) : page)
    })
  }
  // A person who mistyped an address receives the site with its 'not found' page; a program receives JSON.
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      request.method === 'GET' && !request.url.startsWith('/api/') && request.headers.accept?.includes('text/html')
    if (!isPage) return refuseUnknownRoute(request, reply)
    return sendPage(reply.status(404), fill(pageNow(), undefined, await startOf(request.url)))
  })
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return setCacheControl(reply, 'no-cache').type('text/html; charset=utf-8').send(page)
}

/** Replaces the page's title and description by `preview`, and inserts its start. */
function fill(page: string, preview: string | undefined, { headStart, headEnd, body }: PageStart): string {
  // Functions, because a replacement string would interpret '$&' in a title.
  const filled = page
    .replace('<head>', (begin) => begin + headStart)
    .replace('</head>', (tag) => headEnd + tag)
    .replace('<div id="root">', (tag) => tag + body)
  if (preview === undefined) return filled
  return filled.replace(/ *<meta name="description"[^>]*>\n?/, '').replace(/<title>[^<]*<\/title>/, () => preview)
}

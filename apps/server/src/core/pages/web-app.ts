import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { pagePaths } from '@waggle/contract/pages/page-addresses'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { setCacheControl } from '../../http/cache-control.ts'
import { refuseMissing } from '../../http/http.ts'
import { emptyStart, type PageStart } from './page-answers.ts'
import { readPageFiles } from './page-files.ts'
import { channelPages } from './previews.ts'

/** With the site's frame around them, in which live streams are listed. */
const pages = [
  pagePaths.home,
  pagePaths.directory,
  pagePaths.following,
  pagePaths.faq,
  pagePaths.streamKey,
  pagePaths.dashboard,
  pagePaths.login,
]

/** Pages that stand alone; what they will ask is not known by their address, or is not everybody's to know. */
const barePages: readonly string[] = [pagePaths.chat, pagePaths.overlay]

export interface PageParts {
  /** The tags in the head of a channel's page, by its path and query. Like `startOf` it never rejects: the page is worth more. */
  previewOf: (address: string) => Promise<string | undefined>
  /** What a page will ask and show first. */
  startOf: (address: string) => Promise<PageStart>
  isSandbox: boolean
}

/** Serves the built web app: hashed assets for ever, the page itself always fresh. */
export async function webApp(
  app: FastifyInstance,
  distDir: string,
  { previewOf, startOf, isSandbox }: PageParts,
): Promise<void> {
  const page = readFileSync(join(distDir, 'index.html'), 'utf8')
  const filesOf = readPageFiles(distDir)
  await app.register(fastifyStatic, {
    root: distDir,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (response, path) => {
      const immutable = path.startsWith(join(distDir, 'assets'))
      setCacheControl(response, immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  for (const path of [...pages, ...channelPages, ...barePages, ...(isSandbox ? [pagePaths.design] : [])]) {
    const files = filesOf(path)
    const isBare = barePages.includes(path)
    app.get(path, { schema: { hide: true } }, async ({ url }, reply) => {
      // One address a page: the web app knows it without the slash.
      const short = url.replace(/^(.+?)\/(?=\?|$)/, '$1')
      if (short !== url) return reply.redirect(short, 308)
      const [preview, start] = await Promise.all([previewOf(url), isBare ? emptyStart : startOf(url)])
      return sendPage(reply, fill(page, preview, { ...start, head: files + start.head }))
    })
  }
  // A person who mistyped an address gets the site and its own 'not found' page; a program gets JSON.
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' && !request.url.startsWith('/api/') && request.headers.accept?.includes('text/html')
    if (!isPage) return refuseMissing(request, reply)
    return sendPage(reply.status(404), page)
  })
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return setCacheControl(reply, 'no-cache').type('text/html; charset=utf-8').send(page)
}

/** The page with `preview` in place of its own title and description, and with its start. */
function fill(page: string, preview: string | undefined, { first, head, body }: PageStart): string {
  // By functions: in a string, '$&' of a title would mean something.
  const filled = page
    .replace('<head>', (begin) => begin + first)
    .replace('</head>', (end) => head + end)
    .replace('<div id="root">', (place) => place + body)
  if (preview === undefined) return filled
  return filled.replace(/ *<meta name="description"[^>]*>\n?/, '').replace(/<title>[^<]*<\/title>/, () => preview)
}

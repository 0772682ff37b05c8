import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendRefusal } from '../lib/http.ts'
import { Refusal } from '../lib/refusal.ts'

const pages = [
  '/',
  '/directory',
  '/following',
  '/faq',
  '/stream-key',
  '/dashboard/streamer',
  '/login',
  '/chat/:account',
  '/overlay/:secret',
]

/** Every component in every state: for who develops, not for a public site. */
const designPage = '/design'

/** Pages that show a channel, whose head tells programs which. */
const channelPages = ['/watch', '/embed']

/**
 * Serves the built web app: hashed assets for ever, the page itself always fresh. `previewOf` gives the tags in the head of a channel's
 * page by its path and query; it never rejects, for the page is worth more than its tags.
 */
export async function webApp(
  app: FastifyInstance,
  distDir: string,
  previewOf: (address: string) => Promise<string | undefined>,
  isSandbox: boolean,
): Promise<void> {
  const page = readFileSync(join(distDir, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: distDir,
    index: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      const immutable = path.startsWith(join(distDir, 'assets'))
      response.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  for (const path of isSandbox ? [...pages, designPage] : pages) {
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page),
    )
  }
  for (const path of channelPages) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const preview = await previewOf(request.url)
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(withHead(page, preview))
    })
  }
  // A person who mistyped an address gets the site and its own 'not found' page; a program gets JSON.
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' && !request.url.startsWith('/api/') && request.headers.accept?.includes('text/html')
    if (!isPage) return sendRefusal(reply, new Refusal('not_found'))
    return reply.status(404).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
}

/** The page with `preview` in place of its own title and description. */
function withHead(page: string, preview: string | undefined): string {
  if (preview === undefined) return page
  // By a function: in a string, '$&' of a title would mean something.
  return page.replace(/ *<meta name="description"[^>]*>\n?/, '').replace(/<title>[^<]*<\/title>/, () => preview)
}

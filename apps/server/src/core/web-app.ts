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
  '/watch',
  '/stream-key',
  '/dashboard/streamer',
  '/login',
  '/chat/:account',
  '/overlay/:secret',
]

/** Serves the built web app: hashed assets for ever, the page itself always fresh. */
export async function webApp(app: FastifyInstance, distDir: string): Promise<void> {
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
  for (const path of pages) {
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page),
    )
  }
  // A person who mistyped an address gets the site and its own 'not found' page; a program gets JSON.
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' && !request.url.startsWith('/api/') && request.headers.accept?.includes('text/html')
    if (!isPage) return sendRefusal(reply, new Refusal('not_found'))
    return reply.status(404).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
}

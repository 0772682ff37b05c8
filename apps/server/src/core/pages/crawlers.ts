import { pagePaths, replayPath, sitePagePath, watchPath } from '@waggle/contract/pages/page-addresses'
import type { FastifyInstance } from 'fastify'
import { listChannelsThatStreamed } from '../../db/broadcasts/channels-that-streamed.ts'
import { listPublicReplays } from '../../db/recordings/replays.ts'
import { setCacheControl } from '../../http/cache-control.ts'
import { memoizeAsync } from '../../lib/memoize-async.ts'
import type { CoreContext } from '../context.ts'
import { pagesOf } from '../identity/identity.ts'

/** The limits of sitemaps.org are 50,000 addresses and 50 MB. */
const channelsMax = 20_000
const replaysMax = 20_000
const cacheMs = 10 * 60_000
const maxAgeSeconds = 600

/** Pages that show the same to everybody. The pages of channels and of replays follow them. */
const listedPages = [pagePaths.home, pagePaths.directory, pagePaths.faq]

/** What search engines should not read. A page of theirs may show a stream's picture and its embedded player. */
const rules = [
  'Allow: /api/oembed',
  'Allow: /live/*/thumbnail.jpg',
  'Allow: /recordings/*/picture.jpg',
  'Disallow: /api/',
  'Disallow: /live/',
  'Disallow: /recordings/',
  'Disallow: /embed',
  'Disallow: /chat/',
  'Disallow: /login',
  'Disallow: /operate',
  'Disallow: /stream-key',
  'Disallow: /dashboard/',
]

/** `/robots.txt` (RFC 9309) and `/sitemap.xml` (sitemaps.org): what search engines may read, and where it is. */
export function crawlerRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now } = context
  const channels = memoizeAsync(() => listChannelsThatStreamed(db, channelsMax), { lifeMs: cacheMs, now })

  const replays = memoizeAsync(() => listPublicReplays(db, replaysMax), { lifeMs: cacheMs, now })

  app.get('/robots.txt', (_request, reply) => {
    const sitemap = `Sitemap: ${context.addresses().publicUrl}/sitemap.xml`
    const lines = context.entrance.isPrivate
      ? ['User-agent: *', 'Disallow: /']
      : ['User-agent: *', ...rules, '', sitemap]
    return setCacheControl(reply, `public, max-age=${maxAgeSeconds}`)
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })

  app.get('/sitemap.xml', async (_request, reply) => {
    const { publicUrl } = context.addresses()
    const ownPages = pagesOf(context).map((page) => sitePagePath(page.address))
    const pages = [...listedPages, ...ownPages].map((path) => ({ address: publicUrl + path, changedAtMs: undefined }))
    const listed = (await channels('')).filter(({ username }) => !context.measures.find(username, 'lists'))
    const watchPages = listed.map(({ username, lastMediaAtMs }) => ({
      address: publicUrl + watchPath(username),
      changedAtMs: lastMediaAtMs,
    }))
    const replayPages = (await replays('')).map(({ id, endedAtMs }) => ({
      address: publicUrl + replayPath(id),
      changedAtMs: endedAtMs,
    }))
    return setCacheControl(reply, `public, max-age=${maxAgeSeconds}`)
      .type('application/xml; charset=utf-8')
      .send(sitemap([...pages, ...watchPages, ...replayPages]))
  })
}

/** Account names and the site's own address have no characters that XML escapes. */
function sitemap(pages: readonly { address: string; changedAtMs: number | undefined }[]): string {
  const entries = pages.map(({ address, changedAtMs }) => {
    const changed = changedAtMs === undefined ? '' : `<lastmod>${new Date(changedAtMs).toISOString()}</lastmod>`
    return `<url><loc>${address}</loc>${changed}</url>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Entrance, entranceId, entrancePath } from '@waggle/contract/admission/entrance'
import { escapeHtml } from '@waggle/contract/embed/embed-code'
import { pagePaths } from '@waggle/contract/pages/page-addresses'
import type { FastifyInstance } from 'fastify'
import { setCacheControl } from '../../http/cache-control.ts'
import { avatarTemplate } from '../channels/avatar.ts'
import type { CoreContext } from '../context.ts'
import { identityOf } from '../identity/identity.ts'
import { themePath } from '../identity/site-theme.ts'

/**
 * The only page that strangers see of a private site, whatever address they ask for: a login. It has the name and the colours of the
 * site and what operators have written for strangers, so that whoever was invited knows where they are, and nothing else of what is on
 * it (rules MEMBER-2, MEMBER-10).
 */
export function entrancePage(app: FastifyInstance, context: CoreContext, distDir: string): void {
  const { entrance } = context
  const built = readFileSync(join(distDir, 'index.html'), 'utf8')

  app.get(entrancePath, async (request, reply) => {
    if (!entrance.isPrivate || (await entrance.identify(request.raw)).isMember) return reply.redirect(pagePaths.home)
    const isSignedIn = request.url.endsWith('?not_a_member')
    if (!isSignedIn) reply.header('www-authenticate', 'Bearer')
    return setCacheControl(reply.status(isSignedIn ? 403 : 401), 'no-store')
      .type('text/html; charset=utf-8')
      .send(dress(built, context))
  })
}

function dress(page: string, context: CoreContext): string {
  const { name, accent } = identityOf(context)
  const { hive } = context.config
  const known: Entrance = {
    name,
    welcome: context.entrance.welcome,
    hive: hive.chain,
    avatarUrl: avatarTemplate(context.config),
  }
  const text = escapeHtml(name)
  const added = [
    `<meta name="application-name" content="${text}" />`,
    '<meta name="robots" content="noindex, nofollow" />',
    ...(accent ? [`<link rel="stylesheet" href="${themePath(accent)}" />`] : []),
    `<script type="application/json" id="${entranceId}">${JSON.stringify(known).replaceAll('<', '\\u003c')}</script>`,
  ]
  // Functions, because a replacement string would interpret '$&' in a name.
  return page
    .replace(/ *<meta name="description"[^>]*>\n?/, '')
    .replace(/ *<link rel="manifest"[^>]*>\n?/, '')
    .replace(/<title>[^<]*<\/title>/, () => `<title>${text}</title>`)
    .replace('</head>', (end) => added.join('') + end)
}

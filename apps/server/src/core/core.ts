import type { SandboxChain } from '@waggle/hive/sandbox/chain'
import type { FastifyInstance } from 'fastify'
import { deleteExpiredSessions } from '../db/sessions.ts'
import { deleteExpiredChallenges } from '../db/used-challenges.ts'
import { route } from '../lib/route.ts'
import { authRoutes } from './auth.ts'
import { avatarTemplate } from './avatar.ts'
import type { CoreContext } from './context.ts'
import { docsPage } from './docs.ts'
import { hlsAccessRoutes } from './hls-access.ts'
import { sandboxRoutes } from './sandbox.ts'
import { securityHeaders } from './security-headers.ts'
import { streamRoutes } from './streams.ts'
import { webApp } from './web-app.ts'

const cleaningIntervalMs = 10 * 60_000

/** The core role: the HTTP API and the web app. */
export async function startCore(
  app: FastifyInstance,
  context: CoreContext,
  options: { webDist: string; sandboxChain: SandboxChain | undefined },
): Promise<void> {
  // A context of its own, so that its hooks cost the media routes nothing.
  await app.register(async (site) => {
    securityHeaders(site, context.config)
    await docsPage(site)
    await site.register(async (api) => {
      siteRoute(api, context)
      authRoutes(api, context)
      streamRoutes(api, context)
      hlsAccessRoutes(api, context)
    })
    if (options.sandboxChain) sandboxRoutes(site, options.sandboxChain)
    await webApp(site, options.webDist)
  })

  const cleaning = setInterval(() => {
    const nowMs = context.now()
    Promise.all([deleteExpiredSessions(context.db, nowMs), deleteExpiredChallenges(context.db, nowMs)]).catch((error) =>
      context.log.warn({ error }, 'could not remove what has expired; trying again later'),
    )
  }, cleaningIntervalMs)
  app.addHook('onClose', async () => clearInterval(cleaning))
}

function siteRoute(app: FastifyInstance, context: CoreContext): void {
  const { config } = context
  route(app, context, 'getSite', async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=60')
    return {
      name: 'Waggle',
      publicUrl: config.http.publicUrl,
      rtmpUrl: config.rtmp.publicUrl,
      hive: config.hive.chain,
      posterAccount: config.hive.posterAccount,
      avatarUrl: avatarTemplate(config),
    }
  })
}

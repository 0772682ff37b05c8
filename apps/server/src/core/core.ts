import type { SandboxChain } from '@waggle/hive/sandbox/chain'
import type { FastifyInstance } from 'fastify'
import { deleteExpiredSessions } from '../db/sessions.ts'
import { deleteExpiredChallenges } from '../db/used-challenges.ts'
import type { Rounds } from '../lib/rounds.ts'
import { announcementRoutes } from './announcements.ts'
import { startAnnouncer } from './announcer.ts'
import { authRoutes } from './auth.ts'
import { broadcastHistoryRoutes } from './broadcast-history.ts'
import { channelRoutes } from './channels.ts'
import type { CoreContext } from './context.ts'
import { docsPage } from './docs.ts'
import { followRoutes } from './follows.ts'
import { hlsAccessRoutes } from './hls-access.ts'
import { houseAd } from './house-ad.ts'
import { overlayRoutes } from './overlay.ts'
import { createPageStart } from './page-answers.ts'
import { openPoster } from './poster.ts'
import { postingAuthorityRoutes } from './posting-authority.ts'
import { createPreviews, oembedRoute } from './previews.ts'
import { sandboxRoutes } from './sandbox.ts'
import { securityHeaders } from './security-headers.ts'
import { siteRoute } from './site.ts'
import { statsRoutes } from './stats.ts'
import { startStatsRecorder } from './stats-recorder.ts'
import { streamHealthRoutes } from './stream-health.ts'
import { createPostMemory, streamPostRoutes } from './stream-posts.ts'
import { streamRoutes } from './streams.ts'
import { startTipWatch } from './tip-watch.ts'
import { tipRoutes } from './tips.ts'
import { webApp } from './web-app.ts'
import { startWebhookOutbox } from './webhook-outbox.ts'
import { webhookRoutes } from './webhooks.ts'

const cleaningIntervalMs = 10 * 60_000

/** The core role: the HTTP API and the web app. */
export async function startCore(
  app: FastifyInstance,
  context: CoreContext,
  options: { webDist: string; sandboxChain: SandboxChain | undefined },
): Promise<void> {
  const poster = await openPoster(context.config.hive)
  // A context of its own, so that its hooks cost the media routes nothing.
  await app.register(async (site) => {
    securityHeaders(site, context.config)
    await docsPage(site)
    await site.register(async (api) => {
      siteRoute(api, context)
      authRoutes(api, context)
      streamRoutes(api, context)
      channelRoutes(api, context)
      hlsAccessRoutes(api, context)
      followRoutes(api, context)
      postingAuthorityRoutes(api, context)
      announcementRoutes(api, context)
      const findPost = createPostMemory(context)
      streamPostRoutes(api, context, findPost)
      statsRoutes(api, context)
      broadcastHistoryRoutes(api, context, findPost)
      streamHealthRoutes(api, context)
      oembedRoute(api, context)
      tipRoutes(api, context)
      overlayRoutes(api, context)
      webhookRoutes(api, context)
    })
    if (options.sandboxChain) sandboxRoutes(site, options.sandboxChain)
    houseAd(site)
    await webApp(site, options.webDist, {
      previewOf: createPreviews(context),
      startOf: createPageStart(context),
      isSandbox: Boolean(options.sandboxChain),
    })
  })

  const cleaning = setInterval(() => {
    const nowMs = context.now()
    Promise.all([deleteExpiredSessions(context.db, nowMs), deleteExpiredChallenges(context.db, nowMs)]).catch((error) =>
      context.log.warn({ error }, 'could not remove what has expired; trying again later'),
    )
  }, cleaningIntervalMs)
  const atWork: Rounds[] = []
  let stopRecording: (() => void) | undefined
  // From then on the sandbox chain, which is one of our own routes, can be asked.
  app.addHook('onListen', async () => {
    stopRecording = startStatsRecorder(context)
    if (context.config.tips) atWork.push(startTipWatch(context))
    if (context.config.webhooks !== 'off') atWork.push(startWebhookOutbox(context))
    atWork.push(startAnnouncer({ ...context, poster, publicUrl: context.config.http.publicUrl }))
  })
  app.addHook('onClose', async () => {
    clearInterval(cleaning)
    stopRecording?.()
    await Promise.all(atWork.map((work) => work.close()))
  })
}

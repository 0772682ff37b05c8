import type { SandboxChain } from '@waggle/hive/sandbox/chain/chain'
import type { FastifyInstance } from 'fastify'
import { deleteExpiredSessions } from '../db/accounts/sessions.ts'
import { deleteExpiredChallenges } from '../db/accounts/used-challenges.ts'
import { forgetAddresses } from '../db/operating/encoder-addresses.ts'
import { deleteOldActions } from '../db/operating/site-actions.ts'
import { refuseUnguardedSite } from '../http/entrance/obstacle.ts'
import { type PeriodicTask, startPeriodicTask } from '../lib/periodic-task.ts'
import { admissionSettingRoutes } from './admission/admission-settings.ts'
import { admittedListRoutes } from './admission/admitted-lists.ts'
import { invitationRoutes } from './admission/invitations.ts'
import { myAdmissionRoutes } from './admission/my-admission.ts'
import { startAlertNotices } from './alerts/alert-notices.ts'
import { announcementRoutes } from './announcements/announcements.ts'
import { startAnnouncer } from './announcements/announcer.ts'
import { openPoster } from './announcements/poster.ts'
import { postingAuthorityRoutes } from './announcements/posting-authority.ts'
import { createPostCache, streamPostRoutes } from './announcements/stream-posts.ts'
import { voteWorthRoutes } from './announcements/vote-worth.ts'
import { authRoutes } from './auth/auth.ts'
import { sessionRoutes } from './auth/sessions.ts'
import { channelRoutes } from './channels/channels.ts'
import { followRoutes } from './channels/follows.ts'
import { panelRoutes } from './channels/panels.ts'
import { scheduleRoutes } from './channels/schedule.ts'
import { streamRoutes } from './channels/streams.ts'
import { isOfMissingClip } from './clips/clip-page.ts'
import { clipRoutes } from './clips/clips.ts'
import type { CoreContext } from './context.ts'
import { docsPage } from './docs/docs-page.ts'
import { egressRoutes } from './egress/egress-routes.ts'
import { startUnseenEgress } from './egress/unseen-egress.ts'
import { entrancePage } from './entrance/entrance-page.ts'
import { entranceRoutes } from './entrance/entrance-routes.ts'
import { memberRoutes } from './entrance/members.ts'
import { streamHealthRoutes } from './health/stream-health.ts'
import { createPageIdentity } from './identity/page-identity.ts'
import { logoRoute } from './identity/site-logo.ts'
import { isOfMissingSitePage } from './identity/site-pages.ts'
import { themeRoute } from './identity/site-theme.ts'
import { webManifest } from './identity/web-manifest.ts'
import { actionPreviewRoute } from './operating/action-preview.ts'
import { operatedAccountRoutes } from './operating/operated-accounts.ts'
import { rightsRoutes } from './operating/rights.ts'
import { siteActionRoutes } from './operating/site-actions.ts'
import { siteModeratorRoutes } from './operating/site-moderators.ts'
import { siteSettingRoutes } from './operating/site-settings.ts'
import { overlayRoutes } from './overlay/overlay.ts'
import { readInlineScripts } from './pages/built/inline-scripts.ts'
import { typefacePath } from './pages/built/typeface-file.ts'
import { isOfMissingChannel } from './pages/channel-page.ts'
import { crawlerRoutes } from './pages/crawlers.ts'
import { oembedRoute } from './pages/oembed.ts'
import { createPageStart } from './pages/page-answers.ts'
import { createPreviews } from './pages/previews/previews.ts'
import { isOfMissingReplay } from './pages/replay-page.ts'
import { webApp } from './pages/web-app.ts'
import { hlsAccessRoutes } from './playback/hls-access.ts'
import { playbackReportRoutes } from './playback/playback-reports.ts'
import { startDeletingAccounts } from './privacy/delete-accounts.ts'
import { storedDataRoutes } from './privacy/stored-data-routes.ts'
import { startPushOutbox } from './push/push-outbox.ts'
import { pushRoutes } from './push/push-routes.ts'
import { chapterRoutes } from './replays/chapters/chapters.ts'
import { ReplayAudience } from './replays/replay-audience.ts'
import { replayRoutes } from './replays/replays.ts'
import { accountRecordRoutes } from './reports/account-record.ts'
import { appealRoutes } from './reports/appeals.ts'
import { noticeRoutes } from './reports/notices.ts'
import { startReportCleanUp } from './reports/report-clean-up.ts'
import { reportRoutes } from './reports/reports.ts'
import { reviewRoutes } from './reports/review.ts'
import { readBuiltAddresses } from './site/built-addresses.ts'
import { houseAd } from './site/house-ad.ts'
import { setPagePolicy } from './site/page-policy.ts'
import { sandboxRoutes } from './site/sandbox.ts'
import { siteRoute } from './site/site.ts'
import { refuseTokenAddresses } from './site/token-addresses.ts'
import { siteHealthRoutes } from './site-health/site-health.ts'
import { broadcastHistoryRoutes } from './stats/broadcast-history.ts'
import { channelTotalsRoutes } from './stats/channel-totals.ts'
import { siteFigureRoutes } from './stats/site-figures.ts'
import { statsRoutes } from './stats/stats.ts'
import { startStatsRecorder } from './stats/stats-recorder.ts'
import { startTipWatch } from './tips/tip-watch.ts'
import { tipRoutes } from './tips/tips.ts'
import { startWebhookOutbox } from './webhooks/webhook-outbox.ts'
import { webhookRoutes } from './webhooks/webhooks.ts'

const cleanUpIntervalMs = 10 * 60_000
const dayMs = 24 * 60 * 60_000

/** Starts the core role: the HTTP API and the web app. */
export async function startCore(
  app: FastifyInstance,
  context: CoreContext,
  options: { webDist: string; sandboxChain: SandboxChain | undefined },
): Promise<void> {
  const poster = await openPoster(context.config.hive)
  const servers = readBuiltAddresses(options.webDist)
  refuseUnguardedSite(context.config, context.entrance, servers)
  const replayAudience = new ReplayAudience(context)
  // An encapsulated Fastify context: the media routes do not run this hook.
  await app.register(async (site) => {
    refuseTokenAddresses(site)
    await docsPage(site, context.config)
    await site.register(async (api) => {
      siteRoute(api, context)
      authRoutes(api, context)
      sessionRoutes(api, context)
      storedDataRoutes(api, context)
      streamRoutes(api, context)
      channelRoutes(api, context)
      panelRoutes(api, context)
      scheduleRoutes(api, context)
      hlsAccessRoutes(api, context, replayAudience)
      playbackReportRoutes(api, context)
      replayRoutes(api, context)
      chapterRoutes(api, context)
      clipRoutes(api, context)
      followRoutes(api, context)
      postingAuthorityRoutes(api, context)
      announcementRoutes(api, context)
      const findPost = createPostCache(context)
      streamPostRoutes(api, context, findPost)
      voteWorthRoutes(api, context)
      statsRoutes(api, context)
      channelTotalsRoutes(api, context)
      broadcastHistoryRoutes(api, context, findPost)
      streamHealthRoutes(api, context)
      egressRoutes(api, context)
      oembedRoute(api, context, servers)
      tipRoutes(api, context)
      overlayRoutes(api, context)
      rightsRoutes(api, context)
      siteModeratorRoutes(api, context)
      siteSettingRoutes(api, context)
      siteActionRoutes(api, context)
      actionPreviewRoute(api, context)
      operatedAccountRoutes(api, context)
      reportRoutes(api, context)
      noticeRoutes(api, context)
      reviewRoutes(api, context)
      accountRecordRoutes(api, context)
      appealRoutes(api, context)
      siteHealthRoutes(api, context)
      siteFigureRoutes(api, context)
      webhookRoutes(api, context)
      pushRoutes(api, context)
      myAdmissionRoutes(api, context)
      admissionSettingRoutes(api, context)
      admittedListRoutes(api, context)
      invitationRoutes(api, context)
      entranceRoutes(api, context, servers)
      memberRoutes(api, context)
    })
    if (options.sandboxChain) sandboxRoutes(site, options.sandboxChain)
    houseAd(site, context, typefacePath(options.webDist))
    logoRoute(site, context)
    themeRoute(site)
    webManifest(site, context)
    crawlerRoutes(site, context)
    await site.register(async (pages) => {
      const inline = readInlineScripts(options.webDist)
      setPagePolicy(pages, context, servers, inline.policySources)
      entrancePage(pages, context, options.webDist)
      await webApp(pages, options.webDist, {
        identify: (page) => createPageIdentity(page, context),
        previewOf: createPreviews(context, servers),
        startOf: createPageStart(context, servers),
        isMissing: async (address) =>
          (await isOfMissingChannel(context, address)) ||
          (await isOfMissingReplay(context, address)) ||
          isOfMissingSitePage(context, address) ||
          isOfMissingClip(context, address),
        inline,
        isSandbox: Boolean(options.sandboxChain),
        isRealTimeOffered: context.config.realTime !== 'off',
      })
    })
  })

  const tasks: PeriodicTask[] = []
  // The sandbox chain is a route of this server, so the tasks that read the chain start once we listen.
  app.addHook('onListen', async () => {
    tasks.push(
      startCleanUp(context),
      startDeletingAccounts(context),
      startReportCleanUp(context),
      startStatsRecorder(context),
      replayAudience.start(context.log),
    )
    const unseen = startUnseenEgress(context)
    if (unseen) tasks.push(unseen)
    if (context.config.tips) tasks.push(startTipWatch(context))
    tasks.push(startAlertNotices(context))
    if (context.config.webhooks !== 'off') tasks.push(startWebhookOutbox(context))
    // Where no alerts are sent, it still forgets old subscriptions.
    tasks.push(startPushOutbox(context))
    tasks.push(
      startAnnouncer({
        ...{ ...context, poster, publicUrl: context.addresses().publicUrl },
        isPaused: () => context.entrance.isPrivate,
      }),
    )
  })
  app.addHook('onClose', async () => {
    await Promise.all(tasks.map((task) => task.close()))
  })
}

function startCleanUp({ db, now, log, config }: CoreContext): PeriodicTask {
  const deleteExpired = async () => {
    const nowMs = now()
    await Promise.all([
      deleteExpiredSessions(db, nowMs),
      deleteExpiredChallenges(db, nowMs),
      forgetAddresses(db, nowMs - config.keepAddressesDays * dayMs, nowMs),
      ...(config.actionLogDays === undefined
        ? []
        : [deleteOldActions(db, nowMs - config.actionLogDays * dayMs, nowMs)]),
    ])
  }
  return startPeriodicTask(deleteExpired, {
    pauseMs: cleanUpIntervalMs,
    onError: (error) => log.warn({ error }, 'could not delete what has expired; trying again later'),
  })
}

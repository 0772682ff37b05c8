import { limits } from '@waggle/contract/limits'
import type { FastifyInstance } from 'fastify'
import { type BurstLimit, limitBurstsByAddress } from '../../http/limits/limit-calls.ts'
import { route } from '../../http/route.ts'
import type { Metrics } from '../../lib/metrics/metrics.ts'
import type { CoreContext } from '../context.ts'
import { ReportPace } from './report-pace.ts'

/** Enough for smooth figures, and little beside the keys that viewers fetch. */
const reportsPerMinute = 600
/** As for tokens: a school behind one address may watch (rule LIMIT-3). */
const reportLimit: BurstLimit = {
  burst: { name: 'playback-report', points: limits.viewerCallsBurst, perSeconds: limits.viewerCallsBurstSeconds },
  refill: { name: 'playback-report-refill', points: limits.viewerCallsPerSecond, perSeconds: 1 },
}

/**
 * How playback goes for viewers, as their players say (rule HEALTH-3). Anybody can send anything, so the numbers are bounded, and they
 * are only looked at by people.
 */
export function playbackReportRoutes(app: FastifyInstance, context: CoreContext): void {
  const pace = new ReportPace(reportsPerMinute, context.now)
  const measured = playerMetrics(context.metrics)

  route(app, context, 'reportPlayback', async ({ body, request }) => {
    await limitBurstsByAddress(context, reportLimit, request)
    if (pace.count()) {
      const { mode, watchedMs, stalls, stalledMs, delayMs } = body
      measured.reports.inc({ mode })
      measured.watched.inc({ mode }, watchedMs / 1000)
      measured.stalls.inc({ mode }, stalls)
      measured.stalled.inc({ mode }, stalledMs / 1000)
      if (delayMs !== null) measured.delay.observe({ mode }, delayMs / 1000)
    }
    return { everySeconds: pace.everySeconds }
  })
}

function playerMetrics(metrics: Metrics) {
  const labels = ['mode'] as const
  return {
    reports: metrics.counter({ name: 'waggle_player_reports_total', help: 'Reports of players', labels }),
    watched: metrics.counter({
      name: 'waggle_player_watched_seconds_total',
      help: 'How long the picture ran, as players report',
      labels,
    }),
    stalls: metrics.counter({ name: 'waggle_player_stalls_total', help: 'Stalls, as players report', labels }),
    stalled: metrics.counter({
      name: 'waggle_player_stalled_seconds_total',
      help: 'How long the picture stood, as players report',
      labels,
    }),
    delay: metrics.histogram({
      name: 'waggle_player_delay_seconds',
      help: 'How far the picture is behind the moment of encoding, as players report',
      buckets: [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 7.5, 10, 15, 30, 60],
      labels,
    }),
  }
}

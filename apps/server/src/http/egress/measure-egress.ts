import { guardSteps } from '../../lib/egress/guard-steps.ts'
import type { Metrics } from '../../lib/metrics/metrics.ts'
import type { Egress } from './egress.ts'

/** Adds what the site has sent, over all processes, to the metrics of this one. */
export function measureEgress(metrics: Metrics, egress: Egress): void {
  const { ledger, settings } = egress
  metrics.gauge('waggle_egress_today_bytes', 'What the site has sent today (UTC)', () => ledger.sentToday)
  metrics.gauge('waggle_egress_bytes_per_second', 'What the site sends, over some minutes', () =>
    ledger.bytesPerSecond(),
  )
  metrics.gauge('waggle_egress_forecast_bytes', 'What today will be, if it goes on like this', () => {
    return ledger.sentToday + (ledger.bytesPerSecond() * Math.max(0, ledger.period.dayEndsAtMs - egress.now())) / 1000
  })
  metrics.gauges('waggle_egress_budget_bytes', 'What the site may send', 'period', () => byPeriod(egress, 'limitBytes'))
  metrics.gauges('waggle_egress_budget_used_bytes', 'What of it is used', 'period', () => byPeriod(egress, 'usedBytes'))
  metrics.gauge('waggle_egress_guard_step', `What the guard does: 0 to 5 for ${guardSteps.join(', ')}`, () =>
    guardSteps.indexOf(egress.stepOf()),
  )
  const { pricePerGb } = settings
  if (pricePerGb === undefined) return
  metrics.gauge('waggle_egress_today_dollars', 'What it costs', () => (ledger.sentToday / 1e9) * pricePerGb)
}

function byPeriod({ use }: Egress, of: 'limitBytes' | 'usedBytes'): Record<string, number> {
  return { ...(use.day && { day: use.day[of] }), ...(use.month && { month: use.month[of] }) }
}

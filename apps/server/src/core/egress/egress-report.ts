import type { EgressReport } from '@waggle/contract/egress/endpoints'
import { findFigures } from '../../db/broadcasts/broadcast-figures.ts'
import { findBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { listEdges } from '../../db/egress/edge-batches.ts'
import { allBytes, type EgressTotal, readEgress, readEgressDays } from '../../db/egress/egress-totals.ts'
import type { BudgetUse } from '../../http/egress/budget/egress-budget.ts'
import type { CoreContext } from '../context.ts'

const dayMs = 24 * 60 * 60_000
const hourMs = 60 * 60_000
/** What a day is like is the mean of so many before today. */
const usualDays = 7
const listedBroadcasts = 20
const listedDays = 30
const nothing: EgressTotal = { id: '', sentBytes: 0, edgeBytes: 0, estimatedBytes: 0 }

/** What was sent and what it costs, over all processes. */
export async function egressReport(context: CoreContext): Promise<EgressReport> {
  const { db, egress, now } = context
  const { use, settings, ledger } = egress
  const { day } = ledger.period
  const [today = nothing] = await readEgress(db, { scope: 'site', fromDay: day, toDay: day })
  const dayForecast = allBytes(today) + (ledger.bytesPerSecond() * (ledger.period.dayEndsAtMs - now())) / 1000
  const { sentBytes, edgeBytes, estimatedBytes } = today
  const price = settings.pricePerGb ?? null
  return {
    step: egress.stepOf(),
    day: use.day ? toBudget(use.day, dayForecast) : null,
    month: use.month
      ? toBudget(use.month, await forecastMonth(context, use.month, allBytes(today), dayForecast))
      : null,
    today: { sentBytes, edgeBytes, estimatedBytes },
    days: await lastDays(context, day),
    bytesPerSecond: Math.round(ledger.bytesPerSecond()),
    dollarsPerGigabyte: price,
    edges: (await listEdges(db, now() - dayMs)).map(({ edge, reportedAtMs }) => ({ edge, reportedAt: reportedAtMs })),
    broadcasts: await mostSent(context, day, price),
  }
}

function toBudget({ limitBytes, usedBytes, endsAtMs }: BudgetUse, forecast: number) {
  const round = Math.round
  return {
    limitBytes: round(limitBytes),
    usedBytes: round(usedBytes),
    forecastBytes: round(forecast),
    endsAt: endsAtMs,
  }
}

/** Today as it goes on, and the other days like those of the last week. */
async function forecastMonth(
  { db, egress, now }: CoreContext,
  month: BudgetUse,
  todayBytes: number,
  dayForecast: number,
): Promise<number> {
  const { day, dayEndsAtMs } = egress.ledger.period
  const fromDay = new Date(now() - usualDays * dayMs).toISOString().slice(0, 10)
  const before = (await readEgressDays(db, fromDay)).filter((total) => total.day < day)
  const usual =
    before.length > 0 ? before.reduce((sum, total) => sum + allBytes(total), 0) / before.length : dayForecast
  const daysLeft = Math.round((month.endsAtMs - dayEndsAtMs) / dayMs)
  return month.usedBytes - todayBytes + dayForecast + usual * daysLeft
}

/** From the first day of them that is known; a day without traffic is not stored. */
async function lastDays({ db }: CoreContext, today: string): Promise<EgressReport['days']> {
  const todayMs = Date.parse(today)
  const dayOf = (ago: number) => new Date(todayMs - ago * dayMs).toISOString().slice(0, 10)
  const known = new Map(
    (await readEgressDays(db, dayOf(listedDays - 1))).map((total) => [total.day, allBytes(total)] as const),
  )
  const days = Array.from({ length: listedDays }, (_, index) => dayOf(listedDays - 1 - index))
  const first = days.findIndex((day) => known.has(day))
  return days.slice(first < 0 ? -1 : first).map((day) => ({ day, bytes: known.get(day) ?? 0 }))
}

async function mostSent({ db }: CoreContext, day: string, price: number | null): Promise<EgressReport['broadcasts']> {
  const totals = await readEgress(db, { scope: 'broadcast', fromDay: day, toDay: day })
  const most = totals.toSorted((a, b) => allBytes(b) - allBytes(a)).slice(0, listedBroadcasts)
  const rows = await Promise.all(
    most.map(async (today) => {
      const broadcast = await findBroadcast(db, today.id)
      const [whole = today] = await readEgress(db, { scope: 'broadcast', fromDay: '', toDay: day, ids: [today.id] })
      const viewerHours = ((await findFigures(db, today.id))?.viewerMs ?? 0) / hourMs
      const dollars = price === null ? null : (allBytes(whole) / 1e9) * price
      return {
        streamId: today.id,
        username: broadcast?.username ?? '',
        title: broadcast?.title ?? '',
        bytes: allBytes(today),
        estimatedBytes: today.estimatedBytes,
        viewerHours,
        dollars,
        dollarsPerViewerHour: dollars === null || viewerHours === 0 ? null : dollars / viewerHours,
      }
    }),
  )
  return rows
}

import { sql } from 'kysely'
import type { Db } from '../open.ts'

/** What the whole site came to in a stretch of time: the most of each. */
export interface SiteSample {
  /** When the stretch began, milliseconds since 1970. */
  atMs: number
  viewers: number
  channels: number
  /** Null while no process said it. */
  eventLoopMs: number | null
  /** Of the busiest machine, 0 to 1; null while no process said it. */
  processorShare: number | null
}

const hourMs = 60 * 60_000
export const siteSpansMs = { minute: 60_000, hour: hourMs } as const
/** Minutes are kept for a day and become hours, which are kept for 30 days. */
export const siteSamplesKeptMs = { minute: 24 * hourMs, hour: 30 * 24 * hourMs } as const

/** Raises the figures of the minute of `atMs`. All processes may call it at once: there is one row for a minute. */
export async function raiseSiteSample(db: Db, { atMs, ...figures }: SiteSample): Promise<void> {
  await db
    .insertInto('site_samples')
    .values(toColumns(siteSpansMs.minute, { ...figures, atMs: beginOf(atMs, siteSpansMs.minute) }))
    .onConflict((conflict) =>
      conflict.columns(['span_ms', 'at_ms']).doUpdateSet({
        viewers: larger('viewers'),
        channels: larger('channels'),
        event_loop_ms: larger('event_loop_ms'),
        processor_share: larger('processor_share'),
      }),
    )
    .execute()
}

/** In order of time. The hours are all of the last 30 days, also those whose minutes are kept. */
export async function listSiteSamples(db: Db, span: keyof typeof siteSpansMs, nowMs: number): Promise<SiteSample[]> {
  const sinceMs = nowMs - siteSamplesKeptMs[span]
  const rows = await db
    .selectFrom('site_samples')
    .selectAll()
    .$if(span === 'minute', (query) => query.where('span_ms', '=', siteSpansMs.minute))
    .where('at_ms', '>=', sinceMs)
    .orderBy('at_ms')
    .execute()
  const samples = rows.map(toSample)
  return span === 'minute' ? samples : toHours(samples)
}

/** Makes hours of the minutes that are a day old, and deletes old hours. Several processes may do so at once. */
export async function ageSiteSamples(db: Db, nowMs: number): Promise<void> {
  const beforeMs = beginOf(nowMs - siteSamplesKeptMs.minute, hourMs)
  await db.transaction().execute(async (transaction) => {
    const taken = await transaction
      .deleteFrom('site_samples')
      .where('span_ms', '=', siteSpansMs.minute)
      .where('at_ms', '<', beforeMs)
      .returningAll()
      .execute()
    for (const hour of toHours(taken.map(toSample))) {
      await transaction
        .insertInto('site_samples')
        .values(toColumns(siteSpansMs.hour, hour))
        .onConflict((conflict) => conflict.columns(['span_ms', 'at_ms']).doNothing())
        .execute()
    }
    await transaction
      .deleteFrom('site_samples')
      .where('span_ms', '=', siteSpansMs.hour)
      .where('at_ms', '<', nowMs - siteSamplesKeptMs.hour)
      .execute()
  })
}

function toHours(samples: readonly SiteSample[]): SiteSample[] {
  const hours = Map.groupBy(samples, ({ atMs }) => beginOf(atMs, hourMs))
  return [...hours].map(([atMs, all]) => ({
    atMs,
    viewers: Math.max(...all.map(({ viewers }) => viewers)),
    channels: Math.max(...all.map(({ channels }) => channels)),
    eventLoopMs: largestKnown(all.map(({ eventLoopMs }) => eventLoopMs)),
    processorShare: largestKnown(all.map(({ processorShare }) => processorShare)),
  }))
}

/** Null where none is known. */
export function largestKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 ? Math.max(...known) : null
}

function beginOf(atMs: number, spanMs: number): number {
  return atMs - (atMs % spanMs)
}

/** The engines have different functions for this. A comparison with null is not true. */
function larger(column: 'viewers' | 'channels' | 'event_loop_ms' | 'processor_share') {
  const [given, stored] = [sql.ref(`excluded.${column}`), sql.ref(`site_samples.${column}`)]
  return sql<number>`case when ${given} > ${stored} or ${stored} is null then ${given} else ${stored} end`
}

function toColumns(spanMs: number, sample: SiteSample) {
  const { atMs, viewers, channels, eventLoopMs, processorShare } = sample
  return {
    span_ms: spanMs,
    at_ms: atMs,
    viewers,
    channels,
    event_loop_ms: eventLoopMs,
    processor_share: processorShare,
  }
}

function toSample(row: ReturnType<typeof toColumns>): SiteSample {
  const { at_ms: atMs, viewers, channels, event_loop_ms: eventLoopMs, processor_share: processorShare } = row
  return { atMs, viewers, channels, eventLoopMs, processorShare }
}

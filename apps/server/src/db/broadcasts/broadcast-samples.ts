import type { Db } from '../open.ts'

/** A stretch of a broadcast. Times are milliseconds since 1970. */
interface Sample {
  atMs: number
  spanMs: number
  /** The mean over the stretch. */
  viewers: number
  viewersMax: number
  /** Null while it was unknown. */
  bitsPerSecond: number | null
  messages: number
}

/** A stretch that another process has already written stays unchanged. */
export async function insertSample(db: Db, broadcastId: string, sample: Sample): Promise<void> {
  await db
    .insertInto('broadcast_samples')
    .values(toColumns(broadcastId, sample))
    .onConflict((conflict) => conflict.columns(['broadcast_id', 'at_ms']).doNothing())
    .execute()
}

/** In order of time. */
export async function listSamples(db: Db, broadcastId: string, sinceMs = 0): Promise<Sample[]> {
  const rows = await db
    .selectFrom('broadcast_samples')
    .selectAll()
    .where('broadcast_id', '=', broadcastId)
    .where('at_ms', '>=', sinceMs)
    .orderBy('at_ms')
    .execute()
  return rows.map(toSample)
}

/** The end of the last stretch that was written; undefined before the first. */
export async function samplesEndMs(db: Db, broadcastId: string): Promise<number | undefined> {
  const last = await db
    .selectFrom('broadcast_samples')
    .select(['at_ms', 'span_ms'])
    .where('broadcast_id', '=', broadcastId)
    .orderBy('at_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last && last.at_ms + last.span_ms
}

const maxMerged = 20_000

/**
 * Merges stretches of one length that began before `beforeMs` (a multiple of the longer length) into longer ones. The process that
 * deletes the short rows inserts the long ones in the same transaction, so several processes may merge at once.
 */
export async function mergeSamples(db: Db, fromSpanMs: number, toSpanMs: number, beforeMs: number): Promise<void> {
  const old = db
    .selectFrom('broadcast_samples')
    .select(['broadcast_id'])
    .distinct()
    .where('span_ms', '=', fromSpanMs)
    .where('at_ms', '<', beforeMs)
    .limit(maxMerged)
  for (const { broadcast_id } of await old.execute()) {
    await db.transaction().execute(async (transaction) => {
      const taken = await transaction
        .deleteFrom('broadcast_samples')
        .where('broadcast_id', '=', broadcast_id)
        .where('span_ms', '=', fromSpanMs)
        .where('at_ms', '<', beforeMs)
        .returningAll()
        .execute()
      const stretches = Map.groupBy(taken.map(toSample), ({ atMs }) => atMs - (atMs % toSpanMs))
      const rows = [...stretches].map(([atMs, samples]) =>
        toColumns(broadcast_id, { ...mergeStretch(samples), atMs, spanMs: toSpanMs }),
      )
      // PostgreSQL takes 65,535 values in one statement.
      for (let start = 0; start < rows.length; start += 1000) {
        await transaction
          .insertInto('broadcast_samples')
          .values(rows.slice(start, start + 1000))
          // A sample written after its stretch was merged is dropped.
          .onConflict((conflict) => conflict.columns(['broadcast_id', 'at_ms']).doNothing())
          .execute()
      }
    })
  }
}

function mergeStretch(samples: Sample[]): Omit<Sample, 'atMs' | 'spanMs'> {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const rates = samples.flatMap(({ bitsPerSecond }) => bitsPerSecond ?? [])
  return {
    viewers: mean(samples.map(({ viewers }) => viewers)),
    viewersMax: Math.max(...samples.map(({ viewersMax }) => viewersMax)),
    bitsPerSecond: rates.length > 0 ? mean(rates) : null,
    messages: samples.reduce((sum, { messages }) => sum + messages, 0),
  }
}

function toColumns(broadcastId: string, sample: Sample) {
  return {
    broadcast_id: broadcastId,
    at_ms: sample.atMs,
    span_ms: sample.spanMs,
    viewers: sample.viewers,
    viewers_max: sample.viewersMax,
    bits_per_second: sample.bitsPerSecond,
    messages: sample.messages,
  }
}

function toSample(row: Omit<ReturnType<typeof toColumns>, 'broadcast_id'>): Sample {
  return {
    atMs: row.at_ms,
    spanMs: row.span_ms,
    viewers: row.viewers,
    viewersMax: row.viewers_max,
    bitsPerSecond: row.bits_per_second,
    messages: row.messages,
  }
}

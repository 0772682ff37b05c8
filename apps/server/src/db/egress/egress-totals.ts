import { commitWithDeferredSync } from '../commit-with-deferred-sync.ts'
import type { Db } from '../open.ts'
import type { EgressDatabase } from '../schema/egress-schema.ts'

export type EgressScope = EgressDatabase['egress_totals']['scope']
/** Who counted the bytes: this site, an edge, or nobody. */
export type EgressSource = 'sent' | 'edge' | 'estimated'

/** Bytes to add to a total. Fewer than none when a client left before it had read what was counted. */
export interface EgressChange {
  scope: EgressScope
  day: string
  id: string
  bytes: number
}

export interface EgressTotal {
  id: string
  sentBytes: number
  edgeBytes: number
  estimatedBytes: number
}

/** In one transaction. Resolves once the totals would survive a power cut. */
export async function addEgress(db: Db, changes: readonly EgressChange[], source: EgressSource): Promise<void> {
  if (changes.length === 0) return
  await commitWithDeferredSync(db, (transaction) => addWithin(transaction, changes, source))
}

export async function addWithin(
  transaction: Db,
  changes: readonly EgressChange[],
  source: EgressSource,
): Promise<void> {
  // Always in the same order: two processes that write the same rows would otherwise wait for each other.
  const sorted = changes.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  for (let start = 0; start < sorted.length; start += rowsPerStatement) {
    await transaction
      .insertInto('egress_totals')
      .values(
        sorted.slice(start, start + rowsPerStatement).map(({ scope, day, id, bytes }) => ({
          ...{ scope, day, id, sent_bytes: 0, edge_bytes: 0, estimated_bytes: 0 },
          [columns[source]]: Math.round(bytes),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['scope', 'day', 'id']).doUpdateSet((eb) => ({
          [columns[source]]: eb(`egress_totals.${columns[source]}`, '+', eb.ref(`excluded.${columns[source]}`)),
        })),
      )
      .execute()
  }
}

/** Of the given ids, or of all, summed over the days from the first to the last. */
export async function readEgress(
  db: Db,
  { scope, fromDay, toDay, ids }: { scope: EgressScope; fromDay: string; toDay: string; ids?: readonly string[] },
): Promise<EgressTotal[]> {
  if (ids?.length === 0) return []
  const rows = await db
    .selectFrom('egress_totals')
    .select((eb) => [
      'id',
      eb.fn.sum<number | string>('sent_bytes').as('sent'),
      eb.fn.sum<number | string>('edge_bytes').as('edge'),
      eb.fn.sum<number | string>('estimated_bytes').as('estimated'),
    ])
    .where('scope', '=', scope)
    .where('day', '>=', fromDay)
    .where('day', '<=', toDay)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .groupBy('id')
    .execute()
  return rows.map(({ id, sent, edge, estimated }) => ({
    id,
    sentBytes: Number(sent),
    edgeBytes: Number(edge),
    estimatedBytes: Number(estimated),
  }))
}

/** What the site sent on each day from the given one on, the latest last. */
export async function readEgressDays(db: Db, fromDay: string): Promise<(EgressTotal & { day: string })[]> {
  const rows = await db
    .selectFrom('egress_totals')
    .selectAll()
    .where('scope', '=', 'site')
    .where('day', '>=', fromDay)
    .orderBy('day')
    .execute()
  return rows.map((row) => ({
    day: row.day,
    id: row.id,
    sentBytes: row.sent_bytes,
    edgeBytes: row.edge_bytes,
    estimatedBytes: row.estimated_bytes,
  }))
}

/** Addresses are kept for the period of their share, broadcasts and channels for longer, the site for ever. */
export async function deleteOldEgress(db: Db, { addressDay, day }: { addressDay: string; day: string }): Promise<void> {
  await db.deleteFrom('egress_totals').where('scope', '=', 'address').where('day', '<', addressDay).execute()
  for (const scope of ['broadcast', 'channel'] as const) {
    await db.deleteFrom('egress_totals').where('scope', '=', scope).where('day', '<', day).execute()
  }
}

export function allBytes({ sentBytes, edgeBytes, estimatedBytes }: EgressTotal): number {
  return sentBytes + edgeBytes + estimatedBytes
}

const columns = { sent: 'sent_bytes', edge: 'edge_bytes', estimated: 'estimated_bytes' } as const
/** Six values each: SQLite takes some thousands of values in a statement. */
const rowsPerStatement = 200

function keyOf({ scope, day, id }: EgressChange): string {
  return `${scope} ${day} ${id}`
}

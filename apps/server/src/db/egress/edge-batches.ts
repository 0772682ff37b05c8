import { commitWithDeferredSync } from '../commit-with-deferred-sync.ts'
import type { Db } from '../open.ts'
import { addWithin, type EgressChange } from './egress-totals.ts'

/** A batch of what an edge has sent. Its reader numbers them from 1 in each of its runs. */
interface EdgeBatch {
  edge: string
  run: string
  batch: number
  changes: readonly EgressChange[]
}

/**
 * Counts a batch once, however often it arrives. 'counted' also for one that was counted before; otherwise the number of the batch that
 * has to come first.
 */
export async function addEdgeBatch(
  db: Db,
  { edge, run, batch, changes }: EdgeBatch,
  nowMs: number,
): Promise<{ counted: true; isRepeated: boolean } | { counted: false; expected: number }> {
  return commitWithDeferredSync(db, async (transaction) => {
    // The row is locked from here on: the same batch, sent to two processes at once, is counted by one.
    await transaction
      .insertInto('egress_edges')
      .values({ edge, run, batch: 0, reported_at_ms: nowMs })
      .onConflict((conflict) => conflict.column('edge').doUpdateSet({ reported_at_ms: nowMs }))
      .execute()
    const known = await transaction
      .selectFrom('egress_edges')
      .select(['run', 'batch'])
      .where('edge', '=', edge)
      .executeTakeFirstOrThrow()
    const last = known.run === run ? known.batch : 0
    if (batch <= last) return { counted: true, isRepeated: true }
    if (batch > last + 1) return { counted: false, expected: last + 1 }
    await transaction.updateTable('egress_edges').set({ run, batch }).where('edge', '=', edge).execute()
    await addWithin(transaction, changes, 'edge')
    return { counted: true, isRepeated: false }
  })
}

/** Whether this process is the first to estimate for this interval. */
export async function claimEstimate(db: Db, interval: number, nowMs: number): Promise<boolean> {
  const row = { edge: estimates, run: '', reported_at_ms: nowMs }
  await db
    .insertInto('egress_edges')
    .values({ ...row, batch: 0 })
    .onConflict((conflict) => conflict.column('edge').doNothing())
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('egress_edges')
    .set({ batch: interval, reported_at_ms: nowMs })
    .where('edge', '=', estimates)
    .where('batch', '<', interval)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** No edge has this name. */
const estimates = '(estimates)'

/** The edges that have reported since, by name. */
export async function listEdges(db: Db, sinceMs: number): Promise<{ edge: string; reportedAtMs: number }[]> {
  return db
    .selectFrom('egress_edges')
    .select(['edge', 'reported_at_ms as reportedAtMs'])
    .where('reported_at_ms', '>=', sinceMs)
    .where('edge', '!=', estimates)
    .orderBy('edge')
    .execute()
}

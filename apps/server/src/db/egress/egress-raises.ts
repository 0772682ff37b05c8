import { commitWithDeferredSync } from '../commit-with-deferred-sync.ts'
import type { Db } from '../open.ts'
import { insertSiteAction } from '../operating/site-actions.ts'

interface Raise {
  day: string
  bytes: number
  takenBy: string
  note: string
}

/** Adds to the budget of a day, and to the log of what operators do. */
export async function raiseBudget(db: Db, { day, bytes, takenBy, note }: Raise, nowMs: number): Promise<void> {
  await commitWithDeferredSync(db, async (transaction) => {
    const action = await insertSiteAction(transaction, {
      ...{ kind: 'raise-budget' as const, username: '', takenBy, note },
      ...{ streamId: null, reason: null, takenAtMs: nowMs, untilMs: null },
    })
    if (action) await transaction.insertInto('egress_raises').values({ id: action.id, day, bytes }).execute()
  })
}

/** What was added to the days from the first to the last, by day. */
export async function readRaises(db: Db, fromDay: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('egress_raises')
    .select((eb) => ['day', eb.fn.sum<number | string>('bytes').as('bytes')])
    .where('day', '>=', fromDay)
    .groupBy('day')
    .execute()
  return new Map(rows.map(({ day, bytes }) => [day, Number(bytes)]))
}

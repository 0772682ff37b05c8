import type { AlertFacts, AlertKind } from '@waggle/contract/site-health/alerts'
import type { Db } from '../open.ts'
import type { Database } from '../schema/schema.ts'

/** An alert of any kind. */
export type AlertRow = {
  [Kind in AlertKind]: {
    id: string
    kind: Kind
    facts: AlertFacts[Kind]
    raisedAtMs: number
    /** Null while it lasts. */
    clearedAtMs: number | null
  }
}[AlertKind]

/**
 * Tells the operators of something, once for each key, until it is cleared. Any process may call it, as often as it notices: only the
 * facts change then. Messages are made of all that is new at a time (core/alerts).
 */
export async function raiseAlert<Kind extends AlertKind>(
  db: Db,
  { kind, key, facts }: { kind: Kind; key: string; facts: AlertFacts[Kind] },
  nowMs: number,
): Promise<void> {
  const values = { facts: JSON.stringify(facts), cleared_at_ms: null }
  await db
    .insertInto('alerts')
    .values({ id: idOf(kind, key), kind, ...values, raised_at_ms: nowMs, is_told: 0 })
    // What comes back before anyone was told that it is well again never was.
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** It is well again, or dealt with. Does nothing when there is no such alert. */
export async function clearAlert(db: Db, kind: AlertKind, key: string, nowMs: number): Promise<void> {
  const id = idOf(kind, key)
  const { numDeletedRows } = await db
    .deleteFrom('alerts')
    .where('id', '=', id)
    .where('is_told', '=', 0)
    .executeTakeFirst()
  if (numDeletedRows > 0) return
  await db
    .updateTable('alerts')
    .set({ cleared_at_ms: nowMs })
    .where('id', '=', id)
    .where('cleared_at_ms', 'is', null)
    .execute()
}

/** What lasts, the oldest first. */
export async function listAlerts(db: Db, limit: number): Promise<AlertRow[]> {
  const rows = await db
    .selectFrom('alerts')
    .selectAll()
    .where('cleared_at_ms', 'is', null)
    .orderBy('raised_at_ms')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toAlert)
}

/** What the operators have not been told: that it was raised before this time, or cleared before that. */
export async function listUntoldAlerts(
  db: Db,
  { raisedUntilMs, clearedUntilMs, limit }: { raisedUntilMs: number; clearedUntilMs: number; limit: number },
): Promise<AlertRow[]> {
  const rows = await db
    .selectFrom('alerts')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb('is_told', '=', 0), eb('raised_at_ms', '<=', raisedUntilMs)]),
        eb.and([eb('is_told', '=', 1), eb('cleared_at_ms', '<=', clearedUntilMs)]),
      ]),
    )
    .orderBy('raised_at_ms')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toAlert)
}

/** Remembers that they have been told of what was raised, and forgets what is well again. */
export async function markTold(db: Db, alerts: readonly AlertRow[]): Promise<void> {
  const ids = (isCleared: boolean) =>
    alerts.filter((one) => (one.clearedAtMs !== null) === isCleared).map(({ id }) => id)
  const [raised, cleared] = [ids(false), ids(true)]
  if (raised.length > 0) await db.updateTable('alerts').set({ is_told: 1 }).where('id', 'in', raised).execute()
  if (cleared.length === 0) return
  await db.deleteFrom('alerts').where('id', 'in', cleared).where('cleared_at_ms', 'is not', null).execute()
}

function idOf(kind: AlertKind, key: string): string {
  return `${kind} ${key}`
}

function toAlert(row: Database['alerts']): AlertRow {
  return {
    id: row.id,
    kind: row.kind,
    facts: JSON.parse(row.facts),
    raisedAtMs: row.raised_at_ms,
    clearedAtMs: row.cleared_at_ms,
  } as AlertRow
}

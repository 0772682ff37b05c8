import type { Db } from '../open.ts'
import type { BroadcastRow } from './broadcasts.ts'

/** What its channel says of a broadcast. */
export type BroadcastAbout = Pick<BroadcastRow, 'description' | 'category' | 'language' | 'tags'>

/** The figures of a broadcast, counted so far. */
interface Figures {
  viewerMs: number
  messages: number
  countedUntilMs: number
}

/** The figures of a broadcast; inserts empty ones, counted until its start, when there are none. */
export async function openFigures(db: Db, broadcastId: string, startedAtMs: number): Promise<Figures> {
  const known = await findFigures(db, broadcastId)
  if (known) return known
  await db
    .insertInto('broadcast_figures')
    .values({
      broadcast_id: broadcastId,
      title: '',
      viewer_ms: 0,
      messages: 0,
      counted_until_ms: startedAtMs,
      is_closed: 0,
      paid_out: null,
    })
    .onConflict((conflict) => conflict.column('broadcast_id').doNothing())
    .execute()
  return (await findFigures(db, broadcastId)) ?? { viewerMs: 0, messages: 0, countedUntilMs: startedAtMs }
}

export async function findFigures(db: Db, broadcastId: string): Promise<Figures | undefined> {
  return db
    .selectFrom('broadcast_figures')
    .select(['viewer_ms as viewerMs', 'messages', 'counted_until_ms as countedUntilMs'])
    .where('broadcast_id', '=', broadcastId)
    .executeTakeFirst()
}

/** Adds the watch time and messages between two times. False when another process has already counted from `fromMs`. */
export async function addToFigures(
  db: Db,
  broadcastId: string,
  stretch: {
    fromMs: number
    untilMs: number
    viewerMs: number
    messages: number
    title: string
    /** Absent once it has ended: it keeps what it was about. */
    about?: BroadcastAbout
    isLast: boolean
  },
): Promise<boolean> {
  const row = await db
    .updateTable('broadcast_figures')
    .set((eb) => ({
      viewer_ms: eb('viewer_ms', '+', Math.round(stretch.viewerMs)),
      messages: eb('messages', '+', stretch.messages),
      counted_until_ms: stretch.untilMs,
      title: stretch.title,
      ...(stretch.about && { about: JSON.stringify(stretch.about) }),
      is_closed: stretch.isLast ? 1 : 0,
    }))
    .where('broadcast_id', '=', broadcastId)
    .where('counted_until_ms', '=', stretch.fromMs)
    .returning('broadcast_id')
    .executeTakeFirst()
  return row !== undefined
}

/** What a broadcast is about. Undefined before it was counted for the first time. */
export async function findBroadcastAbout(db: Db, broadcastId: string): Promise<BroadcastAbout | undefined> {
  const row = await db
    .selectFrom('broadcast_figures')
    .select('about')
    .where('broadcast_id', '=', broadcastId)
    .executeTakeFirst()
  return row?.about ? (JSON.parse(row.about) as BroadcastAbout) : undefined
}

/** Broadcasts that have ended but are not yet counted to their end. */
export async function listUnclosedFigures(
  db: Db,
): Promise<{ id: string; username: string; title: string; endedAtMs: number }[]> {
  const rows = await db
    .selectFrom('broadcast_figures')
    .innerJoin('broadcasts', 'broadcasts.id', 'broadcast_figures.broadcast_id')
    .select(['broadcasts.id', 'broadcasts.username', 'broadcast_figures.title', 'broadcasts.ended_at_ms'])
    .where('broadcast_figures.is_closed', '=', 0)
    .where('broadcasts.ended_at_ms', 'is not', null)
    .limit(1000)
    .execute()
  return rows.map(({ ended_at_ms, ...row }) => ({ ...row, endedAtMs: ended_at_ms ?? 0 }))
}

/** Saves the final payout of the broadcast's post. */
export async function savePayout(db: Db, broadcastId: string, paidOut: string): Promise<void> {
  await db.updateTable('broadcast_figures').set({ paid_out: paidOut }).where('broadcast_id', '=', broadcastId).execute()
}

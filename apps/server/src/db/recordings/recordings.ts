import { sql } from 'kysely'
import type { Db } from '../open.ts'
import { isNotDeleted } from './not-deleted.ts'

/** What a channel chooses for one of its recordings. */
export interface RecordingChoices {
  /** Whether everybody may watch it, or its channel alone. */
  isPublic: boolean
  /** Kept when others are deleted to make room. */
  isPinned: boolean
  /** Null: the title of the broadcast. */
  title: string | null
}

/** Changes what is given, and leaves the rest. */
export async function saveRecordingChoices(
  db: Db,
  broadcastId: string,
  { isPublic, isPinned, title }: { [Name in keyof RecordingChoices]?: RecordingChoices[Name] | undefined },
): Promise<void> {
  const change = {
    ...(isPublic !== undefined && { is_public: isPublic ? 1 : 0 }),
    ...(isPinned !== undefined && { is_pinned: isPinned ? 1 : 0 }),
    ...(title !== undefined && { title }),
  }
  if (Object.keys(change).length === 0) return
  await db.updateTable('recordings').set(change).where('broadcast_id', '=', broadcastId).execute()
}

/** From now on, nothing of the recording can be played. Its objects are deleted by the processes that have the store. */
export async function deleteRecording(db: Db, id: string, nowMs: number): Promise<void> {
  await db
    .insertInto('deleted_recordings')
    .values({ broadcast_id: id, deleted_at_ms: nowMs })
    .onConflict((conflict) => conflict.column('broadcast_id').doNothing())
    .execute()
}

/** Counts an object that has been stored. The first one of a broadcast writes down whether everybody will see the replay: a later change of
 * the channel's settings does not change that. */
export async function addRecordedBytes(db: Db, broadcastId: string, bytes: number): Promise<void> {
  await db
    .insertInto('recordings')
    .columns(['broadcast_id', 'username', 'bytes', 'is_public', 'is_pinned'])
    .expression((eb) =>
      eb
        .selectFrom('broadcasts')
        .leftJoin('recording_settings', 'recording_settings.username', 'broadcasts.username')
        .select((inner) => [
          'broadcasts.id',
          'broadcasts.username',
          sql<number>`cast(${bytes} as bigint)`.as('bytes'),
          inner.fn.coalesce('recording_settings.is_published_at_once', sql<number>`1`).as('is_public'),
          sql<number>`0`.as('is_pinned'),
        ])
        .where('broadcasts.id', '=', broadcastId),
    )
    .onConflict((conflict) =>
      conflict
        .column('broadcast_id')
        .doUpdateSet((eb) => ({ bytes: eb('recordings.bytes', '+', eb.ref('excluded.bytes')) })),
    )
    .execute()
}

export async function subtractRecordedBytes(db: Db, broadcastId: string, bytes: number): Promise<void> {
  await db
    .updateTable('recordings')
    .set((eb) => ({ bytes: eb('bytes', '-', bytes) }))
    .where('broadcast_id', '=', broadcastId)
    .execute()
}

/** How much the recordings of a channel take, or all of them, without those that are being deleted. */
export async function sumRecordedBytes(db: Db, username?: string): Promise<number> {
  const row = await db
    .selectFrom('recordings')
    .select(({ fn }) => fn.sum<number | string | null>('bytes').as('bytes'))
    .where(isNotDeleted)
    .$if(username !== undefined, (query) => query.where('username', '=', username ?? ''))
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

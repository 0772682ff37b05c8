import { sql } from 'kysely'
import type { Db } from '../open.ts'
import { deleteChaptersOf } from './chapters/chapters.ts'
import { deleteClipsOf, isOfClip } from './clips.ts'
import { isNotDeleted } from './not-deleted.ts'

/** What a channel chooses for one of its recordings. */
export interface RecordingChoices {
  /** Whether everybody may watch it, or its channel alone. */
  isPublic: boolean
  /** Kept when others are deleted to make room. */
  isPinned: boolean
  /** Null: the title of the broadcast. */
  title: string | null
  /** The moment of the picture that stands for it, milliseconds since 1970. Null: its middle. */
  pictureAtMs: number | null
}

/** Changes what is given, and leaves the rest. */
export async function saveRecordingChoices(
  db: Db,
  broadcastId: string,
  { isPublic, isPinned, title, pictureAtMs }: { [Name in keyof RecordingChoices]?: RecordingChoices[Name] | undefined },
): Promise<void> {
  const change = {
    ...(isPublic !== undefined && { is_public: isPublic ? 1 : 0 }),
    ...(isPinned !== undefined && { is_pinned: isPinned ? 1 : 0 }),
    ...(title !== undefined && { title }),
    ...(pictureAtMs !== undefined && { picture_at_ms: pictureAtMs }),
  }
  if (Object.keys(change).length === 0) return
  await db.updateTable('recordings').set(change).where('broadcast_id', '=', broadcastId).execute()
}

/** Deletes what a channel does not want to be seen: the recording, and every clip of it. */
export async function deleteRecordingAndClips(db: Db, id: string, nowMs: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await deleteRecording(transaction, id, nowMs)
    await deleteClipsOf(transaction, id)
  })
}

/** From now on, the recording cannot be played, only its clips. Its objects are deleted by the processes that have the store. */
export async function deleteRecording(db: Db, id: string, nowMs: number): Promise<void> {
  await deleteChaptersOf(db, id)
  await db
    .insertInto('deleted_recordings')
    .values({ broadcast_id: id, deleted_at_ms: nowMs })
    .onConflict((conflict) => conflict.column('broadcast_id').doNothing())
    .execute()
}

/** Counts an object that has been stored. The first one of a broadcast writes down whether everybody will see the replay: a later change of
 * the channel's settings does not change that. A broadcast that the people who run the site have ended is not shown. */
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
          inner
            .case()
            .when('broadcasts.id', 'in', endedBySite(db))
            .then(sql<number>`0`)
            .else(inner.fn.coalesce('recording_settings.is_published_at_once', sql<number>`1`))
            .end()
            .as('is_public'),
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

function endedBySite(db: Db) {
  return db
    .selectFrom('site_actions')
    .select('stream_id')
    .where('kind', '=', 'end-broadcast')
    .where('undone_at_ms', 'is', null)
    .where('stream_id', 'is not', null)
    .$castTo<{ stream_id: string }>()
}

export async function subtractRecordedBytes(db: Db, broadcastId: string, bytes: number): Promise<void> {
  await db
    .updateTable('recordings')
    .set((eb) => ({ bytes: eb('bytes', '-', bytes) }))
    .where('broadcast_id', '=', broadcastId)
    .execute()
}

/** How much the recordings of a channel take, or all of them: what is kept for clips is in it, what is being deleted is not. */
export async function sumRecordedBytes(db: Db, username?: string): Promise<number> {
  const row = await db
    .selectFrom('recordings')
    .select(({ fn }) => fn.sum<number | string | null>('bytes').as('bytes'))
    .where(isNotDeleted)
    .$if(username !== undefined, (query) => query.where('username', '=', username ?? ''))
    .executeTakeFirst()
  const ofClips = await listBytesOfClips(db, username)
  return ofClips.reduce((sum, { bytes }) => sum + bytes, Number(row?.bytes ?? 0))
}

/** What is kept of recordings that are otherwise deleted, because there are clips of it; by channel. */
export async function listBytesOfClips(db: Db, username?: string): Promise<{ username: string; bytes: number }[]> {
  const rows = await db
    .selectFrom('recorded_objects')
    .innerJoin('deleted_recordings', 'deleted_recordings.broadcast_id', 'recorded_objects.broadcast_id')
    .innerJoin('recordings', 'recordings.broadcast_id', 'recorded_objects.broadcast_id')
    .select(({ fn }) => ['recordings.username', fn.sum<number | string>('recorded_objects.bytes').as('bytes')])
    .where((eb) => isOfClip(eb))
    .$if(username !== undefined, (query) => query.where('recordings.username', '=', username ?? ''))
    .groupBy('recordings.username')
    .execute()
  return rows.map((row) => ({ username: row.username, bytes: Number(row.bytes) }))
}

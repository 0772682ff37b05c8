import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../open.ts'
import { type Stretch, stretchMarginMs } from '../recordings/stretch.ts'
import type { Database } from '../schema/schema.ts'

export interface EvidenceMessage {
  at: number
  username: string
  message: string
  isReported: boolean
}

/** What was to be seen when something was reported. */
export interface Evidence {
  title: string
  messages: EvidenceMessage[]
  /** What it is about, and the time of the picture. */
  broadcastId: string | null
  atMs: number
  /** The stretch of the recording that is kept. */
  media: (Stretch & { id: string }) | null
  /** Until then the processes that have pictures of the broadcast look for one; null where there is none. */
  pictureWantedUntilMs: number | null
}

/** What is kept, while it is kept. */
export interface KeptEvidence {
  messages: EvidenceMessage[]
  /** A JPEG in base64. */
  picture: string | null
  media: EvidenceMedia | null
  closedAtMs: number | null
}

/** A stretch of a recording, which is played by an id of its own. */
export interface EvidenceMedia extends Stretch {
  id: string
  broadcastId: string
}

export async function findEvidence(db: Db, thingId: string): Promise<KeptEvidence | undefined> {
  const row = await db
    .selectFrom('reported_things')
    .leftJoin('evidence_pictures', 'evidence_pictures.thing_id', 'reported_things.id')
    .selectAll('reported_things')
    .select('evidence_pictures.picture')
    .where('reported_things.id', '=', thingId)
    .executeTakeFirst()
  return (
    row && {
      messages: parseMessages(row.messages, row.username),
      picture: row.picture,
      media: toMedia(row) ?? null,
      closedAtMs: row.closed_at_ms,
    }
  )
}

export async function findEvidenceMedia(db: Db, mediaId: string): Promise<EvidenceMedia | undefined> {
  const row = await db
    .selectFrom('reported_things')
    .select(['media_id', 'broadcast_id', 'media_from_ms', 'media_until_ms'])
    .where('media_id', '=', mediaId)
    .executeTakeFirst()
  return row && toMedia(row)
}

/** How many keep media and how many a picture, or look for one. */
export async function countEvidence(db: Db): Promise<{ media: number; pictures: number }> {
  const [media, pictures] = await Promise.all([
    db
      .selectFrom('reported_things')
      .select(({ fn }) => fn.count<number | string>('media_id').as('count'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('evidence_pictures')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { media: Number(media.count), pictures: Number(pictures.count) }
}

/** Reported things of which a picture is looked for. */
export async function listWantedPictures(
  db: Db,
  nowMs: number,
): Promise<{ thingId: string; broadcastId: string; atMs: number }[]> {
  const rows = await db
    .selectFrom('reported_things')
    .select(['id', 'broadcast_id', 'at_ms'])
    .where('picture_wanted_until_ms', '>', nowMs)
    .orderBy('id')
    .limit(50)
    .execute()
  return rows.flatMap(({ id, broadcast_id, at_ms }) =>
    broadcast_id === null ? [] : [{ thingId: id, broadcastId: broadcast_id, atMs: at_ms }],
  )
}

/** The first one stays. */
export async function saveEvidencePicture(db: Db, thingId: string, jpeg: Uint8Array): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('reported_things')
      .set({ picture_wanted_until_ms: null })
      .where('id', '=', thingId)
      .where('picture_wanted_until_ms', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const picture = Buffer.from(jpeg).toString('base64')
    await transaction.insertInto('evidence_pictures').values({ thing_id: thingId, picture }).execute()
  })
}

/**
 * Deletes the evidence of what was closed before this time, unless an appeal is undecided; and then whatever else is known of a report but its
 * outcome.
 */
export async function deleteOldEvidence(db: Db, closedBeforeMs: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const old = await transaction
      .selectFrom('reported_things')
      .select('id')
      .where('closed_at_ms', '<=', closedBeforeMs)
      .where('is_evidence_deleted', '=', 0)
      .where('id', 'not in', isAppealed(transaction))
      .limit(500)
      .execute()
    const ids = old.map(({ id }) => id)
    if (ids.length === 0) return
    await transaction.deleteFrom('evidence_pictures').where('thing_id', 'in', ids).execute()
    await transaction
      .updateTable('reports')
      .set({ email: '', note: '', evidence: '{"title":"","messages":[]}' })
      .where('thing_id', 'in', ids)
      .execute()
    const nothing = { media_id: null, media_from_ms: null, media_until_ms: null, picture_wanted_until_ms: null }
    await transaction
      .updateTable('reported_things')
      .set({ ...nothing, messages: '[]', title: '', is_evidence_deleted: 1 })
      .where('id', 'in', ids)
      .execute()
  })
}

/** Deletes what was closed before this time, which its reporters do not see any more. */
export async function deleteOldReports(db: Db, closedBeforeMs: number): Promise<void> {
  const old = (inner: Db) =>
    inner
      .selectFrom('reported_things')
      .select('id')
      .where('closed_at_ms', '<=', closedBeforeMs)
      .where('is_evidence_deleted', '=', 1)
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('reports').where('thing_id', 'in', old(transaction)).execute()
    await transaction
      .deleteFrom('reported_things')
      .where('closed_at_ms', '<=', closedBeforeMs)
      .where('is_evidence_deleted', '=', 1)
      .execute()
  })
}

/** Whether a recorded object has media that is evidence. Such objects are kept for as long as that. */
export function isOfEvidence(eb: ExpressionBuilder<Database, 'recorded_objects'>) {
  return eb.exists(
    eb
      .selectFrom('reported_things')
      .select('reported_things.id')
      .whereRef('reported_things.broadcast_id', '=', 'recorded_objects.broadcast_id')
      .where((inner) =>
        inner('reported_things.media_from_ms', '<', inner('recorded_objects.ended_at_ms', '+', stretchMarginMs)),
      )
      .where((inner) =>
        inner('reported_things.media_until_ms', '>', inner('recorded_objects.started_at_ms', '-', stretchMarginMs)),
      ),
  )
}

/** Whether anything of this stretch is evidence. */
export async function hasEvidence(db: Db, broadcastId: string, { fromMs, untilMs }: Stretch): Promise<boolean> {
  const row = await db
    .selectFrom('reported_things')
    .select('id')
    .where('broadcast_id', '=', broadcastId)
    .where('media_from_ms', '<', untilMs + stretchMarginMs)
    .where('media_until_ms', '>', fromMs - stretchMarginMs)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What was written down before there were `reported_things` has messages of the account alone. */
export function parseMessages(json: string, username: string): EvidenceMessage[] {
  const written = JSON.parse(json) as EvidenceMessage[] | { messages: { at: number; message: string }[] }
  if (Array.isArray(written)) return written
  return written.messages.map(({ at, message }) => ({ at, username, message, isReported: true }))
}

function isAppealed(db: Db) {
  return db
    .selectFrom('appeals')
    .innerJoin('site_actions', 'site_actions.id', 'appeals.action_id')
    .select('site_actions.report_id')
    .where('appeals.outcome', 'is', null)
    .where('site_actions.report_id', 'is not', null)
    .$castTo<{ report_id: string }>()
}

function toMedia(
  row: Pick<Database['reported_things'], 'media_id' | 'broadcast_id' | 'media_from_ms' | 'media_until_ms'>,
): EvidenceMedia | undefined {
  const { media_id, broadcast_id, media_from_ms, media_until_ms } = row
  if (media_id === null || broadcast_id === null) return undefined
  return { id: media_id, broadcastId: broadcast_id, fromMs: media_from_ms ?? 0, untilMs: media_until_ms ?? 0 }
}

import type { Db } from '../open.ts'
import { isOfEvidence } from '../operating/evidence.ts'
import { isOfClip } from './clips.ts'
import { addRecordedBytes, subtractRecordedBytes } from './recordings.ts'
import type { Stretch } from './stretch.ts'

/** An initialisation segment in an object. */
export interface RecordedInit {
  number: number
  /** Where its bytes are in the object. */
  offset: number
  length: number
  /** Codecs as in RFC 6381; absent without such a track. */
  video?: string
  audio?: string
  width?: number
  height?: number
  frameRate?: number
}

export interface RecordedSegment {
  sequence: number
  /** Number of its initialisation segment, which is in the same object. */
  init: number
  isAfterDiscontinuity: boolean
  isIndependent: boolean
  offset: number
  length: number
  durationS: number
  /** The time of its first picture by the wall clock. */
  startedAtMs: number
  keyNumber: number
  /** Hexadecimal, 16 bytes. */
  iv: string
}

/** The list of all samples in an object (docs/decisions/020), which a download needs before it can begin. */
export interface RecordedIndex {
  offset: number
  length: number
  keyNumber: number
  /** Hexadecimal, 16 bytes. */
  iv: string
}

/** A picture of what is in an object, a JPEG that is encrypted as its media is. */
export interface RecordedPicture {
  offset: number
  length: number
  /** When it was taken, milliseconds since 1970. */
  takenAtMs: number
  keyNumber: number
  /** Hexadecimal, 16 bytes. */
  iv: string
}

export interface ObjectContents {
  inits: RecordedInit[]
  /** In the order of their numbers, which may have gaps. */
  segments: RecordedSegment[]
  /** Absent from an object that a crash cut off. */
  index?: RecordedIndex
  /** Absent where none was taken, and from an object that a crash cut off. */
  picture?: RecordedPicture
}

/** Names an object of the store. */
export interface ObjectName {
  broadcastId: string
  rendition: string
  firstSequence: number
}

export interface RecordedObject extends ObjectName {
  bytes: number
  contents: ObjectContents
}

function timesOf({ contents: { segments } }: RecordedObject) {
  const [first, last] = [segments[0], segments.at(-1)]
  if (first === undefined || last === undefined) throw new RangeError('a recorded object has at least one segment')
  return {
    started_at_ms: Math.round(first.startedAtMs),
    ended_at_ms: Math.round(last.startedAtMs + last.durationS * 1000),
    plays_ms: Math.round(segments.reduce((sum, { durationS }) => sum + durationS * 1000, 0)),
  }
}

/** Writes down what an object has after a part of it was removed. */
export async function saveObjectContents(db: Db, object: RecordedObject): Promise<void> {
  await db
    .updateTable('recorded_objects')
    .set({
      ...timesOf(object),
      picture_at_ms: object.contents.picture?.takenAtMs ?? null,
      contents: JSON.stringify(object.contents),
    })
    .where('broadcast_id', '=', object.broadcastId)
    .where('rendition', '=', object.rendition)
    .where('first_sequence', '=', object.firstSequence)
    .execute()
}

/** Does nothing when the object is known already. */
export async function insertRecordedObject(db: Db, object: RecordedObject): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('recorded_objects')
      .values({
        broadcast_id: object.broadcastId,
        rendition: object.rendition,
        first_sequence: object.firstSequence,
        bytes: object.bytes,
        ...timesOf(object),
        contents: JSON.stringify(object.contents),
        picture_at_ms: object.contents.picture?.takenAtMs ?? null,
      })
      .onConflict((conflict) => conflict.columns(['broadcast_id', 'rendition', 'first_sequence']).doNothing())
      .returning('bytes')
      .executeTakeFirst()
    if (!row) return
    await addRecordedBytes(transaction, object.broadcastId, object.bytes)
    // It may have media of a stretch that was cut out while it waited for the store.
    await transaction
      .updateTable('recording_cuts')
      .set({ is_done: 0 })
      .where('broadcast_id', '=', object.broadcastId)
      .execute()
  })
}

/** The objects of a broadcast, or of a stretch of it, each rendition's in the order of its media. */
export async function listRecordedObjects(
  db: Db,
  broadcastId: string,
  { fromMs, untilMs }: Stretch = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER },
): Promise<RecordedObject[]> {
  const rows = await db
    .selectFrom('recorded_objects')
    .select(['rendition', 'first_sequence', 'bytes', 'contents'])
    .where('broadcast_id', '=', broadcastId)
    .where('started_at_ms', '<', untilMs)
    .where('ended_at_ms', '>', fromMs)
    .orderBy('rendition')
    .orderBy('first_sequence')
    .execute()
  return rows.map((row) => toObject(broadcastId, row))
}

function toObject(
  broadcastId: string,
  row: { rendition: string; first_sequence: number; bytes: number; contents: string },
): RecordedObject {
  return {
    broadcastId,
    rendition: row.rendition,
    firstSequence: row.first_sequence,
    bytes: row.bytes,
    contents: JSON.parse(row.contents) as ObjectContents,
  }
}

/** The object with the last picture before this time or, where there is none, with the first one after it. */
export async function findPicturedObject(
  db: Db,
  broadcastId: string,
  atMs: number,
): Promise<RecordedObject | undefined> {
  const pictured = db
    .selectFrom('recorded_objects')
    .select(['rendition', 'first_sequence', 'bytes', 'contents'])
    .where('broadcast_id', '=', broadcastId)
    .limit(1)
  const row =
    (await pictured.where('picture_at_ms', '<=', atMs).orderBy('picture_at_ms', 'desc').executeTakeFirst()) ??
    (await pictured.where('picture_at_ms', '>', atMs).orderBy('picture_at_ms').executeTakeFirst())
  return row && toObject(broadcastId, row)
}

/** Objects of live broadcasts whose media ended before this time, without those of clips and evidence. */
export async function listLiveObjectsBefore(db: Db, endedBeforeMs: number, limit: number): Promise<ObjectName[]> {
  const rows = await db
    .selectFrom('recorded_objects')
    .innerJoin('broadcasts', 'broadcasts.id', 'recorded_objects.broadcast_id')
    .select(['recorded_objects.broadcast_id', 'rendition', 'first_sequence'])
    .where('broadcasts.ended_at_ms', 'is', null)
    .where('recorded_objects.ended_at_ms', '<', endedBeforeMs)
    .where((eb) => eb.not(eb.or([isOfClip(eb), isOfEvidence(eb)])))
    .limit(limit)
    .execute()
  return rows.map(toName)
}

function toName(row: { broadcast_id: string; rendition: string; first_sequence: number }): ObjectName {
  return { broadcastId: row.broadcast_id, rendition: row.rendition, firstSequence: row.first_sequence }
}

/** Objects of recordings that are not kept any more, without those of clips and evidence. */
export async function listDeletedObjects(db: Db, limit: number): Promise<ObjectName[]> {
  const rows = await db
    .selectFrom('recorded_objects')
    .innerJoin('deleted_recordings', 'deleted_recordings.broadcast_id', 'recorded_objects.broadcast_id')
    .select(['recorded_objects.broadcast_id', 'rendition', 'first_sequence'])
    .where((eb) => eb.not(eb.or([isOfClip(eb), isOfEvidence(eb)])))
    .limit(limit)
    .execute()
  return rows.map(toName)
}

export async function deleteRecordedObject(
  db: Db,
  { broadcastId, rendition, firstSequence }: ObjectName,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom('recorded_objects')
      .where('broadcast_id', '=', broadcastId)
      .where('rendition', '=', rendition)
      .where('first_sequence', '=', firstSequence)
      .returning('bytes')
      .executeTakeFirst()
    if (row) await subtractRecordedBytes(transaction, broadcastId, row.bytes)
  })
}

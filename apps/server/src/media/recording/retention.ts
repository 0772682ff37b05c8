import type { Db } from '../../db/open.ts'
import { listLeavingRecordings, type RetentionBounds } from '../../db/recordings/leaving-recordings.ts'
import {
  deleteRecordedObject,
  listDeletedObjects,
  listLiveObjectsBefore,
  type ObjectName,
} from '../../db/recordings/recorded-objects.ts'
import { deleteRecording } from '../../db/recordings/recordings.ts'
import type { Log } from '../../lib/log.ts'
import { objectKey } from './object-name.ts'
import type { RecordingStore } from './store/recording-store.ts'

const batchSize = 20
const dayMs = 24 * 60 * 60_000

interface RetentionContext {
  db: Db
  log: Log
  now(): number
}

/** Gives up what has been kept for long enough, and the oldest where there are too many. */
export async function giveUpRecordings({ db, log, now }: RetentionContext, bounds: RetentionBounds): Promise<void> {
  for (const { broadcastId, username, bytes, reason } of await listLeavingRecordings(db, bounds, { nowMs: now() })) {
    log.info({ streamId: broadcastId, username, bytes, reason }, 'a recording is deleted')
    await deleteRecording(db, broadcastId, now())
  }
}

/** Deletes the beginning of broadcasts that have been live for longer than replays are kept. */
export async function deleteOldLiveMedia(
  { db, now }: RetentionContext,
  store: RecordingStore,
  keepDays: number,
): Promise<void> {
  await deleteAll(db, store, () => listLiveObjectsBefore(db, now() - keepDays * dayMs, batchSize))
}

/** Deletes the objects of recordings that have been given up, or that their channel has deleted. One that the store does not delete stays
 * listed, and is tried again. */
export async function deleteUnwantedObjects(db: Db, store: RecordingStore): Promise<void> {
  await deleteAll(db, store, () => listDeletedObjects(db, batchSize))
}

async function deleteAll(db: Db, store: RecordingStore, listNext: () => Promise<ObjectName[]>): Promise<void> {
  for (;;) {
    const objects = await listNext()
    await Promise.all(
      objects.map(async (object) => {
        await store.delete(objectKey(object))
        await deleteRecordedObject(db, object)
      }),
    )
    if (objects.length < batchSize) return
  }
}

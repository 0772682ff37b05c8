import type { Db } from '../../db/open.ts'
import {
  deleteRecordedObject,
  listDeletedObjects,
  listObjectsBefore,
  type ObjectName,
} from '../../db/recordings/recorded-objects.ts'
import { objectKey } from './object-name.ts'
import type { RecordingStore } from './store/recording-store.ts'

const batchSize = 20

/** Deletes the objects whose media ended before this time. One that the store does not delete stays listed, and is tried again. */
export async function deleteOldObjects(db: Db, store: RecordingStore, endedBeforeMs: number): Promise<void> {
  await deleteAll(db, store, () => listObjectsBefore(db, endedBeforeMs, batchSize))
}

/** Deletes the objects of recordings that their channel has deleted. */
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

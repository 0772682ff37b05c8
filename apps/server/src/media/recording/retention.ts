import type { Db } from '../../db/open.ts'
import { deleteRecordedObject, listObjectsBefore } from '../../db/recordings/recorded-objects.ts'
import { objectKey } from './object-name.ts'
import type { RecordingStore } from './store/recording-store.ts'

const batchSize = 20

/** Deletes the objects whose media ended before this time. One that the store does not delete stays listed, and is tried again. */
export async function deleteOldObjects(db: Db, store: RecordingStore, endedBeforeMs: number): Promise<void> {
  for (;;) {
    const objects = await listObjectsBefore(db, endedBeforeMs, batchSize)
    for (const object of objects) {
      await store.delete(objectKey(object))
      await deleteRecordedObject(db, object)
    }
    if (objects.length < batchSize) return
  }
}

import type { Db } from '../../db/open.ts'
import { isCut, listCuts } from '../../db/recordings/cuts.ts'
import { listRecordedObjects } from '../../db/recordings/recorded-objects.ts'
import type { Stretch } from '../../db/recordings/stretch.ts'

/** Whether everything that was encrypted with the key of this period is cut out of a recording. */
export async function isKeyCut(db: Db, broadcastId: string, keyNumber: number, period: Stretch): Promise<boolean> {
  const cuts = await listCuts(db, broadcastId)
  if (cuts.length === 0) return false
  const objects = await listRecordedObjects(db, broadcastId, period)
  const segments = objects.flatMap(({ contents }) => contents.segments)
  return !segments.some((segment) => segment.keyNumber === keyNumber && !isCut(segment, cuts))
}

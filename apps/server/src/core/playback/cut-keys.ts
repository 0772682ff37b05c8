import type { Db } from '../../db/open.ts'
import { isCut, listCuts } from '../../db/recordings/cuts.ts'
import { listRecordedObjects } from '../../db/recordings/recorded-objects.ts'
import type { Stretch } from '../../db/recordings/stretch.ts'

/** Keys of live playlists are newer than this many periods: two minutes. */
const livePeriods = 4

/** Of a live broadcast only what no live playlist needs any more can be refused. */
export function mayBeCut(keyNumber: number, { current, isOver }: { current: number; isOver: boolean }): boolean {
  return isOver || keyNumber < current - livePeriods
}

/** Whether everything that was encrypted with the key of this period is cut out of a recording. */
export async function isKeyCut(db: Db, broadcastId: string, keyNumber: number, period: Stretch): Promise<boolean> {
  const cuts = (await listCuts(db, broadcastId)).filter(
    ({ fromMs, untilMs }) => fromMs < period.untilMs && untilMs > period.fromMs,
  )
  if (cuts.length === 0) return false
  const objects = await listRecordedObjects(db, broadcastId, period)
  const segments = objects.flatMap(({ contents }) => contents.segments)
  return !segments.some((segment) => segment.keyNumber === keyNumber && !isCut(segment, cuts))
}

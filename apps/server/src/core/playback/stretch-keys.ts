import { keyPeriodMs } from '@waggle/contract/playback/hls-keys'
import type { Db } from '../../db/open.ts'
import { listRecordedObjects } from '../../db/recordings/recorded-objects.ts'
import { isInStretch, type Stretch } from '../../db/recordings/stretch.ts'

/** Whether media of a clip, or of evidence, is encrypted with the key of this period of its broadcast. */
export async function isKeyOfStretch(
  db: Db,
  { broadcastId, fromMs, untilMs }: Stretch & { broadcastId: string },
  keyNumber: number,
): Promise<boolean> {
  const objects = await listRecordedObjects(db, broadcastId, { fromMs, untilMs })
  const segments = objects.flatMap(({ contents }) => contents.segments)
  if (segments.some((segment) => segment.keyNumber === keyNumber && isInStretch(segment, { fromMs, untilMs }))) {
    return true
  }
  // The database does not know yet what was just broadcast. Every rendition has objects of its own.
  const byRendition = Map.groupBy(objects, ({ rendition }) => rendition)
  const knownUntilMs = Math.min(...Array.from(byRendition.values(), endOf))
  const unknownFromMs = byRendition.size === 0 ? fromMs : Math.max(fromMs, knownUntilMs)
  return (
    unknownFromMs < untilMs && (keyNumber - 1) * keyPeriodMs < untilMs && (keyNumber + 2) * keyPeriodMs > unknownFromMs
  )
}

function endOf(objects: Awaited<ReturnType<typeof listRecordedObjects>>): number {
  const last = objects.at(-1)?.contents.segments.at(-1)
  return last ? last.startedAtMs + last.durationS * 1000 : 0
}

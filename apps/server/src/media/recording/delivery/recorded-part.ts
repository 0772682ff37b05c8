import { clipIdPattern, evidenceIdPattern } from '@waggle/contract/names'
import { findBroadcast, isLive } from '../../../db/broadcasts/broadcasts.ts'
import type { Db } from '../../../db/open.ts'
import { findEvidenceMedia } from '../../../db/operating/evidence.ts'
import { findClip, stretchOf } from '../../../db/recordings/clips.ts'
import { isCut, listCuts } from '../../../db/recordings/cuts.ts'
import { findReplay } from '../../../db/recordings/replays.ts'
import { isInStretch, type Stretch } from '../../../db/recordings/stretch.ts'

/** What is played of a recording at one address. */
export interface RecordedPart {
  broadcastId: string
  stretch: Stretch
  /** What its channel has cut out. */
  cuts: Stretch[]
  /** The picture to begin with, milliseconds since 1970; the first one where it is absent. */
  startsMs?: number
  /** More of it may be recorded any moment. */
  isGrowing: boolean
}

/** Requests of this time share what is rendered of a live broadcast. */
const sharedMs = 2000
/** What is written of a live broadcast can be read at once, but not by another process. */
const clipGrowsMs = 90_000

/** The recording of this id: of a broadcast that is over, of one that is live, a clip, or evidence of a report. Undefined when there is none, or not any more. */
export async function findPart(
  db: Db,
  id: string,
  { nowMs, rewindMs }: { nowMs: number; rewindMs: number },
): Promise<RecordedPart | undefined> {
  if (clipIdPattern.test(id)) {
    const clip = await findClip(db, id)
    if (clip === undefined) return undefined
    const { broadcastId, startsMs, createdAtMs } = clip
    const isGrowing = nowMs < createdAtMs + clipGrowsMs
    return { broadcastId, stretch: stretchOf(clip), cuts: await listCuts(db, broadcastId), startsMs, isGrowing }
  }
  if (evidenceIdPattern.test(id)) {
    const media = await findEvidenceMedia(db, id)
    if (media === undefined) return undefined
    const { broadcastId, fromMs, untilMs } = media
    // It shows also what its channel has cut out since.
    return {
      broadcastId,
      stretch: { fromMs, untilMs },
      cuts: [],
      startsMs: fromMs,
      isGrowing: nowMs < untilMs + clipGrowsMs,
    }
  }
  const whole = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }
  if (await findReplay(db, id)) {
    return { broadcastId: id, stretch: whole, cuts: await listCuts(db, id), isGrowing: false }
  }
  const broadcast = await findBroadcast(db, id)
  if (!broadcast || !isLive(broadcast, nowMs)) return undefined
  const fromMs = Math.floor((nowMs - rewindMs) / sharedMs) * sharedMs
  return { broadcastId: id, stretch: { ...whole, fromMs }, cuts: await listCuts(db, id), isGrowing: true }
}

/** Whether a segment of the broadcast belongs to it. */
export function isPlayed(
  segment: { startedAtMs: number; durationS: number },
  { stretch, cuts }: Pick<RecordedPart, 'stretch' | 'cuts'>,
): boolean {
  return isInStretch(segment, stretch) && !isCut(segment, cuts)
}

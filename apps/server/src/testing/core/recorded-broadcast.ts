import { keyNumberAt } from '@waggle/contract/playback/hls-keys'
import { endBroadcast, insertBroadcast } from '../../db/broadcasts/broadcasts.ts'
import type { Db } from '../../db/open.ts'
import { insertRecordedObject } from '../../db/recordings/recorded-objects.ts'

/** Writes a recorded broadcast into the database, of which the store has one object. It is over unless it `isLive`. */
export async function insertRecordedBroadcast(
  db: Db,
  {
    id,
    username = 'alice',
    startedAtMs,
    seconds = 600,
    bytes = 1000,
    isLive = false,
  }: { id: string; username?: string; startedAtMs: number; seconds?: number; bytes?: number; isLive?: boolean },
): Promise<void> {
  const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
  await insertBroadcast(db, { id, username, startedAtMs, playlists })
  await insertRecording(db, { id, startedAtMs, seconds, bytes })
  const endedAtMs = startedAtMs + seconds * 1000
  if (!isLive) await endBroadcast(db, id, endedAtMs, endedAtMs)
}

/** Writes the recording of a broadcast that exists. */
export async function insertRecording(
  db: Db,
  {
    id,
    startedAtMs,
    seconds = 600,
    bytes = 1000,
  }: { id: string; startedAtMs: number; seconds?: number; bytes?: number },
): Promise<void> {
  const segment = {
    ...{ sequence: 1, init: 1, isAfterDiscontinuity: false, isIndependent: true, offset: 0, length: 1, iv: '' },
    ...{ durationS: seconds, startedAtMs, keyNumber: keyNumberAt(startedAtMs) },
  }
  await insertRecordedObject(db, {
    ...{ broadcastId: id, rendition: 'source', firstSequence: 1, bytes },
    contents: { inits: [], segments: [segment] },
  })
}

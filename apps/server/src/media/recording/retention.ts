import type { Db } from '../../db/open.ts'
import {
  type KeptRecording,
  listExpiredRecordings,
  listKeptRecordings,
  listRecordedChannels,
} from '../../db/recordings/kept-recordings.ts'
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

interface Bounds {
  keepDays: number
  maxBytes: number | undefined
  maxBytesPerChannel: number | undefined
}

interface RetentionContext {
  db: Db
  log: Log
  now(): number
}

/**
 * Gives up the recordings that were kept for long enough, and the oldest where there are too many: of a channel, then of the site. Pinned
 * ones stay, and so does what is being broadcast.
 */
export async function giveUpRecordings({ db, log, now }: RetentionContext, bounds: Bounds): Promise<void> {
  const giveUp = async (recording: KeptRecording, reason: string) => {
    const { broadcastId, username, bytes } = recording
    log.info({ streamId: broadcastId, username, bytes, reason }, 'a recording is deleted')
    await deleteRecording(db, broadcastId, now())
  }
  for (const recording of await listExpiredRecordings(db, { nowMs: now(), keepDays: bounds.keepDays })) {
    await giveUp(recording, 'age')
  }
  const channels = await listRecordedChannels(db)
  const { maxBytes, maxBytesPerChannel } = bounds
  for (const { username, bytes } of channels) {
    if (maxBytesPerChannel === undefined || bytes <= maxBytesPerChannel) continue
    for (const recording of toMakeRoom(await listKeptRecordings(db, username), bytes - maxBytesPerChannel)) {
      await giveUp(recording, 'size of the channel')
    }
  }
  if (maxBytes === undefined) return
  const total = (await listRecordedChannels(db)).reduce((sum, { bytes }) => sum + bytes, 0)
  if (total <= maxBytes) return
  for (const recording of toMakeRoom(await listKeptRecordings(db), total - maxBytes)) {
    await giveUp(recording, 'size of all recordings')
  }
}

/** The oldest that are not pinned and together have so many bytes; all of them where that is not enough. */
function toMakeRoom(recordings: readonly KeptRecording[], bytes: number): KeptRecording[] {
  let freed = 0
  return recordings.filter((recording) => {
    if (recording.isPinned || freed >= bytes) return false
    freed += recording.bytes
    return true
  })
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

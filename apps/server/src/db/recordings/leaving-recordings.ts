import type { Db } from '../open.ts'
import {
  type KeptRecording,
  listExpiredRecordings,
  listKeptRecordings,
  listRecordedChannels,
} from './kept-recordings.ts'

/** How long and how much a site keeps. Sizes in bytes; undefined: as the disk or the store has room. */
export interface RetentionBounds {
  keepDays: number
  maxBytes: number | undefined
  maxBytesPerChannel: number | undefined
}

/** A recording that has to go, and the bound that says so. */
export interface LeavingRecording extends KeptRecording {
  reason: 'age' | 'size of the channel' | 'size of all recordings'
}

/**
 * What has to go by `nowMs`: what has been kept for long enough, and the oldest where there are too many, of a channel and then of the site.
 * Pinned ones stay, and so does what is being broadcast. Of one channel, or of all.
 */
export async function listLeavingRecordings(
  db: Db,
  { keepDays, maxBytes, maxBytesPerChannel }: RetentionBounds,
  { nowMs, username }: { nowMs: number; username?: string | undefined },
): Promise<LeavingRecording[]> {
  const leaving = new Map<string, LeavingRecording>()
  const add = (recordings: KeptRecording[], reason: LeavingRecording['reason']) => {
    for (const recording of recordings) leaving.set(recording.broadcastId, { ...recording, reason })
  }
  const bytesLeaving = (of?: string) =>
    [...leaving.values()].reduce((sum, one) => (of === undefined || one.username === of ? sum + one.bytes : sum), 0)
  const others = (recordings: KeptRecording[]) => recordings.filter(({ broadcastId }) => !leaving.has(broadcastId))

  add(await listExpiredRecordings(db, { nowMs, keepDays, username }), 'age')
  const channels = maxBytes === undefined && maxBytesPerChannel === undefined ? [] : await listRecordedChannels(db)
  for (const channel of channels) {
    if (maxBytesPerChannel === undefined || (username !== undefined && channel.username !== username)) continue
    const excess = channel.bytes - bytesLeaving(channel.username) - maxBytesPerChannel
    if (excess <= 0) continue
    add(toMakeRoom(others(await listKeptRecordings(db, channel.username)), excess), 'size of the channel')
  }
  if (maxBytes !== undefined) {
    const excess = channels.reduce((sum, { bytes }) => sum + bytes, 0) - bytesLeaving() - maxBytes
    if (excess > 0) add(toMakeRoom(others(await listKeptRecordings(db)), excess), 'size of all recordings')
  }
  return [...leaving.values()].filter((recording) => username === undefined || recording.username === username)
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

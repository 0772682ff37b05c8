import { limits } from '@waggle/contract/limits'
import type { BroadcastRow } from '../../db/broadcasts/broadcasts.ts'
import { checkIntervalMs, checkpointIntervalMs } from './silence.ts'

/** A checkpoint older than this may be followed by segments that could not be saved. */
const freshCheckpointMs = 20_000

/** Whether the encoder may still return to a broadcast that a previous process left on air. */
export function canResume(row: BroadcastRow, nowMs: number): boolean {
  return nowMs - row.lastMediaAtMs - unsavedMs(row) < limits.reconnectWindowMs
}

/** How long after its last checkpoint the previous process may have received media: it may have died while media arrived. */
export function unsavedMs(row: BroadcastRow): number {
  return row.awaySinceMs === null ? checkpointIntervalMs + checkIntervalMs : 0
}

/**
 * The first number for the playlists. Players cross a restart best when the numbers have no hole. Segments that the previous process
 * could not save, because its database had failed, were at least a second long.
 */
export function firstSequence(row: BroadcastRow, nowMs: number): number {
  const isExact = row.awaySinceMs !== null || nowMs - row.lastMediaAtMs < freshCheckpointMs
  return row.playlists.nextNumber + (isExact ? 0 : Math.ceil((nowMs - row.lastMediaAtMs) / 1000))
}

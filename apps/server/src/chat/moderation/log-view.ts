import type { ChatLogEntry } from '@waggle/contract/chat/entities'
import type { LogEntry } from '../../db/chat/chat-log.ts'
import { isRevertible } from './revertible.ts'

/** A log entry in the form of the API. */
export function toLogEntry(entry: LogEntry, nowMs: number): ChatLogEntry {
  const { createdAtMs, revertedAtMs, ...rest } = entry
  return { ...rest, createdAt: createdAtMs, revertedAt: revertedAtMs, isRevertible: isRevertible(entry, nowMs) }
}

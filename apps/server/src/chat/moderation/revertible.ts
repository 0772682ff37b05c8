import type { ChatAction } from '@waggle/contract/chat/entities'
import type { LogEntry } from '../../db/chat/chat-log.ts'

/** An announcement has already been read; every other action can be reverted. */
const revertible: Record<ChatAction, boolean> = {
  delete: true,
  ban: true,
  timeout: true,
  unban: true,
  clear: true,
  settings: true,
  'add-moderator': true,
  'remove-moderator': true,
  pin: true,
  unpin: true,
  announce: false,
}

/** Whether the action can be reverted and has not been. */
export function isRevertible(entry: Pick<LogEntry, 'action' | 'revertedAtMs'>): boolean {
  return revertible[entry.action] && entry.revertedAtMs === null
}

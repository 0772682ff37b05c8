import type { ChatAction } from '@waggle/contract/chat/entities'
import { chatLimits } from '@waggle/contract/chat/limits'
import type { LogEntry } from '../../db/chat/chat-log.ts'

/** An announcement has already been read. A deletion is final when its text may have been erased. */
const revertible: Record<ChatAction, 'always' | 'for a while' | 'never'> = {
  delete: 'for a while',
  ban: 'always',
  timeout: 'always',
  unban: 'always',
  clear: 'for a while',
  settings: 'always',
  'add-moderator': 'always',
  'remove-moderator': 'always',
  pin: 'always',
  unpin: 'always',
  announce: 'never',
}

/** How long a deletion can be reverted. */
export const deletionRevertibleMs = chatLimits.deletionRevertibleHours * 60 * 60_000

/** Whether the action can still be reverted and has not been. */
export function isRevertible(
  { action, createdAtMs, revertedAtMs }: Pick<LogEntry, 'action' | 'createdAtMs' | 'revertedAtMs'>,
  nowMs: number,
): boolean {
  if (revertedAtMs !== null || revertible[action] === 'never') return false
  return revertible[action] === 'always' || nowMs - createdAtMs < deletionRevertibleMs
}

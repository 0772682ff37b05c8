import { limits } from '@waggle/contract/limits'
import { isClearedSince, restoreMessage, undoClear } from '../../db/chat/chat-deletions.ts'
import { findLogEntry, type LogEntry, markReverted } from '../../db/chat/chat-log.ts'
import { type ChatSettings, saveChatSettings } from '../../db/chat/chat-settings.ts'
import {
  addModerators,
  deleteRestriction,
  type Restriction,
  removeModerators,
  saveRestriction,
} from '../../db/chat/moderation.ts'
import { Refusal } from '../../http/refusal.ts'
import { toLogEntry } from './log-view.ts'
import type { ActorInChannel, ModerationTransaction, RunModeration } from './moderation-transaction.ts'
import { isRevertible } from './revertible.ts'

/** The part of a stored entry's details that reverting needs (written by moderation.ts). */
interface Details {
  /** What the action replaced. */
  previous?: Restriction | Partial<ChatSettings> | string | null
  wasModerator?: boolean
}

export type Revert = (by: ActorInChannel, entryId: string) => Promise<void>

/** Reverts actions in the moderation log: restores what an action replaced, at most once for each entry. */
export function createRevert(run: RunModeration): Revert {
  return (by, entryId) =>
    run(by, async (transaction) => {
      const { channel, actor } = by
      const { db, nowMs } = transaction
      const entry = await findLogEntry(db, channel, entryId)
      if (!entry) throw new Refusal('chat_entry_not_found')
      const isHidden = entry.action === 'clear' && (await isClearedSince(db, channel, entryId))
      const isReverted =
        !isHidden &&
        isRevertible(entry, nowMs) &&
        (await markReverted(db, channel, entryId, { by: actor, atMs: nowMs }))
      if (!isReverted) throw new Refusal('chat_not_revertible')
      await restorePrevious(transaction, channel, entry)
      const payload = { channel, ...toLogEntry({ ...entry, revertedBy: actor, revertedAtMs: nowMs }, nowMs) }
      transaction.announce({ kind: 'event', channel, audience: 'moderators', name: 'log-entry', payload })
    })
}

async function restorePrevious(transaction: ModerationTransaction, channel: string, entry: LogEntry): Promise<void> {
  const { db, nowMs } = transaction
  const { previous, wasModerator } = entry.details as Details
  const target = entry.target ?? ''
  transaction.changeConfig()
  switch (entry.action) {
    case 'delete':
    case 'clear': {
      const messages =
        entry.action === 'clear'
          ? await undoClear(db, channel, entry.id, limits.chatDashboardPageSize)
          : [await restoreMessage(db, channel, target, entry.id)].filter((message) => message !== undefined)
      const payload = { channel, messages }
      transaction.announce({ kind: 'event', channel, audience: 'everyone', name: 'messages-restored', payload })
      return
    }
    case 'ban':
    case 'timeout':
    case 'unban': {
      await restoreRestriction(transaction, channel, target, previous as Restriction | null)
      if (wasModerator) await addModerators(db, channel, [target], nowMs)
      transaction.changeStandings([target])
      return
    }
    case 'settings':
      return saveChatSettings(db, channel, previous as Partial<ChatSettings>)
    case 'add-moderator':
    case 'remove-moderator': {
      if (entry.action === 'add-moderator') await removeModerators(db, channel, [target])
      else await addModerators(db, channel, [target], nowMs)
      transaction.changeStandings([target])
      return
    }
    case 'pin':
    case 'unpin':
      return saveChatSettings(db, channel, { pinnedMessageId: (previous as string | null) ?? null })
  }
}

async function restoreRestriction(
  { db, nowMs, announce }: ModerationTransaction,
  channel: string,
  username: string,
  previous: Restriction | null,
): Promise<void> {
  const isInForce = previous && (previous.expiresAtMs === null || previous.expiresAtMs > nowMs)
  if (isInForce) await saveRestriction(db, channel, previous)
  else await deleteRestriction(db, channel, username)
  const payload = {
    channel,
    username,
    action: isInForce ? previous.kind : ('unban' as const),
    expiresAt: isInForce ? previous.expiresAtMs : null,
  }
  announce({ kind: 'event', channel, audience: 'everyone', name: 'user-moderated', payload })
}

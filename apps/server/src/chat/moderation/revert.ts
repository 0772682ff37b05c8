import { limits } from '@waggle/contract/limits'
import { findLogEntry, type LogEntry, markReverted } from '../../db/chat/chat-log.ts'
import { restoreMessages } from '../../db/chat/chat-messages.ts'
import { type ChatSettings, saveChatSettings } from '../../db/chat/chat-settings.ts'
import {
  addModerator,
  deleteRestriction,
  type Restriction,
  removeModerator,
  saveRestriction,
} from '../../db/chat/moderation.ts'
import { Refusal } from '../../http/refusal.ts'
import type { ChatContext } from '../context.ts'
import type { RoomRegistry } from '../rooms/room-registry.ts'
import { type ActorInChannel, type Moderation, toLogEntry } from './moderation.ts'
import { isRevertible } from './revertible.ts'

/** The part of a stored entry's details that reverting needs (written by moderation.ts). */
interface Details {
  /** What the action replaced. */
  former?: Restriction | Partial<ChatSettings> | string | null
  wasModerator?: boolean
}

/** Reverts actions in the moderation log: restores what an action replaced, at most once for each entry. */
export function createRevert(
  context: ChatContext,
  { rooms, moderation }: { rooms: RoomRegistry; moderation: Moderation },
) {
  const { db } = context

  async function revert({ channel, actor }: ActorInChannel, entryId: string): Promise<void> {
    const entry = await findLogEntry(db, channel, entryId)
    if (!entry) throw new Refusal('chat_entry_not_found')
    const reverted = { by: actor, atMs: context.now() }
    const isReverted = isRevertible(entry) && (await markReverted(db, channel, entryId, reverted))
    if (!isReverted) throw new Refusal('chat_not_revertible')
    await restorePrevious(channel, entry)
    const payload = { channel, ...toLogEntry({ ...entry, revertedBy: reverted.by, revertedAtMs: reverted.atMs }) }
    rooms.publish({ kind: 'event', channel, audience: 'moderators', name: 'log-entry', payload })
  }

  async function restorePrevious(channel: string, entry: LogEntry): Promise<void> {
    const { former: previous, wasModerator } = entry.details as Details
    const target = entry.target ?? ''
    switch (entry.action) {
      case 'delete':
      case 'clear': {
        const messages = await restoreMessages(db, channel, entry.id, limits.chatDashboardPageSize)
        const payload = { channel, messages }
        rooms.publish({ kind: 'event', channel, audience: 'everyone', name: 'messages-restored', payload })
        return moderation.broadcastConfig(channel)
      }
      case 'ban':
      case 'timeout':
      case 'unban': {
        await restoreRestriction(channel, target, previous as Restriction | null)
        if (wasModerator) await addModerator(db, channel, target, context.now())
        await moderation.broadcastStanding(channel, target)
        return moderation.broadcastConfig(channel)
      }
      case 'settings': {
        await saveChatSettings(db, channel, previous as Partial<ChatSettings>)
        return moderation.broadcastConfig(channel)
      }
      case 'add-moderator':
      case 'remove-moderator': {
        if (entry.action === 'add-moderator') await removeModerator(db, channel, target)
        else await addModerator(db, channel, target, context.now())
        await moderation.broadcastStanding(channel, target)
        return moderation.broadcastConfig(channel)
      }
      case 'pin':
      case 'unpin': {
        await saveChatSettings(db, channel, { pinnedMessageId: (previous as string | null) ?? null })
        return moderation.broadcastConfig(channel)
      }
    }
  }

  async function restoreRestriction(channel: string, username: string, previous: Restriction | null): Promise<void> {
    const isInForce = previous && (previous.expiresAtMs === null || previous.expiresAtMs > context.now())
    if (isInForce) await saveRestriction(db, channel, previous)
    else await deleteRestriction(db, channel, username)
    const payload = {
      channel,
      username,
      action: isInForce ? previous.kind : ('unban' as const),
      expiresAt: isInForce ? previous.expiresAtMs : null,
    }
    rooms.publish({ kind: 'event', channel, audience: 'everyone', name: 'user-moderated', payload })
  }

  return revert
}

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
import type { Hub } from '../rooms/hub.ts'
import { type Acting, type Moderation, toLogEntry } from './moderation.ts'
import { isRevertible } from './revertible.ts'

/** What was kept in an entry's details when it was written (moderation.ts). */
interface Details {
  former?: Restriction | Partial<ChatSettings> | string | null
  wasModerator?: boolean
}

/** Undoes entries of the log: each once, and what was before is put back. */
export function createRevert(context: ChatContext, { hub, moderation }: { hub: Hub; moderation: Moderation }) {
  const { db } = context

  async function revert({ channel, actor }: Acting, entryId: string): Promise<void> {
    const entry = await findLogEntry(db, channel, entryId)
    if (!entry) throw new Refusal('chat_entry_not_found')
    const reverted = { by: actor, atMs: context.now() }
    const isMine = isRevertible(entry) && (await markReverted(db, channel, entryId, reverted))
    if (!isMine) throw new Refusal('chat_not_revertible')
    await putBack(channel, entry)
    const payload = { channel, ...toLogEntry({ ...entry, revertedBy: reverted.by, revertedAtMs: reverted.atMs }) }
    hub.publish({ kind: 'event', channel, audience: 'moderators', name: 'log-entry', payload })
  }

  async function putBack(channel: string, entry: LogEntry): Promise<void> {
    const { former, wasModerator } = entry.details as Details
    const target = entry.target ?? ''
    switch (entry.action) {
      case 'delete':
      case 'clear': {
        const messages = await restoreMessages(db, channel, entry.id, limits.chatDashboardPageSize)
        const payload = { channel, messages }
        hub.publish({ kind: 'event', channel, audience: 'everyone', name: 'messages-restored', payload })
        return moderation.broadcastConfig(channel)
      }
      case 'ban':
      case 'timeout':
      case 'unban': {
        await putBackRestriction(channel, target, former as Restriction | null)
        if (wasModerator) await addModerator(db, channel, target, context.now())
        await moderation.tellStanding(channel, target)
        return moderation.broadcastConfig(channel)
      }
      case 'settings': {
        await saveChatSettings(db, channel, former as Partial<ChatSettings>)
        return moderation.broadcastConfig(channel)
      }
      case 'add-moderator':
      case 'remove-moderator': {
        if (entry.action === 'add-moderator') await removeModerator(db, channel, target)
        else await addModerator(db, channel, target, context.now())
        await moderation.tellStanding(channel, target)
        return moderation.broadcastConfig(channel)
      }
      case 'pin':
      case 'unpin': {
        await saveChatSettings(db, channel, { pinnedMessageId: (former as string | null) ?? null })
        return moderation.broadcastConfig(channel)
      }
    }
  }

  async function putBackRestriction(channel: string, username: string, former: Restriction | null): Promise<void> {
    const stillHolds = former && (former.expiresAtMs === null || former.expiresAtMs > context.now())
    if (stillHolds) await saveRestriction(db, channel, former)
    else await deleteRestriction(db, channel, username)
    const payload = {
      channel,
      username,
      action: stillHolds ? former.kind : ('unban' as const),
      expiresAt: stillHolds ? former.expiresAtMs : null,
    }
    hub.publish({ kind: 'event', channel, audience: 'everyone', name: 'user-moderated', payload })
  }

  return revert
}

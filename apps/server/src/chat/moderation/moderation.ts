import type { ChatAction, ChatConfigUpdate, ChatLogEntry, ChatStanding } from '@waggle/contract/chat/entities'
import { insertLogEntry, type LogEntry } from '../../db/chat/chat-log.ts'
import { deleteMessages } from '../../db/chat/chat-messages.ts'
import { findChatSettings, saveChatSettings } from '../../db/chat/chat-settings.ts'
import {
  addModerator,
  deleteRestriction,
  findRestriction,
  removeModerator,
  saveRestriction,
} from '../../db/chat/moderation.ts'
import { randomId } from '../../lib/random-id.ts'
import type { ChatContext } from '../context.ts'
import type { RoomRegistry } from '../rooms/room-registry.ts'
import type { MessageWriter } from '../sending/message-writer.ts'
import { configOf } from './config-view.ts'
import { roleOf } from './permissions.ts'
import { isRevertible } from './revertible.ts'

/** The user who performs an action in a channel. The caller has checked the permission. */
export interface ActorInChannel {
  channel: string
  actor: string
}

/**
 * The actions of moderators and owners. Each is stored, logged and published to all open connections before its promise
 * resolves.
 */
export function createModeration(
  context: ChatContext,
  { rooms, writer }: { rooms: RoomRegistry; writer: MessageWriter },
) {
  const { db } = context

  async function logAction(
    { channel, actor }: ActorInChannel,
    action: ChatAction,
    entryFields: { target?: string; reason?: string | null; details?: Record<string, unknown>; id?: string } = {},
  ): Promise<void> {
    const entry = {
      id: entryFields.id ?? newEntryId(),
      actor,
      action,
      target: entryFields.target ?? null,
      reason: entryFields.reason ?? null,
      details: entryFields.details ?? {},
      createdAtMs: context.now(),
    }
    await insertLogEntry(db, channel, entry)
    const payload = { channel, ...toLogEntry({ ...entry, revertedAtMs: null, revertedBy: null }) }
    rooms.publish({ kind: 'event', channel, audience: 'moderators', name: 'log-entry', payload })
  }

  function newEntryId(): string {
    return context.now().toString(36).padStart(9, '0') + randomId(10)
  }

  async function broadcastConfig(channel: string): Promise<void> {
    const payload = await configOf(db, channel, 'everyone')
    rooms.publish({ kind: 'event', channel, audience: 'everyone', name: 'config-changed', payload })
  }

  async function broadcastStanding(channel: string, username: string): Promise<void> {
    rooms.publish({ kind: 'standing', standing: await standingOf(channel, username) })
  }

  async function standingOf(channel: string, username: string): Promise<ChatStanding> {
    const restriction = await findRestriction(db, channel, username, context.now())
    return {
      channel,
      username,
      role: await roleOf(db, channel, username),
      restriction: restriction
        ? { kind: restriction.kind, expiresAt: restriction.expiresAtMs, reason: restriction.reason }
        : null,
    }
  }

  function broadcastDeletions(channel: string, ids: string[]): void {
    for (const payload of ids) {
      rooms.publish({ kind: 'event', channel, audience: 'everyone', name: 'message-deleted', payload })
    }
  }

  async function restrict(
    by: ActorInChannel,
    username: string,
    options: { kind: 'ban' | 'timeout'; reason: string | null; durationSeconds: number | null },
  ): Promise<number | null> {
    const { channel, actor } = by
    const nowMs = context.now()
    const { kind, reason, durationSeconds } = options
    const previous = await findRestriction(db, channel, username, nowMs)
    const expiresAtMs = durationSeconds === null ? null : nowMs + durationSeconds * 1000
    await saveRestriction(db, channel, { username, kind, reason, createdBy: actor, createdAtMs: nowMs, expiresAtMs })
    // Only a ban removes a moderator: a timeout ends by itself.
    const wasModerator = kind === 'ban' && (await removeModerator(db, channel, username))
    // Messages that passed the rules before this are stored first, so that none appears after the caller has been answered.
    await writer.settled()
    await broadcastStanding(channel, username)
    const details = { durationSeconds, former: previous ?? null, wasModerator }
    await logAction(by, kind, { target: username, reason, details })
    const payload = { channel, username, action: kind, expiresAt: expiresAtMs }
    rooms.publish({ kind: 'event', channel, audience: 'everyone', name: 'user-moderated', payload })
    if (wasModerator) await broadcastConfig(channel)
    return expiresAtMs
  }

  async function unrestrict(by: ActorInChannel, username: string): Promise<void> {
    const { channel } = by
    const previous = await findRestriction(db, channel, username, context.now())
    await deleteRestriction(db, channel, username)
    if (previous) await logAction(by, 'unban', { target: username, details: { former: previous } })
    const payload = { channel, username, action: 'unban' as const, expiresAt: null }
    rooms.publish({ kind: 'event', channel, audience: 'everyone', name: 'user-moderated', payload })
    await broadcastStanding(channel, username)
  }

  async function deleteMessage(by: ActorInChannel, messageId: string, isOwn: boolean): Promise<boolean> {
    const id = newEntryId()
    const ids = await deleteMessages(db, by.channel, { id: messageId }, id, context.now())
    if (ids.length === 0) return false
    if (!isOwn) await logAction(by, 'delete', { id, target: messageId })
    broadcastDeletions(by.channel, ids)
    await broadcastConfigIfPinned(by.channel, messageId)
    return true
  }

  async function broadcastConfigIfPinned(channel: string, messageId: string): Promise<void> {
    if ((await findChatSettings(db, channel)).pinnedMessageId === messageId) await broadcastConfig(channel)
  }

  async function clear(by: ActorInChannel): Promise<void> {
    const { channel } = by
    await writer.settled()
    const id = newEntryId()
    const upTo = (await deleteMessages(db, channel, {}, id, context.now())).sort().at(-1)
    await logAction(by, 'clear', { id })
    if (upTo === undefined) return
    rooms.publish({ kind: 'event', channel, audience: 'everyone', name: 'chat-cleared', payload: { channel, upTo } })
    await broadcastConfig(channel)
  }

  async function changeSettings(by: ActorInChannel, update: ChatConfigUpdate): Promise<void> {
    const previous = await findChatSettings(db, by.channel)
    const { blockedWords, moderatorsMayChangeRules, slowModeDelay, ...rules } = update
    // The dashboard may send the whole config back, with only one of the two names for the delay changed.
    const isDelayChanged = slowModeDelay !== undefined && slowModeDelay !== previous.rules.slowModeInterval
    const changedRules = Object.entries({
      ...rules,
      ...(isDelayChanged && { slowModeInterval: slowModeDelay }),
    }).filter(([, value]) => value !== undefined)
    const changesRights = moderatorsMayChangeRules !== undefined
    await saveChatSettings(db, by.channel, {
      rules: { ...previous.rules, ...Object.fromEntries(changedRules) },
      ...(blockedWords && { blockedWords: [...new Set(blockedWords)] }),
      ...(changesRights && { moderatorsMayChangeRules }),
    })
    // Reverting restores who may change the rules only if this update changed it.
    const revertible = {
      rules: previous.rules,
      blockedWords: previous.blockedWords,
      ...(changesRights && { moderatorsMayChangeRules: previous.moderatorsMayChangeRules }),
    }
    await logAction(by, 'settings', { details: { former: revertible, changed: update } })
    await broadcastConfig(by.channel)
  }

  async function appoint(by: ActorInChannel, username: string): Promise<void> {
    if (!(await addModerator(db, by.channel, username, context.now()))) return
    await logAction(by, 'add-moderator', { target: username })
    await broadcastStanding(by.channel, username)
    await broadcastConfig(by.channel)
  }

  async function dismiss(by: ActorInChannel, username: string): Promise<void> {
    if (!(await removeModerator(db, by.channel, username))) return
    // Broadcast the new role first, so that the dismissed user does not receive the log entry, which is for moderators.
    await broadcastStanding(by.channel, username)
    await logAction(by, 'remove-moderator', { target: username })
    await broadcastConfig(by.channel)
  }

  async function pin(by: ActorInChannel, messageId: string | null): Promise<void> {
    const { pinnedMessageId: previous } = await findChatSettings(db, by.channel)
    await saveChatSettings(db, by.channel, { pinnedMessageId: messageId })
    const target = messageId ?? previous
    const details = { former: previous }
    await logAction(by, messageId ? 'pin' : 'unpin', { ...(target && { target }), details })
    await broadcastConfig(by.channel)
  }

  return {
    logAction,
    restrict,
    unrestrict,
    deleteMessage,
    clear,
    changeSettings,
    appoint,
    dismiss,
    pin,
    standingOf,
    broadcastStanding,
    broadcastConfig,
  }
}

export type Moderation = ReturnType<typeof createModeration>

/** A log entry in the form of the API. */
export function toLogEntry(entry: LogEntry): ChatLogEntry {
  const { createdAtMs, revertedAtMs, ...rest } = entry
  return { ...rest, createdAt: createdAtMs, revertedAt: revertedAtMs, isRevertible: isRevertible(entry) }
}

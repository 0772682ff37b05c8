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
import type { Hub } from '../rooms/hub.ts'
import type { MessageWriter } from '../sending/message-writer.ts'
import { configOf } from './config-view.ts'
import { roleOf } from './permissions.ts'
import { isRevertible } from './revertible.ts'

/** Who acts where. Permission was checked before. */
export interface Acting {
  channel: string
  actor: string
}

/** What can be done in a channel: stored, logged, and told to every open connection before the caller is answered. */
export function createModeration(context: ChatContext, { hub, writer }: { hub: Hub; writer: MessageWriter }) {
  const { db } = context

  async function record(
    { channel, actor }: Acting,
    action: ChatAction,
    about: { target?: string; reason?: string | null; details?: Record<string, unknown>; id?: string } = {},
  ): Promise<void> {
    const entry = {
      id: about.id ?? newEntryId(),
      actor,
      action,
      target: about.target ?? null,
      reason: about.reason ?? null,
      details: about.details ?? {},
      createdAtMs: context.now(),
    }
    await insertLogEntry(db, channel, entry)
    const payload = { channel, ...toLogEntry({ ...entry, revertedAtMs: null, revertedBy: null }) }
    hub.publish({ kind: 'event', channel, audience: 'moderators', name: 'log-entry', payload })
  }

  function newEntryId(): string {
    return context.now().toString(36).padStart(9, '0') + randomId(10)
  }

  async function broadcastConfig(channel: string): Promise<void> {
    const payload = await configOf(db, channel, 'everyone')
    hub.publish({ kind: 'event', channel, audience: 'everyone', name: 'config-changed', payload })
  }

  async function tellStanding(channel: string, username: string): Promise<void> {
    hub.publish({ kind: 'standing', standing: await standingOf(channel, username) })
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

  function tellDeleted(channel: string, ids: string[]): void {
    for (const payload of ids) {
      hub.publish({ kind: 'event', channel, audience: 'everyone', name: 'message-deleted', payload })
    }
  }

  async function restrict(
    acting: Acting,
    username: string,
    options: { kind: 'ban' | 'timeout'; reason: string | null; durationSeconds: number | null },
  ): Promise<number | null> {
    const { channel, actor } = acting
    const nowMs = context.now()
    const { kind, reason, durationSeconds } = options
    const former = await findRestriction(db, channel, username, nowMs)
    const expiresAtMs = durationSeconds === null ? null : nowMs + durationSeconds * 1000
    await saveRestriction(db, channel, { username, kind, reason, createdBy: actor, createdAtMs: nowMs, expiresAtMs })
    // Only a ban ends a moderator's part: a timeout is over by itself.
    const wasModerator = kind === 'ban' && (await removeModerator(db, channel, username))
    // Messages that passed the rules before this are stored before this is answered: none comes after.
    await writer.settled()
    await tellStanding(channel, username)
    const details = { durationSeconds, former: former ?? null, wasModerator }
    await record(acting, kind, { target: username, reason, details })
    const payload = { channel, username, action: kind, expiresAt: expiresAtMs }
    hub.publish({ kind: 'event', channel, audience: 'everyone', name: 'user-moderated', payload })
    if (wasModerator) await broadcastConfig(channel)
    return expiresAtMs
  }

  async function unrestrict(acting: Acting, username: string): Promise<void> {
    const { channel } = acting
    const former = await findRestriction(db, channel, username, context.now())
    await deleteRestriction(db, channel, username)
    if (former) await record(acting, 'unban', { target: username, details: { former } })
    const payload = { channel, username, action: 'unban' as const, expiresAt: null }
    hub.publish({ kind: 'event', channel, audience: 'everyone', name: 'user-moderated', payload })
    await tellStanding(channel, username)
  }

  async function deleteMessage(acting: Acting, messageId: string, isOwn: boolean): Promise<boolean> {
    const id = newEntryId()
    const ids = await deleteMessages(db, acting.channel, { id: messageId }, id, context.now())
    if (ids.length === 0) return false
    if (!isOwn) await record(acting, 'delete', { id, target: messageId })
    tellDeleted(acting.channel, ids)
    await tellConfigIfPinned(acting.channel, messageId)
    return true
  }

  async function tellConfigIfPinned(channel: string, messageId: string): Promise<void> {
    if ((await findChatSettings(db, channel)).pinnedMessageId === messageId) await broadcastConfig(channel)
  }

  async function clear(acting: Acting): Promise<void> {
    const { channel } = acting
    await writer.settled()
    const id = newEntryId()
    const upTo = (await deleteMessages(db, channel, {}, id, context.now())).sort().at(-1)
    await record(acting, 'clear', { id })
    if (upTo === undefined) return
    hub.publish({ kind: 'event', channel, audience: 'everyone', name: 'chat-cleared', payload: { channel, upTo } })
    await broadcastConfig(channel)
  }

  async function changeSettings(acting: Acting, update: ChatConfigUpdate): Promise<void> {
    const former = await findChatSettings(db, acting.channel)
    const { blockedWords, moderatorsMayChangeRules, slowModeDelay, ...rules } = update
    // The dashboard may send the whole config back, with one of the two names changed.
    const isDelayChanged = slowModeDelay !== undefined && slowModeDelay !== former.rules.slowModeInterval
    const given = Object.entries({ ...rules, ...(isDelayChanged && { slowModeInterval: slowModeDelay }) }).filter(
      ([, value]) => value !== undefined,
    )
    const isOwners = moderatorsMayChangeRules !== undefined
    await saveChatSettings(db, acting.channel, {
      rules: { ...former.rules, ...Object.fromEntries(given) },
      ...(blockedWords && { blockedWords: [...new Set(blockedWords)] }),
      ...(isOwners && { moderatorsMayChangeRules }),
    })
    // Undoing puts back who may change the rules only where this changed it.
    const kept = {
      rules: former.rules,
      blockedWords: former.blockedWords,
      ...(isOwners && { moderatorsMayChangeRules: former.moderatorsMayChangeRules }),
    }
    await record(acting, 'settings', { details: { former: kept, changed: update } })
    await broadcastConfig(acting.channel)
  }

  async function appoint(acting: Acting, username: string): Promise<void> {
    if (!(await addModerator(db, acting.channel, username, context.now()))) return
    await record(acting, 'add-moderator', { target: username })
    await tellStanding(acting.channel, username)
    await broadcastConfig(acting.channel)
  }

  async function dismiss(acting: Acting, username: string): Promise<void> {
    if (!(await removeModerator(db, acting.channel, username))) return
    // First the part, then the news for moderators: this one is none any more.
    await tellStanding(acting.channel, username)
    await record(acting, 'remove-moderator', { target: username })
    await broadcastConfig(acting.channel)
  }

  async function pin(acting: Acting, messageId: string | null): Promise<void> {
    const { pinnedMessageId: former } = await findChatSettings(db, acting.channel)
    await saveChatSettings(db, acting.channel, { pinnedMessageId: messageId })
    const target = messageId ?? former
    const details = { former }
    await record(acting, messageId ? 'pin' : 'unpin', { ...(target && { target }), details })
    await broadcastConfig(acting.channel)
  }

  return {
    record,
    restrict,
    unrestrict,
    deleteMessage,
    clear,
    changeSettings,
    appoint,
    dismiss,
    pin,
    standingOf,
    tellStanding,
    broadcastConfig,
  }
}

export type Moderation = ReturnType<typeof createModeration>

/** An entry as the API tells it. */
export function toLogEntry(entry: LogEntry): ChatLogEntry {
  const { createdAtMs, revertedAtMs, ...rest } = entry
  return { ...rest, createdAt: createdAtMs, revertedAt: revertedAtMs, isRevertible: isRevertible(entry) }
}
